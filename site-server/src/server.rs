//! From a configuration to threads that serve, and their end.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::admin;
use crate::config::Config;
use crate::log::Log;
use crate::worker::{Shared, Worker};

/// A server that listens, and accepts once it runs.
pub struct Server {
    config: Arc<Config>,
    address: SocketAddr,
    listeners: Vec<TcpListener>,
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

/// Connections that the system holds until they are accepted.
const BACKLOG: i32 = 1024;
/// Files that are open besides connections.
#[cfg(unix)]
const OTHER_FILES: usize = 64;

impl Server {
    /// Listens on every address of the configuration.
    pub fn bind(mut config: Config) -> Result<Self, String> {
        let (wanted, admin) = (config.listens_on()?, config.admin()?);
        config.limits.connections = files_for(config.limits.connections);
        let threads = config
            .threads
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        if !config.share_port {
            // Listeners that share a port would share it with another server, too: this finds it.
            listen(wanted, false).map_err(|error| cannot_bind("--addr", wanted, &error))?;
        }
        let mut address = wanted;
        let mut listeners = Vec::new();
        for _ in 0..threads.max(1) {
            let listener =
                listen(address, true).map_err(|error| cannot_bind("--addr", address, &error))?;
            // The free port that the first has found is that of all.
            address = listener
                .local_addr()
                .map_err(|error| cannot_bind("--addr", address, &error))?;
            listeners.push(listener);
        }
        let admin = admin
            .map(|address| {
                listen(address, false).map_err(|error| cannot_bind("--admin", address, &error))
            })
            .transpose()?;
        Ok(Server {
            config: Arc::new(config),
            address,
            listeners,
            admin,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
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
        let shared = Arc::<Shared>::default();
        let mut threads = Vec::new();
        for listener in self.listeners {
            let worker = Worker::new(Arc::clone(&self.config), Arc::clone(&shared), log.clone());
            threads.push(Arc::clone(&worker.metrics));
            let (is_closing, done) = (is_closing.clone(), done.clone());
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(failed)?;
            let serve = move || {
                runtime.block_on(async {
                    if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                        worker.run(listener, is_closing).await;
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
            tokio::spawn(admin::serve(listener, threads, is_closing));
        }
        shutdown.await;
        _ = closing.send(true);
        match timeout(self.config.limits.shutdown(), all_done.recv()).await {
            Ok(_) => Ok(Ended::Finished),
            Err(_) => Ok(Ended::Cut),
        }
    }
}

/// With `shared` beside others that share it, too.
fn listen(address: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    #[cfg(unix)]
    {
        // After a restart, connections of the one before may still be closing.
        socket.set_reuse_address(true)?;
        socket.set_reuse_port(shared)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

#[cfg(not(unix))]
fn files_for(connections: usize) -> usize {
    connections
}

/// Asks for as many open files as there may be connections; how many connections there may be then.
#[cfg(unix)]
fn files_for(connections: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let wanted = u64::try_from(connections + OTHER_FILES).unwrap_or(u64::MAX);
    let allowed = limit.maximum.unwrap_or(u64::MAX).min(wanted);
    if limit.current.is_some_and(|current| current < allowed) {
        // Where the system refuses, the limit stays as it was.
        _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current: Some(allowed),
                maximum: limit.maximum,
            },
        );
    }
    let current = getrlimit(Resource::Nofile).current.unwrap_or(wanted);
    let files = usize::try_from(current).unwrap_or(usize::MAX);
    connections.min(files.saturating_sub(OTHER_FILES).max(1))
}

fn cannot_bind(flag: &str, address: SocketAddr, error: &io::Error) -> String {
    let fix = match error.kind() {
        ErrorKind::AddrInUse => {
            format!("stop the program that listens there, or choose another port with {flag}")
        }
        ErrorKind::PermissionDenied => format!(
            "choose a port from 1024 on with {flag}, or grant the capability CAP_NET_BIND_SERVICE"
        ),
        ErrorKind::AddrNotAvailable => {
            "choose an address that this machine has, such as 127.0.0.1 or 0.0.0.0".to_owned()
        }
        _ => format!("choose another address with {flag}"),
    };
    format!("expected to listen on {address}, found: {error}; {fix}")
}
