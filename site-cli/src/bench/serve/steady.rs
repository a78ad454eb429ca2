//! h2load: how long answers take where each server is asked equally often.
//!
//! Requests are sent at their times, whether or not those before them are answered: a server that stalls is asked no less,
//! and all that wait for it meanwhile count. What is late at the sender itself is not seen, at any server.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::cases::Case;
use super::load::spread;
use super::process::{Running, on_load_core};

/// Requests a second on one connection. h2load's clock ticks a hundred times a second at most: more would come in bursts.
/// Connections are opened a millisecond apart, and as this has no divisor in common with 1,000, no two of them ask at once.
const PER_CONNECTION: usize = 97;
const SECONDS: usize = 4;
/// What is counted, in microseconds from the first request: all connections are open then, and none has asked for the last time.
const COUNTED: Range<u64> = 1_000_000..4_000_000;
/// Each connection asks for all pages so often in another order, and then begins again.
const ORDERS: usize = 20;
/// Requests that one connection may have under way.
const UNDER_WAY: &str = "100";

/// Requests of one case to one server, so many a second.
pub struct Steady {
    pub name: &'static str,
    connections: usize,
    headers: Vec<String>,
    addresses: PathBuf,
    log: PathBuf,
    status: u16,
}

/// What one round showed: times in milliseconds.
#[derive(Clone, Copy)]
pub struct Round {
    /// Requests a second.
    pub rate: f64,
    pub p50: f64,
    pub p99: f64,
    pub p999: f64,
}

impl Steady {
    /// About so many requests a second; what the server answers is checked already.
    pub fn new(
        name: &'static str,
        server: &Running,
        case: &Case,
        rate: f64,
        folder: &Path,
    ) -> Result<Self> {
        let mut addresses = String::new();
        for order in 0..ORDERS {
            let mut wanted: Vec<_> = case.wanted.iter().collect();
            wanted.sort_by_key(|wanted| {
                *blake3::hash(format!("{order}{}", wanted.path).as_bytes()).as_bytes()
            });
            for wanted in wanted {
                addresses += &format!("http://{}{}\n", server.address, wanted.path);
            }
        }
        let list = folder.join(format!("{name}.addresses"));
        fs::write(&list, addresses)?;
        let headers = case.headers.iter();
        Ok(Steady {
            name,
            connections: (rate as usize / PER_CONNECTION).max(1),
            headers: headers
                .map(|(name, value)| format!("{name}: {value}"))
                .collect(),
            addresses: list,
            log: folder.join(format!("{name}.log")),
            status: case.wanted[0].status,
        })
    }

    pub fn run(&self) -> Result<Round> {
        // It would be written on.
        if self.log.exists() {
            fs::remove_file(&self.log)?;
        }
        let requests = self.connections * PER_CONNECTION * SECONDS;
        let mut h2load = Command::new("h2load");
        h2load.args([
            "--h1",
            "-t",
            "1",
            "-m",
            UNDER_WAY,
            "-r",
            "1",
            "--rate-period",
            "1ms",
        ]);
        h2load.args(["-c", &self.connections.to_string()]);
        h2load.args(["--rps", &PER_CONNECTION.to_string()]);
        h2load.args(["-n", &requests.to_string()]);
        h2load.args(self.headers.iter().flat_map(|header| ["-H", header]));
        h2load.arg("-i").arg(&self.addresses);
        h2load.arg("--log-file").arg(&self.log);
        let output = on_load_core(&h2load)
            .output()
            .context("can't start h2load")?;
        let told = String::from_utf8_lossy(&output.stdout);
        let log = fs::read_to_string(&self.log)
            .with_context(|| format!("expected a log from h2load, found none:\n{told}"))?;
        // When it was sent, its status, and how long it took: microseconds.
        let lines: Vec<[u64; 3]> = log
            .lines()
            .filter_map(|line| {
                let columns: Vec<_> = line
                    .split('\t')
                    .map_while(|column| column.parse().ok())
                    .collect();
                columns.try_into().ok()
            })
            .collect();
        let status = u64::from(self.status);
        let answered = lines
            .iter()
            .filter(|[_, found, _]| *found == status)
            .count();
        ensure!(
            answered == requests,
            "{}: expected {requests} answers {status}, found {answered}:\n{told}",
            self.name
        );
        let first = lines
            .iter()
            .map(|[sent, ..]| *sent)
            .min()
            .unwrap_or_default();
        let counted = lines
            .iter()
            .filter(|[sent, ..]| COUNTED.contains(&(sent - first)));
        let mut times: Vec<_> = counted.map(|[.., time]| *time).collect();
        times.sort_unstable();
        let of_all = |share: f64| -> Result<f64> {
            let at = (times.len() as f64 * share) as usize;
            let time = times
                .get(at)
                .context("expected requests after the first second, found none")?;
            Ok(*time as f64 / 1e3)
        };
        Ok(Round {
            rate: times.len() as f64 / (COUNTED.end - COUNTED.start) as f64 * 1e6,
            p50: of_all(0.5)?,
            p99: of_all(0.99)?,
            p999: of_all(0.999)?,
        })
    }
}

/// The p99 of the calmest round: what else goes on in the machine only makes it worse.
pub fn least(rounds: &[Round]) -> f64 {
    spread(rounds.iter().map(|round| round.p99)).0
}

/// A line of the table: the median of the rounds.
pub fn row(case: &str, server: &str, rounds: &[Round]) -> String {
    let median = |figure: fn(&Round) -> f64| spread(rounds.iter().map(figure)).1;
    format!(
        "| {case} | {server} | {:.0} | {:.2} ms | {:.2} ms | {:.2} ms |",
        median(|round| round.rate),
        median(|round| round.p50),
        median(|round| round.p99),
        median(|round| round.p999)
    )
}
