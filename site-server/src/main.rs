//! The server: parses its arguments, and serves the table that `cargo site build` appends to this program until a signal stops
//! it.

use std::env::current_exe;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use site_server::{Config, log, server};
use site_table::{Moment, Table, unpack};

/// The timeout of a probe.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves the site: everything is inside this binary, already compressed.
#[derive(Parser)]
#[command(name = "site-server")]
struct Arguments {
    /// Serve this table from site-prepare instead of the one at the end of this binary
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Print the version, the commit and a digest of the table, and exit
    #[arg(long, short = 'V')]
    version: bool,

    /// Print every path that is served now, or at the time of --on, one per line, and exit
    #[arg(long)]
    paths: bool,

    /// Print the times when the site switches editions, in UTC, one per line, and exit
    #[arg(long)]
    moments: bool,

    /// Write the table to this folder as a manifest and decoded bodies, and exit
    #[arg(long, value_name = "DIR")]
    unpack: Option<PathBuf>,

    /// Check the flags, the certificate and the table, and exit with 0 if the server could start
    #[arg(long)]
    check: bool,

    /// Ask the server at --admin whether it's alive, and exit with 0 if it is. For containers, which have no other program
    #[arg(long, requires = "admin")]
    probe: bool,

    #[command(flatten)]
    config: Config,
}

fn main() -> ExitCode {
    let begun = Instant::now();
    match run(Arguments::parse(), begun) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("site-server: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the arguments say. `begun` is when the program started.
fn run(arguments: Arguments, begun: Instant) -> Result<(), String> {
    if arguments.probe {
        return probe(arguments.config.admin);
    }
    // It is served until the program ends.
    let table: &Table = Box::leak(Box::new(open_table(arguments.table)?));
    let commit = table.commit.unwrap_or("unknown");
    if arguments.version {
        let version = env!("CARGO_PKG_VERSION");
        let content = &table.digest;
        print(&format!(
            "site-server {version} (commit {commit}, content {content})\n"
        ));
        return Ok(());
    }
    let edition = table.edition_at(arguments.config.on.unwrap_or_else(Moment::now));
    if arguments.paths {
        for row in table.rows_of(edition) {
            print(&format!("{}\n", row.path));
        }
        return Ok(());
    }
    if arguments.moments {
        for start in &table.starts {
            print(&format!("{}\n", Moment(*start)));
        }
        return Ok(());
    }
    if let Some(folder) = &arguments.unpack {
        unpack(table, folder).map_err(|problem| problem.to_string())?;
        return Ok(());
    }
    if arguments.check {
        server::check(&arguments.config)?;
        let paths = table.rows_of(edition).len();
        let number = edition + 1;
        let count = table.starts.len() + 1;
        print(&format!(
            "the flags, the certificate and the table are good: {paths} paths in edition {number} of {count}\n"
        ));
        return Ok(());
    }
    let runtime = server::runtime()?;
    let result = runtime.block_on(async {
        let log = log::start(&arguments.config.log);
        let result = server::run(arguments.config, table, commit, begun).await;
        // Write the remaining lines, but don't wait long if no one reads them.
        _ = timeout(Duration::from_secs(1), spawn_blocking(|| drop(log))).await;
        result
    });
    // The serving threads never end on their own.
    runtime.shutdown_background();
    result
}

/// Reads the table from this file, or from this program's own.
fn open_table(file: Option<PathBuf>) -> Result<Table, String> {
    let file = match file {
        Some(file) => file,
        None => current_exe().map_err(|error| {
            format!("cannot find this program's own file: {error}; name a table with --table")
        })?,
    };
    Table::open(&file).map_err(|problem| problem.to_string())
}

/// Asks a server whether it's alive.
fn probe(admin: Option<SocketAddr>) -> Result<(), String> {
    let mut address = admin.ok_or("expected --admin, found none")?;
    if address.ip().is_unspecified() {
        // If it listens on all addresses, use the loopback address.
        let own = if address.is_ipv4() {
            IpAddr::V4(Ipv4Addr::LOCALHOST)
        } else {
            IpAddr::V6(Ipv6Addr::LOCALHOST)
        };
        address.set_ip(own);
    }
    let answer = ask_for_life(address).map_err(|error| {
        format!("expected an answer from {address}, found: {error}; is the server running with this --admin?")
    })?;
    if answer.starts_with("HTTP/1.1 200 ") {
        return Ok(());
    }
    let status = answer.lines().next().unwrap_or("nothing");
    Err(format!(
        "expected status 200 from http://{address}/live, found {status}"
    ))
}

/// Requests `/live` at an address.
fn ask_for_life(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Prints text. The reader may have closed the pipe.
fn print(text: &str) {
    _ = io::stdout().write_all(text.as_bytes());
}
