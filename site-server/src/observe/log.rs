//! The log of responses, a line for each or for one of many.
//!
//! A thread of its own writes; where it can't keep up, lines are dropped and counted, and visitors do not wait.

use std::io::{self, Write as _};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::SystemTime;

use http::Method;
use tokio::sync::mpsc;

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

    /// Whether there was room for the line, if this response is one to log.
    pub fn write(&self, address: IpAddr, request: Option<(&Method, &str)>, status: u16) -> bool {
        let seen = self.seen.fetch_add(1, Ordering::Relaxed);
        if !seen.is_multiple_of(self.sample) {
            return true;
        }
        let line = line(self.form, address, request, status);
        self.lines.try_send(line).is_ok()
    }
}

/// A method and a target, where they could be read.
fn line(form: LogForm, address: IpAddr, request: Option<(&Method, &str)>, status: u16) -> String {
    let time = httpdate::fmt_http_date(SystemTime::now());
    let (method, target) = request
        .map(|(method, target)| (method.as_str(), target))
        .unzip();
    match form {
        LogForm::Json => format!(
            r#"{{"time":"{time}","address":"{address}","method":{},"target":{},"status":{status}}}"#,
            serde_json::Value::from(method),
            serde_json::Value::from(target)
        ),
        // A target may hold what a terminal would act on, from HTTP/2 or a strange client.
        _ => format!(
            "{time} {address} {} {} {status}",
            method.unwrap_or("-"),
            target.unwrap_or("-").escape_default()
        ),
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

    use http::Method;
    use serde_json::Value;

    use super::line;
    use crate::config::LogForm;

    #[test]
    fn no_target_breaks_its_line() {
        let address: IpAddr = "::1".parse().expect("an address");
        for target in ["/", "/\"a\\", "/\u{1b}[2J\n", "/\u{e4}"] {
            let request = Some((&Method::GET, target));
            let json = line(LogForm::Json, address, request, 200);
            let read: Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(
                (&read["target"], &read["status"]),
                (&target.into(), &200.into())
            );
            let text = line(LogForm::Text, address, request, 200);
            assert!(
                text.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_could_not_be_read_has_a_line_as_well() {
        let address: IpAddr = "::1".parse().expect("an address");
        let json = line(LogForm::Json, address, None, 400);
        let read: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(
            (&read["method"], &read["target"]),
            (&Value::Null, &Value::Null)
        );
        let text = line(LogForm::Text, address, None, 400);
        assert!(text.ends_with(" ::1 - - 400"), "{text}");
    }
}
