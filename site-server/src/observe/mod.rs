//! What whoever runs the server gets to know: [`metrics`], the [`log`], and the [`admin`] listener that shows them.

pub mod admin;
pub mod log;
pub mod metrics;

use std::net::IpAddr;
use std::sync::Arc;

use http::{Method, StatusCode};

use log::Log;
use metrics::Metrics;

pub struct Observer {
    pub metrics: Arc<Metrics>,
    pub log: Option<Log>,
}

impl Observer {
    /// Counts and logs a response; of a request a method and a target, where they could be read.
    pub fn response(&self, peer: IpAddr, request: Option<(&Method, &str)>, status: StatusCode) {
        self.metrics.response(status);
        if let Some(log) = &self.log
            && !log.write(peer, request, status.as_u16())
        {
            self.metrics.unlogged.inc();
        }
    }
}
