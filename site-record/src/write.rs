//! One writer at a time; each entry is written completely or not at all.
//!
//! The writer creates a temporary file, syncs it to disk, and renames it, so a partial file never has a final name.
//! It writes bodies before the entry that names them. A writer that is killed leaves temporary files, which the next
//! writer removes, and bodies that no entry names, which do no harm.

use crate::digest::Digest;
use crate::entry::{Clocks, Entry, Previous};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{
    ENTRIES, GIT_FILES, LOCK, Name, UNFINISHED, body_path, is_kind, names, refuse_link,
};
use crate::record::Record;
use std::fs;
use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// The format version that this program writes.
pub const FORMAT: i64 = 1;

/// How far our clock may be behind the previous entry, in seconds: the clocks of several machines differ.
const BEHIND: i64 = 300;

/// The pause between attempts to get the lock.
const PAUSE: Duration = Duration::from_millis(20);

/// The time of an event, in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The clock of the machine that writes.
    pub ours: i64,
    /// The place's clock, if the place was asked.
    pub place: Option<i64>,
}

/// The only writer of a record.
#[derive(Debug)]
pub struct Writer {
    record: Record,
    head: Option<Entry>,
    /// The latest time in the record.
    latest: i64,
    /// Held until the writer is dropped.
    _lock: File,
}

impl Writer {
    /// Creates an empty record if the folder has none, or opens the existing record for writing.
    ///
    /// # Errors
    /// Returns the errors of [`Writer::open`].
    pub fn create(folder: &Path, bodies: Option<&Path>, patience: Duration) -> Result<Self> {
        make_folder(folder)?;
        for (name, text) in GIT_FILES {
            let path = folder.join(name);
            if !path.exists() {
                fs::write(&path, text).map_err(|error| Error::system("write", &path, error))?;
            }
        }
        make_folder(&folder.join(ENTRIES))?;
        Self::open(folder, bodies, patience)
    }

    /// Opens a record for writing, and removes the temporary files of a writer that was killed.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if another writer holds the lock for longer than `patience`, or [`Error::Damaged`] if
    /// the last entry is incomplete.
    pub fn open(folder: &Path, bodies: Option<&Path>, patience: Duration) -> Result<Self> {
        let record = Record::open(folder, bodies)?;
        let lock = lock(folder, patience)?;
        let head = record.head()?;
        let latest = match &head {
            Some(head) => head.moment.late(),
            None => i64::MIN,
        };
        let writer = Self {
            record,
            head,
            latest,
            _lock: lock,
        };
        writer.repair()?;
        Ok(writer)
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The last entry.
    pub fn head(&self) -> Option<&Entry> {
        self.head.as_ref()
    }

    /// Cleans up after a writer that was killed.
    fn repair(&self) -> Result<()> {
        for folder in [self.record.folder(), self.record.bodies().folder()] {
            let unfinished = folder.join(UNFINISHED);
            for name in names(&unfinished)? {
                let path = unfinished.join(name);
                fs::remove_file(&path).map_err(|error| Error::system("remove", &path, error))?;
            }
        }
        if let Some(head) = &self.head
            && let Event::Tombstone { body, .. } = &head.event
        {
            self.remove_body(body)?;
        }
        Ok(())
    }

    /// Stores bytes as a body, and returns their digest.
    ///
    /// # Errors
    /// Returns [`Error::System`] if the bytes can't be written, or [`Error::Damaged`] if a file with this name has other bytes.
    pub fn body(&self, bytes: &[u8]) -> Result<Digest> {
        let digest = Digest::of(bytes);
        let bodies = self.record.bodies();
        if bodies.has(&digest) {
            bodies.check(&digest)?;
        } else {
            write_whole(bodies.folder(), &body_path(&digest), bytes)?;
        }
        Ok(digest)
    }

    /// Removes the bytes of a body after its tombstone is written.
    pub(crate) fn remove_body(&self, digest: &Digest) -> Result<()> {
        let bodies = self.record.bodies();
        let path = bodies.folder().join(body_path(digest));
        if bodies.has(digest) {
            fs::remove_file(&path).map_err(|error| Error::system("remove", &path, error))?;
        }
        Ok(())
    }

    /// Stores evidence next to an entry. The next entry names evidence of the last entry automatically; evidence of an
    /// earlier entry needs an event that names it.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the kind isn't one to eight lower-case letters.
    pub fn sidecar(&self, number: u64, kind: &str, bytes: &[u8]) -> Result<Name> {
        if !is_kind(kind) || kind == "json" {
            return Err(Error::Refused(format!(
                "expected a kind of one to eight lower-case letters, such as tsr, found {kind:?}; rename the file"
            )));
        }
        let name = Name {
            number,
            digest: Digest::of(bytes),
            kind: kind.to_owned(),
        };
        if !self.record.folder().join(name.path()).exists() {
            write_whole(self.record.folder(), &name.path(), bytes)?;
        }
        Ok(name)
    }

    /// Appends an entry, and returns it.
    ///
    /// # Errors
    /// Returns [`Error::System`] if the entry can't be written, or [`Error::Refused`] if the clock is far behind the previous entry.
    pub fn append(&mut self, event: Event, moment: Moment) -> Result<Entry> {
        let (number, previous) = match &self.head {
            Some(head) => (head.number + 1, Some(self.previous(head)?)),
            None => (1, None),
        };
        let mut entry = Entry {
            digest: Digest::of(b""),
            number,
            event,
            moment: self.clocks(moment)?,
            previous,
        };
        let bytes = entry.bytes()?;
        entry.digest = Digest::of(&bytes);
        write_whole(self.record.folder(), &entry.name().path(), &bytes)?;
        self.latest = self.latest.max(moment.ours);
        self.head = Some(entry.clone());
        Ok(entry)
    }

    /// Returns the digests of the previous entry and its evidence.
    fn previous(&self, head: &Entry) -> Result<Previous> {
        let mut sidecars = Vec::new();
        for name in self.record.sidecars(head.number)? {
            sidecars.push(name.text());
        }
        Ok(Previous {
            digest: head.digest,
            sidecars,
        })
    }

    /// Returns the clocks, and the latest earlier time if our clock is behind it.
    fn clocks(&self, moment: Moment) -> Result<Clocks> {
        let behind = self.latest.saturating_sub(moment.ours);
        if behind > BEHIND {
            return Err(Error::Refused(format!(
                "expected a clock that is at most {BEHIND} seconds behind the last entry, found a clock {behind} seconds behind; set this machine's clock and run the command again"
            )));
        }
        Ok(Clocks {
            ours: moment.ours,
            place: moment.place,
            difference: moment.place.map(|place| place - moment.ours),
            latest: (behind > 0).then_some(self.latest),
        })
    }
}

/// Creates a folder if it doesn't exist.
fn make_folder(folder: &Path) -> Result<()> {
    refuse_link(folder)?;
    fs::create_dir_all(folder).map_err(|error| Error::system("make", folder, error))
}

/// Waits until no other writer holds the lock.
fn lock(folder: &Path, patience: Duration) -> Result<File> {
    let path = folder.join(LOCK);
    refuse_link(&path)?;
    let mut options = File::options();
    let file = options
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|error| Error::system("open", &path, error))?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {
                if start.elapsed() >= patience {
                    return Err(Error::Refused(format!(
                        "expected to be the only writer of {}, found another writer, which did not finish within {} seconds; run the command again when it has finished",
                        folder.display(),
                        patience.as_secs()
                    )));
                }
                std::thread::sleep(PAUSE);
            }
            Err(TryLockError::Error(error)) => return Err(Error::system("lock", &path, error)),
        }
    }
}

/// Writes a new file completely or not at all.
fn write_whole(folder: &Path, below: &Path, bytes: &[u8]) -> Result<()> {
    let path = folder.join(below);
    let parent = path.parent().expect("a file lies in a folder");
    let unfinished = folder.join(UNFINISHED);
    make_folder(&unfinished)?;
    make_folder(parent)?;
    put_in_place(&unfinished, &path, parent, bytes)
        .map_err(|error| Error::system("write", &path, error))
}

/// Writes a temporary file, syncs it to disk, and renames it.
fn put_in_place(
    unfinished: &Path,
    path: &Path,
    parent: &Path,
    bytes: &[u8],
) -> std::io::Result<()> {
    let mut file = NamedTempFile::new_in(unfinished)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Err(failed) = file.persist_noclobber(path) {
        return Err(failed.error);
    }
    sync_folder(parent)
}

/// Syncs a folder's directory entries to disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Does nothing: other systems can't open a folder, and they sync names together with files.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
