//! Accepts connections, hands each to the next of the threads that serve, and drains them at the end.

mod admission;
pub mod listen;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::StatusCode;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::select;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::certificate::Tls;
use crate::connection::{self, proxied};
use crate::observe::metrics::{HEADER_SECONDS, METRICS};
use crate::protocol::{DRAIN, Peer, Site, close, refusal};
pub use admission::Admission;

pub struct Acceptor {
    pub site: Arc<Site>,
    pub tls: Option<Arc<Tls>>,
    pub admission: Arc<Admission>,
    /// The threads that serve, and how many connections they have been given.
    pub threads: Vec<Handle>,
    pub given: AtomicUsize,
    pub connections: TaskTracker,
    /// Cancelled when no more connections are to be accepted.
    pub ending: CancellationToken,
}

/// After an error of the system.
const PAUSE: Duration = Duration::from_millis(20);

impl Acceptor {
    /// Accepts until it is `ending`.
    pub async fn accept(self: Arc<Self>, listener: TcpListener, is_encrypted: bool) {
        let accept = async || {
            loop {
                match listener.accept().await {
                    Ok((stream, peer)) => self.accepted(stream, peer.ip(), is_encrypted),
                    // Out of file descriptors, or a peer that has gone already. Trying again at once would spin.
                    Err(_) => sleep(PAUSE).await,
                }
            }
        };
        self.ending.run_until_cancelled(accept()).await;
        // Those that the system has accepted already.
        _ = timeout(Duration::ZERO, accept()).await;
    }

    /// Waits for the end of all connections; those that are idle have little time left.
    pub async fn drain(&self) {
        _ = self.site.draining.set(Instant::now());
        self.admission.drain();
        self.connections.close();
        self.connections.wait().await;
    }

    fn accepted(self: &Arc<Self>, stream: TcpStream, address: IpAddr, is_encrypted: bool) {
        let acceptor = Arc::clone(self);
        let serve = async move {
            // What fails here is gone already.
            if let Ok(stream) = stream.into_std().and_then(TcpStream::from_std) {
                let address = address.to_canonical();
                acceptor.serve(stream, address, is_encrypted).await;
            }
        };
        let next = self.given.fetch_add(1, Ordering::Relaxed) % self.threads.len();
        self.connections.spawn_on(serve, &self.threads[next]);
    }

    /// Serves a connection, unless it is one too many. Where a trusted proxy has opened it, that says first for whom.
    async fn serve(&self, mut stream: TcpStream, mut address: IpAddr, is_encrypted: bool) {
        let limits = &self.site.limits;
        if limits.trusts(address) {
            let time = Duration::from_secs(limits.header_seconds.into());
            let drained = async {
                self.ending.cancelled().await;
                sleep(DRAIN).await;
            };
            let client = select! {
                client = timeout(time, proxied::client(&mut stream)) => client,
                () = drained => return,
            };
            match client {
                Ok(Ok(client)) => address = client.unwrap_or(address),
                Ok(Err(_)) => return METRICS.broken.inc(),
                Err(_) => return METRICS.limit(HEADER_SECONDS),
            }
        }
        let tls = self.tls.as_ref().filter(|_| is_encrypted);
        let identity = tls.map(|tls| tls.current());
        let peer = Peer::new(address, Arc::clone(&self.site), is_encrypted);
        match self.admission.admit(&peer) {
            Ok(_place) => connection::serve(stream, &peer, identity).await,
            Err(limit) => {
                METRICS.limit(limit);
                // To say more over TLS would take a handshake.
                if !is_encrypted {
                    let words = refusal(address, &self.site, StatusCode::SERVICE_UNAVAILABLE);
                    // Nothing more is spent on this one.
                    _ = timeout(PAUSE, close(stream, &words)).await;
                }
            }
        }
    }
}
