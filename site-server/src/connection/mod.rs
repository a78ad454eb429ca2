//! One connection: TLS where it is spoken, HTTP on top, and its deadlines from the first byte to the last.

pub mod certificate;
pub mod proxied;
mod socket;

use std::future::{pending, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, copy, sink};
use tokio::net::TcpStream;
use tokio::select;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use crate::observe::metrics::{HANDSHAKES, Limit, METRICS};
use crate::protocol::{End, Io, Peer, Phase, http1, http2, refusal};
use certificate::{HTTP2, Identity};
use socket::Socket;

/// How long a peer may take to read a last response and to close.
const LINGER: Duration = Duration::from_secs(2);

/// One record of TLS.
const TLS_BUFFER: usize = 16 * 1024;

/// Serves a connection until it ends, over TLS where there is a certificate.
pub async fn serve(
    stream: TcpStream,
    peer: Arc<Peer>,
    identity: Option<Arc<Identity>>,
    draining: CancellationToken,
) {
    let socket = Socket::new(stream, Arc::clone(&peer));
    let late = pin!(late(&peer, draining));
    match identity {
        None => plain(socket, &peer, late).await,
        // In a box of its own: with the state of TLS it is several times as large.
        Some(identity) => Box::pin(encrypted(socket, &peer, identity, late)).await,
    }
}

async fn plain(socket: Socket, peer: &Arc<Peer>, mut late: Pin<&mut impl Future<Output = ()>>) {
    let mut io = Io::new(socket, Arc::clone(peer));
    let is_http2 = select! {
        biased;
        is_http2 = io.has_preface() => is_http2,
        () = &mut late => return end(io.into_inner(), peer, End::Late).await,
    };
    talk(io, peer, is_http2, late).await;
}

async fn encrypted(
    socket: Socket,
    peer: &Arc<Peer>,
    identity: Arc<Identity>,
    mut late: Pin<&mut impl Future<Output = ()>>,
) {
    let acceptor = TlsAcceptor::from(Arc::clone(&identity.config));
    // What it keeps for a peer that does not read.
    let handshake = acceptor.accept_with(socket, |tls| tls.set_buffer_limit(Some(TLS_BUFFER)));
    let stream = select! {
        biased;
        shaken = handshake => shaken.ok(),
        () = &mut late => None,
    };
    let result = if stream.is_some() { "done" } else { "failed" };
    HANDSHAKES.with_label_values(&[result]).inc();
    let Some(stream) = stream else { return };
    peer.enter(Phase::Handshaken);
    let is_http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
    talk(Io::new(stream, Arc::clone(peer)), peer, is_http2, late).await;
}

async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    io: Io<S>,
    peer: &Arc<Peer>,
    is_http2: bool,
    late: Pin<&mut impl Future<Output = ()>>,
) {
    if is_http2 {
        Box::pin(http2(io, peer, late)).await;
    } else {
        let (stream, how) = http1(io, peer, late).await;
        end(stream, peer, how).await;
    }
}

/// The last words on a connection that has not been HTTP/2, and its close.
async fn end<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, peer: &Peer, how: End) {
    let (status, time) = match (how, peer.phase()) {
        (End::Broken, _) | (End::Late, Phase::Answer | Phase::Write) => return,
        (End::Complete, _) => (None, LINGER),
        (End::Refused(status), _) => (Some(status), LINGER),
        (End::Late, Phase::Head) => (Some(StatusCode::REQUEST_TIMEOUT), LINGER),
        // Nothing is on its way that a close could cut off.
        (End::Late, _) => (None, Duration::ZERO),
    };
    let words = status.map(|status| refusal(peer.address, &peer.site, status));
    let close = async {
        stream.write_all(&words.unwrap_or_default()).await?;
        stream.shutdown().await?;
        // Closed with unread input, it would be reset and could miss the last response.
        copy(&mut stream, &mut sink()).await
    };
    // A peer that takes longer has had its time, and one that is gone needs none.
    _ = timeout(time, close).await;
}

/// Completes when the connection has waited too long, which is counted, or must make room for another. Where the server is
/// `draining`, it has little time left to wait.
pub async fn late(peer: &Peer, draining: CancellationToken) {
    let drain = async {
        draining.cancelled().await;
        peer.drain();
        pending().await
    };
    select! {
        biased;
        () = drain => {}
        () = peer.dismissed.cancelled() => {}
        limit = expired(peer) => {
            limit.inspect(|limit| METRICS.limit(*limit));
        }
    }
}

async fn expired(peer: &Peer) -> Option<Limit> {
    let mut timer = pin!(sleep_until(peer.deadline().0));
    poll_fn(|context| {
        loop {
            // A deadline moves with each request, the timer only when it must.
            let (deadline, limit) = peer.deadline();
            if deadline < timer.deadline() || timer.is_elapsed() && deadline > Instant::now() {
                timer.as_mut().reset(deadline);
            }
            ready!(timer.as_mut().poll(context));
            if deadline <= Instant::now() {
                return Poll::Ready(limit);
            }
        }
    })
    .await
}
