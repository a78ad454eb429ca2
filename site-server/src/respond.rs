//! Step 5: the response, from the parts that the steps before have chosen.

use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, LOCATION, VARY};
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;

use crate::path::{Resolved, resolve};
use crate::table::{Body, NOT_FOUND, PERMANENT_REDIRECT, Prepared, ROWS};
use crate::{condition, encoding, method};

/// The answer to one request; its body is not read.
pub fn respond<B>(request: &Request<B>) -> Response<Full<Bytes>> {
    if let Some(prepared) = method::answer(request.method()) {
        return full(prepared, request);
    }
    match resolve(ROWS, request.uri().path()) {
        Resolved::Found(row) => full(&row.response, request),
        Resolved::Misspelt(row) => {
            let mut response = full(&PERMANENT_REDIRECT, request);
            response
                .headers_mut()
                .insert(LOCATION, location(row.path, request.uri().query()));
            response
        }
        Resolved::Unknown => full(&NOT_FOUND, request),
    }
}

fn full<B>(prepared: &'static Prepared, request: &Request<B>) -> Response<Full<Bytes>> {
    let Some(body) = encoding::choose(prepared.bodies, request.headers()) else {
        return response(prepared.status, prepared, |_| true);
    };
    if condition::not_modified(body, request.headers()) {
        let mut response = response(StatusCode::NOT_MODIFIED, prepared, is_for_caches);
        insert(&mut response, ETAG, body.etag.clone());
        return response;
    }
    let mut response = response(prepared.status, prepared, |_| true);
    insert(&mut response, ETAG, body.etag.clone());
    insert(
        &mut response,
        CONTENT_ENCODING,
        body.coding.name().map(HeaderValue::from_static),
    );
    insert(
        &mut response,
        CONTENT_LENGTH,
        Some(HeaderValue::from(body.bytes.len())),
    );
    *response.body_mut() = content(body, request.method());
    response
}

/// A HEAD has the headers of a GET, and no body.
fn content(body: &'static Body, method: &Method) -> Full<Bytes> {
    if method == Method::HEAD {
        Full::default()
    } else {
        Full::new(Bytes::from_static(body.bytes))
    }
}

fn response(
    status: StatusCode,
    prepared: &'static Prepared,
    keep: impl Fn(&HeaderName) -> bool,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    response.headers_mut().extend(
        prepared
            .headers
            .iter()
            .filter(|(name, _)| keep(name))
            .cloned(),
    );
    response
}

/// What a 304 repeats (RFC 9110, 15.4.5); the rest stands in the stored response.
fn is_for_caches(name: &HeaderName) -> bool {
    [CACHE_CONTROL, VARY].contains(name)
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
