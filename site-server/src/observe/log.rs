//! The log: requests on standard output, and other events on standard error.
//!
//! A separate thread writes the requests. If it can't keep up, lines are dropped and counted, and visitors don't wait.

use std::io::{self, Write};
use std::sync::OnceLock;

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, Registry, fmt, registry};

use super::metrics::{self, METRICS};
use crate::config::{Log, LogForm};

/// The target of request events.
pub const REQUESTS: &str = "requests";

/// The most requests that wait to be written.
const LINES: usize = 1024;

/// The log's configuration, set at start. Requests aren't logged before that.
static LOG: OnceLock<Log> = OnceLock::new();

/// Returns true if requests are logged.
pub fn is_on() -> bool {
    form() != LogForm::Off
}

/// The log format of requests.
pub fn form() -> LogForm {
    LOG.get().map_or(LogForm::Off, |log| log.log)
}

/// Returns true if clients' addresses are logged.
pub fn keeps_addresses() -> bool {
    LOG.get().is_some_and(|log| !log.log_without_addresses)
}

/// Starts the log. Dropping the guard writes the remaining lines.
pub fn start(log: &Log) -> WorkerGuard {
    _ = LOG.set(log.clone());
    let (requests, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(LINES)
        .thread_name("log")
        .finish(Counted(io::stdout()));
    let dropped = requests.error_counter();
    metrics::register_counter(
        "site_log_dropped_total",
        "Lines of the log that were dropped because they weren't written in time.",
        move || dropped.dropped_lines() as u64,
    );
    let level = if is_on() {
        LevelFilter::INFO
    } else {
        LevelFilter::OFF
    };
    // Libraries log events about peers, who could fill the log.
    let targets = Targets::new()
        .with_target(env!("CARGO_CRATE_NAME"), LevelFilter::INFO)
        .with_target(REQUESTS, level);
    registry()
        .with(request_layer(log.log, requests))
        .with(event_layer(log.log))
        .with(targets)
        .init();
    guard
}

/// A layer of the log, in any form.
type Layer = Box<dyn tracing_subscriber::Layer<Registry> + Send + Sync>;

/// The layer that writes requests.
fn request_layer(form: LogForm, requests: NonBlocking) -> Layer {
    let layer = fmt::layer()
        .with_writer(requests)
        .with_ansi(false)
        .with_target(false);
    let formed = match form {
        LogForm::Json => layer.json().flatten_event(true).boxed(),
        // The event is already a whole line.
        LogForm::Combined => layer.without_time().with_level(false).boxed(),
        LogForm::Text | LogForm::Off => layer.boxed(),
    };
    let is_request = filter_fn(|metadata| metadata.target() == REQUESTS);
    formed.with_filter(is_request).boxed()
}

/// The layer that writes other events.
fn event_layer<S>(form: LogForm) -> Box<dyn tracing_subscriber::Layer<S> + Send + Sync>
where
    S: tracing::Subscriber + for<'span> registry::LookupSpan<'span>,
{
    let layer = fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false);
    let formed = if form == LogForm::Json {
        layer.json().flatten_event(true).boxed()
    } else {
        layer.boxed()
    };
    let is_event = filter_fn(|metadata| metadata.target() != REQUESTS);
    formed.with_filter(is_event).boxed()
}

/// Standard output that counts lines that couldn't be written.
struct Counted<W>(W);

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes);
        if written.is_err() {
            METRICS.unwritten_lines.inc();
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
