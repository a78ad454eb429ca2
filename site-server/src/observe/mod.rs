//! What the operator sees: [`metrics`], the [`log`], and the [`admin`] listener that shows them.

pub mod admin;
pub mod log;
pub mod metrics;

use std::net::IpAddr;
use std::time::Instant;

use http::request::Parts;
use http::{HeaderValue, StatusCode, Version};
use tracing::{Level, enabled, info};

use log::REQUESTS;
use metrics::METRICS;

/// A response while it is sent; counted and logged when it has been, or was given up.
pub struct Exchange {
    /// Of the body, so far.
    bytes: usize,
    start: Instant,
    protocol: &'static str,
    status: StatusCode,
    client: IpAddr,
    /// Where requests are logged.
    head: Option<Parts>,
}

impl Exchange {
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

    /// So many bytes more of the body.
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
        let Some(head) = &self.head else { return };
        let header = |name| {
            let value: &HeaderValue = head.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()))
        };
        let target = head.uri.path_and_query();
        // Of `00-<trace>-<parent>-01` the trace is what other programs log (W3C Trace Context, 3.2).
        let traceparent = header("traceparent");
        let trace = || traceparent.as_deref()?.split('-').nth(1);
        info!(
            target: REQUESTS,
            client = %self.client,
            method = head.method.as_str(),
            target = target.map_or("*", |target| target.as_str()),
            protocol = self.protocol,
            status = self.status.as_u16(),
            bytes = self.bytes,
            duration,
            user_agent = header("user-agent").as_deref(),
            request_id = header("x-request-id").as_deref().or_else(trace),
        );
    }
}
