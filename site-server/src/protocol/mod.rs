//! HTTP, spoken by hyper: HTTP/1 and HTTP/2, each request answered by [`crate::answer`], counted and logged.
//!
//! hyper keeps no times: a connection that has waited too long is [dismissed](Peer::dismissed). What hyper would refuse by
//! itself is refused with all headers that belong on a refusal.

mod forwarded;
mod peer;
mod stream;

use std::convert::Infallible;
use std::future::{Ready, poll_fn, ready};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response, StatusCode, Version};
use http_body_util::BodyExt as _;
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{self, AsyncRead, AsyncWrite, AsyncWriteExt as _, copy, sink};
use tokio::select;
use tokio::time::timeout;
use tracing::info;

use crate::answer::respond;
use crate::observe::Exchange;
use crate::observe::log::REQUESTS;
use crate::observe::metrics::METRICS;
pub use peer::{DRAIN, Peer, Phase, Site};
use stream::Io;
pub use stream::Stream;

/// Bytes of a request's head.
const HEADER_BYTES: usize = 16 * 1024;
/// Header lines of a request.
const HEADER_LINES: usize = 64;
/// HTTP/2: requests of one connection at once.
const STREAMS: u32 = 50;
/// HTTP/2: streams that a client may force the server to reset.
const FORCED_RESETS: usize = 128;
/// HTTP/2: what is buffered of each response.
const SEND_BUFFER: usize = 64 * 1024;
/// The longest that a peer may take to read a last response and to close.
const LINGER: Duration = Duration::from_secs(2);

/// Serves HTTP/1 until it ends or is dismissed.
pub async fn http1(stream: Stream, peer: &Arc<Peer>) {
    let io = Io::new(stream, peer, true);
    let service = service_fn(|request| answer(peer, request));
    let mut http = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(HEADER_BYTES)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(io, service);
    let ended = poll_fn(|context| http.poll_without_shutdown(context));
    let ended = peer.dismissed.run_until_cancelled(ended).await;
    let mut time = LINGER;
    let status = match (ended, peer.phase()) {
        (Some(Ok(())), _) => None,
        (Some(Err(error)), _) => {
            METRICS.broken.inc();
            if error.is_parse_too_large() {
                METRICS.limit("header_size");
                Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
            } else if error.is_parse() && !error.is_parse_version_h2() {
                Some(StatusCode::BAD_REQUEST)
            } else {
                // It is gone, or speaks HTTP/2 after HTTP/1, and would not understand a refusal.
                return;
            }
        }
        (None, Phase::Head) => Some(StatusCode::REQUEST_TIMEOUT),
        (None, Phase::Answer) => return,
        (None, _) => {
            // Nothing is on its way that a close could cut off.
            time = Duration::ZERO;
            None
        }
    };
    let words = status.map(|status| refusal(peer.address, &peer.site, status));
    let mut io = http.into_parts().io;
    io.drops_refusals = false;
    // A peer that takes longer has had its time, and one that is gone needs none.
    _ = timeout(time, close(TokioIo::new(io), &words.unwrap_or_default())).await;
}

/// The last words on a connection of HTTP/1, and its close.
pub async fn close<S: AsyncRead + AsyncWrite + Unpin>(mut io: S, words: &str) -> io::Result<()> {
    io.write_all(words.as_bytes()).await?;
    io.shutdown().await?;
    // Closed with unread input, it would be reset and could miss the last response.
    copy(&mut io, &mut sink()).await?;
    Ok(())
}

/// Serves HTTP/2 until it ends or is dismissed.
pub async fn http2(stream: Stream, peer: &Arc<Peer>) {
    let io = Io::new(stream, peer, false);
    let service = service_fn(|request| answer(peer, request));
    let http = http2::Builder::new(TokioExecutor::new())
        .max_concurrent_streams(STREAMS)
        // Up to here `answer` refuses, and says so.
        .max_header_list_size(2 * HEADER_BYTES as u32)
        .max_local_error_reset_streams(FORCED_RESETS)
        .max_send_buf_size(SEND_BUFFER)
        .serve_connection(io, service);
    let mut http = pin!(http);
    loop {
        select! {
            biased;
            ended = &mut http => {
                METRICS.broken.inc_by(ended.is_err().into());
                break;
            }
            () = peer.dismissed.cancelled() => break,
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
    let mut is_last = peer.requested(is_http2);
    let redirect = site.redirect.as_ref().filter(|_| !peer.is_encrypted);
    let mut response = if is_too_large(&request) {
        METRICS.limit("header_size");
        is_last = true;
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        site.table.bodiless(status)
    } else if let Some(redirect) = redirect {
        redirect.respond(site.table, &request)
    } else {
        respond(site.table, &request)
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

/// Returns true for a head too large that hyper has not refused: of HTTP/1 more lines, of HTTP/2 up to twice of what is allowed.
fn is_too_large<B>(request: &Request<B>) -> bool {
    let headers = request.headers();
    let lines = headers.iter();
    let lengths = lines.map(|(name, value)| name.as_str().len() + value.len());
    let is_http2 = request.version() == Version::HTTP_2;
    headers.len() > HEADER_LINES || is_http2 && lengths.sum::<usize>() > HEADER_BYTES
}

/// Refuses what has no response: counts and logs it, and is what HTTP/1.1 sends, the last of its connection.
pub fn refusal(client: IpAddr, site: &Site, status: StatusCode) -> String {
    METRICS.response(status);
    info!(target: REQUESTS, %client, status = status.as_u16(), bytes = 0, duration = 0.0);
    let date = httpdate::fmt_http_date(SystemTime::now());
    let mut head = format!("HTTP/1.1 {status}\r\ndate: {date}\r\nconnection: close\r\n");
    for (name, value) in site.table.bodiless(status).headers() {
        head += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    head + "\r\n"
}
