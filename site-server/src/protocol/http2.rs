//! HTTP/2: several responses at once.

use std::future::{Future as _, poll_fn, ready};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http2::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use parking_lot::Mutex;
use tokio::time::timeout;

use super::stream::{Io, Stream};
use super::streams::Streams;
use super::{HEADER_BYTES, HEADER_LINES, LINGER, Peer, Wait, answer, exchange, whole};
use crate::observe::metrics::METRICS;

/// The first bytes from a client (RFC 9113, 3.4).
pub const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The most requests at once on one connection. A proxy sends the requests of many visitors.
const STREAMS: u32 = 50;
const STREAMS_OF_PROXY: u32 = 100;
/// The most streams that a client may force the server to reset.
const FORCED_RESETS: usize = 128;
/// The most buffered bytes of each response.
const SEND_BUFFER: usize = 64 * 1024;
/// The head size above which hyper refuses a request. HTTP/2 adds 32 bytes per line (RFC 9113, 6.5.2). Up to this size, the server
/// refuses a large head with a response.
const HEADER_LIST: usize = HEADER_BYTES + HEADER_LINES * 32;

/// Serves HTTP/2 until the connection ends or is dismissed. `begun` are the bytes that have been read.
pub async fn http2(stream: Stream, begun: Vec<u8>, peer: &Arc<Peer>) {
    let watch = Arc::new(Mutex::new(Streams::new(peer)));
    let io = Io::new(stream, begun, &watch);
    let service = service_fn(|request: Request<Incoming>| {
        let response = answer(peer, &request);
        let exchange = exchange(peer, &request, response.status());
        watch.lock().answered(exchange);
        ready(whole(response))
    });
    let streams = if peer.is_trusted {
        STREAMS_OF_PROXY
    } else {
        STREAMS
    };
    let http = Builder::new(TokioExecutor::new())
        .max_concurrent_streams(streams)
        .max_header_list_size(HEADER_LIST as u32)
        .max_local_error_reset_streams(FORCED_RESETS)
        .max_send_buf_size(SEND_BUFFER)
        .serve_connection(TokioIo::new(io), service);
    let mut http = pin!(http);
    let ended = poll_fn(|context| {
        loop {
            if let Poll::Ready(ended) = http.as_mut().poll(context) {
                return Poll::Ready(Some(ended));
            }
            if peer.orders.poll_dismissed(context).is_ready() {
                return Poll::Ready(None);
            }
            if !peer.orders.take_goaway() {
                return Poll::Pending;
            }
            http.as_mut().graceful_shutdown();
        }
    });
    if let Some(ended) = ended.await {
        METRICS.broken.inc_by(ended.is_err().into());
        return;
    }

    let (wait, _) = peer.wait();
    if wait != Wait::Response {
        // A GOAWAY announces the end, and gives the peer a moment to close.
        http.as_mut().graceful_shutdown();
        _ = timeout(LINGER, http).await;
    }
}
