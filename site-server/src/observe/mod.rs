//! The operator's view: [`metrics`] of the server and of its process, the [`log`], and the [`admin`] listener that shows the
//! metrics.

pub mod admin;
pub mod log;
pub mod metrics;
#[cfg(target_os = "linux")]
mod process;

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Instant;

use http::request::Parts;
use http::{StatusCode, Version};
use tracing::{Level, enabled, info};

use log::REQUESTS;
use metrics::METRICS;

/// The reason why every metric can be registered.
const REGISTERED: &str = "names and labels are well-formed, and each is registered once";

/// A response while it is sent; counted and logged when it has been, or was given up.
pub struct Exchange {
    /// Of the body, so far.
    bytes: usize,
    start: Instant,
    protocol: &'static str,
    status: StatusCode,
    client: IpAddr,
    /// The request; only where requests are logged.
    head: Option<Parts>,
}

impl Exchange {
    /// Begins to send a response, and counts it.
    pub fn new(client: IpAddr, request: Parts, status: StatusCode) -> Self {
        METRICS.response(status);
        Exchange {
            bytes: 0,
            start: Instant::now(),
            protocol: match request.version {
                Version::HTTP_10 => "HTTP/1.0",
                Version::HTTP_2 => "HTTP/2",
                _ => "HTTP/1.1",
            },
            status,
            client,
            head: enabled!(target: REQUESTS, Level::INFO).then_some(request),
        }
    }

    /// Counts bytes of the body that were sent.
    pub fn sent(&mut self, bytes: usize) {
        self.bytes += bytes;
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let duration = self.start.elapsed().as_secs_f64();
        let labels = [self.protocol, self.status.as_str()];
        let durations = METRICS.durations.with_label_values(&labels);
        durations.observe(duration);
        METRICS.sent.inc_by(self.bytes as u64);
        if let Some(head) = &self.head {
            self.log(head, duration);
        }
    }
}

impl Exchange {
    /// Logs the request and its response.
    fn log(&self, head: &Parts, duration: f64) {
        let target = head.uri.path_and_query();
        let request_id = header(head, "x-request-id");
        let traceparent = header(head, "traceparent");
        info!(
            target: REQUESTS,
            client = %self.client,
            method = head.method.as_str(),
            target = target.map_or("*", |target| target.as_str()),
            protocol = self.protocol,
            status = self.status.as_u16(),
            bytes = self.bytes,
            duration,
            user_agent = header(head, "user-agent").as_deref(),
            request_id = request_id.as_deref().or_else(|| trace(traceparent.as_deref()?)),
        );
    }
}

/// The value of a request's header field, with a replacement character for what is not UTF-8.
fn header<'h>(head: &'h Parts, name: &str) -> Option<Cow<'h, str>> {
    let value = head.headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()))
}

/// The trace ID of `00-<trace>-<parent>-01` (W3C Trace Context, 3.2), which other programs log as well.
fn trace(traceparent: &str) -> Option<&str> {
    traceparent.split('-').nth(1)
}
