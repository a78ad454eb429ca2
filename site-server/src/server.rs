//! Starts the serving threads from a configuration, and stops them.

use std::future::pending;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use sd_notify::NotifyState;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::select;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, warn};

use crate::accept::listen::{self, Inherited, Listener};
use crate::accept::{Acceptor, Admission};
use crate::answer::edition::InForce;
use crate::answer::redirect::Redirect;
use crate::config::{Config, Plain};
use crate::connection::certificate::Certificate;
use crate::observe::admin::{Beats, Health};
use crate::observe::metrics;
use crate::parts::Parts;
use crate::protocol::challenge::Challenges;
use crate::protocol::{Clock, Site};
use site_table::Table;

/// Returns a single-threaded runtime, for the program's first thread and each serving thread.
pub fn runtime() -> Result<Runtime, String> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| {
        format!("cannot start a thread: {error}; raise the limits on open files and memory")
    })
}

/// Checks the parts of a configuration that don't need serving: the certificate and its key.
pub fn check(config: &Config) -> Result<(), String> {
    if let (Some(chain), Some(key)) = (&config.tls_certificate, &config.tls_key) {
        Certificate::read(chain, key)?.acceptor()?;
    }
    Ok(())
}

/// Serves until a signal, and for `--drain-seconds` more. Then stops accepting connections, closes idle ones, and finishes requests in
/// flight within the configured time or until a second signal. The program started at `begun`.
pub async fn run(
    mut config: Config,
    table: &'static Table,
    commit: &str,
    begun: Instant,
) -> Result<(), String> {
    // Handle signals before printing the address, because its reader may send a signal immediately.
    let mut signals = Signals::handle()?;
    let thread_count = match config.threads {
        Some(count) => usize::from(count),
        None => available_parallelism().map_or(1, usize::from),
    };
    config.limits.connections = listen::files_for(config.limits.connections, thread_count);
    metrics::start(&config.limits, commit, &table.digest);

    let certificate = match (&config.tls_certificate, &config.tls_key) {
        (Some(chain), Some(key)) => Some(Certificate::read(chain, key)?),
        _ => None,
    };
    if let Some(certificate) = &certificate {
        tokio::spawn(reload(Arc::clone(certificate))?);
    }
    let listeners = Listeners::open(&config, certificate.is_some())?;
    listeners.print();
    let tls = match &certificate {
        Some(certificate) => Some(certificate.acceptor()?),
        None => None,
    };

    let folder = config.parts.take();
    let mut parts = folder.map(|folder| Parts::new(folder, table));
    if let Some(parts) = &mut parts {
        parts.read();
    }
    let mut threads = Threads::start(thread_count)?;
    let leaving = CancellationToken::new();
    let beats = Beats::start(&threads.handles);
    let health = Health {
        beats: beats.clone(),
        leaving: leaving.clone(),
    };
    for (_, listener) in listeners.admin {
        tokio::spawn(health.clone().serve(listener));
    }
    let ending = CancellationToken::new();
    let tls_address = listeners.encrypted.first().map(|(address, _)| *address);
    let acceptor = Arc::new(Acceptor {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
            edition: InForce::new(table, config.on),
            redirect: redirect(&config, certificate, tls_address),
            challenges: config.acme_webroot.as_deref().map(Challenges::new),
            draining: OnceLock::new(),
            clock: Clock::default(),
        }),
        admission: Admission::default(),
        threads: threads.handles.clone(),
        connections: TaskTracker::new(),
        ending: ending.clone(),
    });

    let watching = Arc::clone(&acceptor);
    tokio::spawn(async move {
        let site = &watching.site;
        let tick = |now| {
            site.clock.set(now);
            site.edition.turn();
            if let Some(parts) = &mut parts {
                parts.read();
            }
        };
        watching.admission.watch(tick).await;
    });
    let mut accepting = JoinSet::new();
    for (_, listener) in listeners.plain {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, None));
    }
    for (_, listener) in listeners.encrypted {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, tls.clone()));
    }
    metrics::ready(begun.elapsed());
    notify(&[NotifyState::Ready]);
    if let Some(limit) = sd_notify::watchdog_enabled() {
        tokio::spawn(feed_watchdog(limit, beats));
    }

    select! {
        _ = threads.running.join_next() => return Err(DIED.to_owned()),
        () = signals.received() => {}
    }

    notify(&[NotifyState::Stopping]);
    leaving.cancel();
    let limits = &config.limits;
    let out_of_time = async {
        sleep(Duration::from_secs(limits.drain_seconds.into())).await;
        ending.cancel();
        sleep(Duration::from_secs(limits.shutdown_seconds.into())).await;
    };
    let drained = async {
        accepting.join_all().await;
        acceptor.drain().await;
    };
    select! {
        biased;
        () = drained => {}
        _ = threads.running.join_next() => return Err(DIED.to_owned()),
        () = signals.received() => warn!("cut the connections still open at a second signal"),
        () = out_of_time => warn!(
            "cut the connections still open {} s after the listeners closed; --shutdown-seconds gives them longer",
            limits.shutdown_seconds
        ),
    }
    Ok(())
}

/// The error if a serving thread has ended.
const DIED: &str = "a serving thread has died, for the reason above";

/// The serving threads. They never end on their own, so a thread that has ended has died.
struct Threads {
    running: JoinSet<()>,
    handles: Vec<Handle>,
}

impl Threads {
    fn start(count: usize) -> Result<Self, String> {
        let mut running = JoinSet::new();
        let mut handles = Vec::new();
        for _ in 0..count {
            let runtime = runtime()?;
            handles.push(runtime.handle().clone());
            running.spawn_blocking(move || runtime.block_on(pending::<()>()));
        }
        Ok(Threads { running, handles })
    }
}

/// The sockets for HTTP, TLS and operators.
struct Listeners {
    plain: Vec<Listener>,
    encrypted: Vec<Listener>,
    admin: Vec<Listener>,
}

impl Listeners {
    /// Opens the configured sockets, or takes the ones from systemd.
    fn open(config: &Config, is_encrypted: bool) -> Result<Self, String> {
        let mut inherited = Inherited::take()?;
        let plain = inherited.listeners("http", Some(config.addr))?;
        let tls_addr = is_encrypted.then_some(config.tls_addr);
        let encrypted = inherited.listeners("https", tls_addr)?;
        let admin = inherited.listeners("admin", config.admin)?;
        if !is_encrypted && !encrypted.is_empty() {
            return Err(
                "expected --tls-certificate and --tls-key for the socket named https, found neither; \
                 give both, or take the socket away"
                    .to_owned(),
            );
        }
        Ok(Listeners {
            plain,
            encrypted,
            admin,
        })
    }

    /// Prints the first address of each kind.
    fn print(&self) {
        let mut lines = String::new();
        for (title, listeners) in [
            ("Listening on http", &self.plain),
            ("Listening on https", &self.encrypted),
            ("Health and metrics on http", &self.admin),
        ] {
            if let Some((address, _)) = listeners.first() {
                lines += &format!("{title}://{address}\n");
            }
        }
        // A closed standard output is no reason to stop.
        _ = io::stdout().write_all(lines.as_bytes());
    }
}

/// The redirect from the plain listener to TLS. `None` without TLS, or if the plain listener serves the site too.
fn redirect(
    config: &Config,
    certificate: Option<Arc<Certificate>>,
    tls_address: Option<SocketAddr>,
) -> Option<Redirect> {
    if config.plain == Some(Plain::Serve) {
        return None;
    }
    let certificate = certificate?;
    let port = match config.redirect_port {
        Some(port) => port,
        None => tls_address?.port(),
    };
    Some(Redirect {
        is_ours: Box::new(move |host| certificate.names(host)),
        port,
    })
}

/// Notifies systemd, if it started the server.
fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        error!("cannot notify systemd through NOTIFY_SOCKET: {error}");
    }
}

/// Tells systemd's watchdog that every thread accepts work, more than twice per timeout.
async fn feed_watchdog(limit: Duration, beats: Beats) {
    loop {
        if beats.are_alive() {
            notify(&[NotifyState::Watchdog]);
        }
        sleep(limit / 3).await;
    }
}

/// Reads the certificate again at each SIGHUP.
fn reload(certificate: Arc<Certificate>) -> Result<impl Future<Output = ()>, String> {
    let mut hangups = handle(SignalKind::hangup())?;
    Ok(async move {
        while hangups.recv().await.is_some() {
            let mut states = vec![NotifyState::Reloading];
            states.extend(NotifyState::monotonic_usec_now().ok());
            notify(&states);
            certificate.reload();
            notify(&[NotifyState::Ready]);
        }
    })
}

/// The signals SIGTERM and SIGINT, which no longer end the program when they are handled.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Starts handling both signals.
    fn handle() -> Result<Self, String> {
        Ok(Signals {
            terminate: handle(SignalKind::terminate())?,
            interrupt: handle(SignalKind::interrupt())?,
        })
    }

    /// Waits for either signal.
    async fn received(&mut self) {
        select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Starts handling a signal.
fn handle(kind: SignalKind) -> Result<Signal, String> {
    signal(kind).map_err(|error| format!("cannot handle signals: {error}"))
}
