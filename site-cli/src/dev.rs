//! `cargo site dev`: the pages as they will be, kept up to date while content and
//! components are written.
//!
//! This process watches the content; at each save it loads, checks and compiles all
//! of it, except what depends only on a text that is unchanged, and sends Node what differs.
//! Node, which it starts, has the components: it renders the pages that a browser has
//! open and serves them (web/dev/). It reads from a pipe, and ends when the pipe
//! closes, however this process ended.

use crate::build;
use crate::history;
use crate::output;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecursiveMode, Watcher as _, recommended_watcher};
use serde::Serialize;
use site_check::Loaded;
use site_check::report::{Report, ReportedDiagnostic};
use site_schema::model::Content;
use std::collections::HashSet;
use std::io::{self, ErrorKind, Write as _};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// What this process waits for.
enum Event {
    /// Something below content/ is not what it was.
    Changed,
    /// Node has ended; whether it succeeded.
    Ended(bool),
}

/// Editors write a file in several steps; this long after one, no other follows.
const SETTLED: Duration = Duration::from_millis(4);

pub fn dev(addr: &str) -> Result<bool> {
    let workspace = Workspace::find()?;
    let folder = workspace.content();
    build::packages(&workspace, "web")?;
    let (sender, events) = channel();
    // It watches until it is dropped.
    let mut watcher = recommended_watcher({
        let sender = sender.clone();
        move |event: notify::Result<notify::Event>| {
            if !event.is_ok_and(|event| is_reading(&event.kind)) {
                // Nobody listens any more when the command ends.
                _ = sender.send(Event::Changed);
            }
        }
    })
    .context("cannot watch for changes")?;
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch {}", folder.display()))?;
    let mut viewer = Viewer::start(&workspace, addr, sender)?;
    let unreadable = || format!("cannot read {}", folder.display());
    let mut loaded =
        site_check::load_at(&folder, Timestamp::now(), true).with_context(unreadable)?;
    history::add_git_state(&workspace, &mut loaded, None, None);
    let mut printed = Vec::new();
    loop {
        viewer.send(&mut loaded)?;
        // Git is asked once the change is seen: what it knows is seldom new.
        if history::add_git_state(&workspace, &mut loaded, None, None) {
            viewer.send(&mut loaded)?;
        }
        if loaded.diagnostics != printed {
            output::show(&loaded)?;
            printed.clone_from(&loaded.diagnostics);
        }
        if let Some(success) = settled(&events) {
            return Ok(success);
        }
        let again = loaded.read(&folder, Some(Timestamp::now()));
        again.with_context(unreadable)?;
    }
}

/// Node, and what it was sent last.
struct Viewer<'a> {
    workspace: &'a Workspace,
    node: ChildStdin,
    content: Option<Content>,
    problems: Vec<ReportedDiagnostic>,
    /// The year of the content, once there is one.
    year: Option<i16>,
}

impl<'a> Viewer<'a> {
    fn start(workspace: &'a Workspace, addr: &str, sender: Sender<Event>) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(workspace.path("web").join("dev/server.mjs"))
            .args(["--addr", addr])
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
            let ended = child.wait().is_ok_and(|status| status.success());
            // Nobody listens any more when the command ends.
            _ = sender.send(Event::Ended(ended));
        });
        Ok(Self {
            workspace,
            node,
            content: None,
            problems: Vec::new(),
            year: None,
        })
    }

    /// Sends Node what is not as it was.
    fn send(&mut self, loaded: &mut Loaded) -> Result<()> {
        let after = loaded.content.take();
        // Nothing where the content is as it was, or has errors.
        let update = after
            .as_ref()
            .filter(|after| self.content.as_ref() != Some(*after));
        let report = Report::new(loaded, &[]);
        let is_new = report.diagnostics != self.problems || self.content.is_none();
        if update.is_some() || is_new {
            // Node takes the year with the content alone.
            let year = update.map_or(0, |after| {
                *self
                    .year
                    .get_or_insert_with(|| build::year(self.workspace, after))
            });
            let before = self.content.as_ref();
            let message = serde_json::to_string(&Message {
                year,
                content: update.map(|after| Content {
                    pages: changed(before.map(|it| &it.pages), &after.pages),
                    articles: changed(before.map(|it| &it.articles), &after.articles),
                    ..after.clone()
                }),
                routes: update.into_iter().flat_map(Content::routes).collect(),
                report: &report,
            })?;
            match self.node.write_all((message + "\n").as_bytes()) {
                // It has ended, and says why itself.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
                sent => sent.context("cannot send Node what has changed")?,
            }
        }
        self.problems = report.diagnostics;
        self.content = after.or(self.content.take());
        Ok(())
    }
}

/// Those that were not there before: what has not changed is still the same allocation.
fn changed<T>(before: Option<&Vec<Arc<T>>>, after: &[Arc<T>]) -> Vec<Arc<T>> {
    let before: HashSet<_> = before.into_iter().flatten().map(Arc::as_ptr).collect();
    let changed = after.iter().filter(|it| !before.contains(&Arc::as_ptr(it)));
    changed.cloned().collect()
}

/// Waits until something has changed, and all of it has, or until Node has ended:
/// then, whether it succeeded.
fn settled(events: &Receiver<Event>) -> Option<bool> {
    let mut event = events.recv().unwrap_or(Event::Ended(false));
    loop {
        if let Event::Ended(success) = event {
            return Some(success);
        }
        event = events.recv_timeout(SETTLED).ok()?;
    }
}

/// Whether someone only read a file, as the check itself does.
fn is_reading(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if *access != AccessKind::Close(AccessMode::Write))
}

/// What Node is sent: one line of JSON.
#[derive(Serialize)]
struct Message<'a> {
    year: i16,
    /// With those pages and articles that Node does not have.
    content: Option<Content>,
    /// Of all pages and articles, in their order.
    routes: Vec<&'a str>,
    report: &'a Report,
}
