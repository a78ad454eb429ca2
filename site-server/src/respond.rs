//! The last step: the response, from the parts that the steps before have chosen.
//!
//! [`choose`] is all that is decided about a request. [`crate::http1`] sends most answers as the bytes that the table holds;
//! [`respond`] makes a [`Response`] of any.

use std::ops::Range;

use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, ETAG, LOCATION,
    VARY,
};
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;

use crate::path::{Resolved, resolve};
use crate::range::Part;
use crate::request::{Asked, Fields};
use crate::table::{Body, Prepared, Row, Table};
use crate::{condition, encoding, host, method, range};

/// What a request is answered with.
#[derive(Debug)]
pub enum Answer<'t> {
    Whole(&'t Prepared, &'t Body),
    NotModified(&'t Prepared, &'t Body),
    /// These bytes of the body.
    Part(&'t Prepared, &'t Body, Range<usize>),
    /// A part that the body does not have.
    NoPart(&'t Prepared, &'t Body),
    /// Another spelling of this row's path.
    Misspelt(&'t Row),
    /// A status that has no body.
    Bodiless(&'t Prepared),
}

/// Steps 1 to 5.
pub fn choose<'t, F: Fields + ?Sized>(table: &'t Table, asked: &Asked<'_, F>) -> Answer<'t> {
    if let Some(prepared) = method::answer(table, asked.method) {
        return whole(prepared, asked);
    }
    let prepared = match resolve(table.rows(), asked.path) {
        Resolved::Found(row) => &row.response,
        Resolved::Misspelt(row) => return Answer::Misspelt(row),
        Resolved::Unknown => &table.fixed.not_found,
    };
    whole(prepared, asked)
}

fn whole<'t, F: Fields + ?Sized>(prepared: &'t Prepared, asked: &Asked<'_, F>) -> Answer<'t> {
    let Some(body) = encoding::choose(&prepared.bodies, asked.fields) else {
        return Answer::Bodiless(prepared);
    };
    if condition::not_modified(body, asked.fields) {
        return Answer::NotModified(prepared, body);
    }
    // Of a HEAD no range is asked (RFC 9110, 14.2).
    if asked.method != Method::GET {
        return Answer::Whole(prepared, body);
    }
    match range::part(prepared, body, asked.fields) {
        Part::Whole => Answer::Whole(prepared, body),
        Part::Bytes(range) => Answer::Part(prepared, body, range),
        Part::Nothing => Answer::NoPart(prepared, body),
    }
}

/// The answer to one request; its body is not read.
pub fn respond<B>(table: &Table, request: &Request<B>) -> Response<Full<Bytes>> {
    let asked = Asked {
        method: request.method(),
        path: request.uri().path(),
        fields: request.headers(),
    };
    let answer = match host::is_named(request) {
        true => choose(table, &asked),
        false => whole(&table.fixed.bad_request, &asked),
    };
    let mut response = match answer {
        Answer::Bodiless(prepared) => head(prepared.status, prepared, |_| true),
        Answer::Misspelt(row) => {
            let mut response = empty(&table.fixed.permanent_redirect);
            let location = location(row.path, request.uri().query());
            response.headers_mut().insert(LOCATION, location);
            response
        }
        Answer::Whole(prepared, body) => full(prepared, body),
        Answer::NotModified(prepared, body) => {
            let mut response = head(StatusCode::NOT_MODIFIED, prepared, is_for_caches);
            insert(&mut response, ETAG, body.etag.clone());
            response
        }
        Answer::Part(prepared, body, range) => {
            let (bytes, length) = (body.bytes(), body.bytes().len());
            let mut response = full(prepared, body);
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            let place = format!("bytes {}-{}/{length}", range.start, range.end - 1);
            say_part(&mut response, place, range.len());
            *response.body_mut() =
                Full::new(Bytes::from_static(bytes.get(range).unwrap_or_default()));
            response
        }
        Answer::NoPart(prepared, body) => {
            let keep = |name: &HeaderName| is_for_all(name) || *name == ACCEPT_RANGES;
            let mut response = head(StatusCode::RANGE_NOT_SATISFIABLE, prepared, keep);
            say_part(&mut response, format!("bytes */{}", body.bytes().len()), 0);
            response
        }
    };
    // A HEAD has the headers of a GET, and no body.
    if request.method() == Method::HEAD {
        *response.body_mut() = Full::default();
    }
    response
}

/// Which part of a body this is, and how long it is.
fn say_part(response: &mut Response<Full<Bytes>>, place: String, length: usize) {
    insert(response, CONTENT_RANGE, HeaderValue::try_from(place).ok());
    insert(response, CONTENT_LENGTH, Some(HeaderValue::from(length)));
}

/// A response without a body, whatever was asked.
pub fn empty(prepared: &Prepared) -> Response<Full<Bytes>> {
    match prepared.bodies.first() {
        Some(body) => full(prepared, body),
        None => head(prepared.status, prepared, |_| true),
    }
}

fn full(prepared: &Prepared, body: &Body) -> Response<Full<Bytes>> {
    let mut response = head(prepared.status, prepared, |_| true);
    insert(&mut response, ETAG, body.etag.clone());
    let coding = body.coding.name().map(HeaderValue::from_static);
    insert(&mut response, CONTENT_ENCODING, coding);
    let length = HeaderValue::from(body.bytes().len());
    response.headers_mut().insert(CONTENT_LENGTH, length);
    *response.body_mut() = Full::new(Bytes::from_static(body.bytes()));
    response
}

fn head(
    status: StatusCode,
    prepared: &Prepared,
    keep: impl Fn(&HeaderName) -> bool,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    // With room for those of the body and the date: the map grows once.
    response.headers_mut().reserve(prepared.headers.len() + 4);
    let headers = prepared.headers.iter().filter(|(name, _)| keep(name));
    response.headers_mut().extend(headers.cloned());
    response
}

/// What a 304 repeats (RFC 9110, 15.4.5); the rest stands in the stored response.
fn is_for_caches(name: &HeaderName) -> bool {
    [CACHE_CONTROL, VARY].contains(name)
}

/// What belongs on a response whatever it holds.
fn is_for_all(name: &HeaderName) -> bool {
    [
        http::header::STRICT_TRANSPORT_SECURITY,
        http::header::X_CONTENT_TYPE_OPTIONS,
    ]
    .contains(name)
}

fn insert(response: &mut Response<Full<Bytes>>, name: HeaderName, value: Option<HeaderValue>) {
    if let Some(value) = value {
        response.headers_mut().insert(name, value);
    }
}

/// A path of the table with the query of the request, or without it where a header can't hold it.
fn location(path: &'static str, query: Option<&str>) -> HeaderValue {
    query
        .and_then(|query| HeaderValue::from_str(&format!("{path}?{query}")).ok())
        .unwrap_or(HeaderValue::from_static(path))
}
