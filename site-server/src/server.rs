//! From a configuration to threads that serve, and their end.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::admin;
use crate::config::{Config, Plain};
use crate::log::Log;
use crate::redirect::Redirect;
use crate::sockets::{self, Inherited};
use crate::table::Table;
use crate::tls::Tls;
use crate::worker::{Entrance, Shared, Worker};

/// A server that listens, and accepts once it runs.
pub struct Server {
    config: Arc<Config>,
    table: &'static Table,
    address: SocketAddr,
    tls_address: Option<SocketAddr>,
    tls: Option<Arc<Tls>>,
    /// For each thread, its listeners.
    doors: Vec<Vec<(TcpListener, Entrance)>>,
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
        let (plain, encrypted) = (config.listens_on()?, config.tls_listens_on()?);
        let (admin, share_port) = (config.admin()?, config.share_port);
        let tls = match (&config.tls_certificate, &config.tls_key) {
            (Some(certificate), Some(key)) => Some(Arc::new(Tls::read(certificate, key)?)),
            _ => None,
        };
        let mut inherited = Inherited::take()?;
        if tls.is_none() && inherited.has(sockets::HTTPS) {
            return Err(
                "expected --tls-certificate and --tls-key for the socket named https, found neither; \
                 give both, or take the socket away"
                    .to_owned(),
            );
        }
        config.limits.connections = sockets::files_for(config.limits.connections);
        let threads = config
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
            .max(1);
        let (address, listeners) =
            inherited.listeners(sockets::HTTP, "--addr", plain, threads, share_port)?;
        let mut tls_address = None;
        let mut entrance = Entrance::Plain;
        let mut encrypted_listeners = Vec::new();
        if let Some(tls) = &tls {
            let (address, listeners) = inherited.listeners(
                sockets::HTTPS,
                "--tls-addr",
                encrypted,
                threads,
                share_port,
            )?;
            if config.plain != Some(Plain::Serve) {
                entrance = Entrance::Redirect(Arc::new(Redirect {
                    tls: Arc::clone(tls),
                    port: config.redirect_port.unwrap_or(address.port()),
                }));
            }
            tls_address = Some(address);
            encrypted_listeners = listeners
                .into_iter()
                .map(|listener| (listener, Entrance::Tls(Arc::clone(tls))))
                .collect();
        }
        let admin = inherited.listener(sockets::ADMIN, "--admin", admin)?;
        let mut encrypted = encrypted_listeners.into_iter();
        let doors = listeners
            .into_iter()
            .map(|listener| {
                let plain = (listener, entrance.clone());
                [plain].into_iter().chain(encrypted.next()).collect()
            })
            .collect();
        Ok(Server {
            config: Arc::new(config),
            table,
            address,
            tls_address,
            tls,
            doors,
            admin,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn tls_address(&self) -> Option<SocketAddr> {
        self.tls_address
    }

    /// What TLS is spoken with, to have it read again.
    pub fn tls(&self) -> Option<Arc<Tls>> {
        self.tls.clone()
    }

    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin
            .as_ref()
            .and_then(|listener| listener.local_addr().ok())
    }

    /// Serves HTTP/1.1 and HTTP/2 (by prior knowledge) until `shutdown` completes; then accepts no more, closes what is idle,
    /// and finishes what is in flight within the time that the configuration gives.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<Ended, String> {
        let failed = |error: io::Error| {
            format!(
                "expected to start threads, found: {error}; raise the limits on processes and memory"
            )
        };
        let (closing, is_closing) = watch::channel(false);
        let (done, mut all_done) = mpsc::channel::<()>(1);
        let log = Log::start(&self.config, done.clone()).map_err(failed)?;
        let leaves_gently = self.config.share_port && !sockets::migrate();
        let shared = Arc::new(Shared::new(leaves_gently));
        let mut threads = Vec::new();
        for doors in self.doors {
            let worker = Worker::new(
                Arc::clone(&self.config),
                self.table,
                Arc::clone(&shared),
                log.clone(),
            );
            threads.push(Arc::clone(&worker.metrics));
            let (is_closing, done) = (is_closing.clone(), done.clone());
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(failed)?;
            let serve = move || {
                runtime.block_on(async {
                    let doors: io::Result<Vec<_>> = doors
                        .into_iter()
                        .map(|(listener, entrance)| {
                            tokio::net::TcpListener::from_std(listener)
                                .map(|listener| (listener, entrance))
                        })
                        .collect();
                    if let Ok(doors) = doors {
                        worker.run(doors, is_closing).await;
                    }
                });
                // With all that its connections hold.
                drop(runtime);
                drop(done);
            };
            thread::Builder::new()
                .name("serve".to_owned())
                .spawn(serve)
                .map_err(failed)?;
        }
        drop((done, log));
        let admin = self
            .admin
            .map(tokio::net::TcpListener::from_std)
            .transpose();
        if let Some(listener) = admin
            .map_err(|error| format!("expected to serve --admin, found: {error}; try again"))?
        {
            tokio::spawn(admin::serve(listener, threads, self.tls, is_closing));
        }
        shutdown.await;
        _ = closing.send(true);
        match timeout(self.config.limits.shutdown(), all_done.recv()).await {
            Ok(_) => Ok(Ended::Finished),
            Err(_) => Ok(Ended::Cut),
        }
    }
}
