//! What is counted, and how Prometheus reads it: with what its library knows of the process.

use std::sync::LazyLock;

use http::StatusCode;
use prometheus::{
    HistogramVec, IntCounter, IntCounterVec, IntGauge, PullingGauge, TextEncoder,
    register_histogram_vec, register_int_counter, register_int_counter_vec, register_int_gauge,
    register_int_gauge_vec,
};

use crate::config::{Limits, PER_ADDRESS};

pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::register);

const REGISTERED: &str = "names and labels are well-formed, and each is registered once";

pub struct Metrics {
    pub open: IntGauge,
    pub accepted: IntCounter,
    pub broken: IntCounter,
    pub sent: IntCounter,
    /// By protocol and status.
    pub durations: HistogramVec,
    /// Of TLS, by how they end: done or failed.
    pub handshakes: IntCounterVec,
    responses: IntCounterVec,
    limits: IntCounterVec,
}

impl Metrics {
    fn register() -> Self {
        let count = |name, help| register_int_counter!(name, help).expect(REGISTERED);
        let count_by =
            |name, help, label| register_int_counter_vec!(name, help, &[label]).expect(REGISTERED);
        let open = register_int_gauge!("site_connections_open", "Connections at this moment.");
        let durations = register_histogram_vec!(
            "site_request_duration_seconds",
            "From a request's head to the end of its response, by protocol and status.",
            &["protocol", "status"]
        );
        Metrics {
            open: open.expect(REGISTERED),
            accepted: count("site_connections_accepted_total", "Connections served."),
            broken: count("site_connections_broken_total", "Connections that failed."),
            sent: count("site_response_body_bytes_total", "Bytes of bodies sent."),
            durations: durations.expect(REGISTERED),
            responses: count_by("site_responses_total", "Responses by status.", "status"),
            limits: count_by("site_limits_total", "Clients beyond a limit.", "limit"),
            handshakes: count_by("site_tls_handshakes_total", "TLS handshakes.", "end"),
        }
    }

    pub fn response(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    /// A peer that a limit ended or refused: the name of the flag, or `header_size`.
    pub fn limit(&self, limit: &str) {
        self.limits.with_label_values(&[limit]).inc();
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
