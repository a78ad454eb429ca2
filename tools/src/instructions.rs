//! Counts the instructions of a request with callgrind. They hardly depend on the machine's load.
//!
//! Each server runs twice, with few and with many requests. The difference is the cost of the requests.

use crate::cases::{self, Case};
use crate::load::Load;
use crate::process::{Server, certify};
use crate::{serve, workspace};
use anyhow::{Context as _, Result};
use fs_err as fs;
use std::path::Path;
use std::process::Command;

const FEW: usize = 500;
const MANY: usize = 2_500;

/// Starts a server with a command, in a folder.
type Start<'s> = &'s dyn Fn(Command, &Path) -> Result<Server>;

/// Prints the instructions per request of our server and of the baseline.
pub fn bench() -> Result<()> {
    let ours = workspace::server()?;
    let plain = workspace::plain_hyper()?;
    let table = workspace::table();
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    certify(folder)?;
    let start_ours = |command, folder: &Path| Server::site_server(command, folder);
    let start_plain = |command, folder: &Path| Server::plain_hyper(command, &table, folder);

    let known = Server::site_server(Command::new(&ours), folder)?;
    let pages = cases::pages(&ours, known.address)?;
    println!("| | | site-server | plain hyper | ratio |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for (title, as_browser) in [(serve::AS_BROWSER, true), (serve::AS_PROXY, false)] {
        for case in &cases::all(&pages)? {
            let measured = Measured {
                case,
                as_browser,
                folder,
            };
            let own = measured.count(&ours, &start_ours)?;
            let yardstick = measured.count(&plain, &start_plain)?;
            let ratio = own as f64 / yardstick as f64;
            println!(
                "| {title} | {} | {own} | {yardstick} | {ratio:.2} |",
                case.name
            );
        }
    }
    Ok(())
}

/// The requests to measure.
struct Measured<'m> {
    case: &'m Case<'m>,
    as_browser: bool,
    folder: &'m Path,
}

impl Measured<'_> {
    /// Counts the instructions per request.
    fn count(&self, program: &Path, start: Start<'_>) -> Result<usize> {
        let few = self.run(program, start, FEW)?;
        let many = self.run(program, start, MANY)?;
        Ok(many.saturating_sub(few) / (MANY - FEW))
    }

    /// Counts all instructions of a server that is started, sent this many requests, and stopped.
    fn run(&self, program: &Path, start: Start<'_>, requests: usize) -> Result<usize> {
        let counts = self.folder.join("callgrind.out");
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--tool=callgrind"]);
        command.arg(format!("--callgrind-out-file={}", counts.display()));
        command.arg(program);
        let server = start(command, self.folder)?;
        let load = Load::new(&server, self.as_browser, self.case, self.folder)?;
        load.send(requests)?;
        drop(load);
        server.end()?;

        let text = fs::read_to_string(&counts)
            .context("expected callgrind's counts; docs/bench.md says how to install valgrind")?;
        let totals = text
            .lines()
            .find_map(|line| line.strip_prefix("totals: "))
            .context("expected callgrind's totals")?;
        Ok(totals.trim().parse()?)
    }
}
