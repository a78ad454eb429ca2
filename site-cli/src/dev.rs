//! `cargo site dev`: the pages as they will be, kept up to date while content and
//! components are written.
//!
//! This process watches the content; at each save it loads, checks and compiles all
//! of it, though it parses only files that have changed, and sends Node what differs.
//! Node, which it starts, has the components: it renders the pages that a browser has
//! open and serves them (web/dev/). It reads from a pipe, and ends when the pipe
//! closes, however this process ended.

use crate::build;
use crate::history;
use crate::report;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecursiveMode, Watcher as _, recommended_watcher};
use serde_json::{Value, json};
use site_check::report::CheckReport;
use site_schema::model::Content;
use std::collections::HashMap;
use std::io::{ErrorKind, Write as _};
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
    let mut node = start(&workspace, addr, sender)?;
    // What Node has, and what is shown of problems.
    let mut content: Option<Content> = None;
    let mut shown = Vec::new();
    let mut year = None;
    let unreadable = || format!("cannot read {}", folder.display());
    let mut loaded =
        site_check::load_at(&folder, Timestamp::now(), true).with_context(unreadable)?;
    loop {
        history::recall(&workspace, &mut loaded, None, None);
        let after = loaded.content.take();
        // Nothing where the content is as it was, or has errors.
        let update = after
            .as_ref()
            .filter(|after| content.as_ref() != Some(*after));
        let report = CheckReport::new(&loaded, &[]);
        let is_changed = report.diagnostics != shown;
        if update.is_some() || is_changed || content.is_none() {
            // Node takes the year with the content alone.
            let year = update.map_or(0, |after| {
                *year.get_or_insert_with(|| build::year(&workspace, after))
            });
            let update = update.map(|after| changed(after, content.as_ref()));
            let message = json!({ "year": year, "content": update, "report": report });
            send(&mut node, &message)?;
        }
        if is_changed {
            report::show(&loaded)?;
        }
        shown = report.diagnostics;
        content = after.or(content);
        if let Some(success) = settled(&events) {
            return Ok(success);
        }
        let again = loaded.again(&folder, Timestamp::now());
        loaded = again.with_context(unreadable)?;
    }
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

/// Starts Node; what is returned takes messages as long as it runs.
fn start(workspace: &Workspace, addr: &str, sender: Sender<Event>) -> Result<ChildStdin> {
    let mut child = Command::new("node")
        .arg(workspace.path("web").join("dev/server.mjs"))
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
        _ = sender.send(Event::Ended(ended));
    });
    Ok(stdin)
}

/// A content as Node is sent it: of an article that Node has, the slug alone.
fn changed(after: &Content, before: Option<&Content>) -> Value {
    let Content {
        site,
        fees,
        facts,
        redirects,
        pages,
        articles,
    } = after;
    let known = before.iter().flat_map(|before| &before.articles);
    let known: HashMap<_, _> = known.map(|article| (&article.slug, article)).collect();
    let articles = articles
        .iter()
        .map(|article| match known.get(&article.slug) {
            Some(known) if *known == article => json!(article.slug),
            _ => json!(article),
        });
    json!({
        "site": site,
        "fees": fees,
        "facts": facts,
        "redirects": redirects,
        "pages": pages,
        "articles": articles.collect::<Vec<_>>(),
    })
}

/// Sends Node a message, as one line.
fn send(node: &mut ChildStdin, message: &Value) -> Result<()> {
    match node.write_all(format!("{message}\n").as_bytes()) {
        // It has ended, and says why itself.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        sent => sent.context("can't send Node what has changed"),
    }
}
