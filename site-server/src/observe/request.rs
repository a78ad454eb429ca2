//! A request as the log has it: without its query, with no more of the page that led here than its host, and no field longer
//! than [`LONGEST`] bytes, whatever the client sent.

use std::net::IpAddr;

use http::header::{REFERER, USER_AGENT};
use http::{HeaderName, Request, StatusCode, Uri};
use tracing::info;

use super::{Exchange, combined, log};
use crate::config::LogForm;
use log::REQUESTS;

/// The most bytes of a field.
const LONGEST: usize = 300;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// What is logged of a request.
pub struct Logged {
    /// None where addresses are not kept.
    pub client: Option<IpAddr>,
    pub method: String,
    pub path: String,
    pub user_agent: Option<String>,
    /// The host of the page that led here.
    pub referrer: Option<String>,
    pub request_id: Option<String>,
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
        }
    }

    /// Writes a line on the response to it.
    pub fn log(&self, exchange: &Exchange, seconds: f64) {
        let protocol = exchange.protocol.name();
        if log::form() == LogForm::Combined {
            let status = exchange.status.as_u16();
            let line = combined::line(self, protocol, status, exchange.bytes);
            info!(target: REQUESTS, "{line}");
            return;
        }
        info!(
            target: REQUESTS,
            client = self.client.map(tracing::field::display),
            method = self.method,
            target = self.path,
            protocol,
            status = exchange.status.as_u16(),
            bytes = exchange.bytes,
            duration = seconds,
            referrer = self.referrer,
            user_agent = self.user_agent,
            request_id = self.request_id,
        );
    }
}

/// Logs the refusal of what could not be read.
pub fn refused(client: IpAddr, status: StatusCode) {
    if !log::is_on() {
        return;
    }
    let client = log::keeps_addresses().then_some(client);
    let status = status.as_u16();
    if log::form() == LogForm::Combined {
        let line = combined::refusal(client, status);
        info!(target: REQUESTS, "{line}");
    } else {
        let client = client.map(tracing::field::display);
        info!(target: REQUESTS, client, status, bytes = 0, duration = 0.0);
    }
}

/// The path, as it was sent: what follows a question mark is nobody's business.
fn path(uri: &Uri) -> String {
    match uri.path() {
        "" => "*".to_owned(),
        path => cut(path),
    }
}

/// The host of the page that led here, where it has one.
fn referrer<B>(request: &Request<B>) -> Option<String> {
    let value = request.headers().get(REFERER)?;
    let page = Uri::try_from(value.as_bytes()).ok()?;
    Some(cut(page.host()?))
}

/// The value of a field, with a replacement character for what is not UTF-8.
fn field<B>(request: &Request<B>, name: HeaderName) -> Option<String> {
    let value = request.headers().get(name)?.as_bytes();
    let beginning = &value[..value.len().min(LONGEST)];
    Some(cut(&String::from_utf8_lossy(beginning)))
}

/// The trace ID of `00-<trace>-<parent>-01` (W3C Trace Context, 3.2), which other programs log as well.
fn trace<B>(request: &Request<B>) -> Option<String> {
    let traceparent = field(request, TRACEPARENT)?;
    let id = traceparent.split('-').nth(1)?;
    Some(id.to_owned())
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST)].to_owned()
}
