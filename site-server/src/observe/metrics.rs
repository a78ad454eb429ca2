//! The server's counters, and their text for Prometheus.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use http::{StatusCode, Version};
use prometheus::core::{Collector, Desc};
use prometheus::proto::{self, Metric, MetricFamily, MetricType};
use prometheus::{
    Histogram, HistogramVec, IntCounter, IntCounterVec, IntGauge, PullingGauge, TextEncoder,
    register_histogram_vec, register_int_counter, register_int_counter_vec, register_int_gauge,
    register_int_gauge_vec,
};

use super::REGISTERED;
use super::edition;
#[cfg(target_os = "linux")]
use super::process;
use crate::config::{Limits, PER_ADDRESS};

/// The metrics, which are registered at their first use.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::register);

/// The metrics by their registered names.
pub struct Metrics {
    pub open: IntGauge,
    pub accepted: IntCounter,
    pub broken: IntCounter,
    /// Connections that the system couldn't accept, because it has no files or memory left.
    pub unaccepted: IntCounter,
    /// Writes of the log that failed.
    pub unwritten_lines: IntCounter,
    /// TLS handshakes by result: done or failed.
    pub handshakes: IntCounterVec,
    sent: IntCounter,
    durations: HistogramVec,
    durations_by: [ByStatus<Histogram>; PROTOCOLS.len()],
    responses: IntCounterVec,
    responses_by: ByStatus<IntCounter>,
    limits: IntCounterVec,
}

/// A protocol version, as named in metrics and the log.
#[derive(Clone, Copy)]
pub enum Protocol {
    Http10,
    Http11,
    Http2,
}

const PROTOCOLS: [&str; 3] = ["HTTP/1.0", "HTTP/1.1", "HTTP/2"];

impl Protocol {
    pub fn of(version: Version) -> Self {
        match version {
            Version::HTTP_10 => Protocol::Http10,
            Version::HTTP_2 => Protocol::Http2,
            _ => Protocol::Http11,
        }
    }

    pub fn name(self) -> &'static str {
        PROTOCOLS[self as usize]
    }
}

/// A metric for each status. Its labels are looked up only once.
struct ByStatus<M>(Vec<OnceLock<M>>);

/// Statuses have three digits.
const STATUSES: usize = 1_000;

impl<M> ByStatus<M> {
    fn new() -> Self {
        let mut metrics = Vec::new();
        metrics.resize_with(STATUSES, OnceLock::new);
        ByStatus(metrics)
    }

    fn get(&self, status: StatusCode, look_up: impl FnOnce() -> M) -> &M {
        self.0[usize::from(status.as_u16())].get_or_init(look_up)
    }
}

impl Metrics {
    fn register() -> Self {
        let count = |name, help| register_int_counter!(name, help).expect(REGISTERED);
        let count_by =
            |name, help, label| register_int_counter_vec!(name, help, &[label]).expect(REGISTERED);
        let open = register_int_gauge!("site_connections_open", "Connections at this moment.");
        let durations = register_histogram_vec!(
            "site_request_duration_seconds",
            "Time from a request's head to the end of its response, by protocol and status.",
            &["protocol", "status"]
        );
        Metrics {
            open: open.expect(REGISTERED),
            accepted: count("site_connections_accepted_total", "Connections served."),
            broken: count("site_connections_broken_total", "Connections that failed."),
            unaccepted: count(
                "site_connections_unaccepted_total",
                "Attempts to accept a connection that the system refused.",
            ),
            unwritten_lines: count(
                "site_log_failed_total",
                "Writes of the log that the system refused.",
            ),
            sent: count("site_response_body_bytes_total", "Bytes of bodies sent."),
            durations: durations.expect(REGISTERED),
            durations_by: [ByStatus::new(), ByStatus::new(), ByStatus::new()],
            responses: count_by("site_responses_total", "Responses by status.", "status"),
            responses_by: ByStatus::new(),
            limits: count_by(
                "site_limits_total",
                "Clients that exceeded a limit.",
                "limit",
            ),
            handshakes: count_by("site_tls_handshakes_total", "TLS handshakes.", "end"),
        }
    }

    /// Counts a response.
    pub fn response(&self, status: StatusCode) {
        let look_up = || self.responses.with_label_values(&[status.as_str()]);
        self.responses_by.get(status, look_up).inc();
    }

    /// Counts the end of a response, with its seconds and the bytes of its body.
    pub fn sent(&self, protocol: Protocol, status: StatusCode, seconds: f64, bytes: usize) {
        let labels = [protocol.name(), status.as_str()];
        let look_up = || self.durations.with_label_values(&labels);
        let durations = &self.durations_by[protocol as usize];
        durations.get(status, look_up).observe(seconds);
        self.sent.inc_by(bytes as u64);
    }

    /// Counts a peer that a limit closed or refused. `limit` is the name of the flag, `header_size` or `control_frames`.
    pub fn limit(&self, limit: &str) {
        self.limits.with_label_values(&[limit]).inc();
    }
}

/// Starts counting, and registers constant values: the version, the content and the limits.
pub fn start(limits: &Limits, commit: &str, content: &str) {
    LazyLock::force(&METRICS);
    let info = register_int_gauge_vec!(
        "site_build_info",
        "The version, commit and content, as labels of the constant 1.",
        &["version", "commit", "content"]
    );
    info.expect(REGISTERED)
        .with_label_values(&[env!("CARGO_PKG_VERSION"), commit, content])
        .set(1);
    register_limits(limits);
    for (name, help, number) in edition::GAUGES {
        register_gauge(name, help, move || edition::value(number));
    }
}

/// Registers how long the server took to become ready: to check its table, read its certificate and listen.
pub fn ready(after: Duration) {
    let seconds = prometheus::register_gauge!(
        "site_start_seconds",
        "Time from the start of the program until it serves."
    );
    seconds.expect(REGISTERED).set(after.as_secs_f64());
}

/// Registers each limit as a gauge named after its flag.
fn register_limits(limits: &Limits) {
    let registered = register_int_gauge_vec!(
        "site_limit",
        "The server's limits; times are in seconds.",
        &["limit"]
    );
    let gauges = registered.expect(REGISTERED);
    let mut fields = serde_json::to_value(limits).unwrap_or_default();
    let per_address = limits.connections_per_address.unwrap_or(PER_ADDRESS);
    fields["connections_per_address"] = per_address.into();
    for (limit, most) in fields.as_object().into_iter().flatten() {
        // A number that is too large for a gauge means no limit.
        if let Some(most) = most.as_i64() {
            gauges.with_label_values(&[limit]).set(most);
        }
    }
}

/// Registers a gauge whose value is read whenever the metrics are.
pub fn register_gauge(name: &str, help: &str, read: impl Fn() -> u64 + Send + Sync + 'static) {
    PullingGauge::new(name, help, Box::new(move || read() as f64))
        .and_then(|gauge| prometheus::register(Box::new(gauge)))
        .expect(REGISTERED);
}

/// Registers a counter that is kept elsewhere and read whenever the metrics are.
pub fn register_counter(name: &str, help: &str, read: impl Fn() -> u64 + Send + Sync + 'static) {
    let name_and_help = Desc::new(name.to_owned(), help.to_owned(), vec![], HashMap::new());
    let counter = PullingCounter {
        desc: name_and_help.expect(REGISTERED),
        read: Box::new(read),
    };
    prometheus::register(Box::new(counter)).expect(REGISTERED);
}

struct PullingCounter {
    desc: Desc,
    read: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Collector for PullingCounter {
    fn desc(&self) -> Vec<&Desc> {
        vec![&self.desc]
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let mut counter = proto::Counter::default();
        counter.set_value((self.read)() as f64);
        let mut family = MetricFamily::default();
        family.set_name(self.desc.fq_name.clone());
        family.set_help(self.desc.help.clone());
        family.set_field_type(MetricType::COUNTER);
        let mut metric = Metric::default();
        metric.set_counter(counter);
        family.set_metric(vec![metric]);
        vec![family]
    }
}

/// Renders all metrics in Prometheus' text format.
pub fn text() -> String {
    #[cfg(target_os = "linux")]
    process::update();
    TextEncoder::new()
        .encode_to_string(&prometheus::gather())
        .unwrap_or_default()
}
