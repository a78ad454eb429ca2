//! Node, which renders and serves the pages, and the content it was last sent.

use super::Event;
use super::update::{Sent, Update, moments_of};
use crate::build;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::Serialize;
use site_check::Loaded;
use site_check::report::{Report, ReportedDiagnostic};
use site_schema::Edition;
use site_schema::model::{Content, WrittenMoment, zone_named};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::mem;
use std::net::SocketAddr;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The prefix of the line that reports the edition on screen, by its start in seconds since 1970.
const LOOKED_AT: &str = "\u{1}looked at ";

/// The Node process and the state of what it shows.
pub struct Viewer<'a> {
    workspace: &'a Workspace,
    node: ChildStdin,
    sent: Sent,
    problems: Vec<ReportedDiagnostic>,
    /// True while Node shows that the content can't be read.
    is_interrupted: bool,
    /// The year of the content, once it has been loaded.
    year: Option<i16>,
    /// The moment to show first, until the content has been loaded.
    on: Option<WrittenMoment>,
    /// The moment on screen, in seconds since 1970; `None` for the present.
    looked_at: Arc<Mutex<Option<i64>>>,
}

/// A message to Node: one line of JSON.
#[derive(Default, Serialize)]
struct Message<'a> {
    /// The changes in one edition.
    content: Option<Update<'a>>,
    problems: &'a [ReportedDiagnostic],
    /// The reason why the content can't be read.
    interruption: Option<&'a str>,
    /// The moment to show, if Node doesn't know it yet.
    look: Option<i64>,
}

impl<'a> Viewer<'a> {
    /// Starts Node, which shows the edition of a moment first, or else the one in force. Sends `sender` an event when
    /// Node exits.
    pub fn start(
        workspace: &'a Workspace,
        address: SocketAddr,
        on: Option<WrittenMoment>,
        sender: Sender<Event>,
    ) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(workspace.path("web").join("dev/server.mjs"))
            .args(["--host", &address.ip().to_string()])
            .args(["--port", &address.port().to_string()])
            // The viewer opens files in an editor by paths relative to this folder.
            .current_dir(workspace.root())
            .stdin(Stdio::piped())
            // Node makes a pipe that it writes to non-blocking: if it shared this process's pipe, this process's own
            // writes would fail.
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start Node.js; is it installed and in the PATH?")?;
        let node = child.stdin.take().context("Node doesn't accept messages")?;
        let printed = child.stdout.take().context("Node prints nothing")?;
        let looked_at = Arc::new(Mutex::new(None));
        let looked_at_in_node = Arc::clone(&looked_at);
        thread::spawn(move || {
            // A closed standard output doesn't end the command.
            _ = print(printed, &looked_at_in_node);
            let success = child.wait().is_ok_and(|status| status.success());
            // The receiver is gone when the command ends.
            _ = sender.send(Event::Ended(success));
        });
        Ok(Self {
            workspace,
            node,
            sent: Sent::default(),
            problems: Vec::new(),
            is_interrupted: false,
            year: None,
            on,
            looked_at,
        })
    }

    /// Returns the moment on screen, or the present if none was chosen.
    pub fn looked_at(&self) -> Timestamp {
        let chosen = *lock(&self.looked_at);
        let moment = chosen.and_then(|seconds| Timestamp::from_second(seconds).ok());
        moment.unwrap_or_else(Timestamp::now)
    }

    /// Sends Node the changes in one edition before the other editions are checked. The problems aren't known yet, so
    /// Node keeps showing the previous ones.
    pub fn send_first(&mut self, edition: Edition, moments: &[Option<i64>]) -> Result<()> {
        let Some(year) = self.year else {
            return Ok(());
        };
        let problems = mem::take(&mut self.problems);
        let mut sent = mem::take(&mut self.sent);
        let mut is_written = Ok(());
        if let Some(update) = sent.update(&edition, moments, year) {
            is_written = self.write(&Message {
                content: Some(update),
                problems: &problems,
                ..Message::default()
            });
        }
        sent.keep_one(edition);
        self.sent = sent;
        self.problems = problems;
        is_written
    }

    /// Sends Node the changes since the last message, and takes the content out of `loaded`.
    pub fn send(&mut self, loaded: &mut Loaded) -> Result<()> {
        let problems = Report::new(loaded, &[]).diagnostics;
        // Empty if there are errors: the pages don't change.
        let editions = editions(loaded);
        let mut is_sent = false;
        if let Some(first) = editions.first() {
            let year = match self.year {
                Some(year) => year,
                None => build::year(self.workspace, &first.content)?,
            };
            self.year = Some(year);
            // The content sets the firm's time zone.
            let look = self.on.take().and_then(|on| seconds(on, &first.content));
            if look.is_some() {
                *lock(&self.looked_at) = look;
            }
            let looked_at = *lock(&self.looked_at);
            let mut sent = mem::take(&mut self.sent);
            let moments = moments_of(&editions);
            for update in sent.updates(&editions, &moments, year, looked_at) {
                self.write(&Message {
                    content: Some(update),
                    problems: &problems,
                    look,
                    interruption: None,
                })?;
                is_sent = true;
            }
            sent.keep(editions);
            self.sent = sent;
        }
        if !is_sent && (self.problems != problems || self.is_interrupted) {
            self.write(&Message {
                problems: &problems,
                ..Message::default()
            })?;
        }
        self.is_interrupted = false;
        self.problems = problems;
        Ok(())
    }

    /// Tells Node why the content can't be read.
    pub fn interrupt(&mut self, why: &str) -> Result<()> {
        self.is_interrupted = true;
        self.write(&Message {
            interruption: Some(why),
            ..Message::default()
        })
    }

    fn write(&mut self, message: &Message) -> Result<()> {
        let line = serde_json::to_string(message)? + "\n";
        match self.node.write_all(line.as_bytes()) {
            // Node has exited and reports the reason itself.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written.context("cannot send Node the changes"),
        }
    }
}

/// Takes the editions out of `loaded`; returns an empty list if there are errors.
fn editions(loaded: &mut Loaded) -> Vec<Edition> {
    mem::take(&mut loaded.editions)
}

/// Converts a moment in the firm's time zone to seconds since 1970.
fn seconds(on: WrittenMoment, content: &Content) -> Option<i64> {
    let zone = zone_named(&content.site.time_zone);
    Some(on.start(&zone)?.as_second())
}

/// Prints Node's output, and records the edition that Node reports as on screen.
fn print(printed: ChildStdout, looked_at: &Mutex<Option<i64>>) -> io::Result<()> {
    for line in BufReader::new(printed).lines() {
        let line = line?;
        match line.strip_prefix(LOOKED_AT) {
            Some(moment) => *lock(looked_at) = moment.parse().ok(),
            None => writeln!(io::stdout(), "{line}")?,
        }
    }
    Ok(())
}

fn lock(moment: &Mutex<Option<i64>>) -> MutexGuard<'_, Option<i64>> {
    moment.lock().unwrap_or_else(PoisonError::into_inner)
}
