//! Follows content/, and says when what was written there is whole.

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

/// The time after one step of a save in which the next one follows: editors write a file in several.
const SETTLED: Duration = Duration::from_millis(4);

/// The time after which a file that has gone does not come back under another name.
const GONE: Duration = Duration::from_millis(150);

/// The time without a change after which Git is not at work, though its lock is there.
const LOCKED: Duration = Duration::from_secs(10);

/// The time after which content/ is looked for again while it is missing.
const MISSING: Duration = Duration::from_millis(200);

/// The event that ends a wait.
pub enum Next {
    /// Something below content/ has changed, and nothing is left half done.
    Changed,
    /// Node has ended; true where it succeeded.
    Ended(bool),
}

/// The watch over content/.
pub struct Watch {
    content: PathBuf,
    watcher: RecommendedWatcher,
    events: Receiver<Event>,
    /// The file that is there while Git changes the work tree; none outside of a repository.
    git_lock: Option<PathBuf>,
    /// The time of a lock that stayed: whoever made it has died, or waits for a person.
    ignored_lock: Option<SystemTime>,
}

impl Watch {
    /// Begins to watch. What happens is sent to `events` through `sender`, which Node's end goes through, too.
    pub fn start(
        workspace: &Workspace,
        sender: Sender<Event>,
        events: Receiver<Event>,
    ) -> Result<Self> {
        let watcher = recommended_watcher(move |event: notify::Result<notify::Event>| {
            // An error says that events were lost: something may have changed.
            let event = event.unwrap_or_default();
            if !is_reading(&event.kind) {
                // Nobody listens any more when the command ends.
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

    /// Watches the folder that is called content/ at this moment.
    fn follow(&mut self) -> Result<()> {
        self.watcher
            .watch(&self.content, RecursiveMode::Recursive)
            .with_context(|| format!("cannot watch {}", shown(&self.content)))
    }

    /// Waits until something has changed and nothing is left half done, or until Node has ended.
    pub fn settled(&mut self) -> Next {
        let mut changes = Changes::default();
        let mut event = self.events.recv().unwrap_or(Event::Ended(false));
        loop {
            match event {
                Event::Changed(change) => changes.add(change),
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

    /// Returns true while more is about to change: a file that has gone may come back under another name, and Git holds its
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

    /// The time when Git has locked its index, where it has.
    fn locked_since(&self) -> Option<SystemTime> {
        let lock = fs::metadata(self.git_lock.as_ref()?).ok()?;
        lock.modified().ok()
    }

    /// Waits until content/, which can't be read, may be readable again, or until Node has ended.
    pub fn returned(&mut self) -> Next {
        // The folder of this name may be another one than before.
        _ = self.watcher.unwatch(&self.content);
        loop {
            match self.events.recv_timeout(MISSING) {
                Ok(Event::Ended(success)) => return Next::Ended(success),
                Err(RecvTimeoutError::Disconnected) => return Next::Ended(false),
                Ok(Event::Changed(_)) => {}
                Err(RecvTimeoutError::Timeout) if self.follow().is_ok() => return Next::Changed,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The changes since everything was whole.
struct Changes {
    /// True for each path that was there before; false for one that has come since.
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

    /// Returns true where something that was there before is missing.
    fn has_lost_a_file(&self) -> bool {
        let mut paths = self.was_there.iter();
        paths.any(|(path, was_there)| *was_there && !path.exists())
    }
}

/// Returns true for the event of a file that was only read, as the check itself does.
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

    /// Returns what `has_lost_a_file` says of events, each with a file, where only the file `there` exists.
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
        // By way of another file, which is renamed.
        let renamed = [(created, "copy"), (written, "copy"), (FROM, "copy")];
        assert!(!has_lost_a_file(&[&renamed[..], &[(TO, "there")]].concat()));
        // With the old text kept under another name until the end.
        let removed = EventKind::Remove(RemoveKind::File);
        let kept = [(FROM, "there"), (TO, "old"), (created, "there")];
        assert!(!has_lost_a_file(
            &[&kept[..], &[(written, "there"), (removed, "old")]].concat()
        ));
    }
}
