//! The command: reads its arguments, binds, says where, and serves until it is told to stop.

use std::future::Future;
use std::io::{self, ErrorKind, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use site_server::{Ended, Limits, run};
use tokio::net::TcpListener;

/// Serves the site: everything is inside this binary, already compressed.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Address and port to listen on; port 0 picks a free one
    #[arg(
        long,
        env = "SITE_ADDR",
        default_value = "127.0.0.1:8080",
        value_name = "IP:PORT"
    )]
    addr: String,

    /// How long to finish requests in flight after SIGTERM or SIGINT, in seconds
    #[arg(
        long,
        env = "SITE_SHUTDOWN_SECONDS",
        default_value_t = 10,
        value_name = "SECONDS"
    )]
    shutdown_seconds: u64,

    /// How long a client may take for a request's head, in seconds
    #[arg(
        long,
        env = "SITE_HEADER_SECONDS",
        default_value_t = 10,
        value_name = "SECONDS"
    )]
    header_seconds: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let served = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("expected to start threads, found: {error}; raise the limits on processes and memory"))
        .and_then(|runtime| runtime.block_on(serve(&arguments)));
    match served {
        Ok(Ended::Finished) => ExitCode::SUCCESS,
        Ok(Ended::Cut) => {
            eprintln!(
                "site-server: cut the connections still open {} s after the signal; --shutdown-seconds gives them longer",
                arguments.shutdown_seconds
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("site-server: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: &Arguments) -> Result<Ended, String> {
    let address = parse(&arguments.addr)?;
    // Before the address is printed: whoever reads it may send the signal at once.
    let shutdown = signalled()?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| cannot_bind(address, &error))?;
    let bound = listener
        .local_addr()
        .map_err(|error| cannot_bind(address, &error))?;
    // A closed standard output is no reason not to serve.
    _ = writeln!(io::stdout(), "Listening on http://{bound}");
    let limits = Limits {
        header_read: Duration::from_secs(arguments.header_seconds),
        shutdown: Duration::from_secs(arguments.shutdown_seconds),
    };
    Ok(run(listener, shutdown, limits).await)
}

fn parse(address: &str) -> Result<SocketAddr, String> {
    address.parse().map_err(|_| {
        format!(
            "expected --addr (or SITE_ADDR) as IP address and port, such as 127.0.0.1:8080 or [::1]:8080, found {address:?}; \
             write localhost as 127.0.0.1, and all addresses of this machine as 0.0.0.0"
        )
    })
}

fn cannot_bind(address: SocketAddr, error: &io::Error) -> String {
    let fix = match error.kind() {
        ErrorKind::AddrInUse => {
            "stop the program that listens there, or choose another port with --addr"
        }
        ErrorKind::PermissionDenied => {
            "choose a port from 1024 on with --addr, or grant the capability CAP_NET_BIND_SERVICE"
        }
        ErrorKind::AddrNotAvailable => {
            "choose an address that this machine has, such as 127.0.0.1 or 0.0.0.0"
        }
        _ => "choose another address with --addr",
    };
    format!("expected to listen on {address}, found: {error}; {fix}")
}

/// Completes at the first SIGTERM or SIGINT from here on.
#[cfg(unix)]
fn signalled() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let handler =
        |kind| signal(kind).map_err(|error| format!("expected to handle signals, found: {error}"));
    let (mut terminate, mut interrupt) = (
        handler(SignalKind::terminate())?,
        handler(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Completes at the first Ctrl-C.
#[cfg(not(unix))]
fn signalled() -> Result<impl Future<Output = ()>, String> {
    Ok(async {
        _ = tokio::signal::ctrl_c().await;
    })
}
