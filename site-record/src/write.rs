//! One writer at a time, and whole entries or none.
//!
//! A file is written beside its place, forced to the disk, and then renamed: there is never half of one under its name.
//! Bodies come before the entry that names them. What a killed writer leaves behind is unfinished files, which the next
//! one removes, and bodies that no entry names, which do no harm.

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

/// The number of the format that is written.
pub const FORMAT: i64 = 1;

/// The most seconds by which a clock may be behind the entry before: those of several machines differ.
const BEHIND: i64 = 300;

/// The pause before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// A moment of an event, in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// By the clock of the machine that writes.
    pub ours: i64,
    /// By the clock of the place, where it was asked.
    pub place: Option<i64>,
}

/// The one writer of a record.
#[derive(Debug)]
pub struct Writer {
    record: Record,
    head: Option<Entry>,
    /// The latest moment in the record.
    latest: i64,
    /// Held until the writer is dropped.
    _lock: File,
}

impl Writer {
    /// Makes a record in a folder that has none, without entries, or becomes the writer of the one that is there.
    ///
    /// # Errors
    /// As for [`Writer::open`].
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

    /// Becomes the writer of a record, and removes what a killed one left unfinished.
    ///
    /// # Errors
    /// [`Error::Refused`] where another writer has it for longer than one is ready to wait, [`Error::Damaged`] where its last
    /// entry is not whole.
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

    /// Finishes what a killed writer has begun.
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

    /// Keeps bytes as a body, and returns their digest.
    ///
    /// # Errors
    /// [`Error::System`] where they can't be written, [`Error::Damaged`] where other bytes have their name.
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

    /// Removes the bytes of a body, once a tombstone for it is written.
    pub(crate) fn remove_body(&self, digest: &Digest) -> Result<()> {
        let bodies = self.record.bodies();
        let path = bodies.folder().join(body_path(digest));
        if bodies.has(digest) {
            fs::remove_file(&path).map_err(|error| Error::system("remove", &path, error))?;
        }
        Ok(())
    }

    /// Keeps evidence beside an entry. Beside the last one, the next entry names it by itself; a later one must be named
    /// by an event.
    ///
    /// # Errors
    /// [`Error::Refused`] where the kind is not one to eight lower-case letters.
    pub fn sidecar(&self, number: u64, kind: &str, bytes: &[u8]) -> Result<Name> {
        if !is_kind(kind) || kind == "json" {
            return Err(Error::Refused(format!(
                "expected a kind of one to eight lower-case letters, such as tsr, found {kind:?}; give the file such an ending"
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

    /// Adds an entry, and returns it.
    ///
    /// # Errors
    /// [`Error::System`] where it can't be written, [`Error::Refused`] where the clock is far behind the entry before.
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

    /// The digest of the entry before, and of what lies beside it.
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

    /// The clocks of a moment, and the latest moment before it if ours is behind that.
    fn clocks(&self, moment: Moment) -> Result<Clocks> {
        let behind = self.latest.saturating_sub(moment.ours);
        if behind > BEHIND {
            return Err(Error::Refused(format!(
                "expected a clock that is at most {BEHIND} seconds behind the last entry, found one that is {behind} seconds behind; set this machine's clock and call it again"
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

/// Makes a folder, which may be there.
fn make_folder(folder: &Path) -> Result<()> {
    refuse_link(folder)?;
    fs::create_dir_all(folder).map_err(|error| Error::system("make", folder, error))
}

/// Waits until no other writer has the record.
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
                        "expected to be the only writer of {}, found another one, which has not ended within {} seconds; call it again when that has ended",
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

/// Writes a file that is not there: whole, or not at all.
fn write_whole(folder: &Path, below: &Path, bytes: &[u8]) -> Result<()> {
    let path = folder.join(below);
    let parent = path.parent().expect("a file lies in a folder");
    let unfinished = folder.join(UNFINISHED);
    make_folder(&unfinished)?;
    make_folder(parent)?;
    put_in_place(&unfinished, &path, parent, bytes)
        .map_err(|error| Error::system("write", &path, error))
}

/// Writes an unfinished file, forces it to the disk, and gives it its name.
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

/// Forces the names in a folder to the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Does nothing: elsewhere a folder can't be opened, and names are forced with their files.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
