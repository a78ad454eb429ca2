//! The answer to a request, over any protocol. All is prepared at build; what is left is a choice:
//!
//! 1. [`host`]: a request that does not say properly which host it is for is refused. [`fields`] has what is read of it.
//! 2. The method: GET and HEAD go on; OPTIONS and everything else are answered. Where the content says so, a visitor of another host
//!    is led to the site's own.
//! 3. [`path`]: the row of the table in the edition that is in force, the address that the row has moved to, a part of an
//!    earlier publication, or the not-found page. Redirects and gone pages
//!    from `content/redirects.toml` are rows like any other.
//! 4. [`encoding`]: the body in the encoding that the client likes best.
//! 5. [`condition`]: 304 where the client has that body, 412 where it wants another.
//! 6. [`range`]: the part of a body that was asked for.
//!
//! The crate `site-table` has the table that they choose from, and [`edition`] the part of it that is in force; [`redirect`] answers for it on a listener that only leads to another.

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

/// The response of an edition to one request; its body is not read.
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
    // What has no path is of OPTIONS and CONNECT alone (RFC 9112, 3.2).
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
    // A HEAD has the headers of a GET, and no body.
    if request.method() == Method::HEAD {
        *response.body_mut() = &[];
    }
    response
}

/// The response of a row: whole, a part of it, or none of it where the client has it already.
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

/// A part of a body, which is not empty.
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

/// The refusal of a range that a body does not have.
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

/// The same address on the site's own host; none for a request of no path.
fn elsewhere(own: &str, uri: &Uri) -> Option<HeaderValue> {
    let target = uri.path_and_query()?.as_str();
    if !target.starts_with('/') {
        return None;
    }
    HeaderValue::try_from(format!("https://{own}{target}")).ok()
}

/// A path of the table with the query of the request, or without it where a header can't hold it.
fn location(path: &'static str, query: Option<&str>) -> HeaderValue {
    let whole = query.and_then(|query| HeaderValue::try_from(format!("{path}?{query}")).ok());
    whole.unwrap_or(HeaderValue::from_static(path))
}
