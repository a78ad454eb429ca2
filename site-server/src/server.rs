//! From a configuration to threads that serve, and their end.

use std::future::pending;
use std::io::{self, Write as _};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::runtime::{Builder, Runtime};
use tokio::select;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use crate::accept::listen::{self, Inherited, Listener};
use crate::accept::{Acceptor, Admission};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Certificate;
use crate::observe::admin::Health;
use crate::observe::metrics;
use crate::protocol::Site;

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
    let mut signalled = signals()?;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.map_or_else(cores, usize::from);
    config.limits.connections = listen::files_for(config.limits.connections, threads);
    metrics::start(&config.limits, commit, table.digest);
    let files = config.tls_certificate.as_ref().zip(config.tls_key.as_ref());
    let certificate = files.map(|(chain, key)| Certificate::read(chain, key));
    let certificate = certificate.transpose()?;
    if let Some(certificate) = &certificate {
        tokio::spawn(reload(Arc::clone(certificate))?);
    }
    let [plain, encrypted, admin] = listen(&config, certificate.is_some()).await?;
    let (mut tls, mut redirect) = (None, None);
    if let Some(certificate) = certificate {
        tls = Some(certificate.acceptor()?);
        let port = config.redirect_port.unwrap_or(encrypted[0].0.port());
        redirect = (config.plain != Some(Plain::Serve)).then(|| Redirect {
            is_ours: Box::new(move |host| certificate.names(host)),
            port,
        });
    }

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
    for (_, listener) in admin {
        tokio::spawn(health.clone().serve(listener));
    }
    let acceptor = Arc::new(Acceptor {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
            redirect,
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
    for (_, listener) in plain {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, None));
    }
    for (_, listener) in encrypted {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, tls.clone()));
    }
    notify(&[NotifyState::Ready]);

    let died = "a thread that serves has died, for the reason above";
    select! {
        _ = serving.join_next() => return Err(died.to_owned()),
        () = signalled() => {}
    }
    notify(&[NotifyState::Stopping]);
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
        () = signalled() => warn!("cut the connections still open at a second signal"),
        () = out_of_time => warn!(
            "cut the connections still open {seconds} s after the listeners closed; --shutdown-seconds gives them longer"
        ),
    }
    Ok(())
}

/// Listens for HTTP, for TLS and for the operator, as the configuration says, and prints where.
async fn listen(config: &Config, is_encrypted: bool) -> Result<[Vec<Listener>; 3], String> {
    let mut inherited = Inherited::take()?;
    let plain = inherited.listeners("http", Some(config.addr)).await?;
    let tls_addr = is_encrypted.then_some(config.tls_addr);
    let encrypted = inherited.listeners("https", tls_addr).await?;
    let admin = inherited.listeners("admin", config.admin).await?;
    if !is_encrypted && !encrypted.is_empty() {
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
    Ok([plain, encrypted, admin])
}

/// Notifies systemd, if it started the server.
fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        error!("cannot notify systemd through NOTIFY_SOCKET: {error}");
    }
}

/// Reads the certificate again at each SIGHUP.
fn reload(certificate: Arc<Certificate>) -> Result<impl Future<Output = ()>, String> {
    let mut hangups = handler(SignalKind::hangup())?;
    Ok(async move {
        while hangups.recv().await.is_some() {
            let since = NotifyState::monotonic_usec_now().ok();
            let states = [NotifyState::Reloading].into_iter().chain(since);
            notify(&states.collect::<Vec<_>>());
            certificate.reload();
            notify(&[NotifyState::Ready]);
        }
    })
}

/// Waits for SIGTERM or SIGINT, which end the server in no other way from here on.
fn signals() -> Result<impl AsyncFnMut(), String> {
    let mut terminate = handler(SignalKind::terminate())?;
    let mut interrupt = handler(SignalKind::interrupt())?;
    Ok(async move || {
        select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

fn handler(kind: SignalKind) -> Result<Signal, String> {
    signal(kind).map_err(|error| format!("cannot handle signals: {error}"))
}
