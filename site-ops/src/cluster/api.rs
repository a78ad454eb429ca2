//! The cluster's API, through `kubectl`: the site's Deployment, and a tunnel to its servers.
//!
//! Reads and replacements are `--raw` calls. kubectl sends them unchanged, without first asking for the cluster's resources.

use super::call::Call;
use super::deployment::{Deployment, Rollout};
pub use super::tunnel::Tunnel;
use anyhow::{Context as _, Result, anyhow, bail};
use fs_err as fs;
use std::ffi::OsString;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The path of the Deployment in the API. deploy/kubernetes/site.yaml uses these names.
const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/site/deployments/site";

/// The command that shows a person the Deployment.
const LOOK: &str = "see: kubectl --namespace site get deployment site";

/// Extra time for kubectl to start and log in, on top of a request's timeout.
const START: Duration = Duration::from_secs(15);

/// The API's reasons for refusals that change nothing.
const REFUSALS: [&str; 11] = [
    "BadRequest",
    "Forbidden",
    "Gone",
    "Invalid",
    "MethodNotAllowed",
    "NotAcceptable",
    "NotFound",
    "RequestEntityTooLarge",
    "TooManyRequests",
    "Unauthorized",
    "UnsupportedMediaType",
];

/// The API of the cluster that a kubeconfig names.
pub struct Api {
    /// Variables for kubectl, such as KUBECONFIG, in addition to the variables of this program.
    pub environment: Vec<(String, OsString)>,
    /// The longest that a request may take.
    pub timeout: Duration,
    /// The time between two checks of a rollout.
    pub interval: Duration,
}

/// The result of replacing the Deployment.
#[derive(Debug)]
pub enum Replacement {
    /// The API saved it. This is the Deployment as saved.
    Saved(Box<Deployment>),
    /// The API saved nothing, because the Deployment has changed since it was read. kubectl retries a request if the API asks
    /// for that, so this can also mean that the first attempt was saved: read the Deployment and compare.
    Conflict,
    /// It is unknown whether the API saved it: read the Deployment and compare. The text is kubectl's message.
    NoAnswer(String),
}

/// A request that failed.
enum Failure {
    Conflict,
    /// The API refused and changed nothing.
    Refusal(String),
    NoAnswer(String),
}

impl Default for Api {
    fn default() -> Self {
        Self {
            environment: Vec::new(),
            timeout: Duration::from_secs(20),
            interval: Duration::from_secs(1),
        }
    }
}

impl Api {
    /// Reads the Deployment.
    ///
    /// # Errors
    /// Returns an error if the API refuses, doesn't answer, or answers with something other than the site's Deployment.
    pub fn deployment(&self) -> Result<Deployment> {
        match self.call(&["get", "--raw", DEPLOYMENT])? {
            Ok(json) => Deployment::parse(&json),
            Err(failure) => {
                bail!(failure.into_error("a Deployment `site` in the namespace `site`"))
            }
        }
    }

    /// Replaces the Deployment, unless someone has changed it since it was read.
    ///
    /// # Errors
    /// Returns an error if the API refuses. In that case, nothing has changed.
    pub fn replace(&self, deployment: &Deployment) -> Result<Replacement> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let file = folder.path().join("deployment.json");
        fs::write(&file, deployment.to_json())?;
        let file = file
            .to_str()
            .context("expected a temporary folder with a path in UTF-8; set TMPDIR to one")?;
        let path = format!("{DEPLOYMENT}?fieldManager=site-ops");
        match self.call(&["replace", "--raw", &path, "--filename", file])? {
            Ok(json) => Ok(match Deployment::parse(&json) {
                Ok(deployment) => Replacement::Saved(Box::new(deployment)),
                Err(error) => Replacement::NoAnswer(format!("{error:#}")),
            }),
            Err(Failure::Conflict) => Ok(Replacement::Conflict),
            Err(Failure::NoAnswer(message)) => Ok(Replacement::NoAnswer(message)),
            Err(failure) => {
                bail!(failure.into_error("the cluster to take the change of the Deployment"))
            }
        }
    }

    /// Waits until a rollout ends, can't continue, or takes too long. Returns the Deployment and its progress at that time.
    ///
    /// # Errors
    /// Returns an error if the API refuses, or doesn't answer in time.
    pub fn wait_for_rollout(&self, patience: Duration) -> Result<(Deployment, Rollout)> {
        let start = Instant::now();
        loop {
            let is_over = start.elapsed() >= patience;
            match self.call(&["get", "--raw", DEPLOYMENT])? {
                Ok(json) => {
                    let deployment = Deployment::parse(&json)?;
                    let rollout = deployment.rollout();
                    if is_over || !matches!(rollout, Rollout::Progressing(_)) {
                        return Ok((deployment, rollout));
                    }
                }
                // The API of a small cluster sometimes restarts.
                Err(Failure::NoAnswer(_)) if !is_over => {}
                Err(failure) => bail!(failure.into_error("the progress of the Deployment")),
            }
            thread::sleep(self.interval);
        }
    }

    /// Forwards a port of this machine to one of the servers until the tunnel is dropped. Port 0 means any free port.
    ///
    /// # Errors
    /// Returns an error if kubectl can't reach a server within a request's timeout.
    pub fn port_forward(&self, port: u16) -> Result<Tunnel> {
        let mut kubectl = self.kubectl();
        kubectl.args(["--namespace", "site", "port-forward"]);
        kubectl.args(["--address", "127.0.0.1", "service/site"]);
        kubectl.arg(format!("{port}:http"));
        Tunnel::start(&mut kubectl, self.timeout + START)
    }

    /// Runs kubectl, and returns the API's answer.
    fn call(&self, words: &[&str]) -> Result<Result<Vec<u8>, Failure>> {
        let mut kubectl = self.kubectl();
        kubectl.args(words);
        kubectl.arg(format!("--request-timeout={}ms", self.timeout.as_millis()));
        let call = Call::run(&mut kubectl, self.timeout + START)?;
        if call.is_success() {
            return Ok(Ok(call.stdout));
        }
        Ok(Err(Failure::of(call.stderr)))
    }

    fn kubectl(&self) -> Command {
        let mut kubectl = Command::new("kubectl");
        // kubectl translates some of its messages.
        kubectl.env("LC_ALL", "C");
        for (name, value) in &self.environment {
            kubectl.env(name, value);
        }
        kubectl
    }
}

impl Failure {
    /// Finds the API's reason in kubectl's message.
    fn of(message: String) -> Self {
        for line in message.lines() {
            // kubectl has its own wording for two of the reasons.
            let reason = if line.starts_with("error: You must be logged in to the server") {
                "Unauthorized"
            } else if line.starts_with("The ") && line.contains(" is invalid") {
                "Invalid"
            } else {
                let rest = line.strip_prefix("Error from server (");
                let reason = rest.and_then(|rest| rest.split_once(')'));
                reason.map_or("", |(reason, _)| reason)
            };
            if reason == "Conflict" {
                return Self::Conflict;
            }
            if REFUSALS.contains(&reason) {
                return Self::Refusal(message);
            }
        }
        Self::NoAnswer(message)
    }

    /// The error for a caller that expected this of the API.
    fn into_error(self, expected: &str) -> anyhow::Error {
        match self {
            Self::Conflict => anyhow!("expected {expected}, and it has changed meanwhile; {LOOK}"),
            Self::Refusal(message) => anyhow!(
                "expected {expected}, and the API refuses: {message}. The live version hasn't changed; check that KUBECONFIG names the cluster and a user with the rights in deploy/kubernetes/rights.yaml"
            ),
            Self::NoAnswer(message) => anyhow!(
                "expected {expected}, and there is no answer of the API: {message}. See that KUBECONFIG names the cluster and that this machine reaches it; {LOOK}"
            ),
        }
    }
}
