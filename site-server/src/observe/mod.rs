//! Everything for operators: [`metrics`] of the server and its process, the current [`edition`], the [`log`], and the [`admin`]
//! listener that shows the metrics.

pub mod admin;
mod combined;
pub mod edition;
mod entry;
pub mod log;
pub mod metrics;
#[cfg(target_os = "linux")]
mod process;
mod request;

use std::net::IpAddr;
use std::time::Instant;

use http::{Request, StatusCode};

pub use entry::refused;
use metrics::METRICS;
pub use metrics::Protocol;
use request::Logged;

/// Why every metric can be registered.
const REGISTERED: &str = "names and labels are well-formed, and each is registered once";

/// A response in progress. It is counted and logged when the peer has received all of it, or when sending stops.
pub struct Exchange {
    /// The bytes of the body that the system, or TLS with a buffer of two records, has accepted.
    pub bytes: usize,
    start: Instant,
    protocol: Protocol,
    status: StatusCode,
    /// The request, if requests are logged.
    logged: Option<Box<Logged>>,
}

impl Exchange {
    /// Starts a response, and counts it. `client` is only called if requests are logged.
    pub fn new<B>(
        request: &Request<B>,
        status: StatusCode,
        client: impl FnOnce() -> IpAddr,
    ) -> Self {
        METRICS.response(status);
        let logged = if log::is_on() {
            Some(Box::new(Logged::new(request, client())))
        } else {
            None
        };
        Exchange {
            bytes: 0,
            start: Instant::now(),
            protocol: Protocol::of(request.version()),
            status,
            logged,
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let seconds = self.start.elapsed().as_secs_f64();
        METRICS.sent(self.protocol, self.status, seconds, self.bytes);
        if let Some(logged) = &self.logged {
            entry::answered(logged, self, seconds);
        }
    }
}
