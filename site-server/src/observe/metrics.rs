//! The counts that the server keeps, and their text for Prometheus.

use std::sync::LazyLock;

use http::StatusCode;
use prometheus::{
    HistogramVec, IntCounter, IntCounterVec, IntGauge, PullingGauge, TextEncoder,
    register_histogram_vec, register_int_counter, register_int_counter_vec, register_int_gauge,
    register_int_gauge_vec,
};

use super::REGISTERED;
#[cfg(target_os = "linux")]
use super::process;
use crate::config::{Limits, PER_ADDRESS};

/// The metrics, registered when they are first used.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::register);

/// The counts, each under the name that it is registered by.
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

    /// Counts a response.
    pub fn response(&self, status: StatusCode) {
        self.responses.with_label_values(&[status.as_str()]).inc();
    }

    /// Counts a peer that a limit ended or refused; `limit` is the name of the flag, or `header_size`.
    pub fn limit(&self, limit: &str) {
        self.limits.with_label_values(&[limit]).inc();
    }
}

/// Begins to count, and registers what does not change: the version, the content and the limits.
pub fn start(limits: &Limits, commit: &str, content: &str) {
    LazyLock::force(&METRICS);
    let info = register_int_gauge_vec!(
        "site_build_info",
        "What is served, as 1.",
        &["version", "commit", "content"]
    );
    info.expect(REGISTERED)
        .with_label_values(&[env!("CARGO_PKG_VERSION"), commit, content])
        .set(1);
    register_limits(limits);
}

/// Registers each limit as a gauge, by the name of its flag.
fn register_limits(limits: &Limits) {
    let registered = register_int_gauge_vec!(
        "site_limit",
        "What the server takes, by limit; times in seconds.",
        &["limit"]
    );
    let gauges = registered.expect(REGISTERED);
    let mut fields = serde_json::to_value(limits).unwrap_or_default();
    let per_address = limits.connections_per_address.unwrap_or(PER_ADDRESS);
    fields["connections_per_address"] = per_address.into();
    for (limit, most) in fields.as_object().into_iter().flatten() {
        // A number too large for a gauge is no limit.
        if let Some(most) = most.as_i64() {
            gauges.with_label_values(&[limit]).set(most);
        }
    }
}

/// Registers a gauge whose value is read each time that somebody reads the metrics.
pub fn register_gauge(name: &str, help: &str, read: impl Fn() -> u64 + Send + Sync + 'static) {
    PullingGauge::new(name, help, Box::new(move || read() as f64))
        .and_then(|gauge| prometheus::register(Box::new(gauge)))
        .expect(REGISTERED);
}

/// Renders all metrics in Prometheus' text format.
pub fn text() -> String {
    #[cfg(target_os = "linux")]
    process::update();
    TextEncoder::new()
        .encode_to_string(&prometheus::gather())
        .unwrap_or_default()
}
