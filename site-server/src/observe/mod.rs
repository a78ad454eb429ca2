//! What whoever runs the server gets to know: [`metrics`], the [`log`], and the [`admin`] listener that shows them.

pub mod admin;
pub mod log;
pub mod metrics;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use http::{Request, StatusCode};

use log::{Line, Log};
use metrics::Metrics;

pub struct Observer {
    pub metrics: Arc<Metrics>,
    pub log: Option<Log>,
}

/// A request and its response, while that is sent.
pub struct Exchange {
    pub bytes: usize,
    start: Instant,
    protocol: &'static str,
    status: StatusCode,
    /// Where it is logged.
    line: Option<Line>,
}

impl Observer {
    /// Counts a response.
    pub fn answered<B>(
        &self,
        client: IpAddr,
        request: &Request<B>,
        status: StatusCode,
    ) -> Exchange {
        self.metrics.response(status);
        let line = self.log.as_ref().is_some_and(Log::wants);
        Exchange {
            bytes: 0,
            start: Instant::now(),
            protocol: metrics::protocol(request.version()),
            status,
            line: line.then(|| Line::of(client, request)),
        }
    }

    /// Logs a response that hyper has sent or given up.
    pub fn finished(&self, exchange: &mut Exchange) {
        let duration = exchange.start.elapsed();
        self.metrics
            .finished(exchange.protocol, exchange.status, duration, exchange.bytes);
        if let Some(mut line) = exchange.line.take() {
            line.bytes = exchange.bytes;
            line.duration = duration.as_secs_f64();
            self.write(line, exchange.status);
        }
    }

    /// Counts and logs the refusal of what could not be read.
    pub fn refused(&self, client: IpAddr, status: StatusCode) {
        self.metrics.response(status);
        if self.log.as_ref().is_some_and(Log::wants) {
            self.write(Line::unread(client), status);
        }
    }

    fn write(&self, mut line: Line, status: StatusCode) {
        line.status = status.as_u16();
        if self.log.as_ref().is_some_and(|log| !log.write(&line)) {
            self.metrics.unlogged.inc();
        }
    }
}
