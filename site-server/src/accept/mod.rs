//! Accepts connections, one thread a core, and drains them at the end.

mod admission;
pub mod listen;

use std::io;
use std::net::{self, IpAddr};
use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::certificate::Tls;
use crate::connection::{self, proxied};
use crate::observe::metrics::{Limit, METRICS};
use crate::protocol::{DRAIN, Peer, Site, refusal};
use admission::Admission;

/// One thread's part.
#[derive(Clone)]
pub struct Worker {
    pub site: Arc<Site>,
    pub tls: Option<Arc<Tls>>,
    pub admission: Arc<Admission>,
    /// Whether a listener that is closed would take with it connections that another could serve.
    pub leaves_gently: bool,
    /// Cancelled when no more connections are to be accepted.
    pub ending: CancellationToken,
    /// Where all threads meet once they accept no more.
    pub stopped: Arc<Barrier>,
    /// The thread's own, and cancelled when they are to end.
    pub connections: TaskTracker,
    pub draining: CancellationToken,
}

/// After an error of the system.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
/// How long a peer may take to answer the system's part of a TCP handshake when the listener is about to be closed.
const LEAVING: Duration = Duration::from_millis(300);

impl Worker {
    /// Serves until it is `ending`, and then until the last connection has ended.
    pub async fn run(
        mut self,
        plain: Vec<net::TcpListener>,
        encrypted: Vec<net::TcpListener>,
    ) -> io::Result<()> {
        (self.connections, self.draining) = Default::default();
        let mut accepting = JoinSet::new();
        for (listeners, is_encrypted) in [(plain, false), (encrypted, true)] {
            for listener in listeners {
                let listener = TcpListener::from_std(listener)?;
                accepting.spawn(self.clone().accept(listener, is_encrypted));
            }
        }
        accepting.join_all().await;
        // A peer whose connection closes comes back at once, and must not meet a thread that is about to stop.
        self.stopped.wait().await;
        self.draining.cancel();
        self.connections.close();
        self.connections.wait().await;
        Ok(())
    }

    async fn accept(self, listener: TcpListener, is_encrypted: bool) {
        let accept = async || {
            loop {
                match listener.accept().await {
                    Ok((stream, peer)) => self.accepted(stream, peer.ip(), is_encrypted),
                    // Out of file descriptors, or a peer that has gone already. Trying again at once would spin.
                    Err(_) => sleep(ACCEPT_PAUSE).await,
                }
            }
        };
        self.ending.run_until_cancelled(accept()).await;
        if self.leaves_gently && listen::admit_nobody_new(&listener).is_ok() {
            // Handshakes that have begun come to their end.
            _ = timeout(LEAVING, accept()).await;
        }
        // Those that the system has accepted already.
        while let Ok(Ok((stream, peer))) = timeout(Duration::ZERO, listener.accept()).await {
            self.accepted(stream, peer.ip(), is_encrypted);
        }
    }

    /// Serves a connection, where a trusted proxy has opened it after that has said for whom.
    fn accepted(&self, mut stream: TcpStream, address: IpAddr, is_encrypted: bool) {
        let (address, limits) = (address.to_canonical(), &self.site.limits);
        if !limits.trusts(address) {
            return self.admit(stream, address, is_encrypted);
        }
        let time = Duration::from_secs(limits.header_seconds.into());
        let worker = self.clone();
        self.connections.spawn(async move {
            let drained = async {
                worker.draining.cancelled().await;
                sleep(DRAIN).await;
            };
            let client = select! {
                client = timeout(time, proxied::client(&mut stream)) => client,
                () = drained => return,
            };
            match client {
                Ok(Ok(client)) => worker.admit(stream, client.unwrap_or(address), is_encrypted),
                Ok(Err(_)) => METRICS.broken.inc(),
                Err(_) => METRICS.limit(Limit::HeaderSeconds),
            }
        });
    }

    /// Serves a connection, unless it is one too many.
    fn admit(&self, stream: TcpStream, address: IpAddr, is_encrypted: bool) {
        let tls = self.tls.as_ref().filter(|_| is_encrypted);
        let identity = tls.map(|tls| tls.current());
        let peer = Peer::new(address, Arc::clone(&self.site), is_encrypted);
        match self.admission.admit(&peer) {
            Ok(place) => {
                let served = connection::serve(stream, peer, identity, self.draining.clone());
                self.connections.spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            Err(limit) => {
                METRICS.limit(limit);
                // To say more over TLS would take a handshake.
                if !is_encrypted {
                    let words = refusal(address, &self.site, StatusCode::SERVICE_UNAVAILABLE);
                    // Once, and whatever becomes of it: nothing more is spent on this one.
                    _ = stream.try_write(&words);
                }
            }
        }
    }
}
