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
const REQUESTS: usize = 200_000;
/// At a rate, requests a second on one connection. h2load's clock ticks a hundred times a second at most: more would come in
/// bursts. Connections are opened a millisecond apart, and as this has no divisor in common with 1,000, no two of them ask at
/// once.
const PER_CONNECTION: usize = 97;
const SECONDS: usize = 4;
/// Connections of a round that is about connecting.
const CONNECTIONS: usize = 1_000;
/// Each connection asks for all pages so often in another order, and then begins again.
const ORDERS: usize = 20;

pub struct Load<'s> {
    server: &'s Server,
    /// As browsers come, by HTTP/2 over TLS 1.3; else as a proxy in front does, by HTTP/1.1 without TLS.
    as_browser: bool,
    headers: Vec<String>,
    /// The file of what is asked for.
    addresses: PathBuf,
    status: u64,
}

/// What one round showed.
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
        let origin = match as_browser {
            true => format!("https://{}", server.tls_address),
            false => format!("http://{}", server.address),
        };
        let mut random = fastrand::Rng::with_seed(1);
        let mut text = String::new();
        for _ in 0..ORDERS {
            let mut pages = case.pages.clone();
            random.shuffle(&mut pages);
            text.extend(pages.iter().map(|page| format!("{origin}{}\n", page.path)));
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

    /// About so many requests a second.
    pub fn at_rate(&self, rate: f64) -> Result<Round> {
        let connections = (rate as usize / PER_CONNECTION).max(1);
        let opened = ["-m", "100", "-r", "1", "--rate-period", "1ms"];
        let asking = ["--rps", &PER_CONNECTION.to_string()];
        let requests = connections * PER_CONNECTION * SECONDS;
        self.run(connections, requests, &[&opened[..], &asking].concat())
    }

    /// One request on each of many connections.
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
        h2load.args(self.headers.iter().flat_map(|header| ["-H", header]));
        h2load.arg("-i").arg(&self.addresses);
        h2load.arg("--log-file").arg(&log);
        let before = self.server.cpu()?;
        let output = h2load.output().context("cannot start taskset")?;
        let cpu = self.server.cpu()? - before;
        let printed = String::from_utf8_lossy(&output.stdout);
        let log = fs::read_to_string(&log).with_context(|| {
            format!(
                "expected h2load to write a log; docs/bench.md says how to install it\n{printed}"
            )
        })?;
        // When a request was sent, its status, and how long it took: microseconds.
        let columns = |line: &str| -> Option<[u64; 3]> {
            let columns = line.split('\t').map_while(|column| column.parse().ok());
            columns.collect::<Vec<_>>().try_into().ok()
        };
        let mut lines: Vec<_> = log.lines().filter_map(columns).collect();
        lines.retain(|[_, status, _]| *status == self.status);
        ensure!(
            lines.len() == requests,
            "{}: expected {requests} responses with status {}, found {}:\n{printed}",
            self.server.name,
            self.status,
            lines.len()
        );
        let begin = lines.iter().map(|[sent, ..]| *sent).min();
        let end = lines.iter().map(|[sent, _, time]| sent + time).max();
        let length = end.zip(begin).map_or(1, |(end, begin)| end - begin);
        let mut times: Vec<u64> = lines.iter().map(|[.., time]| *time).collect();
        times.sort_unstable();
        let percentile = |share: usize| times[times.len() * share / 100] as f64 / 1e3;
        Ok(Round {
            cpu: cpu as f64 / requests as f64,
            rate: requests as f64 / length as f64 * 1e6,
            p50: percentile(50),
            p99: percentile(99),
        })
    }
}
