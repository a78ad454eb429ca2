//! HTTP, spoken by hyper: [`http1`] and [`http2`]. [`crate::answer`] answers each request, and it is counted and logged.
//!
//! hyper has no timeouts: a connection that waits too long is [dismissed](Peer::dismiss), based on a watch of its bytes. Requests that
//! hyper would refuse are refused here, with all headers of a refusal.

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

/// The most bytes in a request's head.
const HEADER_BYTES: usize = 16 * 1024;
/// The most header lines in a request.
const HEADER_LINES: usize = 64;
/// The bytes of a response's body that count as progress. A client must read this many in `--write-seconds`.
const PROGRESS: usize = 8 * 1024;
/// How long a peer may take to read the last response and close the connection.
const LINGER: Duration = Duration::from_secs(2);

/// A response in hyper's form.
type Whole = Result<Response<Full<Bytes>>, Infallible>;

/// Converts a response to hyper's form.
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
        // It has no effect without TLS, and must not be sent (RFC 6797, 7.2).
        response.headers_mut().remove(STRICT_TRANSPORT_SECURITY);
    }
    response
}

/// Returns the data to count and log when a response with this status has been sent.
fn exchange<B>(peer: &Peer, request: &Request<B>, status: StatusCode) -> Exchange {
    let client = || forwarded::client(peer.address, request.headers(), &peer.site.limits);
    Exchange::new(request, status, client)
}

/// Returns true if hyper accepted a head that is too large: too many lines in HTTP/1, or slightly too many bytes in HTTP/2.
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

/// Refuses an invalid request. Counts and logs it, and returns what HTTP/1.1 sends before it closes the connection.
pub fn refusal(client: IpAddr, site: &Site, status: StatusCode) -> String {
    METRICS.response(status);
    refused(client, status);
    let date = httpdate::fmt_http_date(SystemTime::now());
    let mut head = format!("HTTP/1.1 {status}\r\ndate: {date}\r\nconnection: close\r\n");
    for (name, value) in site.table.bodiless(status).headers() {
        // With a redirect to TLS, only requests without TLS are refused with a message.
        if *name != STRICT_TRANSPORT_SECURITY || site.redirect.is_none() {
            head += &format!("{name}: {}\r\n", value.to_str().unwrap_or_default());
        }
    }
    head + "\r\n"
}

/// Sends the last bytes on an HTTP/1 connection, and closes it.
pub async fn close<S: AsyncRead + AsyncWrite + Unpin>(mut io: S, words: &str) -> io::Result<()> {
    io.write_all(words.as_bytes()).await?;
    io.shutdown().await?;
    // If it were closed with unread input, it would be reset, and the client could miss the last response.
    copy(&mut io, &mut sink()).await?;
    Ok(())
}
