//! wrk: as many requests as a server answers, and what they cost it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::cases::Case;
use super::process::{Running, on_load_core};
use crate::client::Client;

const SECONDS: &str = "3s";
const CONNECTIONS: &str = "64";

/// Requests of one case to one server.
pub struct Load<'s> {
    pub name: &'static str,
    server: &'s Running,
    script: PathBuf,
    /// Whether the expected status counts as an error with wrk.
    refused: bool,
}

/// What one round showed.
#[derive(Clone, Copy)]
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
    pub fn new(
        name: &'static str,
        server: &'s Running,
        case: &Case,
        folder: &Path,
    ) -> Result<Self> {
        super::check(name, server, case)?;
        let mut headers: Vec<_> = case
            .headers
            .iter()
            .map(|(name, value)| (*name, value.clone()))
            .collect();
        if case.conditional {
            let asked: Vec<_> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            let response = Client::connect(server.address)?.get(&case.wanted[0].path, &asked)?;
            let tag = response
                .header("etag")
                .with_context(|| format!("{name} gives no entity tag"))?;
            headers.push(("if-none-match", tag.to_owned()));
        }
        let mut script = String::new();
        for (name, value) in headers {
            writeln!(script, "wrk.headers[ [[{name}]] ] = [[{value}]]")?;
        }
        let paths: Vec<_> = case
            .wanted
            .iter()
            .map(|wanted| format!("[[{}]]", wanted.path))
            .collect();
        let script = format!("{script}local paths = {{ {} }}\n{SCRIPT}", paths.join(", "));
        let file = folder
            .join("load.lua")
            .with_file_name(format!("{name}.lua"));
        fs::write(&file, script)?;
        Ok(Load {
            name,
            server,
            script: file,
            refused: case.wanted[0].status >= 400,
        })
    }

    pub fn run(&self) -> Result<Round> {
        let before = self.server.cpu()?;
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", "-c", CONNECTIONS, "-d", SECONDS, "-s"])
            .arg(&self.script);
        wrk.arg(format!("http://{}/", self.server.address));
        let output = on_load_core(&wrk)
            .output()
            .context("can't start wrk; Debian's package wrk has it")?;
        let cpu = self.server.cpu()? - before;
        let told = String::from_utf8_lossy(&output.stdout);
        let figures = told
            .lines()
            .find_map(|line| line.strip_prefix("figures "))
            .unwrap_or_default();
        let figures: Vec<f64> = figures
            .split(' ')
            .filter_map(|figure| figure.parse().ok())
            .collect();
        let [requests, microseconds, p50, p99, lost, refused] = figures[..] else {
            bail!(
                "expected figures from wrk, found:\n{told}{}",
                String::from_utf8_lossy(&output.stderr)
            );
        };
        let expected = if self.refused { requests } else { 0.0 };
        ensure!(
            lost == 0.0 && refused == expected,
            "{}: of {requests} requests {lost} were lost, and {refused} refused, expected {expected}",
            self.name
        );
        Ok(Round {
            cpu: cpu as f64 / 1e3 / requests,
            rate: requests / microseconds * 1e6,
            p50: p50 / 1e3,
            p99: p99 / 1e3,
        })
    }
}

const SCRIPT: &str = r#"
local requests = {}
init = function()
  for at, path in ipairs(paths) do requests[at] = wrk.format("GET", path) end
end
request = function() return requests[math.random(#requests)] end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("figures %d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
"#;

/// Least, median and most.
pub fn spread(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    (
        values[0],
        values[values.len() / 2],
        values[values.len() - 1],
    )
}

/// A line of the table: the median of the rounds.
pub fn row(case: &str, server: &str, rounds: &[Round]) -> String {
    let median = |figure: fn(&Round) -> f64| spread(rounds.iter().map(figure)).1;
    format!(
        "| {case} | {server} | {:.2} µs | {:.0} | {:.2} ms | {:.2} ms |",
        median(|round| round.cpu),
        median(|round| round.rate),
        median(|round| round.p50),
        median(|round| round.p99)
    )
}
