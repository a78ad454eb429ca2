//! The response to a request, over any protocol. Everything is prepared by the build, so only a choice remains:
//!
//! 1. [`host`]: a request that doesn't name its host properly is refused. [`fields`] has the header fields that matter.
//! 2. The method: GET and HEAD continue; OPTIONS and all others are answered here. If the content requires it, visitors of another
//!    host are redirected to the site's own host.
//! 3. [`path`]: the row of the current edition, a redirect to the canonical address of the row, a part of an earlier publication,
//!    or the not-found page. Redirects and gone pages from `content/redirects.toml` are rows like any other.
//! 4. [`encoding`]: the body in the coding that the client prefers.
//! 5. [`condition`]: 304 if the client already has that body, 412 if it only accepts another one.
//! 6. [`range`]: the requested part of a body.
//!
//! The table is in the crate `site-table`. [`edition`] is the current edition, and [`redirect`] answers on a listener that only redirects to TLS.

mod condition;
pub mod edition;
mod encoding;
mod fields;
mod host;
mod path;
mod range;
pub mod redirect;

use std::ops::Range;

use http::header::{ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE};
use http::{HeaderValue, Method, Request, StatusCode, Uri};

use fields::Fields;
use path::resolve;
use site_table::{Answer, Body, Row, Table, response};

/// The response of an edition to a request. The request's body isn't read.
pub fn respond<B>(table: &Table, edition: usize, request: &Request<B>) -> Answer {
    let fields = Fields::of(request.headers());
    if !host::is_named(request, fields.host) {
        return table.bodiless(StatusCode::BAD_REQUEST);
    }
    if fields.have_unknown_coding() {
        return table.bodiless(StatusCode::NOT_IMPLEMENTED);
    }
    match *request.method() {
        Method::GET | Method::HEAD => {}
        Method::OPTIONS => return table.bodiless(StatusCode::NO_CONTENT),
        _ => return table.bodiless(StatusCode::METHOD_NOT_ALLOWED),
    }
    // Only OPTIONS and CONNECT can have no path (RFC 9112, 3.2).
    if !request.uri().path().starts_with('/') {
        return table.bodiless(StatusCode::BAD_REQUEST);
    }
    if let Some(own) = table.own_host
        && host::is_other(request, own)
        && let Some(location) = elsewhere(own, request.uri())
    {
        return table.redirect(location);
    }
    let path = request.uri().path();
    let row = match resolve(table, edition, path) {
        Some((row, true)) => row,
        Some((row, false)) => return table.redirect(location(row.path, request.uri().query())),
        None => table.part(path).unwrap_or(table.not_found(edition)),
    };
    let mut response = choose(table, row, request.method(), &fields);
    // A HEAD response has the headers of a GET response, and no body.
    if request.method() == Method::HEAD {
        *response.body_mut() = &[];
    }
    response
}

/// The response of a row: the whole body, a part of it, or none if the client already has it.
fn choose(table: &Table, row: &Row, method: &Method, fields: &Fields) -> Answer {
    let body = encoding::choose(&row.bodies, fields);
    match condition::unmet(body, fields) {
        Some(StatusCode::NOT_MODIFIED) => {
            return response(StatusCode::NOT_MODIFIED, body.unchanged.clone(), &[]);
        }
        Some(status) => return table.bodiless(status),
        None => {}
    }
    match range::part(row, body, method, fields) {
        None => {
            let status = StatusCode::from_u16(row.status).unwrap_or_default();
            response(status, body.headers.0.clone(), body.bytes)
        }
        Some(range) if range.is_empty() => not_satisfiable(table, body),
        Some(range) => partial(body, range),
    }
}

/// A nonempty part of a body.
fn partial(body: &Body, range: Range<usize>) -> Answer {
    let mut headers = body.headers.0.clone();
    let length = body.bytes.len();
    let place = format!("bytes {}-{}/{length}", range.start, range.end - 1);
    if let Ok(place) = HeaderValue::try_from(place) {
        headers.insert(CONTENT_RANGE, place);
    }
    headers.insert(CONTENT_LENGTH, HeaderValue::from(range.len()));
    let part = body.bytes.get(range).unwrap_or_default();
    response(StatusCode::PARTIAL_CONTENT, headers, part)
}

/// The refusal of an invalid range.
fn not_satisfiable(table: &Table, body: &Body) -> Answer {
    let mut response = table.bodiless(StatusCode::RANGE_NOT_SATISFIABLE);
    let place = format!("bytes */{}", body.bytes.len());
    let headers = response.headers_mut();
    if let Ok(place) = HeaderValue::try_from(place) {
        headers.insert(CONTENT_RANGE, place);
    }
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    response
}

/// The same address on the site's own host, or `None` for a request without a path.
fn elsewhere(own: &str, uri: &Uri) -> Option<HeaderValue> {
    let target = uri.path_and_query()?.as_str();
    if !target.starts_with('/') {
        return None;
    }
    HeaderValue::try_from(format!("https://{own}{target}")).ok()
}

/// A path of the table with the request's query. The query is left out if a header can't hold it.
fn location(path: &'static str, query: Option<&str>) -> HeaderValue {
    let whole = query.and_then(|query| HeaderValue::try_from(format!("{path}?{query}")).ok());
    whole.unwrap_or(HeaderValue::from_static(path))
}
