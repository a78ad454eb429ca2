//! Accepts connections, hands each to the next serving thread, and drains them at the end.

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
    /// Cancelled when the server stops accepting connections.
    pub ending: CancellationToken,
}

/// The pause after a system error.
const PAUSE: Duration = Duration::from_millis(20);
/// The time between two reports of system errors.
const REPORTED: Duration = Duration::from_secs(60);

impl Acceptor {
    /// Accepts connections until `ending`, and hands them to the threads in turn.
    pub async fn accept(self: Arc<Self>, listener: TcpListener, tls: Option<TlsAcceptor>) {
        let mut threads = self.threads.iter().cycle();
        let mut reported: Option<Instant> = None;
        while let Some(accepted) = self.ending.run_until_cancelled(listener.accept()).await {
            match accepted {
                Ok((stream, peer)) => self.hand_over(stream, peer.ip(), &tls, threads.next()),
                // There are no file descriptors left, or the peer is gone. Trying again immediately would spin.
                Err(error) => {
                    METRICS.unaccepted.inc();
                    if reported.is_none_or(|last| last.elapsed() > REPORTED) {
                        reported = Some(Instant::now());
                        warn!(
                            "cannot accept a connection: {error}; raise the limit on open files, or lower --connections"
                        );
                    }
                    sleep(PAUSE).await;
                }
            }
        }

        // The connections that the system has already accepted.
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

    /// Waits until all connections end. Idle ones end soon.
    pub async fn drain(&self) {
        _ = self.site.draining.set(self.site.clock.now());
        self.connections.close();
        self.connections.wait().await;
    }

    /// Serves a connection, unless there are too many. If a trusted proxy opened it, the proxy names the client first.
    async fn serve(self: Arc<Self>, stream: TcpStream, address: IpAddr, tls: Option<TlsAcceptor>) {
        // It belongs to this thread from here. If this fails, the connection is already gone.
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
                // Over TLS, a message would require a handshake.
                if tls.is_none() {
                    let words = refusal(address, &self.site, StatusCode::SERVICE_UNAVAILABLE);
                    // Spend no more time on this connection.
                    _ = timeout(PAUSE, close(stream, &words)).await;
                }
            }
        }
    }
}
