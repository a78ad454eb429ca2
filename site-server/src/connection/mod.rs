//! One connection: TLS where it is spoken, HTTP on top, and its [`deadline`]s from the first byte to the last.

pub mod certificate;
mod deadline;
pub mod proxied;
mod socket;

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::select;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::protocol::{End, Io, Peer, Phase, http1, http2, refusal};
use certificate::{HTTP2, Identity};
pub use deadline::DRAIN;
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
    draining: watch::Receiver<bool>,
) {
    let socket = Socket::new(stream, Arc::clone(&peer));
    let late = pin!(deadline::late(&peer, draining));
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
        () = &mut late => {
            return end(io.stream, peer, End::Late).await;
        }
    };
    talk(io, peer, is_http2, late).await;
}

async fn encrypted(
    socket: Socket,
    peer: &Arc<Peer>,
    identity: Arc<Identity>,
    mut late: Pin<&mut impl Future<Output = ()>>,
) {
    let metrics = &peer.site.observer.metrics;
    let acceptor = TlsAcceptor::from(Arc::clone(&identity.config));
    // What it keeps for a peer that does not read.
    let handshake = acceptor.accept_with(socket, |tls| tls.set_buffer_limit(Some(TLS_BUFFER)));
    let stream = select! {
        biased;
        shaken = handshake => shaken.ok(),
        () = &mut late => {
            deadline::limit(peer).inspect(|limit| metrics.limit(*limit));
            None
        }
    };
    let result = if stream.is_some() { "done" } else { "failed" };
    metrics.handshakes.with_label_values(&[result]).inc();
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
    if !is_http2 {
        let (stream, how) = http1(io, peer, late).await;
        return end(stream, peer, how).await;
    }
    if let End::Late = Box::pin(http2(io, peer, late)).await {
        let metrics = &peer.site.observer.metrics;
        deadline::limit(peer).inspect(|limit| metrics.limit(*limit));
    }
}

/// The last words on a connection that has not been HTTP/2, and its close.
async fn end<S: AsyncRead + AsyncWrite + Unpin>(stream: S, peer: &Peer, how: End) {
    let site = &peer.site;
    let (status, time) = match how {
        End::Broken => return,
        End::Complete => (None, LINGER),
        End::Refused(status) => (Some(status), LINGER),
        End::Late => {
            let phase = peer.phase();
            deadline::limit(peer).inspect(|limit| site.observer.metrics.limit(*limit));
            match phase {
                Phase::Answer | Phase::Write => return,
                Phase::Head => (Some(StatusCode::REQUEST_TIMEOUT), LINGER),
                // Nothing is on its way that a close could cut off.
                _ => (None, Duration::ZERO),
            }
        }
    };
    let mut words = Vec::new();
    if let Some(status) = status {
        words = refusal(&site.table.bodiless(status));
        site.observer.refused(peer.address, status);
    }
    // A peer that takes longer has had its time.
    _ = timeout(time, close(stream, &words)).await;
}

/// Sends these bytes and no more, and reads until the peer closes: closed with unread input, it would be reset and could miss
/// the last response.
async fn close<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, mut words: &[u8]) {
    poll_fn(|context| {
        let mut stream = Pin::new(&mut stream);
        while !words.is_empty() {
            match ready!(stream.as_mut().poll_write(context, words)) {
                Ok(written) if written > 0 => words = words.get(written..).unwrap_or_default(),
                _ => return Poll::Ready(()),
            }
        }
        stream.poll_shutdown(context).map(|_| ())
    })
    .await;
    poll_fn(|context| {
        let mut memory = [0; 4096];
        loop {
            let mut room = ReadBuf::new(&mut memory);
            match ready!(Pin::new(&mut stream).poll_read(context, &mut room)) {
                Ok(()) if !room.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
        }
    })
    .await;
}
