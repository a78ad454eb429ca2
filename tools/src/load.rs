//! h2load: requests of one case to one server, and what they cost it.
//!
//! At a rate, requests are sent at their times, whether or not those before them are answered: a server that stalls is asked
//! no less, and all that wait for it meanwhile count. What is late at the sender itself is not seen, at any server.

use crate::cases::Case;
use crate::process::{LOAD_CORE, Server, on_core};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};

/// Requests of a round where nothing limits the rate.
const REQUESTS: usize = 40_000;
/// Requests a second on one connection, at a rate. h2load's clock ticks a hundred times a second at most: more would come in
/// bursts. Connections are opened a millisecond apart, and as this has no divisor in common with 1,000, no two of them ask at
/// once.
const PER_CONNECTION: usize = 97;
const SECONDS: usize = 4;
/// Connections of a round that is about connecting.
const CONNECTIONS: usize = 1_000;
/// The number of orders in which each connection asks for all pages, before it begins again.
const ORDERS: usize = 20;

/// The load of one case on one server.
pub struct Load<'s> {
    pub server: &'s Server,
    /// True for requests as browsers send them, by HTTP/2 over TLS 1.3; false for those of a proxy in front, by HTTP/1.1
    /// without TLS.
    as_browser: bool,
    headers: Vec<String>,
    /// The file of what is asked for.
    addresses: PathBuf,
    status: u64,
}

/// The figures of one round.
pub struct Round {
    /// Of the server, in microseconds a request.
    pub cpu: f64,
    /// Requests a second.
    pub rate: f64,
    /// Milliseconds.
    pub p50: f64,
    pub p99: f64,
}

impl<'s> Load<'s> {
    /// Checks what the server answers before anything is measured.
    pub fn new(server: &'s Server, as_browser: bool, case: &Case, folder: &Path) -> Result<Self> {
        let headers = case.checked(server.name, server.address)?;
        let origin = if as_browser {
            format!("https://{}", server.tls_address)
        } else {
            format!("http://{}", server.address)
        };
        let mut random = fastrand::Rng::with_seed(1);
        let mut text = String::new();
        for _ in 0..ORDERS {
            let mut pages = case.pages.clone();
            random.shuffle(&mut pages);
            for page in pages {
                text += &format!("{origin}{}\n", page.path);
            }
        }
        let addresses = folder.join(format!("{}.addresses", server.name));
        fs::write(&addresses, text)?;
        Ok(Load {
            server,
            as_browser,
            headers,
            addresses,
            status: case.status.into(),
        })
    }

    /// As many requests as the server answers.
    pub fn flat_out(&self) -> Result<Round> {
        self.run(64, REQUESTS, &[])
    }

    /// Sends so many requests over a few connections.
    pub fn send(&self, requests: usize) -> Result<Round> {
        self.run(4, requests, &[])
    }

    /// Sends about so many requests a second.
    pub fn at_rate(&self, rate: f64) -> Result<Round> {
        let connections = (rate as usize / PER_CONNECTION).max(1);
        let opened = ["-m", "100", "-r", "1", "--rate-period", "1ms"];
        let asking = ["--rps", &PER_CONNECTION.to_string()];
        let requests = connections * PER_CONNECTION * SECONDS;
        self.run(connections, requests, &[&opened[..], &asking].concat())
    }

    /// Sends one request on each of many connections.
    pub fn connect(&self) -> Result<Round> {
        self.run(CONNECTIONS, CONNECTIONS, &[])
    }

    fn run(&self, connections: usize, requests: usize, arguments: &[&str]) -> Result<Round> {
        let log = self.addresses.with_extension("requests");
        // It is appended to.
        fs::write(&log, "")?;
        let mut h2load = on_core(LOAD_CORE, "h2load");
        h2load.args(["-t", "1"]).args(arguments);
        if !self.as_browser {
            h2load.arg("--h1");
        }
        h2load.args(["-c", &connections.to_string()]);
        h2load.args(["-n", &requests.to_string()]);
        for header in &self.headers {
            h2load.args(["-H", header]);
        }
        h2load.arg("-i").arg(&self.addresses);
        h2load.arg("--log-file").arg(&log);

        let before = self.server.cpu()?;
        let output = h2load.output().context("cannot start taskset")?;
        let cpu = self.server.cpu()? - before;
        let printed = String::from_utf8_lossy(&output.stdout);

        let lines = fs::read_to_string(&log).with_context(|| {
            format!(
                "expected h2load to write a log; docs/bench.md says how to install it\n{printed}"
            )
        })?;
        let mut responses = Vec::new();
        for line in lines.lines() {
            if let Some(response) = LoggedResponse::parse(line)
                && response.status == self.status
            {
                responses.push(response);
            }
        }
        ensure!(
            responses.len() == requests,
            "{}: expected {requests} responses with status {}, found {}:\n{printed}",
            self.server.name,
            self.status,
            responses.len()
        );
        Ok(Round::of(&responses, cpu))
    }
}

/// A line of h2load's log. Times are in microseconds.
struct LoggedResponse {
    sent: u64,
    status: u64,
    duration: u64,
}

impl LoggedResponse {
    fn parse(line: &str) -> Option<Self> {
        let mut columns = line.split('\t');
        Some(LoggedResponse {
            sent: columns.next()?.parse().ok()?,
            status: columns.next()?.parse().ok()?,
            duration: columns.next()?.parse().ok()?,
        })
    }
}

impl Round {
    /// The figures of these responses, of which there is at least one; `cpu` are the microseconds that the server has used.
    fn of(responses: &[LoggedResponse], cpu: u64) -> Self {
        let mut first_sent = u64::MAX;
        let mut last_received = 0;
        let mut durations = Vec::new();
        for response in responses {
            first_sent = first_sent.min(response.sent);
            last_received = last_received.max(response.sent + response.duration);
            durations.push(response.duration);
        }
        durations.sort_unstable();
        let percentile = |share: usize| durations[durations.len() * share / 100] as f64 / 1e3;
        let count = responses.len() as f64;
        Round {
            cpu: cpu as f64 / count,
            rate: count / (last_received - first_sent) as f64 * 1e6,
            p50: percentile(50),
            p99: percentile(99),
        }
    }
}
