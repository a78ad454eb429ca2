//! Watches content/, and reports when a save is complete.

use super::Event;
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result};
use fs_err as fs;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _, recommended_watcher};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

/// The longest pause between two steps of one save: editors write a file in several steps.
const SETTLED: Duration = Duration::from_millis(4);

/// A removed file that hasn't reappeared under another name after this time is gone.
const GONE: Duration = Duration::from_millis(150);

/// If nothing changes for this long, Git isn't running, even if its lock exists.
const LOCKED: Duration = Duration::from_secs(10);

/// The interval between attempts to find content/ while it's missing.
const MISSING: Duration = Duration::from_millis(200);

/// The event that ends a wait.
pub enum Next {
    /// Something in content/ has changed, or someone has chosen another edition, and no save is in progress.
    Changed,
    /// Node has exited; true on success.
    Ended(bool),
}

/// A watcher of content/.
pub struct Watch {
    content: PathBuf,
    watcher: RecommendedWatcher,
    events: Receiver<Event>,
    /// The lock file that exists while Git changes the work tree; `None` outside a repository.
    git_lock: Option<PathBuf>,
    /// The modification time of a stale lock: its process died, or waits for a person.
    ignored_lock: Option<SystemTime>,
}

impl Watch {
    /// Starts watching. Events go to `events` through `sender`, which also reports when Node exits.
    pub fn start(
        workspace: &Workspace,
        sender: Sender<Event>,
        events: Receiver<Event>,
    ) -> Result<Self> {
        let watcher = recommended_watcher(move |event: notify::Result<notify::Event>| {
            // An error means that events were lost: something may have changed.
            let event = event.unwrap_or_default();
            if !is_reading(&event.kind) {
                // The receiver is gone when the command ends.
                _ = sender.send(Event::Changed(event));
            }
        });
        let find_lock = ["rev-parse", "--git-path", "index.lock"];
        let lock = workspace.ask_git(&find_lock).unwrap_or_default();
        let mut watch = Self {
            content: workspace.content(),
            watcher: watcher.context("cannot watch for changes")?,
            events,
            git_lock: lock.map(|path| workspace.path(&path)),
            ignored_lock: None,
        };
        watch.follow()?;
        Ok(watch)
    }

    /// Watches the folder that is named content/ at this moment.
    fn follow(&mut self) -> Result<()> {
        self.watcher
            .watch(&self.content, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {}", shown(&self.content)))
    }

    /// Waits for a change, or for the choice of another edition, until no save is in progress; or until Node has exited.
    pub fn settled(&mut self) -> Next {
        let mut changes = Changes::default();
        let mut event = self.events.recv().unwrap_or(Event::Ended(false));
        loop {
            match event {
                Event::Changed(change) => changes.add(change),
                // Like a change: reading the content again compiles the edition.
                Event::Chosen => {}
                Event::Ended(success) => return Next::Ended(success),
            }
            event = loop {
                match self.events.recv_timeout(SETTLED) {
                    Ok(event) => break event,
                    Err(RecvTimeoutError::Disconnected) => break Event::Ended(false),
                    Err(RecvTimeoutError::Timeout) if self.is_half_done(&changes) => {}
                    Err(RecvTimeoutError::Timeout) => return Next::Changed,
                }
            };
        }
    }

    /// Returns true while more changes are expected: a removed file may reappear under another name, and Git holds its
    /// lock from the first file to the last.
    fn is_half_done(&mut self, changes: &Changes) -> bool {
        let quiet = changes.latest.elapsed();
        if quiet < GONE && changes.has_lost_a_file() {
            return true;
        }
        let Some(locked) = self.locked_since() else {
            return false;
        };
        if self.ignored_lock == Some(locked) {
            return false;
        }
        if quiet >= LOCKED {
            self.ignored_lock = Some(locked);
            return false;
        }
        true
    }

    /// Returns the time when Git locked its index, if it's locked.
    fn locked_since(&self) -> Option<SystemTime> {
        let lock = fs::metadata(self.git_lock.as_ref()?).ok()?;
        lock.modified().ok()
    }

    /// Waits until content/ may be readable again, or until Node has exited.
    pub fn returned(&mut self) -> Next {
        // The folder with this name may have been replaced.
        _ = self.watcher.unwatch(&self.content);
        loop {
            match self.events.recv_timeout(MISSING) {
                Ok(Event::Ended(success)) => return Next::Ended(success),
                Err(RecvTimeoutError::Disconnected) => return Next::Ended(false),
                Ok(Event::Changed(_) | Event::Chosen) => {}
                Err(RecvTimeoutError::Timeout) if self.follow().is_ok() => return Next::Changed,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The changes since the last complete save.
struct Changes {
    /// True for each path that existed before; false for each new one.
    was_there: HashMap<PathBuf, bool>,
    latest: Instant,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            was_there: HashMap::new(),
            latest: Instant::now(),
        }
    }
}

impl Changes {
    fn add(&mut self, event: notify::Event) {
        self.latest = Instant::now();
        let has_come = matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(RenameMode::To))
        );
        for path in event.paths {
            self.was_there.entry(path).or_insert(!has_come);
        }
    }

    /// Returns true if a path that existed before is missing.
    fn has_lost_a_file(&self) -> bool {
        let mut paths = self.was_there.iter();
        paths.any(|(path, was_there)| *was_there && !path.exists())
    }
}

/// Returns true if an event only reports that a file was read, as the check does.
fn is_reading(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => *access != AccessKind::Close(AccessMode::Write),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::Event;
    use notify::event::{CreateKind, DataChange, RemoveKind};
    use std::fs;

    const FROM: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::From));
    const TO: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::To));

    /// Returns the result of `has_lost_a_file` for events, each with a file, when only the file `there` exists.
    fn has_lost_a_file(events: &[(EventKind, &str)]) -> bool {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::write(folder.path().join("there"), "").expect("writable");
        let mut changes = Changes::default();
        for (kind, file) in events {
            changes.add(Event::new(*kind).add_path(folder.path().join(file)));
        }
        changes.has_lost_a_file()
    }

    #[test]
    fn a_file_that_was_renamed_or_deleted_may_come_back() {
        assert!(has_lost_a_file(&[(FROM, "old"), (TO, "there")]));
        assert!(has_lost_a_file(&[(
            EventKind::Remove(RemoveKind::File),
            "old"
        )]));
    }

    #[test]
    fn a_save_is_whole_at_once() {
        let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let created = EventKind::Create(CreateKind::File);
        assert!(!has_lost_a_file(&[(written, "there")]));
        // The editor writes another file and renames it.
        let renamed = [(created, "copy"), (written, "copy"), (FROM, "copy")];
        assert!(!has_lost_a_file(&[&renamed[..], &[(TO, "there")]].concat()));
        // The editor keeps the old text under another name until the end.
        let removed = EventKind::Remove(RemoveKind::File);
        let kept = [(FROM, "there"), (TO, "old"), (created, "there")];
        assert!(!has_lost_a_file(
            &[&kept[..], &[(written, "there"), (removed, "old")]].concat()
        ));
    }
}
