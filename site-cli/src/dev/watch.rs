//! Reports when something below a folder changes.

use super::Event;
use anyhow::{Context, Result};
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};
use std::path::Path;
use std::sync::mpsc::Sender;

/// Watches as long as what is returned is kept.
pub fn watch(folder: &Path, sender: Sender<Event>) -> Result<RecommendedWatcher> {
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
