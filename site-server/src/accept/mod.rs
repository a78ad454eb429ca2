//! Accepts connections, hands each to the next of the threads that serve, and drains them at the end.

mod admission;
pub mod listen;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::select;
use tokio::time::{Instant, sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use crate::connection::{self, proxied};
use crate::observe::metrics::METRICS;
use crate::protocol::{DRAIN, Peer, Site, close, refusal};
pub use admission::Admission;

pub struct Acceptor {
    pub site: Arc<Site>,
    pub admission: Admission,
    pub threads: Vec<Handle>,
    pub connections: TaskTracker,
    /// Cancelled when no more connections are to be accepted.
    pub ending: CancellationToken,
}

/// After an error of the system.
const PAUSE: Duration = Duration::from_millis(20);
/// The time between two reports of such errors.
const REPORTED: Duration = Duration::from_secs(60);

impl Acceptor {
    /// Accepts until it is `ending`, and gives each thread its turn.
    pub async fn accept(self: Arc<Self>, listener: TcpListener, tls: Option<TlsAcceptor>) {
        let mut threads = self.threads.iter().cycle();
        let mut reported: Option<Instant> = None;
        while let Some(accepted) = self.ending.run_until_cancelled(listener.accept()).await {
            match accepted {
                Ok((stream, peer)) => self.hand_over(stream, peer.ip(), &tls, threads.next()),
                // Out of file descriptors, or a peer that has gone already. Trying again at once would spin.
                Err(error) => {
                    METRICS.unaccepted.inc();
                    if reported.is_none_or(|last| last.elapsed() > REPORTED) {
                        reported = Some(Instant::now());
                        warn!(
                            "cannot accept a connection: {error}; raise the limit on open files or take fewer --connections"
                        );
                    }
                    sleep(PAUSE).await;
                }
            }
        }

        // Those that the system has accepted already.
        let Ok(listener) = listener.into_std() else {
            return;
        };
        while let Ok((stream, peer)) = listener.accept() {
            if stream.set_nonblocking(true).is_err() {
                continue;
            }
            if let Ok(stream) = TcpStream::from_std(stream) {
                self.hand_over(stream, peer.ip(), &tls, threads.next());
            }
        }
    }

    /// Gives a connection to a thread.
    fn hand_over(
        self: &Arc<Self>,
        stream: TcpStream,
        address: IpAddr,
        tls: &Option<TlsAcceptor>,
        thread: Option<&Handle>,
    ) {
        let Some(thread) = thread else {
            return;
        };
        let serve = Arc::clone(self).serve(stream, address, tls.clone());
        self.connections.spawn_on(serve, thread);
    }

    /// Waits for the end of all connections; those that are idle have little time left.
    pub async fn drain(&self) {
        _ = self.site.draining.set(self.site.clock.now());
        self.connections.close();
        self.connections.wait().await;
    }

    /// Serves a connection, unless it is one too many. Where a trusted proxy has opened it, that says first for whom.
    async fn serve(self: Arc<Self>, stream: TcpStream, address: IpAddr, tls: Option<TlsAcceptor>) {
        // It is this thread's from here on; what fails is gone already.
        let Ok(mut stream) = stream.into_std().and_then(TcpStream::from_std) else {
            return;
        };
        let limits = &self.site.limits;
        let mut address = address.to_canonical();
        let is_trusted = limits.trusts(address);
        if is_trusted {
            let time = Duration::from_secs(limits.header_seconds.into());
            let drained = async {
                self.ending.cancelled().await;
                sleep(Duration::from_millis(DRAIN)).await;
            };
            let client = select! {
                client = timeout(time, proxied::client(&mut stream)) => client,
                () = drained => return,
            };
            match client {
                Ok(Ok(client)) => address = client.unwrap_or(address),
                Ok(Err(_)) => return METRICS.broken.inc(),
                Err(_) => return METRICS.limit("header_seconds"),
            }
        }
        let site = Arc::clone(&self.site);
        let peer = Arc::new(Peer::new(address, site, tls.is_some(), is_trusted));
        match self.admission.admit(&peer) {
            Ok(_place) => connection::serve(stream, &peer, tls.as_ref()).await,
            Err(limit) => {
                METRICS.limit(limit);
                // To say more over TLS would take a handshake.
                if tls.is_none() {
                    let words = refusal(address, &self.site, StatusCode::SERVICE_UNAVAILABLE);
                    // Nothing more is spent on this one.
                    _ = timeout(PAUSE, close(stream, &words)).await;
                }
            }
        }
    }
}
