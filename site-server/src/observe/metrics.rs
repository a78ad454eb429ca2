//! What is counted, and how Prometheus reads it: with what its library knows of the process.

use std::sync::LazyLock;

use clap::ValueEnum;
use http::StatusCode;
use prometheus::{
    HistogramVec, IntCounter, IntCounterVec, IntGauge, PullingGauge, TextEncoder,
    register_histogram_vec, register_int_counter, register_int_counter_vec, register_int_gauge,
    register_int_gauge_vec,
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

pub static METRICS: LazyLock<Metrics> = LazyLock::new(|| Metrics::register().expect(REGISTERED));
/// By how they end: `done` or `failed`. Shown only where TLS is spoken.
pub static HANDSHAKES: LazyLock<IntCounterVec> = LazyLock::new(|| {
    let (name, help) = ("site_tls_handshakes_total", "Handshakes of TLS.");
    let ends = register_int_counter_vec!(name, help, &["end"]).expect(REGISTERED);
    for end in ["done", "failed"] {
        ends.with_label_values(&[end]);
    }
    ends
});

const REGISTERED: &str = "names and labels are well-formed, and each is registered once";

pub struct Metrics {
    pub open: IntGauge,
    pub accepted: IntCounter,
    pub broken: IntCounter,
    pub sent: IntCounter,
    /// By protocol and status.
    pub durations: HistogramVec,
    responses: IntCounterVec,
    limits: IntCounterVec,
}

impl Metrics {
    fn register() -> prometheus::Result<Self> {
        let metrics = Metrics {
            open: register_int_gauge!("site_connections_open", "Connections at this moment.")?,
            accepted: register_int_counter!(
                "site_connections_accepted_total",
                "Connections that were served."
            )?,
            broken: register_int_counter!(
                "site_connections_broken_total",
                "Connections ended by what the client sent, or by the network."
            )?,
            sent: register_int_counter!(
                "site_response_body_bytes_total",
                "Bytes of bodies that were sent."
            )?,
            durations: register_histogram_vec!(
                "site_request_duration_seconds",
                "From a request's head to the end of its response, by protocol and status.",
                &["protocol", "status"]
            )?,
            responses: register_int_counter_vec!(
                "site_responses_total",
                "Responses by status.",
                &["status"]
            )?,
            limits: register_int_counter_vec!(
                "site_limits_total",
                "Clients that were refused or whose connections expired, by limit.",
                &["limit"]
            )?,
        };
        for status in STATUSES {
            metrics.responses.with_label_values(&[status]);
        }
        for limit in Limit::value_variants() {
            metrics.limits.with_label_values(&[name(*limit)]);
        }
        Ok(metrics)
    }

    pub fn response(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    pub fn limit(&self, limit: Limit) {
        self.limits.with_label_values(&[name(limit)]).inc();
    }
}

/// Begins to count, with what does not change: what is served, and within which limits.
pub fn start(limits: &Limits, commit: &str, content: &str) {
    LazyLock::force(&METRICS);
    let labels = ["version", "commit", "content"];
    let info = register_int_gauge_vec!("site_build_info", "What is served, as 1.", &labels);
    let values = [env!("CARGO_PKG_VERSION"), commit, content];
    info.expect(REGISTERED).with_label_values(&values).set(1);
    let help = "What the server takes, by limit; times in seconds.";
    let maxima = register_int_gauge_vec!("site_limit", help, &["limit"]).expect(REGISTERED);
    let per_address = limits.connections_per_address.unwrap_or(PER_ADDRESS);
    let mut limits = serde_json::to_value(limits).unwrap_or_default();
    limits["connections_per_address"] = per_address.into();
    for (limit, most) in limits.as_object().into_iter().flatten() {
        // What is no number is too large for one, and no limit.
        if let Some(most) = most.as_i64() {
            maxima.with_label_values(&[limit]).set(most);
        }
    }
}

/// Adds a number that is asked for each time that somebody reads the metrics.
pub fn ask(name: &str, help: &str, number: impl Fn() -> u64 + Send + Sync + 'static) {
    PullingGauge::new(name, help, Box::new(move || number() as f64))
        .and_then(|gauge| prometheus::register(Box::new(gauge)))
        .expect(REGISTERED);
}

/// All of them, in Prometheus' text format.
pub fn text() -> String {
    TextEncoder::new()
        .encode_to_string(&prometheus::gather())
        .unwrap_or_default()
}

fn name(limit: Limit) -> String {
    let value = limit.to_possible_value().expect("none is hidden");
    value.get_name().to_owned()
}
