//! HTTP, spoken by hyper: HTTP/1 and HTTP/2, each request answered by [`crate::answer`], counted and logged.
//!
//! hyper keeps no times: the caller says when a connection is [late](http1). What it would refuse by itself is refused
//! with all headers that belong on a refusal.

mod forwarded;
mod io;
mod peer;

use std::convert::Infallible;
use std::future::{Ready, poll_fn, ready};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::SystemTime;

use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response, StatusCode, Version};
use http_body_util::BodyExt as _;
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::TokioExecutor;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::select;
use tokio::task::yield_now;

use crate::answer::respond;
use crate::config::Limits;
use crate::observe::metrics::{Limit, METRICS};
use crate::observe::{Exchange, refused};
pub use io::Io;
pub use peer::{DRAIN, Peer, Phase, Site};

/// HTTP/2: streams that a client may force the server to reset.
const FORCED_RESETS: usize = 128;
/// HTTP/2: what is buffered of each response.
const SEND_BUFFER: usize = 64 * 1024;

/// How a connection comes to its end.
pub enum End {
    /// All was said, by hyper's count: the last response has been sent, or the peer has closed.
    Complete,
    /// What has come is no request; it is to be refused with this status.
    Refused(StatusCode),
    /// Its time was over first.
    Late,
    /// There is nobody to talk to any more.
    Broken,
}

/// Serves HTTP/1 until it ends or is late, and gives the stream back.
pub async fn http1<S: AsyncRead + AsyncWrite + Unpin>(
    mut io: Io<S>,
    peer: &Arc<Peer>,
    mut late: Pin<&mut impl Future<Output = ()>>,
) -> (S, End) {
    let bytes = peer.site.limits.header_bytes as usize;
    let mut builder = http1::Builder::new();
    builder
        .header_read_timeout(None)
        .max_header_size(bytes)
        .max_buf_size(bytes);
    loop {
        let service = service_fn(|request| answer(peer, request));
        let mut http = builder.serve_connection(io, service);
        let idle = poll_fn(|_| match peer.phase() {
            Phase::Idle => Poll::Ready(()),
            _ => Poll::Pending,
        });
        let ended = select! {
            biased;
            ended = &mut http => Some(ended),
            // hyper holds some 12 kB for a connection; one that waits for its next request gives them back.
            () = idle => None,
            () = &mut late => return (http.into_parts().io.into_inner(), End::Late),
        };
        let parts = http.into_parts();
        io = parts.io;
        match ended {
            Some(Ok(())) => return (io.into_inner(), End::Complete),
            Some(Err(error)) => {
                // What is too large has filled the buffer; what is less has too many lines.
                let is_full = parts.read_buf.len() >= bytes;
                return (io.into_inner(), broken(&error, is_full));
            }
            None => {}
        }
        if io.keep(parts.read_buf) {
            // After some requests at once, hyper lets others have their turn, and so does this.
            yield_now().await;
        } else {
            select! {
                biased;
                _ = io.wait() => {}
                () = &mut late => return (io.into_inner(), End::Late),
            }
        }
    }
}

fn broken(error: &hyper::Error, is_full: bool) -> End {
    METRICS.broken.inc();
    if error.is_parse_too_large() {
        METRICS.limit(match is_full {
            true => Limit::HeaderBytes,
            false => Limit::HeaderCount,
        });
        return End::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
    }
    // HTTP/2 after HTTP/1 would not understand a refusal.
    match error.is_parse() && !error.is_parse_version_h2() {
        true => End::Refused(StatusCode::BAD_REQUEST),
        false => End::Broken,
    }
}

/// Serves HTTP/2 until it ends or is late.
pub async fn http2<S: AsyncRead + AsyncWrite + Unpin>(
    mut io: Io<S>,
    peer: &Arc<Peer>,
    late: impl Future<Output = ()>,
) {
    let limits = &peer.site.limits;
    io.is_http2 = true;
    let service = service_fn(|request| answer(peer, request));
    let http = http2::Builder::new(TokioExecutor::new())
        .max_concurrent_streams(limits.streams)
        // Up to here `answer` refuses, and says so.
        .max_header_list_size(limits.header_bytes.saturating_mul(2))
        .max_local_error_reset_streams(FORCED_RESETS)
        .max_send_buf_size(SEND_BUFFER)
        .serve_connection(io, service);
    let (mut http, mut late) = (pin!(http), pin!(late));
    loop {
        select! {
            biased;
            ended = &mut http => {
                METRICS.broken.inc_by(ended.is_err().into());
                break;
            }
            () = &mut late => break,
            () = peer.goaway.notified() => http.as_mut().graceful_shutdown(),
        }
    }
}

fn answer(
    peer: &Peer,
    request: Request<Incoming>,
) -> Ready<Result<Response<impl Body<Data = Bytes, Error = Infallible> + use<>>, Infallible>> {
    let site = &peer.site;
    let is_http2 = request.version() == Version::HTTP_2;
    let phase = if is_http2 { Phase::Open } else { Phase::Answer };
    let (count, mut is_last) = peer.requested(phase);
    if count == site.limits.requests_per_connection {
        METRICS.limit(Limit::RequestsPerConnection);
        peer.goaway.notify_one();
    }
    let redirect = site.redirect.as_ref().filter(|_| !peer.is_encrypted);
    let mut response = match (redirect, too_large(&request, &site.limits)) {
        (_, Some(limit)) => {
            METRICS.limit(limit);
            is_last = true;
            let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
            site.table.bodiless(status)
        }
        (Some(redirect), None) => redirect.respond(site.table, &request),
        (None, None) => respond(site.table, &request),
    };
    if is_last && !is_http2 {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    let (head, _) = request.into_parts();
    let client = forwarded::client(peer.address, &head.headers, &site.limits);
    let mut exchange = Exchange::new(client, head, response.status());
    // Which drops it when it is done with the body.
    let count = move |frame: Frame<Bytes>| {
        exchange.sent(frame.data_ref().map_or(0, Bytes::len));
        frame
    };
    ready(Ok(response.map(|body| body.map_frame(count))))
}

/// What hyper has not counted: of HTTP/1 the bytes, of HTTP/2 what takes no more than twice of what is allowed.
fn too_large<B>(request: &Request<B>, limits: &Limits) -> Option<Limit> {
    let headers = request.headers();
    let lengths = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    if headers.len() > limits.header_count.into() {
        return Some(Limit::HeaderCount);
    }
    let is_http2 = request.version() == Version::HTTP_2;
    let is_large = is_http2 && lengths.sum::<usize>() > limits.header_bytes as usize;
    is_large.then_some(Limit::HeaderBytes)
}

/// Refuses what has no response: counts and logs it, and is what HTTP/1.1 sends, the last of its connection.
pub fn refusal(client: IpAddr, site: &Site, status: StatusCode) -> Vec<u8> {
    refused(client, status);
    let date = httpdate::fmt_http_date(SystemTime::now());
    let mut bytes =
        format!("HTTP/1.1 {status}\r\ndate: {date}\r\nconnection: close\r\n").into_bytes();
    for (name, value) in site.table.bodiless(status).headers() {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            bytes.extend(part);
        }
    }
    bytes.extend(b"\r\n");
    bytes
}
