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
use crate::row::{Table, parse_table};
use crate::timeline::Step;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file of steps, a line an entry.
const STEPS: &str = "steps";
/// The file of changes, a line for a path that a publication changed.
const PATHS: &str = "paths";
/// The file of the last change of each path, with the length of the file of changes that it goes with.
const LAST: &str = "last";
/// The file that is held while the index is brought up to date.
const LOCK: &str = "lock";

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
pub struct Answer {
    pub row: Digest,
    pub status: u16,
    pub body: Option<Digest>,
}

/// The answers of a path from a publication on, until the next change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    pub publication: u64,
    /// At least one, in the order of their starts.
    pub versions: Vec<Version>,
}

/// An index that is up to date.
#[derive(Debug)]
pub struct Index {
    folder: PathBuf,
    steps: Vec<Step>,
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
        if !folder.join(STEPS).exists() {
            return Ok(true);
        }
        let own = TempDir::new()
            .map_err(|error| Error::system("make a folder for", Path::new(INDEX), error))?;
        Self::update(record, own.path().to_owned(), None)?;
        for name in [STEPS, PATHS] {
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

    /// The changes of one path, in their order.
    ///
    /// # Errors
    /// Where the index can't be read.
    pub fn changes(&self, path: &str) -> Result<Vec<Change>> {
        let start = format!("{path}\t");
        let mut changes = Vec::new();
        self.each_line(|line| {
            if line.starts_with(start.as_bytes()) {
                changes.push(lines::change(line)?);
            }
            Some(())
        })?;
        Ok(changes)
    }

    /// The changes of all paths. They are as many as rows of the record: memory grows with them.
    ///
    /// # Errors
    /// Where the index can't be read.
    pub fn all_changes(&self) -> Result<BTreeMap<String, Vec<Change>>> {
        let mut paths: BTreeMap<String, Vec<Change>> = BTreeMap::new();
        self.each_line(|line| {
            let change = lines::change(line)?;
            paths.entry(change.path.clone()).or_default().push(change);
            Some(())
        })?;
        Ok(paths)
    }

    /// Reads the changes, a line at a time.
    fn each_line(&self, read: impl FnMut(&[u8]) -> Option<()>) -> Result<()> {
        self.each_line_until(u64::MAX, read)?;
        Ok(())
    }

    /// The same up to a length of the file. Returns the length of what was read.
    fn each_line_until(&self, end: u64, mut read: impl FnMut(&[u8]) -> Option<()>) -> Result<u64> {
        let path = self.folder.join(PATHS);
        let failed = |error| Error::system("read", &path, error);
        let mut file = BufReader::with_capacity(256 * 1024, File::open(&path).map_err(failed)?);
        let mut line = Vec::new();
        let mut at = 0;
        while at < end {
            line.clear();
            let length = file.read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                break;
            }
            at += length as u64;
            if read(line.trim_ascii_end()).is_none() {
                return Err(Error::Damaged(format!(
                    "expected a line of the index in {}, found another; delete the folder {INDEX}/ of the record, it is made again",
                    path.display()
                )));
            }
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
            _own: own,
        })
    }
}

/// The tables of a publication's editions, with the moments at which those start.
///
/// # Errors
/// Where a table is missing or other than it was.
pub fn tables(record: &Record, begins: &Entry) -> Result<Vec<(Option<i64>, Table)>> {
    let mut tables = Vec::new();
    for edition in begins.list("editions") {
        let fields = edition.object().ok_or_else(|| begins.lacks("editions"))?;
        let table = fields.get("table").and_then(Value::text);
        let digest = Digest::parse(table.ok_or_else(|| begins.lacks("editions.table"))?)?;
        let starts = fields.get("starts").and_then(Value::integer);
        let table = parse_table(&record.bodies().read(&digest)?)?;
        tables.push((starts, table));
    }
    Ok(tables)
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
