//! What is counted, and how Prometheus reads it.
//!
//! Each thread that serves has its own counters, which nobody else writes: to count costs next to nothing.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::tls::Tls;

/// A number that one thread adds to and any may read.
#[derive(Default, Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    /// By its own thread alone: no lock is taken, so another's count could be lost.
    pub fn add(&self, more: u64) {
        let sum = self.0.load(Ordering::Relaxed).wrapping_add(more);
        self.0.store(sum, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a client was refused or let go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Connections,
    ConnectionsPerAddress,
    HandshakeSeconds,
    HeaderBytes,
    HeaderCount,
    HeaderSeconds,
    IdleSeconds,
    WriteSeconds,
    RequestsPerConnection,
    Streams,
    ControlFrames,
}

const LIMITS: [(Limit, &str); 11] = [
    (Limit::Connections, "connections"),
    (Limit::ConnectionsPerAddress, "connections_per_address"),
    (Limit::HandshakeSeconds, "handshake_seconds"),
    (Limit::HeaderBytes, "header_bytes"),
    (Limit::HeaderCount, "header_count"),
    (Limit::HeaderSeconds, "header_seconds"),
    (Limit::IdleSeconds, "idle_seconds"),
    (Limit::WriteSeconds, "write_seconds"),
    (Limit::RequestsPerConnection, "requests_per_connection"),
    (Limit::Streams, "streams"),
    (Limit::ControlFrames, "control_frames"),
];

/// Every status that the server itself gives.
const STATUSES: [u16; 15] = [
    200, 204, 206, 301, 304, 308, 400, 404, 405, 408, 410, 416, 421, 431, 503,
];

/// The counters of one thread.
#[derive(Default, Debug)]
pub struct Metrics {
    pub accepted: Counter,
    pub closed: Counter,
    /// Requests that went to hyper: HTTP/2, and what is out of the ordinary in HTTP/1.
    pub whole: Counter,
    /// Connections that ended because of what a client sent or did not send.
    pub broken: Counter,
    /// Handshakes of TLS that led to a connection, and those that did not.
    pub handshakes: Counter,
    pub failed_handshakes: Counter,
    /// HTTP/2: streams, and connections, that were ended because of what a client sent.
    pub reset_streams: Counter,
    pub refused_connections: Counter,
    /// Lines of the log that nobody took in time.
    pub unlogged: Counter,
    responses: [Counter; STATUSES.len()],
    limits: [Counter; LIMITS.len()],
}

impl Metrics {
    pub fn response(&self, status: u16) {
        let at = STATUSES.iter().position(|known| *known == status);
        if let Some(counter) = at.and_then(|at| self.responses.get(at)) {
            counter.add(1);
        }
    }

    pub fn limit(&self, limit: Limit) {
        let at = LIMITS.iter().position(|(known, _)| *known == limit);
        if let Some(counter) = at.and_then(|at| self.limits.get(at)) {
            counter.add(1);
        }
    }
}

/// All threads together, in Prometheus's text format.
pub fn text(threads: &[Arc<Metrics>], tls: Option<&Tls>) -> String {
    let sum = |counter: &dyn Fn(&Metrics) -> &Counter| -> u64 {
        threads.iter().map(|metrics| counter(metrics).get()).sum()
    };
    let (accepted, closed) = (sum(&|m| &m.accepted), sum(&|m| &m.closed));
    let mut text = String::new();
    let mut family = |name: &str, kind: &str, help: &str, samples: &[(String, u64)]| {
        _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in samples {
            _ = writeln!(text, "{name}{labels} {value}");
        }
    };
    let one = |value| [(String::new(), value)];
    family(
        "site_connections_open",
        "gauge",
        "Connections at this moment.",
        &one(accepted.saturating_sub(closed)),
    );
    family(
        "site_connections_accepted_total",
        "counter",
        "Connections that were served.",
        &one(accepted),
    );
    family(
        "site_connections_broken_total",
        "counter",
        "Connections ended by what the client sent, or by the network.",
        &one(sum(&|m| &m.broken)),
    );
    family(
        "site_requests_whole_total",
        "counter",
        "Requests that were answered by hyper.",
        &one(sum(&|m| &m.whole)),
    );
    let resets = [
        ("stream", sum(&|m| &m.reset_streams)),
        ("connection", sum(&|m| &m.refused_connections)),
    ];
    family(
        "site_http2_errors_total",
        "counter",
        "Streams of HTTP/2 that the server reset, and connections that it ended with an error.",
        &resets.map(|(what, value)| (format!("{{what=\"{what}\"}}"), value)),
    );
    if let Some(tls) = tls {
        let handshakes = [
            ("done", sum(&|m| &m.handshakes)),
            ("failed", sum(&|m| &m.failed_handshakes)),
        ];
        family(
            "site_tls_handshakes_total",
            "counter",
            "Handshakes of TLS.",
            &handshakes.map(|(end, value)| (format!("{{end=\"{end}\"}}"), value)),
        );
        family(
            "site_tls_certificate_expires_timestamp_seconds",
            "gauge",
            "The last second of the certificate in use, since 1970.",
            &one(tls.current().expires().as_secs()),
        );
    }
    let statuses: Vec<_> = STATUSES
        .iter()
        .enumerate()
        .map(|(at, status)| {
            (
                format!("{{status=\"{status}\"}}"),
                sum(&|m| &m.responses[at]),
            )
        })
        .collect();
    family(
        "site_responses_total",
        "counter",
        "Responses by status.",
        &statuses,
    );
    let limits: Vec<_> = LIMITS
        .iter()
        .enumerate()
        .map(|(at, (_, name))| (format!("{{limit=\"{name}\"}}"), sum(&|m| &m.limits[at])))
        .collect();
    family(
        "site_limits_total",
        "counter",
        "Clients that were refused or let go, by limit.",
        &limits,
    );
    family(
        "site_log_dropped_total",
        "counter",
        "Lines of the log that nobody took in time.",
        &one(sum(&|m| &m.unlogged)),
    );
    text
}
