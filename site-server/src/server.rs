//! From a configuration to threads that serve, and their end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use tokio::sync::{Barrier, mpsc, watch};
use tokio::time::timeout;

use crate::accept::listen::{self, Inherited};
use crate::accept::{Admission, Kind, Worker};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Tls;
use crate::observe::log::Log;
use crate::observe::metrics::Metrics;
use crate::observe::{Observer, admin};
use crate::protocol::Site;

/// A server that listens, and accepts once it runs.
pub struct Server {
    config: Config,
    table: &'static Table,
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
}

impl Server {
    /// Reads the certificate, and listens on every address of the configuration.
    pub fn bind(mut config: Config, table: &'static Table) -> Result<Self, String> {
        let (plain, encrypted, admin) = config.addresses()?;
        let tls = match (&config.tls_certificate, &config.tls_key) {
            (Some(certificate), Some(key)) => Some(Arc::new(Tls::read(certificate, key)?)),
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
        config.limits.connections = listen::files_for(config.limits.connections);
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = config.threads.unwrap_or_else(cores).max(1);
        let mut bind = |name, flag, address| {
            inherited.listeners(name, flag, address, threads, config.share_port)
        };
        let (address, plain) = bind(listen::HTTP, "--addr", plain)?;
        let (mut kind, mut tls_address, mut listeners) = (Kind::Plain, None, Vec::new());
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
            let kind = Kind::Tls(Arc::clone(tls));
            listeners.extend(encrypted.into_iter().map(|one| vec![(one, kind.clone())]));
        }
        listeners.resize_with(threads, Vec::new);
        for (listeners, one) in listeners.iter_mut().zip(plain) {
            listeners.push((one, kind.clone()));
        }
        Ok(Server {
            admin: inherited.listener(listen::ADMIN, "--admin", admin)?,
            config,
            table,
            address,
            tls_address,
            tls,
            listeners,
        })
    }

    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
    }

    /// Serves until `shutdown` completes; then accepts no more, closes what is idle, and finishes what is in flight within the
    /// time that the configuration gives.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<Ended, String> {
        let failed = |error: io::Error| {
            format!("cannot start a thread: {error}; raise the limits on processes and memory")
        };
        let (ending, is_ending) = watch::channel(false);
        // Each thread holds a sender, and lets it go when it ends.
        let (done, mut all_done) = mpsc::channel::<()>(1);
        let metrics = Arc::new(Metrics::new(self.tls.is_some()));
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
        for listeners in self.listeners {
            let (worker, is_ending, done) = (Arc::clone(&worker), is_ending.clone(), done.clone());
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
                runtime.block_on(worker.run(listeners, is_ending));
                // With all that its connections hold.
                drop(runtime);
                drop(done);
            };
            let thread = thread::Builder::new().name("serve".to_owned());
            thread.spawn(serve).map_err(failed)?;
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
            tokio::spawn(admin::serve(listener, text, is_ending));
        }
        shutdown.await;
        ending.send_replace(true);
        match timeout(self.config.limits.shutdown(), all_done.recv()).await {
            Ok(_) => Ok(Ended::Finished),
            Err(_) => Ok(Ended::Cut),
        }
    }
}
