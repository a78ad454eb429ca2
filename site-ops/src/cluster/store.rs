//! The store in Kubernetes: the state is an annotation of the Deployment, and the versions are images in a registry.
//!
//! A change of the state and of the image is one replace that carries the Deployment's resourceVersion. So of two changes at a time, one is
//! refused and decides again. A hold also pauses the Deployment once no rollout is going on, as a second lock against others.

use super::api::{Api, Replacement};
use super::deployment::{Deployment, Rollout};
use super::image::{Image, Source, time_of};
use super::registry::Registry;
use crate::place::origin::Origin;
use crate::place::{Place, Reply, sha256};
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use jiff::Timestamp;
use site_place::request::{Request, Upload};
use site_place::state::{FORMAT, State, Version};
use site_record::digest::Digest;
use std::path::Path;
use std::time::Duration;

/// The annotation that has the state.
const STATE: &str = "site/state";

/// The annotation by which a person makes the Deployment a place: the newest commit whose changes are all approved.
const APPROVED: &str = "site/approved";

/// The longest wait for the servers of a version.
const PATIENCE: Duration = Duration::from_secs(180);

/// The number of times that a change is tried while others change the Deployment. The cluster itself changes it during a rollout.
const ATTEMPTS: usize = 100;

/// The largest state in an annotation; all annotations of an object together have at most 256 KiB.
const MOST_BYTES: usize = 200 * 1024;

/// A Deployment, and the repository of its images.
pub struct Cluster {
    pub api: Api,
    pub registry: Registry,
}

/// A state that was saved, and the one before it.
struct Change {
    before: State,
    after: State,
}

impl Cluster {
    /// Returns the cluster that KUBECONFIG names.
    pub fn new(repository: &str) -> Self {
        Self {
            api: Api::default(),
            registry: Registry {
                repository: repository.to_owned(),
                environment: Vec::new(),
            },
        }
    }

    /// Changes the state by a function, until the cluster takes it. The function decides again after each change by someone else.
    fn update(
        &self,
        decide: &dyn Fn(&State) -> Result<State, String>,
    ) -> Result<Result<Change, String>> {
        for _ in 0..ATTEMPTS {
            let mut deployment = self.api.deployment()?;
            let before = state_of(&deployment)?;
            let after = match decide(&before) {
                Ok(after) => after,
                Err(reason) => return Ok(Err(reason)),
            };
            if after == before {
                return Ok(Ok(Change { before, after }));
            }
            self.set(&mut deployment, &before, &after)?;
            match self.api.replace(&deployment)? {
                Replacement::Saved(_) => return Ok(Ok(Change { before, after })),
                Replacement::Conflict => {}
                Replacement::NoAnswer(message) => {
                    if state_of(&self.api.deployment()?)? == after {
                        return Ok(Ok(Change { before, after }));
                    }
                    bail!("{message}");
                }
            }
        }
        bail!(
            "expected the cluster to take a change of the Deployment, and others have changed it {ATTEMPTS} times meanwhile; try again"
        )
    }

    /// Writes a state into a Deployment, with the image of its live version.
    fn set(&self, deployment: &mut Deployment, before: &State, after: &State) -> Result<()> {
        let json = serde_json::to_string(after)?;
        if json.len() > MOST_BYTES {
            bail!(
                "expected a state of at most {MOST_BYTES} bytes, found {}: publish with the record, which takes its events",
                json.len()
            );
        }
        deployment.set_annotation(STATE, &json);
        if after.live().is_some() {
            // Also if the live version stays: someone may have changed the image by hand.
            deployment.set_image(&self.image_of(after)?);
        }
        if before.live_digest() != after.live_digest() {
            // A paused Deployment doesn't start servers. The hold stays in the state.
            deployment.set_paused(false);
        } else if after.hold.is_none() {
            deployment.set_paused(false);
        } else if deployment.rollout() == Rollout::Complete {
            deployment.set_paused(true);
        }
        Ok(())
    }

    /// The image of the live version.
    fn image_of(&self, state: &State) -> Result<String> {
        let version = state
            .live_digest()
            .and_then(|digest| state.version(digest))
            .context("expected the place to keep its live version")?;
        Ok(self.registry.image(image_digest(version)?))
    }

    /// Waits until the servers of the live version run, and pauses the Deployment if it is held. Returns the reason if they don't.
    fn follow(&self, after: &State) -> Result<Result<State, String>> {
        let (_, rollout) = self.api.wait_for_rollout(PATIENCE)?;
        let reason = match rollout {
            Rollout::Complete => None,
            Rollout::Progressing(reason) | Rollout::DeadlineExceeded(reason) => Some(reason),
            Rollout::Paused => Some("someone has paused the Deployment".to_owned()),
        };
        if let Some(reason) = reason {
            return Ok(Err(format!(
                "expected the servers of {} to start, and they don't: {reason}. See: kubectl --namespace site get pods",
                after.live_digest().unwrap_or_default()
            )));
        }
        self.pause_if_held()?;
        Ok(Ok(state_of(&self.api.deployment()?)?))
    }

    /// Pauses a held Deployment whose rollout has ended.
    fn pause_if_held(&self) -> Result<()> {
        for _ in 0..ATTEMPTS {
            let mut deployment = self.api.deployment()?;
            if state_of(&deployment)?.hold.is_none() || deployment.paused() {
                return Ok(());
            }
            deployment.set_paused(true);
            if !matches!(self.api.replace(&deployment)?, Replacement::Conflict) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns to the state before a switch whose servers didn't start, unless a person has changed the live version since.
    fn abandon(&self, change: &Change) -> Result<()> {
        let digest = change.after.live_digest();
        let restored = self.update(&|state| {
            if state.live_digest() != digest {
                return Ok(state.clone());
            }
            let mut earlier = change.before.clone();
            earlier.hold.clone_from(&state.hold);
            earlier.revision = state.revision + 1;
            Ok(earlier)
        })?;
        if restored.is_ok() {
            self.api.wait_for_rollout(PATIENCE)?;
            self.pause_if_held()?;
        }
        Ok(())
    }

    /// Makes the image of a server and the parts of earlier versions, and sends it. Returns the digest of the image.
    fn send(&self, state: &State, server: &Path, commit: &str, tag: &str) -> Result<Digest> {
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let parts = work.path().join("parts");
        let mut images = Vec::new();
        let live = state.live_digest().and_then(|digest| state.version(digest));
        for version in live.into_iter().chain(state.versions.last()) {
            let digest = image_digest(version)?;
            if !images.contains(&digest) {
                images.push(digest);
            }
        }
        self.registry.collect_parts(&images, &parts)?;
        let source = Source {
            server,
            commit,
            time: time_of(&Workspace::find()?, commit)?,
            parts: Some(&parts),
        };
        let image = Image::make(&source, &work.path().join("layout"))?;
        self.registry.push(&image, tag)?;
        Ok(image.digest)
    }
}

impl Place for Cluster {
    fn state(&self) -> Result<State> {
        state_of(&self.api.deployment()?)
    }

    fn keep(&self, server: &Path, revision: u64, is_take_down: bool) -> Result<Reply> {
        let identity = site_table::identify(server)?;
        let commit = identity
            .commit
            .context("expected a server of a commit, found one with changes outside any commit; commit them, and build again")?;
        let request = Request::Keep(Upload {
            bytes: fs::metadata(server)?.len(),
            sha256: sha256(server)?,
            revision,
            is_take_down,
        });
        // Before the upload, which may take minutes.
        let state = self.state()?;
        if let Err(refusal) = state.change(&request, Timestamp::now()) {
            return Ok(Reply::Refused(refusal.to_string()));
        }
        let image = self.send(&state, server, &commit, &identity.digest)?;
        let version = Version {
            digest: identity.digest,
            commit,
            sha256: sha256(server)?,
            at: Timestamp::now(),
            image: Some(image.to_string()),
        };
        let change = self.update(&|state| {
            let mut next = state
                .change(&request, Timestamp::now())
                .map_err(|refusal| refusal.to_string())?;
            next.add_version(version.clone());
            Ok(next)
        })?;
        let change = match change {
            Ok(change) => change,
            Err(reason) => return Ok(Reply::Refused(reason)),
        };
        for forgotten in &change.before.versions {
            if change.after.version(&forgotten.digest).is_none()
                && let Err(error) = self.registry.delete_tag(&forgotten.digest)
            {
                eprintln!("warning: {error:#}");
            }
        }
        Ok(Reply::Done(Box::new(change.after)))
    }

    fn change(&self, request: &Request) -> Result<Reply> {
        let decided = self.update(&|state| {
            state
                .change(request, Timestamp::now())
                .map_err(|refusal| refusal.to_string())
        })?;
        let change = match decided {
            Ok(change) => change,
            Err(reason) => return Ok(Reply::Refused(reason)),
        };
        if change.before.live_digest() == change.after.live_digest() {
            return Ok(Reply::Done(Box::new(change.after)));
        }
        let reason = match self.follow(&change.after)? {
            Ok(state) if state.live_digest() == change.after.live_digest() => {
                return Ok(Reply::Done(Box::new(state)));
            }
            Ok(state) => {
                return Ok(Reply::Refused(format!(
                    "expected {} as the live version, found {}: a person has changed the place meanwhile, and that is kept",
                    change.after.live_digest().unwrap_or("nothing"),
                    state.live_digest().unwrap_or("nothing")
                )));
            }
            Err(reason) => reason,
        };
        if matches!(request, Request::Switch { .. }) {
            self.abandon(&change)?;
            return Ok(Reply::Refused(format!(
                "{reason}. The version before it is live"
            )));
        }
        bail!("{reason}")
    }

    fn get(&self, digest: &str, file: &Path) -> Result<()> {
        let state = self.state()?;
        let version = state
            .version(digest)
            .with_context(|| format!("expected the version {digest} at the place, found none"))?;
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let unpacked = self.registry.fetch(image_digest(version)?, work.path())?;
        fs::copy(unpacked.server, file)?;
        Ok(())
    }

    fn parts(&self) -> Result<String> {
        let state = self.state()?;
        let Some(version) = state.live_digest().and_then(|digest| state.version(digest)) else {
            return Ok(String::new());
        };
        let work = tempfile::tempdir().context("cannot make a temporary folder")?;
        let unpacked = self.registry.fetch(image_digest(version)?, work.path())?;
        let mut lines = Vec::new();
        if let Some(parts) = unpacked.parts {
            for entry in fs::read_dir(parts)? {
                let entry = entry?;
                let at = Timestamp::try_from(entry.metadata()?.modified()?)?;
                lines.push(format!("{} {at}\n", entry.file_name().to_string_lossy()));
            }
        }
        lines.sort();
        Ok(lines.concat())
    }

    fn tunnel(&self) -> Result<Origin> {
        let tunnel = self.api.port_forward(0)?;
        let url = format!("http://{}", tunnel.address);
        Ok(Origin::behind(tunnel, url))
    }
}

/// The state in a Deployment.
fn state_of(deployment: &Deployment) -> Result<State> {
    let Some(json) = deployment.annotation(STATE) else {
        let Some(approved) = deployment.annotation(APPROVED) else {
            bail!(
                "expected the annotation {APPROVED} of the Deployment, found none: it isn't a place yet. To make it one, name the newest commit of main whose changes are all approved: kubectl --namespace site annotate deployment/site {APPROVED}=COMMIT"
            );
        };
        return Ok(State::new(approved.to_owned()));
    };
    let value: serde_json::Value = serde_json::from_str(json)
        .with_context(|| format!("expected a state in the annotation {STATE}, found damage"))?;
    if value["format"] != FORMAT {
        bail!(
            "expected a state of format {FORMAT} in the annotation {STATE}, found {}: another version of site-ops has written it; use that version",
            value["format"]
        );
    }
    serde_json::from_value(value)
        .with_context(|| format!("expected a state in the annotation {STATE}, found damage"))
}

/// The digest of a version's image.
fn image_digest(version: &Version) -> Result<Digest> {
    let image = version
        .image
        .as_deref()
        .with_context(|| format!("expected an image of {}, found none", version.digest))?;
    Ok(Digest::parse(image)?)
}
