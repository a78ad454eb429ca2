//! One connection: TLS where it is spoken, and HTTP on top.

pub mod certificate;
pub mod proxied;

use std::sync::Arc;
use std::time::Duration;

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

use crate::observe::metrics::METRICS;
use crate::protocol::{Peer, http1, http2};
use certificate::HTTP2;

/// What the system keeps of a response. It reports that a peer reads only when a third of this is free again, and by itself it
/// would keep megabytes for one who has stopped.
const SEND_BUFFER: usize = 128 * 1024;
/// One record of TLS.
const TLS_BUFFER: usize = 16 * 1024;

/// Serves a connection until it ends, over TLS where that is spoken.
pub async fn serve(stream: TcpStream, peer: &Arc<Peer>, tls: Option<&TlsAcceptor>) {
    // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
    _ = stream.set_nodelay(true);
    _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    match tls {
        None => plain(stream, peer).await,
        // In a box of its own: with the state of TLS it is several times as large.
        Some(tls) => Box::pin(encrypted(stream, peer, tls)).await,
    }
}

async fn plain(stream: TcpStream, peer: &Arc<Peer>) {
    let is_http2 = begins_with_http2(&stream);
    match peer.dismissed.run_until_cancelled(is_http2).await {
        Some(true) => Box::pin(http2(stream, peer)).await,
        Some(false) => http1(stream, peer).await,
        None => {}
    }
}

async fn encrypted(stream: TcpStream, peer: &Arc<Peer>, tls: &TlsAcceptor) {
    // What it keeps for a peer that does not read.
    let handshake = tls.accept_with(stream, |tls| tls.set_buffer_limit(Some(TLS_BUFFER)));
    let stream = peer.dismissed.run_until_cancelled(handshake).await;
    let Some(Ok(stream)) = stream else {
        return METRICS.handshake("failed");
    };
    METRICS.handshake("done");
    peer.handshaken();
    match stream.get_ref().1.alpn_protocol() == Some(HTTP2) {
        true => Box::pin(http2(stream, peer)).await,
        false => http1(stream, peer).await,
    }
}

/// What the preface of HTTP/2 begins with, and no request of HTTP/1 (RFC 9113, 3.4).
const PREFACE: &[u8; 4] = b"PRI ";
/// Where less than that has come.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until it is clear whether a connection begins as HTTP/2 does; nothing is taken from it.
async fn begins_with_http2(stream: &TcpStream) -> bool {
    let mut first = *PREFACE;
    loop {
        let length = stream.peek(&mut first).await.unwrap_or(0);
        if length == 0 || first != *PREFACE {
            return false;
        }
        if length == PREFACE.len() {
            return true;
        }
        sleep(PAUSE).await;
    }
}
