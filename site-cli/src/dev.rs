//! `cargo site dev`: the pages as they will be, kept up to date while content and
//! components are written.
//!
//! This process watches the content; at each save it loads, checks and compiles
//! all of it, and sends Node what is different. Node, which it starts, has the
//! components: it renders the pages that a browser has open and serves them
//! (web/dev/). It reads from a pipe, and ends when the pipe closes, however
//! this process ended.

use crate::build;
use crate::history;
use crate::report;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use jiff::Timestamp;
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use serde::Serialize;
use site_check::Loaded;
use site_check::load::Update;
use site_check::report::CheckReport;
use site_schema::model::Content;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
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
    build::packages(&workspace, "web")?;
    let (sender, events) = channel();
    let _watcher = watch(&workspace.content(), sender.clone())?;
    let mut renderer = Renderer::start(&workspace, addr, sender)?;
    // What Node has, and what is shown of problems.
    let mut content: Option<Content> = None;
    let mut shown = Vec::new();
    loop {
        let mut loaded = load(&workspace)?;
        let after = loaded.content.take();
        let update = after.as_ref().and_then(|after| {
            let update = Update::between(content.as_ref(), after);
            (!update.is_empty()).then_some(update)
        });
        let report = CheckReport::new(&loaded, &[]);
        let is_changed = report.diagnostics != shown;
        if update.is_some() || is_changed || content.is_none() {
            renderer.send(&Message {
                // Node takes it with the content alone.
                year: after
                    .as_ref()
                    .map_or(0, |after| build::year(&workspace, after)),
                update,
                report: &report,
            })?;
        }
        if is_changed {
            report::show(&loaded)?;
        }
        shown = report.diagnostics;
        content = after.or(content);
        if let Some(success) = settled(&events) {
            return Ok(success);
        }
    }
}

/// The content as it is, drafts included.
fn load(workspace: &Workspace) -> Result<Loaded> {
    let content = workspace.content();
    let mut loaded = site_check::load_at(&content, Timestamp::now(), true)
        .with_context(|| format!("cannot read {}", content.display()))?;
    history::recall(workspace, &mut loaded);
    Ok(loaded)
}

/// Waits until something has changed, and all of it has, or until Node has ended:
/// then, whether it succeeded.
fn settled(events: &Receiver<Event>) -> Option<bool> {
    let mut event = events.recv().unwrap_or(Event::Ended(false));
    loop {
        if let Event::Ended(success) = event {
            return Some(success);
        }
        match events.recv_timeout(SETTLED) {
            Ok(next) => event = next,
            Err(_) => return None,
        }
    }
}

/// Reports when something below a folder changes, as long as what is returned is kept.
fn watch(folder: &Path, sender: Sender<Event>) -> Result<RecommendedWatcher> {
    let mut watcher = recommended_watcher(move |event: notify::Result<notify::Event>| {
        if !event.is_ok_and(|event| is_reading(&event.kind)) {
            // Nobody listens any more when the command ends.
            let _ = sender.send(Event::Changed);
        }
    })
    .context("cannot watch for changes")?;
    watcher
        .watch(folder, RecursiveMode::Recursive)
        .with_context(|| format!("cannot watch {}", folder.display()))?;
    Ok(watcher)
}

/// Whether someone only read a file, as the check itself does.
fn is_reading(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if *access != AccessKind::Close(AccessMode::Write))
}

/// What Node is sent, as one line of JSON.
#[derive(Serialize)]
struct Message<'a> {
    year: i16,
    /// What is different in the content; nothing where it is as it was, or has errors.
    update: Option<Update>,
    /// All that the check found.
    report: &'a CheckReport,
}

/// Node, as long as it runs.
struct Renderer(BufWriter<ChildStdin>);

impl Renderer {
    fn start(workspace: &Workspace, addr: &str, sender: Sender<Event>) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(workspace.web().join("dev/server.mjs"))
            .args(["--addr", addr])
            // Places that are opened in an editor are named from here.
            .current_dir(workspace.root())
            .stdin(Stdio::piped())
            .spawn()
            .context("cannot start Node.js; is it installed and in the PATH?")?;
        let stdin = child.stdin.take().context("Node takes no messages")?;
        thread::spawn(move || {
            let ended = child.wait().is_ok_and(|status| status.success());
            // Nobody listens any more when the command ends.
            let _ = sender.send(Event::Ended(ended));
        });
        Ok(Self(BufWriter::new(stdin)))
    }

    fn send(&mut self, message: &Message) -> Result<()> {
        // With its keys in the order that content.json has for a build.
        let sent = serde_json::to_value(message)
            .and_then(|message| serde_json::to_writer(&mut self.0, &message))
            .map_err(std::io::Error::from)
            .and_then(|()| self.0.write_all(b"\n"))
            .and_then(|()| self.0.flush());
        match sent {
            // It has ended, and says why itself.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            sent => sent.context("can't send Node what has changed"),
        }
    }
}
