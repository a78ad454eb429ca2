//! One connection: TLS if it is used, and HTTP on top.

pub mod certificate;
pub mod proxied;

use std::future::poll_fn;
use std::io;
use std::sync::Arc;

use socket2::SockRef;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::select;
use tokio_rustls::TlsAcceptor;

use crate::observe::metrics::METRICS;
use crate::protocol::{PREFACE, Peer, Stream, Wait, http1, http2};
use certificate::HTTP2;

/// The most unsent bytes of a response that the system buffers. It reports that a peer reads when half of them have been sent. By
/// default, it would buffer megabytes for a peer that has stopped reading. Bytes in flight come on top.
const UNSENT: u32 = 32 * 1024;
/// Two TLS records, so that most pages are one write to the system.
const TLS_BUFFER: usize = 32 * 1024;

/// Serves a connection until it ends, over TLS if there is an acceptor.
pub async fn serve(stream: TcpStream, peer: &Arc<Peer>, tls: Option<&TlsAcceptor>) {
    // Send small responses immediately. If this fails, the connection is gone, and serving it will detect that.
    _ = stream.set_nodelay(true);
    limit_unsent(&stream);
    let begun = select! {
        biased;
        begun = begin(stream, tls) => Some(begun),
        () = poll_fn(|context| peer.orders.poll_dismissed(context)) => None,
    };
    if tls.is_some() {
        let end = match begun {
            Some(Ok(_)) => "done",
            _ => "failed",
        };
        METRICS.handshakes.with_label_values(&[end]).inc();
        peer.waits_for(Wait::FirstRequest);
    }
    let Some(Ok(begun)) = begun else {
        return;
    };
    if begun.is_http2 {
        Box::pin(http2(begun.stream, begun.bytes, peer)).await;
    } else {
        http1(begun.stream, begun.bytes, peer).await;
    }
}

#[cfg(target_os = "linux")]
fn limit_unsent(stream: &TcpStream) {
    _ = SockRef::from(stream).set_tcp_notsent_lowat(UNSENT);
}

/// On other systems, all bytes in flight count.
#[cfg(not(target_os = "linux"))]
fn limit_unsent(stream: &TcpStream) {
    _ = SockRef::from(stream).set_send_buffer_size(4 * UNSENT as usize);
}

/// A connection whose protocol is known.
struct Begun {
    stream: Stream,
    is_http2: bool,
    /// The bytes that were read to detect the protocol.
    bytes: Vec<u8>,
}

/// Does the TLS handshake, if there is an acceptor, and detects the protocol.
async fn begin(mut stream: TcpStream, tls: Option<&TlsAcceptor>) -> io::Result<Begun> {
    let Some(tls) = tls else {
        let bytes = read_beginning(&mut stream).await?;
        return Ok(Begun {
            stream: Stream::Left(stream),
            is_http2: bytes == PREFACE,
            bytes,
        });
    };
    // Limits the bytes buffered for a peer that doesn't read.
    let handshake = tls.accept_with(stream, |tls| tls.set_buffer_limit(Some(TLS_BUFFER)));
    // Boxed separately, because the state of TLS makes it several times as large.
    let encrypted = Box::new(Box::pin(handshake).await?);
    let is_http2 = encrypted.get_ref().1.alpn_protocol() == Some(HTTP2);
    Ok(Begun {
        stream: Stream::Right(encrypted),
        is_http2,
        bytes: Vec::new(),
    })
}

/// Reads until it is known whether a connection begins with the HTTP/2 preface.
async fn read_beginning(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(PREFACE.len());
    while bytes.len() < PREFACE.len() && PREFACE.starts_with(&bytes) {
        let wanted = PREFACE.len() - bytes.len();
        if stream.take(wanted as u64).read_buf(&mut bytes).await? == 0 {
            break;
        }
    }
    Ok(bytes)
}
