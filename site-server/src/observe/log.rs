//! The log of responses, a line for each or for one of many.
//!
//! A thread of its own writes; where it can't keep up, lines are dropped and counted, and visitors do not wait.

use std::io::{self, Write as _};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use http::Request;
use jiff::Timestamp;
use serde::Serialize;
use tokio::sync::mpsc;

use super::metrics::protocol;
use crate::config::{Config, LogForm};

#[derive(Clone)]
pub struct Log {
    form: LogForm,
    sample: u64,
    seen: Arc<AtomicU64>,
    lines: SyncSender<String>,
}

/// How many wait to be written at most.
const LINES: usize = 1024;

impl Log {
    /// Starts the thread that writes; `None` where nothing is logged. It drops `done` once the last line is written.
    pub fn start(config: &Config, done: mpsc::Sender<()>) -> io::Result<Option<Self>> {
        if config.log == LogForm::Off {
            return Ok(None);
        }
        let (lines, written) = sync_channel(LINES);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                write(&written);
                drop(done);
            })?;
        Ok(Some(Log {
            form: config.log,
            sample: config.log_sample.max(1),
            seen: Arc::default(),
            lines,
        }))
    }

    /// Whether the next response is one to log.
    pub fn wants(&self) -> bool {
        let seen = self.seen.fetch_add(1, Ordering::Relaxed);
        seen.is_multiple_of(self.sample)
    }

    /// Whether there was room for the line.
    pub fn write(&self, line: &Line) -> bool {
        self.lines.try_send(line.text(self.form)).is_ok()
    }
}

/// A response and its request; `None` is what could not be read or was not sent.
#[derive(Serialize)]
pub struct Line {
    time: String,
    client: IpAddr,
    method: Option<String>,
    target: Option<String>,
    protocol: Option<&'static str>,
    pub status: u16,
    /// Of the body.
    pub bytes: usize,
    /// In seconds, from the request's head to the end of the response.
    pub duration: f64,
    user_agent: Option<String>,
    request_id: Option<String>,
}

impl Line {
    pub fn unread(client: IpAddr) -> Self {
        Line {
            time: format!("{:.3}", Timestamp::now()),
            client,
            method: None,
            target: None,
            protocol: None,
            status: 0,
            bytes: 0,
            duration: 0.0,
            user_agent: None,
            request_id: None,
        }
    }

    pub fn of<B>(client: IpAddr, request: &Request<B>) -> Self {
        let header = |name: &str| {
            let value = request.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        // Of `00-<trace>-<parent>-01` the trace is what other programs log (W3C Trace Context, 3.2).
        let trace = || header("traceparent")?.split('-').nth(1).map(str::to_owned);
        let target = request.uri().path_and_query();
        Line {
            method: Some(request.method().to_string()),
            target: Some(target.map_or("*", |target| target.as_str()).to_owned()),
            protocol: Some(protocol(request.version())),
            user_agent: header("user-agent"),
            request_id: header("x-request-id").or_else(trace),
            ..Line::unread(client)
        }
    }

    fn text(&self, form: LogForm) -> String {
        if form == LogForm::Json {
            return serde_json::to_string(self).unwrap_or_default();
        }
        // It may hold what a terminal would act on, from HTTP/2 or a strange client.
        let or_none = |value: &Option<String>| {
            let value = value.as_deref().unwrap_or("-");
            value.escape_default().to_string()
        };
        format!(
            "{} {} {} {} {} {} {} {:.6} \"{}\" {}",
            self.time,
            self.client,
            or_none(&self.method),
            or_none(&self.target),
            self.protocol.unwrap_or("-"),
            self.status,
            self.bytes,
            self.duration,
            or_none(&self.user_agent),
            or_none(&self.request_id),
        )
    }
}

fn write(lines: &Receiver<String>) {
    let mut output = io::LineWriter::new(io::stdout());
    for line in lines {
        // A closed standard output is no reason not to serve.
        _ = writeln!(output, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use http::Request;
    use serde_json::Value;

    use super::Line;
    use crate::config::LogForm;

    #[test]
    fn nothing_of_a_request_breaks_its_line() {
        let address: IpAddr = "::1".parse().expect("an address");
        for strange in ["/", "/\"a\\", "/\u{1b}[2J\n", "/\u{e4}"] {
            let mut line = Line::of(address, &Request::new(()));
            line.target = Some(strange.to_owned());
            line.user_agent = Some(strange.to_owned());
            line.request_id = Some(strange.to_owned());
            let read: Value = serde_json::from_str(&line.text(LogForm::Json)).expect("JSON");
            assert_eq!(
                (&read["target"], &read["user_agent"]),
                (&strange.into(), &strange.into())
            );
            let text = line.text(LogForm::Text);
            let mut bytes = text.bytes();
            assert!(bytes.all(|byte| (b' '..=b'~').contains(&byte)), "{text:?}");
        }
    }

    #[test]
    fn what_could_not_be_read_has_a_line_as_well() {
        let line = Line::unread("::1".parse().expect("an address"));
        let read: Value = serde_json::from_str(&line.text(LogForm::Json)).expect("JSON");
        assert_eq!(
            (&read["method"], &read["target"]),
            (&Value::Null, &Value::Null)
        );
        let text = line.text(LogForm::Text);
        assert!(text.ends_with(" ::1 - - - 0 0 0.000000 \"-\" -"), "{text}");
    }
}
