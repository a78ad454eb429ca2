//! Runs h2load with requests of one case, and measures their cost.
//!
//! At a fixed rate, requests are sent on schedule whether or not earlier ones are answered. If a server stalls, it gets no fewer requests,
//! and all of the waiting requests count. Delays in the sender aren't visible, for any server.

use crate::cases::Case;
use crate::process::{LOAD_CORE, Server, on_core};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use std::path::{Path, PathBuf};

/// The number of requests in a round without a rate limit.
const REQUESTS: usize = 40_000;
/// Requests per second on one connection at a fixed rate. h2load's clock ticks at most 100 times per second, so a higher rate would send
/// bursts. Connections are opened a millisecond apart. Because this number and 1,000 have no common divisor, no two connections send at the
/// same time.
const PER_CONNECTION: usize = 97;
const SECONDS: usize = 4;
/// The number of connections in a round that measures connecting.
const CONNECTIONS: usize = 1_000;
/// The number of shuffled page orders that each connection requests before it repeats them.
const ORDERS: usize = 20;

/// The load of one case on one server.
pub struct Load<'s> {
    pub server: &'s Server,
    /// True for requests as browsers send them, with HTTP/2 over TLS 1.3. False for requests of a proxy, with HTTP/1.1 without
    /// TLS.
    as_browser: bool,
    headers: Vec<String>,
    /// The file of requested addresses.
    addresses: PathBuf,
    status: u64,
}

/// The measurements of one round.
pub struct Round {
    /// The server's processor time per request, in microseconds.
    pub cpu: f64,
    /// Requests per second.
    pub rate: f64,
    /// The median latency in milliseconds.
    pub p50: f64,
    pub p99: f64,
}

impl<'s> Load<'s> {
    /// Prepares the load, and checks the server's responses first.
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

    /// Sends requests as fast as the server answers them.
    pub fn flat_out(&self) -> Result<Round> {
        self.run(64, REQUESTS, &[])
    }

    /// Sends this many requests over a few connections.
    pub fn send(&self, requests: usize) -> Result<Round> {
        self.run(4, requests, &[])
    }

    /// Sends about this many requests per second.
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
        // h2load appends to it.
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

/// A line in h2load's log. Times are in microseconds.
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
    /// The measurements of at least one response. `cpu` is the server's processor time in microseconds.
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
