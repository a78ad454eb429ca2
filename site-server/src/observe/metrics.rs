//! What is counted, and how Prometheus reads it.

use std::time::Duration;

use clap::ValueEnum;
use http::{StatusCode, Version};
use prometheus::core::Collector;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

use crate::config::{Limits, PER_ADDRESS};

/// Why a peer was refused or its connection ended, by the name of the flag. A `ValueEnum` for its list of names.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[value(rename_all = "snake_case")]
pub enum Limit {
    Connections,
    ConnectionsPerAddress,
    Handshakes,
    HandshakeSeconds,
    HeaderBytes,
    HeaderCount,
    HeaderSeconds,
    IdleSeconds,
    WriteSeconds,
    RequestsPerConnection,
}

/// Every status that the server itself gives.
const STATUSES: [&str; 16] = [
    "200", "204", "206", "301", "304", "308", "400", "404", "405", "408", "410", "412", "416",
    "421", "431", "503",
];

pub struct Metrics {
    registry: Registry,
    pub open: IntGauge,
    pub accepted: IntCounter,
    pub broken: IntCounter,
    /// By how they end: `done` or `failed`.
    pub handshakes: IntCounterVec,
    pub certificate_expires: IntGauge,
    pub unlogged: IntCounter,
    responses: IntCounterVec,
    limits: IntCounterVec,
    durations: HistogramVec,
    sent: IntCounter,
}

impl Metrics {
    /// Those of TLS are shown only where it is spoken.
    pub fn new(with_tls: bool, configured: &Limits, commit: &str, content: &str) -> Self {
        let (registry, of_tls) = (Registry::new(), Registry::new());
        let of_tls = if with_tls { &registry } else { &of_tls };
        let counter = |name: &str, help: &str| register(&registry, IntCounter::new(name, help));
        let counters =
            |registry: &Registry, name: &str, help: &str, label: &str, values: &[&str]| {
                let family = register(
                    registry,
                    IntCounterVec::new(Opts::new(name, help), &[label]),
                );
                for value in values {
                    family.with_label_values(&[*value]);
                }
                family
            };
        let gauges = |name: &str, help: &str, labels: &[&str]| {
            register(&registry, IntGaugeVec::new(Opts::new(name, help), labels))
        };
        let info = gauges(
            "site_build_info",
            "What is served, as 1.",
            &["version", "commit", "content"],
        );
        info.with_label_values(&[env!("CARGO_PKG_VERSION"), commit, content])
            .set(1);
        let maxima = gauges(
            "site_limit",
            "What the server takes, by limit; times in seconds.",
            &["limit"],
        );
        for (limit, most) in values(configured) {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            maxima.with_label_values(&[limit]).set(most);
        }
        let durations = HistogramOpts::new(
            "site_request_duration_seconds",
            "From a request's head to the end of its response, by protocol and status.",
        );
        let limits: Vec<_> = Limit::value_variants().iter().map(name).collect();
        let limits: Vec<_> = limits.iter().map(String::as_str).collect();
        Metrics {
            open: register(
                &registry,
                IntGauge::new("site_connections_open", "Connections at this moment."),
            ),
            accepted: counter(
                "site_connections_accepted_total",
                "Connections that were served.",
            ),
            broken: counter(
                "site_connections_broken_total",
                "Connections ended by what the client sent, or by the network.",
            ),
            handshakes: counters(
                of_tls,
                "site_tls_handshakes_total",
                "Handshakes of TLS.",
                "end",
                &["done", "failed"],
            ),
            certificate_expires: register(
                of_tls,
                IntGauge::new(
                    "site_tls_certificate_expires_timestamp_seconds",
                    "The last second of the certificate in use, since 1970.",
                ),
            ),
            unlogged: counter(
                "site_log_dropped_total",
                "Lines of the log that nobody took in time.",
            ),
            responses: counters(
                &registry,
                "site_responses_total",
                "Responses by status.",
                "status",
                &STATUSES,
            ),
            limits: counters(
                &registry,
                "site_limits_total",
                "Clients that were refused or whose connections expired, by limit.",
                "limit",
                &limits,
            ),
            durations: register(
                &registry,
                HistogramVec::new(durations, &["protocol", "status"]),
            ),
            sent: counter(
                "site_response_body_bytes_total",
                "Bytes of bodies that were sent.",
            ),
            registry,
        }
    }

    pub fn finished(&self, protocol: &str, status: StatusCode, took: Duration, bytes: usize) {
        let labels = [protocol, status.as_str()];
        let duration = took.as_secs_f64();
        self.durations.with_label_values(&labels).observe(duration);
        self.sent.inc_by(bytes as u64);
    }

    pub fn response(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    pub fn limit(&self, limit: Limit) {
        self.limits.with_label_values(&[name(&limit)]).inc();
    }

    /// In Prometheus' text format.
    pub fn text(&self) -> String {
        TextEncoder::new()
            .encode_to_string(&self.registry.gather())
            .unwrap_or_default()
    }
}

/// Each limit by the name of its flag.
fn values(limits: &Limits) -> [(&'static str, u64); 11] {
    let per_address = limits.connections_per_address.unwrap_or(PER_ADDRESS);
    [
        ("connections", limits.connections as u64),
        ("connections_per_address", per_address as u64),
        ("handshakes", limits.handshakes as u64),
        ("handshake_seconds", limits.handshake_seconds.into()),
        ("header_bytes", limits.header_bytes.into()),
        ("header_count", limits.header_count.into()),
        ("header_seconds", limits.header_seconds.into()),
        ("idle_seconds", limits.idle_seconds.into()),
        ("write_seconds", limits.write_seconds.into()),
        ("requests_per_connection", limits.requests_per_connection),
        ("streams", limits.streams.into()),
    ]
}

/// As in an access log.
pub fn protocol(version: Version) -> &'static str {
    match version {
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2",
        _ => "HTTP/1.1",
    }
}

fn register<C: Collector + Clone + 'static>(
    registry: &Registry,
    metric: prometheus::Result<C>,
) -> C {
    let metric = metric.expect("names and labels are well-formed");
    registry
        .register(Box::new(metric.clone()))
        .expect("each name is registered once");
    metric
}

fn name(limit: &Limit) -> String {
    limit
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}
