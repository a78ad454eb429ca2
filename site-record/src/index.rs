//! The index of a record: which path changed with which publication, so that one page is found among a million bodies.
//!
//! It is made from the entries, is brought up to date by whoever reads it, and can be deleted at any time. What it leads
//! to is compared with its digest as all else, and [`verify`](mod@crate::verify) makes it again and compares.

mod build;
mod lines;

use crate::canonical::Value;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::layout::{INDEX, refuse_link};
use crate::record::Record;
use crate::removal::{Removal, Removals, removal_after};
use crate::row::{Table, parse_table};
use crate::timeline::Step;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file of steps, a line an entry.
const STEPS: &str = "steps";
/// The file of changes, a line for a path that a publication changed, which leads to the line of its change before.
const CHANGES: &str = "changes";
/// The file of the last change of each path, with the length of the file of changes that it goes with.
const LAST: &str = "latest";
/// The file that is held while the index is brought up to date.
const LOCK: &str = "lock";
/// About as many bytes as the line of a change has.
const A_LINE: usize = 512;

/// The answer of a path from a moment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The start of the edition with which it comes; none for the first.
    pub starts: Option<i64>,
    /// The answer; none where nothing is there.
    pub answer: Option<Answer>,
}

/// An answer, by its digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The row is in the record.
    Kept {
        row: Digest,
        status: u16,
        body: Option<Digest>,
        /// How long a cache may have shown it after the next answer came, in seconds.
        cached_for: i64,
    },
    /// The row with this digest was removed, or the table of the edition.
    Removed(Digest),
}

impl Answer {
    /// The digest of the row; of a removed answer, the digest in the tombstone.
    pub fn digest(&self) -> &Digest {
        match self {
            Self::Kept { row, .. } => row,
            Self::Removed(digest) => digest,
        }
    }

    /// The body; none if the answer has none or was removed.
    pub fn body(&self) -> Option<Digest> {
        match self {
            Self::Kept { body, .. } => *body,
            Self::Removed(_) => None,
        }
    }

    /// How long a cache may have shown it after the next answer came, in seconds; 0 if it was removed, because the time is unknown then.
    pub fn cached_for(&self) -> i64 {
        match self {
            Self::Kept { cached_for, .. } => *cached_for,
            Self::Removed(_) => 0,
        }
    }
}

/// The answers of a path from a publication on, until the next change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    pub publication: u64,
    /// At least one, in the order of their starts.
    pub versions: Vec<Version>,
}

/// The last change of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Last {
    change: Change,
    /// The place of its line in the file of changes.
    at: u64,
}

/// An index that is up to date.
#[derive(Debug)]
pub struct Index {
    folder: PathBuf,
    steps: Vec<Step>,
    removals: Removals,
    /// The folder's owner, where the record can't be written to.
    _own: Option<TempDir>,
}

impl Index {
    /// Opens the index of a record and brings it up to date; where the record can't be written to, in a folder of its own.
    ///
    /// # Errors
    /// Where the record can't be read.
    pub fn open(record: &Record) -> Result<Self> {
        let folder = record.folder().join(INDEX);
        refuse_link(&folder)?;
        let is_writable = fs::create_dir_all(&folder).is_ok() && lock_file(&folder).is_ok();
        if is_writable {
            return Self::update(record, folder, None);
        }
        let own = TempDir::new()
            .map_err(|error| Error::system("make a folder for", Path::new(INDEX), error))?;
        Self::update(record, own.path().to_owned(), Some(own))
    }

    /// Makes the index again, and returns whether the one that is there is the same, as far as it goes. One that is behind
    /// is no fault.
    ///
    /// # Errors
    /// Where the record can't be read.
    pub fn is_as_made(record: &Record) -> Result<bool> {
        let folder = record.folder().join(INDEX);
        refuse_link(&folder)?;
        if !folder.join(STEPS).exists() || !folder.join(CHANGES).exists() {
            return Ok(true);
        }
        // Whoever opens the index makes it again after a tombstone.
        let known = build::last_step(&folder);
        for entry in record.entries_after(known)? {
            if Removal::of(&entry?)?.is_some() {
                return Ok(true);
            }
        }
        let own = TempDir::new()
            .map_err(|error| Error::system("make a folder for", Path::new(INDEX), error))?;
        Self::update(record, own.path().to_owned(), None)?;
        for name in [STEPS, CHANGES] {
            if !begins_with(&own.path().join(name), &folder.join(name))? {
                return Ok(false);
            }
        }
        build::is_last_as_made(&folder)
    }

    /// All that entries say about times.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The removed bodies, each with its last tombstone.
    pub fn removals(&self) -> &Removals {
        &self.removals
    }

    /// The changes of one path, in their order. The line of each leads to the one before: those of other paths are not read.
    ///
    /// # Errors
    /// Where the index can't be read.
    pub fn changes(&self, path: &str) -> Result<Vec<Change>> {
        let mut next = None;
        self.each_last(|last| {
            if last.change.path == path {
                next = Some(last.at);
            }
        })?;
        let mut file = self.open_changes(A_LINE)?;
        let mut changes = Vec::new();
        while let Some(at) = next {
            let (change, before) = self.change_at(&mut file, at)?;
            let is_earlier = before.is_none_or(|before| before < at);
            if change.path != path || !is_earlier {
                return Err(self.damaged(CHANGES));
            }
            changes.push(change);
            next = before;
        }
        changes.reverse();
        Ok(changes)
    }

    /// All paths that ever answered, sorted.
    ///
    /// # Errors
    /// Where the index can't be read.
    pub fn paths(&self) -> Result<Vec<String>> {
        let mut paths = Vec::new();
        self.each_last(|last| paths.push(last.change.path))?;
        Ok(paths)
    }

    /// Reads the last change of each path, one at a time.
    fn each_last(&self, mut read: impl FnMut(Last)) -> Result<()> {
        let path = self.folder.join(LAST);
        if !path.exists() {
            return Ok(());
        }
        let failed = |error| Error::system("read", &path, error);
        let mut file = BufReader::new(File::open(&path).map_err(failed)?);
        let mut line = String::new();
        // The length of the file of changes.
        file.read_line(&mut line).map_err(failed)?;
        loop {
            line.clear();
            if file.read_line(&mut line).map_err(failed)? == 0 {
                return Ok(());
            }
            match lines::last(line.trim_end_matches('\n')) {
                Some(last) => read(last),
                None => return Err(self.damaged(LAST)),
            }
        }
    }

    /// Opens the file of changes, to be read in pieces of about this many bytes.
    fn open_changes(&self, piece: usize) -> Result<BufReader<File>> {
        let path = self.folder.join(CHANGES);
        let file = File::open(&path).map_err(|error| Error::system("read", &path, error))?;
        Ok(BufReader::with_capacity(piece, file))
    }

    /// The change whose line begins at a place in the file, and the place of the one before it of the same path.
    fn change_at(&self, file: &mut BufReader<File>, at: u64) -> Result<(Change, Option<u64>)> {
        let failed = |error| Error::system("read", &self.folder.join(CHANGES), error);
        file.seek(SeekFrom::Start(at)).map_err(failed)?;
        let mut line = Vec::new();
        file.read_until(b'\n', &mut line).map_err(failed)?;
        let change = lines::change(line.trim_ascii_end());
        change.ok_or_else(|| self.damaged(CHANGES))
    }

    /// The error of a file that is not as it was made.
    fn damaged(&self, name: &str) -> Error {
        Error::Damaged(format!(
            "expected a line of the index in {}, found another; delete the folder {INDEX}/ of the record, it is made again",
            self.folder.join(name).display()
        ))
    }

    /// Reads the changes up to a length of their file, each with its place. Returns the length of what was read.
    fn each_change(&self, end: u64, mut read: impl FnMut(Change, u64)) -> Result<u64> {
        let failed = |error| Error::system("read", &self.folder.join(CHANGES), error);
        let mut file = self.open_changes(256 * 1024)?;
        let mut line = Vec::new();
        let mut at = 0;
        while at < end {
            line.clear();
            let length = file.read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            match lines::change(line.trim_ascii_end()) {
                Some((change, _)) => read(change, at),
                None => return Err(self.damaged(CHANGES)),
            }
            at += length as u64;
        }
        Ok(at)
    }

    /// Reads the index in a folder, and adds what it lacks.
    fn update(record: &Record, folder: PathBuf, own: Option<TempDir>) -> Result<Self> {
        let lock = lock_file(&folder)?;
        lock.lock()
            .map_err(|error| Error::system("lock", &folder, error))?;
        let mut builder = build::Builder::read(record, &folder)?;
        builder.add_entries(record)?;
        Ok(Self {
            folder,
            steps: builder.steps,
            removals: builder.removals,
            _own: own,
        })
    }
}

/// An edition of a publication.
#[derive(Debug)]
pub struct Edition {
    /// The moment of its start. The first edition has no start.
    pub starts: Option<i64>,
    /// The digest of its table.
    pub digest: Digest,
    /// Its table; none if it was removed.
    pub table: Option<Table>,
}

/// The editions of a publication.
///
/// # Errors
/// If a table is missing without a tombstone, or has another digest.
pub fn editions(record: &Record, begins: &Entry, removals: &Removals) -> Result<Vec<Edition>> {
    let mut editions = Vec::new();
    for edition in begins.list("editions") {
        let fields = edition.object().ok_or_else(|| begins.lacks("editions"))?;
        let table = fields.get("table").and_then(Value::text);
        let digest = Digest::parse(table.ok_or_else(|| begins.lacks("editions.table"))?)?;
        let starts = fields.get("starts").and_then(Value::integer);
        let table = match removal_after(removals, &digest, begins.number) {
            Some(_) => None,
            None => Some(parse_table(&record.bodies().read(&digest)?)?),
        };
        editions.push(Edition {
            starts,
            digest,
            table,
        });
    }
    Ok(editions)
}

/// Opens the file that is held while the index of a folder is brought up to date.
fn lock_file(folder: &Path) -> Result<File> {
    open_to_append(&folder.join(LOCK))
}

/// Opens a file to read and to append to, and makes it where it is missing.
fn open_to_append(path: &Path) -> Result<File> {
    refuse_link(path)?;
    let mut options = File::options();
    let opened = options.create(true).read(true).append(true).open(path);
    opened.map_err(|error| Error::system("open", path, error))
}

/// Returns whether a file begins with all that is in another, compared a piece at a time.
fn begins_with(whole: &Path, start: &Path) -> Result<bool> {
    let open = |path: &Path| {
        let file = File::open(path).map_err(|error| Error::system("read", path, error))?;
        Ok(BufReader::new(file))
    };
    let mut whole_file = open(whole)?;
    let mut start_file = open(start)?;
    loop {
        let failed = |error| Error::system("compare", start, error);
        let expected = whole_file.fill_buf().map_err(failed)?;
        let found = start_file.fill_buf().map_err(failed)?;
        if found.is_empty() {
            return Ok(true);
        }
        let length = expected.len().min(found.len());
        if length == 0 || expected[..length] != found[..length] {
            return Ok(false);
        }
        whole_file.consume(length);
        start_file.consume(length);
    }
}
