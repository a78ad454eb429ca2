//! The command: reads its arguments, binds, says where, and serves until a signal stops it.

use std::env::current_exe;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::Parser;
#[cfg(unix)]
use sd_notify::NotifyState;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::answer::table::Table;
use crate::config::Config;
#[cfg(unix)]
use crate::connection::certificate::Tls;
use crate::server::{Ended, Server};

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

/// Serves what the arguments say. `commit` is what the program was built from.
pub fn command(commit: Option<&str>) -> ExitCode {
    let Arguments {
        table,
        version,
        paths,
        config,
    } = Arguments::parse();
    let commit = commit.unwrap_or("unknown");
    let file = table.map_or_else(current_exe, Ok);
    let table = file.map_err(|error| {
        format!("cannot find this program's own file: {error}; name a table with --table")
    });
    let table: &Table = match table.and_then(|file| Table::open(&file)) {
        // It is served as long as the program runs.
        Ok(table) => Box::leak(Box::new(table)),
        Err(error) => {
            eprintln!("site-server: {error}");
            return ExitCode::FAILURE;
        }
    };
    if version || paths {
        let list = match version {
            true => format!(
                "site-server {} (commit {commit}, content {})\n",
                env!("CARGO_PKG_VERSION"),
                table.digest
            ),
            false => table.paths().map(|path| format!("{path}\n")).collect(),
        };
        // A reader that has seen enough is no failure.
        _ = io::stdout().write_all(list.as_bytes());
        return ExitCode::SUCCESS;
    }
    let seconds = config.limits.shutdown_seconds;
    let served = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            format!("cannot start: {error}; raise the limits on open files and memory")
        })
        .and_then(|runtime| runtime.block_on(serve(config, table, commit)));
    match served {
        Ok(Ended::Finished) => ExitCode::SUCCESS,
        Ok(Ended::Cut) => {
            eprintln!(
                "site-server: cut the connections still open {seconds} s after the listeners closed; --shutdown-seconds gives them longer"
            );
            ExitCode::SUCCESS
        }
        Ok(Ended::Hurried) => {
            eprintln!("site-server: cut the connections still open at a second signal");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site-server: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: Config, table: &'static Table, commit: &str) -> Result<Ended, String> {
    // Before the address is printed: whoever reads it may send a signal at once.
    let mut signals = Signals::new()?;
    let server = Server::bind(config, table, commit)?;
    if let Some(tls) = server.tls.clone() {
        warn(tls.warning());
        #[cfg(unix)]
        tokio::spawn(reload(tls, handler(SignalKind::hangup())?));
    }
    let mut lines = format!("Listening on http://{}\n", server.address);
    if let Some(address) = server.tls_address {
        lines += &format!("Listening on https://{address}\n");
    }
    if let Some(admin) = server.admin() {
        lines += &format!("Health and metrics on http://{admin}\n");
    }
    // A closed standard output is no reason not to serve.
    _ = io::stdout().write_all(lines.as_bytes());
    #[cfg(unix)]
    notify(&[NotifyState::Ready]);
    let first = Notify::new();
    let shutdown = async {
        first.notified().await;
        #[cfg(unix)]
        notify(&[NotifyState::Stopping]);
    };
    let listen = async {
        signals.recv().await;
        first.notify_one();
        signals.recv().await;
    };
    tokio::select! {
        ended = server.run(shutdown) => ended,
        () = listen => Ok(Ended::Hurried),
    }
}

/// Reads the certificate again at each signal; one that can't be used changes nothing.
#[cfg(unix)]
async fn reload(tls: Arc<Tls>, mut hangups: Signal) {
    while hangups.recv().await.is_some() {
        let since = NotifyState::monotonic_usec_now().ok();
        notify(
            &[NotifyState::Reloading]
                .into_iter()
                .chain(since)
                .collect::<Vec<_>>(),
        );
        match tls.reload() {
            Ok(()) => {
                eprintln!("site-server: certificate reloaded; new connections use it");
                warn(tls.warning());
            }
            Err(error) => eprintln!(
                "site-server: certificate not reloaded, the previous one stays in use: {error}"
            ),
        }
        notify(&[NotifyState::Ready]);
    }
}

fn warn(warning: Option<String>) {
    if let Some(warning) = warning {
        eprintln!("site-server: {warning}");
    }
}

/// Tells systemd, where it has started this and asks.
#[cfg(unix)]
fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        eprintln!("site-server: cannot notify systemd through NOTIFY_SOCKET: {error}");
    }
}

/// SIGTERM and SIGINT, from here on.
#[cfg(unix)]
struct Signals(Signal, Signal);

#[cfg(unix)]
impl Signals {
    fn new() -> Result<Self, String> {
        let [terminate, interrupt] =
            [SignalKind::terminate(), SignalKind::interrupt()].map(handler);
        Ok(Signals(terminate?, interrupt?))
    }

    async fn recv(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

#[cfg(unix)]
fn handler(kind: SignalKind) -> Result<Signal, String> {
    signal(kind).map_err(|error| format!("cannot handle signals: {error}"))
}

/// Ctrl-C.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Result<Self, String> {
        Ok(Signals)
    }

    async fn recv(&mut self) {
        _ = tokio::signal::ctrl_c().await;
    }
}
