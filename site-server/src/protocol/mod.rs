//! HTTP, spoken by hyper: [`http1`] and [`http2`], each request answered by [`crate::answer`], counted and logged.
//!
//! hyper keeps no times: a connection that has waited too long is [dismissed](Peer::dismiss), by what a watch of its bytes
//! reports. What hyper would refuse by itself is refused with all headers that belong on a refusal.

pub mod challenge;
mod forwarded;
mod frames;
mod http1;
mod http2;
mod orders;
mod peer;
mod stream;
mod streams;

use std::convert::Infallible;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use http::header::STRICT_TRANSPORT_SECURITY;
use http::{Request, Response, StatusCode, Version};
use http_body_util::Full;
use hyper::body::Bytes;
use tokio::io::{self, AsyncRead, AsyncWrite, AsyncWriteExt as _, copy, sink};

use crate::answer::respond;
use crate::observe::metrics::METRICS;
use crate::observe::{Exchange, refused};
pub use http1::http1;
pub use http2::{PREFACE, http2};
pub use peer::{Clock, DRAIN, Peer, Site, Wait};
use site_table::Answer;
pub use stream::Stream;

/// Bytes of a request's head.
const HEADER_BYTES: usize = 16 * 1024;
/// Header lines of a request.
const HEADER_LINES: usize = 64;
/// Bytes of a response's body that count as progress: who takes fewer in `--write-seconds` takes none.
const PROGRESS: usize = 8 * 1024;
/// The longest that a peer may take to read a last response and to close.
const LINGER: Duration = Duration::from_secs(2);

/// A response as hyper takes it.
type Whole = Result<Response<Full<Bytes>>, Infallible>;

/// Returns a response as hyper takes it.
fn whole<B: Into<Bytes>>(response: Response<B>) -> Whole {
    Ok(response.map(|body| Full::new(body.into())))
}

/// Returns the response to a request.
fn answer<B>(peer: &Peer, request: &Request<B>) -> Answer {
    let site = &peer.site;
    let redirect = site.redirect.as_ref().filter(|_| !peer.is_encrypted);
    let mut response = if is_too_large(request) {
        METRICS.limit("header_size");
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        site.table.bodiless(status)
    } else if let Some(redirect) = redirect {
        redirect.respond(site.table, site.edition.number(), request)
    } else {
        respond(site.table, site.edition.number(), request)
    };
    if redirect.is_some() {
        // It counts for nothing without TLS, and must not be said (RFC 6797, 7.2).
        response.headers_mut().remove(STRICT_TRANSPORT_SECURITY);
    }
    response
}

/// Returns what is counted and logged of a response of this status once it is sent.
fn exchange<B>(peer: &Peer, request: &Request<B>, status: StatusCode) -> Exchange {
    let client = || forwarded::client(peer.address, request.headers(), &peer.site.limits);
    Exchange::new(request, status, client)
}

/// Returns true for a head too large that hyper has not refused: of HTTP/1 more lines, of HTTP/2 what is a little more than allowed.
fn is_too_large<B>(request: &Request<B>) -> bool {
    let headers = request.headers();
    if headers.len() > HEADER_LINES {
        return true;
    }
    if request.version() != Version::HTTP_2 {
        return false;
    }
    let mut length = 0;
    for (name, value) in headers {
        length += name.as_str().len() + value.len();
    }
    length > HEADER_BYTES
}

/// Refuses what has no response: counts and logs it, and is what HTTP/1.1 sends, the last of its connection.
pub fn refusal(client: IpAddr, site: &Site, status: StatusCode) -> String {
    METRICS.response(status);
    refused(client, status);
    let date = httpdate::fmt_http_date(SystemTime::now());
    let mut head = format!("HTTP/1.1 {status}\r\ndate: {date}\r\nconnection: close\r\n");
    for (name, value) in site.table.bodiless(status).headers() {
        // Only what is served without TLS is refused in words while there is a redirect to TLS.
        if *name != STRICT_TRANSPORT_SECURITY || site.redirect.is_none() {
            head += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
        }
    }
    head + "\r\n"
}

/// The last words on a connection of HTTP/1, and its close.
pub async fn close<S: AsyncRead + AsyncWrite + Unpin>(mut io: S, words: &str) -> io::Result<()> {
    io.write_all(words.as_bytes()).await?;
    io.shutdown().await?;
    // Closed with unread input, it would be reset and could miss the last response.
    copy(&mut io, &mut sink()).await?;
    Ok(())
}
