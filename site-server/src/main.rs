//! The server: it reads its arguments, and serves the table that `cargo site build` appends to this program until a signal
//! stops it.

use std::env::current_exe;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use site_server::table::Table;
use site_server::{Config, log, server};

/// Serves the site: everything is inside this binary, already compressed.
#[derive(Parser)]
#[command(name = "site-server")]
struct Arguments {
    /// Serve this table, which site-prepare made, rather than the one at this binary's end
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Print the version, the commit and a digest of what is served, and end
    #[arg(long, short = 'V')]
    version: bool,

    /// Print every path that is served, one a line, and end
    #[arg(long)]
    paths: bool,

    #[command(flatten)]
    config: Config,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("site-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let commit = option_env!("SITE_COMMIT").unwrap_or("unknown");
    let file = arguments.table.map_or_else(current_exe, Ok);
    let file = file.map_err(|error| {
        format!("cannot find this program's own file: {error}; name a table with --table")
    })?;
    // It is served as long as the program runs.
    let table: &Table = Box::leak(Box::new(Table::open(&file)?));
    if arguments.version || arguments.paths {
        let (version, content) = (env!("CARGO_PKG_VERSION"), table.digest);
        let paths = table.rows.iter().map(|row| row.path);
        let list = match arguments.version {
            true => format!("site-server {version} (commit {commit}, content {content})\n"),
            false => paths.map(|path| format!("{path}\n")).collect(),
        };
        // A reader that has seen enough is no failure.
        _ = io::stdout().write_all(list.as_bytes());
        return Ok(());
    }
    let runtime = server::runtime()?;
    let result = runtime.block_on(async {
        let log = log::start(arguments.config.log);
        let result = server::run(arguments.config, table, commit).await;
        // What waits is written, but not for as long as nobody reads.
        _ = timeout(Duration::from_secs(1), spawn_blocking(|| drop(log))).await;
        result
    });
    // The threads that serve have no end of their own.
    runtime.shutdown_background();
    result
}
