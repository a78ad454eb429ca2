//! A request in the log: without its query, with only the host of the referring page, and with no field longer than [`LONGEST`]
//! bytes, whatever the client sent.

use std::net::IpAddr;

use http::header::{REFERER, USER_AGENT};
use http::{HeaderName, Request, Uri};

use super::log;

/// The most bytes of a field.
const LONGEST: usize = 300;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const SEC_PURPOSE: HeaderName = HeaderName::from_static("sec-purpose");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The logged data of a request.
pub struct Logged {
    /// `None` if addresses aren't logged.
    pub client: Option<IpAddr>,
    pub method: String,
    pub path: String,
    pub user_agent: Option<String>,
    /// The host of the referring page.
    pub referrer: Option<String>,
    pub request_id: Option<String>,
    /// True if the browser requests it before anyone opens it.
    pub is_prefetch: bool,
}

impl Logged {
    pub fn new<B>(request: &Request<B>, client: IpAddr) -> Self {
        Logged {
            client: log::keeps_addresses().then_some(client),
            method: cut(request.method().as_str()),
            path: path(request.uri()),
            user_agent: field(request, USER_AGENT),
            referrer: referrer(request),
            request_id: field(request, REQUEST_ID).or_else(|| trace(request)),
            is_prefetch: is_prefetch(request),
        }
    }
}

/// The path as sent, without its query, which may be private.
fn path(uri: &Uri) -> String {
    match uri.path() {
        "" => "*".to_owned(),
        path => cut(path),
    }
}

/// The host of the referring page, if there is one.
fn referrer<B>(request: &Request<B>) -> Option<String> {
    let value = request.headers().get(REFERER)?;
    let page = Uri::try_from(value.as_bytes()).ok()?;
    Some(cut(page.host()?))
}

/// The value of a field, with replacement characters for bytes that aren't UTF-8.
fn field<B>(request: &Request<B>, name: HeaderName) -> Option<String> {
    let value = request.headers().get(name)?.as_bytes();
    let beginning = &value[..value.len().min(LONGEST)];
    Some(cut(&String::from_utf8_lossy(beginning)))
}

/// Returns true for a `Sec-Purpose` of `prefetch`, with or without parameters such as `prerender` (Fetch, 3.5).
fn is_prefetch<B>(request: &Request<B>) -> bool {
    let Some(value) = request.headers().get(SEC_PURPOSE) else {
        return false;
    };
    let purpose = value.as_bytes().split(|byte| *byte == b';').next();
    purpose.is_some_and(|purpose| purpose.trim_ascii() == b"prefetch")
}

/// The trace ID of `00-<trace>-<parent>-01` (W3C Trace Context, 3.2), which other programs also log.
fn trace<B>(request: &Request<B>) -> Option<String> {
    let traceparent = field(request, TRACEPARENT)?;
    let id = traceparent.split('-').nth(1)?;
    Some(id.to_owned())
}

/// The start of a text, up to [`LONGEST`] bytes.
fn cut(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST)].to_owned()
}
