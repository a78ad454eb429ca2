//! Node, which renders the pages and serves them, and what it was sent last.

use super::Event;
use crate::build;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use serde::Serialize;
use site_check::Loaded;
use site_check::report::{Report, ReportedDiagnostic};
use site_schema::model::Content;
use std::collections::HashSet;
use std::io::{self, ErrorKind, Write as _};
use std::net::SocketAddr;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

/// Node, running, and the state of what it shows.
pub struct Viewer<'a> {
    workspace: &'a Workspace,
    node: ChildStdin,
    content: Option<Content>,
    problems: Vec<ReportedDiagnostic>,
    /// True while Node shows that the content can't be read.
    is_interrupted: bool,
    /// The year of the content, once there is one.
    year: Option<i16>,
}

/// A message to Node: one line of JSON.
#[derive(Default, Serialize)]
struct Message<'a> {
    /// The content to show, where that has changed.
    content: Option<Update<'a>>,
    problems: &'a [ReportedDiagnostic],
    /// The reason why the content can't be read at all.
    interruption: Option<&'a str>,
}

/// The content as it is, without the pages and articles that Node has already.
#[derive(Serialize)]
struct Update<'a> {
    year: i16,
    changed: Content,
    /// The routes of all pages and articles, in their order.
    routes: Vec<&'a str>,
}

impl<'a> Viewer<'a> {
    /// Starts Node, and sends `sender` how it ended.
    pub fn start(
        workspace: &'a Workspace,
        address: SocketAddr,
        sender: Sender<Event>,
    ) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(workspace.path("web").join("dev/server.mjs"))
            .args(["--host", &address.ip().to_string()])
            .args(["--port", &address.port().to_string()])
            // Places that are opened in an editor are named from here.
            .current_dir(workspace.root())
            .stdin(Stdio::piped())
            // Node makes a pipe that it writes to non-blocking: in a shared one, this process's own writes would fail.
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start Node.js; is it installed and in the PATH?")?;
        let node = child.stdin.take().context("Node takes no messages")?;
        let mut printed = child.stdout.take().context("Node prints nothing")?;
        thread::spawn(move || {
            // A closed standard output is no reason to end.
            _ = io::copy(&mut printed, &mut io::stdout());
            let success = child.wait().is_ok_and(|status| status.success());
            // Nobody listens any more when the command ends.
            _ = sender.send(Event::Ended(success));
        });
        Ok(Self {
            workspace,
            node,
            content: None,
            problems: Vec::new(),
            is_interrupted: false,
            year: None,
        })
    }

    /// Sends Node what differs from what it was sent last, and takes the content.
    pub fn send(&mut self, loaded: &mut Loaded) -> Result<()> {
        let problems = Report::new(loaded, &[]).diagnostics;
        // None where there is an error: the pages stay as they are.
        let content = loaded.content.take();
        let update = match &content {
            Some(content) if self.content.as_ref() != Some(content) => Some(self.update(content)?),
            _ => None,
        };
        if update.is_some() || self.problems != problems || self.is_interrupted {
            self.write(&Message {
                content: update,
                problems: &problems,
                interruption: None,
            })?;
        }
        self.is_interrupted = false;
        self.problems = problems;
        if content.is_some() {
            self.content = content;
        }
        Ok(())
    }

    /// Sends Node why the content can't be read.
    pub fn interrupt(&mut self, why: &str) -> Result<()> {
        self.is_interrupted = true;
        self.write(&Message {
            content: None,
            problems: &[],
            interruption: Some(why),
        })
    }

    /// Returns the content without what Node has already.
    fn update<'c>(&mut self, content: &'c Content) -> Result<Update<'c>> {
        let mut changed = content.clone();
        if let Some(known) = &self.content {
            changed.pages = not_in(&known.pages, &content.pages);
            changed.articles = not_in(&known.articles, &content.articles);
        }
        let year = match self.year {
            Some(year) => year,
            None => build::year(self.workspace, content)?,
        };
        self.year = Some(year);
        Ok(Update {
            year,
            changed,
            routes: content.routes().collect(),
        })
    }

    fn write(&mut self, message: &Message) -> Result<()> {
        let line = serde_json::to_string(message)? + "\n";
        match self.node.write_all(line.as_bytes()) {
            // It has ended, and says why itself.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written.context("cannot send Node what has changed"),
        }
    }
}

/// The items that were not there before. An item that has not changed is still the same allocation.
fn not_in<T>(before: &[Arc<T>], after: &[Arc<T>]) -> Vec<Arc<T>> {
    let mut known = HashSet::new();
    for item in before {
        known.insert(Arc::as_ptr(item));
    }
    let mut changed = Vec::new();
    for item in after {
        if !known.contains(&Arc::as_ptr(item)) {
            changed.push(Arc::clone(item));
        }
    }
    changed
}
