//! Node, which renders and serves the pages of one edition, and the other editions.

use super::Event;
use super::update::{Screen, Update, edition_at, moments_of};
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

/// The prefix of the line that reports the edition that someone has chosen, by its start in seconds since 1970.
const LOOKED_AT: &str = "\u{1}looked at ";

/// The Node process and the state of what it shows.
pub struct Viewer<'a> {
    workspace: &'a Workspace,
    node: ChildStdin,
    screen: Screen,
    /// All editions, of the latest content without errors.
    editions: Vec<Edition>,
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
    /// The differences between the edition to show and the edition that Node shows.
    content: Option<Update<'a>>,
    problems: &'a [ReportedDiagnostic],
    /// The reason why the content can't be read.
    interruption: Option<&'a str>,
}

impl<'a> Viewer<'a> {
    /// Starts Node, which shows the edition of a moment first, or else the one in force. Sends `sender` an event when
    /// someone chooses another edition, and when Node exits.
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
            // Node's output ends with Node.
            _ = print(printed, &looked_at_in_node, &sender);
            let success = child.wait().is_ok_and(|status| status.success());
            // The receiver is gone when the command ends.
            _ = sender.send(Event::Ended(success));
        });
        Ok(Self {
            workspace,
            node,
            screen: Screen::default(),
            editions: Vec::new(),
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

    /// Shows an edition before the other editions are checked. The problems aren't known yet, so Node keeps showing the
    /// previous ones.
    pub fn show_first(&mut self, edition: Edition, moments: Vec<Option<i64>>) -> Result<()> {
        let Some(year) = self.year else {
            return Ok(());
        };
        if let Some(update) = self.screen.update(&edition, &moments, year) {
            let message = Message {
                content: Some(update),
                problems: &self.problems,
                interruption: None,
            };
            write(&mut self.node, &message)?;
        }
        self.screen.show(edition, moments);
        Ok(())
    }

    /// Shows the edition of the moment on screen, and the problems. Takes the content out of `loaded`.
    pub fn show(&mut self, loaded: &mut Loaded) -> Result<()> {
        let problems = Report::new(loaded, &[]).diagnostics;
        let has_news = self.is_interrupted || self.problems != problems;
        self.is_interrupted = false;
        self.problems = problems;
        // Empty if there are errors: the pages don't change.
        let editions = mem::take(&mut loaded.editions);
        if let Some(first) = editions.first() {
            if self.year.is_none() {
                self.year = Some(build::year(self.workspace, &first.content)?);
            }
            // The content sets the firm's time zone.
            if let Some(on) = self.on.take() {
                *lock(&self.looked_at) = seconds(on, &first.content);
            }
            self.editions = editions;
        }
        let moments = moments_of(&self.editions);
        let edition = edition_at(&self.editions, self.looked_at().as_second());
        let update = edition
            .zip(self.year)
            .and_then(|(edition, year)| self.screen.update(edition, &moments, year));
        if update.is_some() || has_news {
            let message = Message {
                content: update,
                problems: &self.problems,
                interruption: None,
            };
            write(&mut self.node, &message)?;
        }
        if let Some(edition) = edition {
            self.screen.show(edition.clone(), moments);
        }
        Ok(())
    }

    /// Tells Node why the content can't be read.
    pub fn interrupt(&mut self, why: &str) -> Result<()> {
        self.is_interrupted = true;
        let message = Message {
            interruption: Some(why),
            ..Message::default()
        };
        write(&mut self.node, &message)
    }
}

fn write(node: &mut ChildStdin, message: &Message<'_>) -> Result<()> {
    let line = serde_json::to_string(message)? + "\n";
    match node.write_all(line.as_bytes()) {
        // Node has exited and reports the reason itself.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot send Node the changes"),
    }
}

/// Converts a moment in the firm's time zone to seconds since 1970.
fn seconds(on: WrittenMoment, content: &Content) -> Option<i64> {
    let zone = zone_named(&content.site.time_zone);
    Some(on.start(&zone)?.as_second())
}

/// Prints Node's output, and records the edition that someone has chosen there.
fn print(
    printed: ChildStdout,
    looked_at: &Mutex<Option<i64>>,
    sender: &Sender<Event>,
) -> io::Result<()> {
    for line in BufReader::new(printed).lines() {
        let line = line?;
        let Some(moment) = line.strip_prefix(LOOKED_AT) else {
            // A closed standard output doesn't end the command.
            _ = writeln!(io::stdout(), "{line}");
            continue;
        };
        *lock(looked_at) = moment.parse().ok();
        // The receiver is gone when the command ends.
        _ = sender.send(Event::Chosen);
    }
    Ok(())
}

fn lock(moment: &Mutex<Option<i64>>) -> MutexGuard<'_, Option<i64>> {
    moment.lock().unwrap_or_else(PoisonError::into_inner)
}
