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
    // It is served as long as the program runs.
    let table: &Table = Box::leak(Box::new(open_table(arguments.table)?));
    if arguments.version {
        let version = env!("CARGO_PKG_VERSION");
        let content = &table.digest;
        print(&format!(
            "site-server {version} (commit {commit}, content {content})\n"
        ));
        return Ok(());
    }
    if arguments.paths {
        let mut paths = String::new();
        for row in &table.rows {
            paths += &format!("{}\n", row.path);
        }
        print(&paths);
        return Ok(());
    }
    let runtime = server::runtime()?;
    let result = runtime.block_on(async {
        let log = log::start(&arguments.config.log);
        let result = server::run(arguments.config, table, commit).await;
        // Lines that wait are written, but not for as long as nobody reads.
        _ = timeout(Duration::from_secs(1), spawn_blocking(|| drop(log))).await;
        result
    });
    // The threads that serve have no end of their own.
    runtime.shutdown_background();
    result
}

/// Reads the table of this file, or else of this program's own.
fn open_table(file: Option<PathBuf>) -> Result<Table, String> {
    if let Some(file) = file {
        return Table::open(&file);
    }
    let own = current_exe().map_err(|error| {
        format!("cannot find this program's own file: {error}; name a table with --table")
    })?;
    Table::open(&own)
}

/// Prints to a reader who may have seen enough already.
fn print(text: &str) {
    _ = io::stdout().write_all(text.as_bytes());
}
