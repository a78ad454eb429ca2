//! HTTP/1: one response at a time.

use std::future::{poll_fn, ready};
use std::io::{self, IoSlice};
use std::ops::Range;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use http::header::{CONNECTION, HeaderValue};
use http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;
use tokio_util::either::Either;

use super::stream::{Io, Stream, Watch};
use super::{
    HEADER_BYTES, LINGER, PROGRESS, Peer, Wait, answer, challenge, close, exchange, refusal, whole,
};
use crate::observe::Exchange;
use crate::observe::metrics::METRICS;

/// Serves HTTP/1 until the connection ends or is dismissed. `begun` are the bytes that have been read.
pub async fn http1(stream: Stream, begun: Vec<u8>, peer: &Arc<Peer>) {
    let watch = Arc::new(Mutex::new(Transfers::new(peer)));
    let io = Io::new(stream, begun, &watch);
    let service = service_fn(|request: Request<Incoming>| {
        if let Some(challenges) = &peer.site.challenges
            && !peer.is_encrypted
            && let Some(token) = challenge::token(&request)
        {
            let watch = &watch;
            return Either::Right(Box::pin(async move {
                let response = challenges.respond(peer.site.table, token).await;
                let exchange = exchange(peer, &request, response.status());
                watch.lock().answered(exchange, response.body());
                whole(response)
            }));
        }
        let mut response = answer(peer, &request);
        let exchange = exchange(peer, &request, response.status());
        // The rest of a head that is too large, or of a body with an unknown coding, isn't read.
        let is_unread = matches!(
            response.status(),
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE | StatusCode::NOT_IMPLEMENTED
        );
        if is_unread || peer.site.draining.get().is_some() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        watch.lock().answered(exchange, response.body());
        Either::Left(ready(whole(response)))
    });
    let mut http = Builder::new()
        .header_read_timeout(None)
        // A client that has finished sending still gets its response.
        .half_close(true)
        .max_header_size(HEADER_BYTES)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(io), service);
    let ended = poll_fn(|context| match http.poll_without_shutdown(context) {
        Poll::Ready(ended) => Poll::Ready(Some(ended)),
        Poll::Pending => peer.orders.poll_dismissed(context).map(|()| None),
    })
    .await;

    let parts = http.into_parts();
    let (wait, _) = peer.wait();
    let refused = match ended {
        Some(Ok(())) => None,
        Some(Err(error)) => {
            METRICS.broken.inc();
            match refused_for(&error, &parts.read_buf) {
                Some(status) => Some(status),
                None => return,
            }
        }
        None if wait == Wait::Response => return,
        // A part of the next head may have arrived with the previous request.
        None if wait == Wait::Head || !parts.read_buf.is_empty() => {
            Some(StatusCode::REQUEST_TIMEOUT)
        }
        // Closing can't cut off a response.
        None => return close_idle(parts.io.into_inner()).await,
    };
    let words = match refused {
        Some(status) => refusal(peer.address, &peer.site, status),
        None => String::new(),
    };
    watch.lock().mutes_refusals = false;
    // A slower peer loses the response, and a disconnected peer doesn't need it.
    _ = timeout(LINGER, close(parts.io.into_inner(), &words)).await;
}

/// Closes a connection that expects no response. Over TLS, sends a close notification if the system accepts it immediately.
async fn close_idle(mut io: Io<Transfers>) {
    _ = timeout(Duration::ZERO, io.shutdown()).await;
}

/// The status for this error, based on the bytes of the head. `None` if the peer is gone, or speaks HTTP/2 on an HTTP/1
/// connection.
fn refused_for(error: &hyper::Error, read: &[u8]) -> Option<StatusCode> {
    if error.is_parse_too_large() {
        METRICS.limit("header_size");
        let is_first_line = !read.contains(&b'\n');
        return Some(if is_first_line {
            StatusCode::URI_TOO_LONG
        } else {
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE
        });
    }
    if error.is_parse() && !error.is_parse_version_h2() {
        return Some(if has_other_version(read) {
            StatusCode::HTTP_VERSION_NOT_SUPPORTED
        } else {
            StatusCode::BAD_REQUEST
        });
    }
    None
}

/// Returns true if the first line ends with an HTTP version other than 1.0 and 1.1.
fn has_other_version(read: &[u8]) -> bool {
    let first_line = read.split(|byte| *byte == b'\n').next();
    let last_word =
        first_line.and_then(|line| line.trim_ascii_end().rsplit(|byte| *byte == b' ').next());
    match last_word.and_then(|word| word.strip_prefix(b"HTTP/")) {
        Some([b'1', b'.', b'0' | b'1']) => false,
        Some([major, b'.', minor]) => major.is_ascii_digit() && minor.is_ascii_digit(),
        _ => false,
    }
}

/// The responses in progress, in order.
struct Transfers {
    peer: Arc<Peer>,
    responses: Vec<Transfer>,
    /// Bytes of bodies sent since the last progress.
    since_progress: usize,
    /// True if hyper's own refusals of unreadable requests are discarded. Such requests are refused with all headers of a refusal
    /// instead.
    mutes_refusals: bool,
}

struct Transfer {
    exchange: Exchange,
    /// The memory addresses of its body, which hyper keeps until it is sent.
    body: Range<usize>,
}

impl Transfers {
    fn new(peer: &Arc<Peer>) -> Self {
        Transfers {
            peer: Arc::clone(peer),
            responses: Vec::new(),
            since_progress: 0,
            mutes_refusals: true,
        }
    }

    /// Starts a response.
    fn answered(&mut self, exchange: Exchange, body: &[u8]) {
        if self.responses.is_empty() {
            self.since_progress = 0;
            self.peer.waits_for(Wait::Response);
        }
        let start = body.as_ptr().addr();
        let body = start..start + body.len();
        self.responses.push(Transfer { exchange, body });
    }

    /// Counts bytes of bodies. They are recognized by their memory addresses, because hyper doesn't copy them.
    fn count(&mut self, bytes: &[u8]) {
        for transfer in &mut self.responses {
            if transfer.exchange.bytes < transfer.body.len() {
                if transfer.body.contains(&bytes.as_ptr().addr()) {
                    transfer.exchange.bytes += bytes.len();
                    self.since_progress += bytes.len();
                }
                return;
            }
        }
    }
}

impl Watch for Transfers {
    fn received(&mut self, _: &[u8]) -> io::Result<()> {
        let (wait, _) = self.peer.wait();
        if wait.is_idle() {
            self.peer.waits_for(Wait::Head);
        }
        Ok(())
    }

    fn sent(&mut self, slices: &[IoSlice<'_>], count: usize) {
        let mut left = count;
        for slice in slices {
            let taken = slice.len().min(left);
            if taken > 0 {
                self.count(&slice[..taken]);
            }
            left -= taken;
        }
        if self.since_progress >= PROGRESS {
            self.since_progress = 0;
            self.peer.waits_for(Wait::Response);
        }
    }

    fn flushed(&mut self) {
        while let Some(first) = self.responses.first()
            && first.exchange.bytes == first.body.len()
        {
            self.responses.remove(0);
            if self.responses.is_empty() {
                self.peer.waits_for(Wait::NextRequest);
            }
        }
    }

    fn is_muted(&self) -> bool {
        self.mutes_refusals && self.responses.is_empty()
    }

    fn is_sending(&self) -> bool {
        !self.responses.is_empty()
    }
}
