//! From a configuration to threads that serve, and their end.

use std::future::pending;
use std::io::{self, Write as _};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::select;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::accept::listen::{self, ADMIN, HTTP, HTTPS, Inherited};
use crate::accept::{Acceptor, Admission};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Certificate;
use crate::observe::admin::Health;
use crate::observe::metrics;
use crate::protocol::Site;
use crate::system;

/// What a thread runs on.
pub fn runtime() -> Result<Runtime, String> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| {
        format!("cannot start a thread: {error}; raise the limits on open files and memory")
    })
}

/// Serves until a signal, and for `--drain-seconds` more; then accepts no more, closes what is idle, and finishes what is in
/// flight within the time that the configuration gives, or until a second signal.
pub async fn run(mut config: Config, table: &'static Table, commit: &str) -> Result<(), String> {
    // Handle signals before printing the address: its reader may send one at once.
    let mut signal = system::signals()?;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.map_or_else(cores, usize::from);
    config.limits.connections = listen::files_for(config.limits.connections, threads);
    metrics::start(&config.limits, commit, table.digest);
    let listening = listen(&config).await?;

    let (mut serving, mut handles) = (JoinSet::new(), Vec::new());
    for _ in 0..threads {
        let runtime = runtime()?;
        handles.push(runtime.handle().clone());
        serving.spawn_blocking(move || runtime.block_on(pending::<()>()));
    }
    let (leaving, ending) = (CancellationToken::new(), CancellationToken::new());
    let health = Health {
        threads: handles.clone(),
        leaving: leaving.clone(),
    };
    for listener in listening.admin {
        tokio::spawn(health.clone().serve(listener));
    }
    let acceptor = Arc::new(Acceptor {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
            redirect: listening.redirect,
            draining: OnceLock::new(),
        }),
        admission: Admission::default(),
        threads: handles,
        connections: Default::default(),
        ending: ending.clone(),
    });
    let watching = Arc::clone(&acceptor);
    tokio::spawn(async move { watching.admission.watch().await });
    let mut accepting = JoinSet::new();
    for (listener, tls) in listening.site {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, tls));
    }
    system::notify(&[NotifyState::Ready]);

    let died = "a thread that serves has died, for the reason above";
    select! {
        _ = serving.join_next() => return Err(died.to_owned()),
        () = signal() => {}
    }
    system::notify(&[NotifyState::Stopping]);
    leaving.cancel();
    let time = async |seconds: u32| sleep(Duration::from_secs(seconds.into())).await;
    let seconds = config.limits.shutdown_seconds;
    let out_of_time = async {
        time(config.limits.drain_seconds).await;
        ending.cancel();
        time(seconds).await;
    };
    let drained = async {
        accepting.join_all().await;
        acceptor.drain().await;
    };
    select! {
        biased;
        () = drained => {}
        _ = serving.join_next() => return Err(died.to_owned()),
        () = signal() => warn!("cut the connections still open at a second signal"),
        () = out_of_time => warn!(
            "cut the connections still open {seconds} s after the listeners closed; --shutdown-seconds gives them longer"
        ),
    }
    Ok(())
}

/// What is listened on.
struct Listening {
    /// Each with what speaks TLS on it.
    site: Vec<(TcpListener, Option<TlsAcceptor>)>,
    admin: Vec<TcpListener>,
    redirect: Option<Redirect>,
}

/// Listens on every address of the configuration, and prints them.
async fn listen(config: &Config) -> Result<Listening, String> {
    let files = config.tls_certificate.as_ref().zip(config.tls_key.as_ref());
    let certificate = files.map(|(chain, key)| Certificate::read(chain, key));
    let certificate = certificate.transpose()?;
    let tls_addr = certificate.as_ref().map(|_| config.tls_addr);
    let mut inherited = Inherited::take()?;
    let plain = inherited.listeners(HTTP, Some(config.addr)).await?;
    let encrypted = inherited.listeners(HTTPS, tls_addr).await?;
    let admin = inherited.listeners(ADMIN, config.admin).await?;
    let (mut tls, mut redirect) = (None, None);
    if let Some(certificate) = certificate {
        tokio::spawn(system::reload(Arc::clone(&certificate))?);
        tls = Some(certificate.acceptor()?);
        let port = config.redirect_port.unwrap_or(encrypted[0].0.port());
        redirect = (config.plain != Some(Plain::Serve)).then(|| Redirect {
            is_ours: Box::new(move |host| certificate.names(host)),
            port,
        });
    } else if !encrypted.is_empty() {
        return Err(
            "expected --tls-certificate and --tls-key for the socket named https, found neither; \
             give both, or take the socket away"
                .to_owned(),
        );
    }
    let mut lines = String::new();
    for (what, listeners) in [
        ("Listening on http", &plain),
        ("Listening on https", &encrypted),
        ("Health and metrics on http", &admin),
    ] {
        let first = listeners.first().map(|(address, _)| address);
        lines.extend(first.map(|address| format!("{what}://{address}\n")));
    }
    // A closed standard output is no reason not to serve.
    _ = io::stdout().write_all(lines.as_bytes());
    let plain = plain.into_iter().map(|(_, listener)| (listener, None));
    let encrypted = encrypted.into_iter();
    let encrypted = encrypted.map(|(_, listener)| (listener, tls.clone()));
    Ok(Listening {
        site: plain.chain(encrypted).collect(),
        admin: admin.into_iter().map(|(_, listener)| listener).collect(),
        redirect,
    })
}
