//! The log: requests on standard output, and what else happens on standard error.
//!
//! A thread of its own writes the requests; where it can't keep up, lines are dropped and counted, and visitors do not wait.

use std::io;

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::writer::MakeWriterExt as _;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt, registry};

use super::metrics;
use crate::config::LogForm;

/// The target of events that are requests.
pub const REQUESTS: &str = "requests";

/// The most requests that wait to be written.
const LINES: usize = 1024;

/// Starts the log. The lines that still wait are written when the guard is dropped.
pub fn start(form: LogForm) -> WorkerGuard {
    let (requests, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(LINES)
        .thread_name("log")
        .finish(io::stdout());
    let dropped = requests.error_counter();
    metrics::register_gauge(
        "site_log_dropped_total",
        "Lines of the log that nobody took in time.",
        move || dropped.dropped_lines() as u64,
    );
    let requests = requests.with_filter(|metadata| metadata.target() == REQUESTS);
    let layer = fmt::layer()
        .with_writer(requests.or_else(io::stderr))
        .with_ansi(false)
        .with_target(false);
    let (layer, level) = match form {
        LogForm::Off => (layer.boxed(), LevelFilter::OFF),
        LogForm::Text => (layer.boxed(), LevelFilter::INFO),
        LogForm::Json => (layer.json().flatten_event(true).boxed(), LevelFilter::INFO),
    };
    // Libraries report on peers, who could fill the log.
    let targets = Targets::new()
        .with_target(env!("CARGO_CRATE_NAME"), LevelFilter::INFO)
        .with_target(REQUESTS, level);
    registry().with(layer).with(targets).init();
    guard
}
