//! From a configuration to threads that serve, and their end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use tokio::sync::{Barrier, mpsc, watch};
use tokio::time::{sleep, timeout};

use crate::accept::listen::{self, Inherited};
use crate::accept::{Admission, Kind, Worker};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Tls;
use crate::observe::admin::Pulse;
use crate::observe::log::Log;
use crate::observe::metrics::Metrics;
use crate::observe::{Observer, admin};
use crate::protocol::Site;

/// A server that listens, and accepts once it runs.
pub struct Server {
    config: Config,
    table: &'static Table,
    commit: String,
    pub address: SocketAddr,
    pub tls_address: Option<SocketAddr>,
    /// What TLS is spoken with, to have it read again.
    pub tls: Option<Arc<Tls>>,
    /// For each thread, its listeners.
    listeners: Vec<Vec<(TcpListener, Kind)>>,
    admin: Option<TcpListener>,
}

/// How a server came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every request in flight was finished.
    Finished,
    /// Time was up first; what was still open was cut.
    Cut,
    /// A second signal came first.
    Hurried,
}

impl Server {
    /// Reads the certificate, and listens on every address of the configuration.
    pub fn bind(mut config: Config, table: &'static Table, commit: &str) -> Result<Self, String> {
        let (plain, encrypted, admin) = config.addresses()?;
        let tls = match (&config.tls_certificate, &config.tls_key) {
            (Some(certificate), Some(key)) => Some(Arc::new(Tls::read(certificate, key)?)),
            _ if config.plain == Some(Plain::Redirect) => {
                return Err(
                    "expected --tls-certificate and --tls-key with --plain redirect, found neither; \
                     give both, or let --plain serve the site"
                        .to_owned(),
                );
            }
            _ => None,
        };
        let mut inherited = Inherited::take()?;
        if tls.is_none() && inherited.has(listen::HTTPS) {
            return Err(
                "expected --tls-certificate and --tls-key for the socket named https, found neither; \
                 give both, or take the socket away"
                    .to_owned(),
            );
        }
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = config.threads.unwrap_or_else(cores).max(1);
        config.limits.connections = listen::files_for(config.limits.connections, threads);
        let mut bind = |name, flag, address| {
            inherited.listeners(name, flag, address, threads, config.share_port)
        };
        let (address, plain) = bind(listen::HTTP, "--addr", plain)?;
        let (mut kind, mut tls_address) = (Kind::Plain, None);
        let mut listeners: Vec<Vec<_>> = Vec::new();
        listeners.resize_with(threads, Vec::new);
        let mut share = |sockets: Vec<TcpListener>, kind: &Kind| {
            for (at, socket) in sockets.into_iter().enumerate() {
                listeners[at % threads].push((socket, kind.clone()));
            }
        };
        if let Some(tls) = &tls {
            let (address, encrypted) = bind(listen::HTTPS, "--tls-addr", encrypted)?;
            if config.plain != Some(Plain::Serve) {
                let tls = Arc::clone(tls);
                kind = Kind::Redirect(Arc::new(Redirect {
                    is_ours: Box::new(move |host| tls.current().names(host)),
                    port: config.redirect_port.unwrap_or(address.port()),
                }));
            }
            tls_address = Some(address);
            share(encrypted, &Kind::Tls(Arc::clone(tls)));
        }
        share(plain, &kind);
        Ok(Server {
            admin: inherited.listener(listen::ADMIN, "--admin", admin)?,
            config,
            table,
            commit: commit.to_owned(),
            address,
            tls_address,
            tls,
            listeners,
        })
    }

    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
    }

    /// Serves until `shutdown` completes, and for `--drain-seconds` more; then accepts no more, closes what is idle, and
    /// finishes what is in flight within the time that the configuration gives.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<Ended, String> {
        let failed = |error: io::Error| {
            format!("cannot start a thread: {error}; raise the limits on processes and memory")
        };
        let (leaving, is_leaving) = watch::channel(false);
        let (ending, is_ending) = watch::channel(false);
        // Each thread holds a sender, drops it when it ends, and sends when it dies.
        let (done, mut all_done) = mpsc::channel::<()>(1);
        let pulse = Pulse::of(self.listeners.len());
        let metrics = Arc::new(Metrics::new(
            self.tls.is_some(),
            &self.config.limits,
            &self.commit,
            self.table.digest,
        ));
        let worker = Arc::new(Worker {
            admission: Admission::new(self.config.limits.clone(), Arc::clone(&metrics)),
            site: Arc::new(Site {
                limits: self.config.limits.clone(),
                table: self.table,
                observer: Observer {
                    metrics: Arc::clone(&metrics),
                    log: Log::start(&self.config, done.clone()).map_err(failed)?,
                },
            }),
            leaves_gently: self.config.share_port && !listen::migrate(),
            stopped: Arc::new(Barrier::new(self.listeners.len())),
        });
        for (at, listeners) in self.listeners.into_iter().enumerate() {
            let (worker, is_ending, pulse) =
                (Arc::clone(&worker), is_ending.clone(), Arc::clone(&pulse));
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(failed)?;
            let inside = runtime.enter();
            let listeners = listeners
                .into_iter()
                .map(|(listener, kind)| Ok((tokio::net::TcpListener::from_std(listener)?, kind)));
            let listeners: Vec<_> = listeners.collect::<io::Result<_>>().map_err(failed)?;
            drop(inside);
            let serve = move || {
                runtime.spawn(async move { pulse.beat(at).await });
                runtime.block_on(worker.run(listeners, is_ending));
                // With all that its connections hold.
                drop(runtime);
            };
            start(serve, done.clone()).map_err(failed)?;
        }
        drop((done, worker));
        if let Some(listener) = self.admin {
            let listener = tokio::net::TcpListener::from_std(listener)
                .map_err(|error| format!("cannot serve --admin: {error}; try again"))?;
            let tls = self.tls;
            let text = move || {
                if let Some(tls) = &tls {
                    let expires = tls.current().expires().as_secs();
                    metrics
                        .certificate_expires
                        .set(expires.try_into().unwrap_or(i64::MAX));
                }
                metrics.text()
            };
            let state = admin::State { pulse, is_leaving };
            tokio::spawn(admin::serve(listener, text, state));
        }
        let dead = || Err("a thread that serves has died, for the reason above".to_owned());
        let drained = async {
            shutdown.await;
            leaving.send_replace(true);
            sleep(self.config.limits.drain()).await;
        };
        tokio::select! {
            () = drained => {}
            Some(()) = all_done.recv() => return dead(),
        }
        ending.send_replace(true);
        match timeout(self.config.limits.shutdown(), all_done.recv()).await {
            Ok(None) => Ok(Ended::Finished),
            Ok(Some(())) => dead(),
            Err(_) => Ok(Ended::Cut),
        }
    }
}

/// Starts a thread that serves. One that dies leaves its connections and its part of the listeners to nobody.
fn start(serve: impl FnOnce() + Send + 'static, done: mpsc::Sender<()>) -> io::Result<()> {
    let thread = thread::Builder::new().name("serve".to_owned());
    let guarded = move || {
        if catch_unwind(AssertUnwindSafe(serve)).is_err() {
            // One message is enough.
            _ = done.try_send(());
        }
    };
    thread.spawn(guarded).map(|_| ())
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    #[test]
    fn a_thread_that_dies_is_noticed_and_one_that_ends_is_not() {
        let (done, mut all_done) = mpsc::channel(1);
        super::start(|| {}, done.clone()).expect("a thread");
        super::start(|| panic!("as a test"), done).expect("a thread");
        assert_eq!(all_done.blocking_recv(), Some(()));
        assert_eq!(all_done.blocking_recv(), None);
    }
}
