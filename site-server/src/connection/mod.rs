//! One connection: TLS where it is spoken, and HTTP on top.

pub mod certificate;
pub mod proxied;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

use crate::observe::metrics::METRICS;
use crate::protocol::{Peer, Stream, http1, http2};
use certificate::HTTP2;

/// Bytes of a response that the system keeps. It reports that a peer reads only when a third of this is free again, and by itself it
/// would keep megabytes for one who has stopped.
const SEND_BUFFER: usize = 128 * 1024;
/// One record of TLS.
const TLS_BUFFER: usize = 16 * 1024;

/// Serves a connection until it ends, over TLS where that is spoken.
pub async fn serve(stream: TcpStream, peer: &Arc<Peer>, tls: Option<&TlsAcceptor>) {
    // Small responses go out at once; where this fails the connection is gone, which serving it finds out.
    _ = stream.set_nodelay(true);
    _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let begun = peer.dismissed.run_until_cancelled(begin(stream, tls)).await;
    if tls.is_some() {
        let end = if matches!(begun, Some(Ok(_))) {
            "done"
        } else {
            "failed"
        };
        METRICS.handshakes.with_label_values(&[end]).inc();
        peer.handshaken();
    }
    match begun {
        Some(Ok((stream, true))) => Box::pin(http2(stream, peer)).await,
        Some(Ok((stream, false))) => http1(stream, peer).await,
        _ => {}
    }
}

/// Returns the stream that HTTP is spoken over, and true for HTTP/2.
async fn begin(stream: TcpStream, tls: Option<&TlsAcceptor>) -> io::Result<(Stream, bool)> {
    let Some(tls) = tls else {
        let is_http2 = begins_with_http2(&stream).await;
        return Ok((Stream::Left(stream), is_http2));
    };
    // The limit is on what it keeps for a peer that does not read.
    let handshake = tls.accept_with(stream, |tls| tls.set_buffer_limit(Some(TLS_BUFFER)));
    // In boxes of their own: with the state of TLS it is several times as large.
    let stream = Box::new(Box::pin(handshake).await?);
    let is_http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
    Ok((Stream::Right(stream), is_http2))
}

/// The beginning of HTTP/2's preface, and no request of HTTP/1 (RFC 9113, 3.4).
const PREFACE: &[u8; 4] = b"PRI ";
/// The time between two looks where less than that has come.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until it is clear whether a connection begins as HTTP/2 does; nothing is taken from it.
async fn begins_with_http2(stream: &TcpStream) -> bool {
    let mut first = [0; PREFACE.len()];
    loop {
        let length = stream.peek(&mut first).await.unwrap_or(0);
        match PREFACE.strip_prefix(&first[..length]) {
            Some([_, ..]) if length > 0 => sleep(PAUSE).await,
            rest => return length > 0 && rest.is_some(),
        }
    }
}
