//! The index of a record: which path changed with which publication, so that one page is found among a million bodies.
//!
//! It is made from the entries, is brought up to date by whoever reads it, and can be deleted at any time. What it leads
//! to is compared with its digest as all else, and [`verify`](mod@crate::verify) makes it again and compares.

mod lines;

use crate::canonical::Value;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::layout::{INDEX, refuse_link};
use crate::record::Record;
use crate::row::{Row, Table, parse_table};
use crate::timeline::Step;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file of steps, a line an entry.
const STEPS: &str = "steps";
/// The file of changes, a line for a path that a publication changed.
const PATHS: &str = "paths";
/// The file that is held while the index is brought up to date.
const LOCK: &str = "lock";

/// What a path answers from a moment on.
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

/// What a path answers from a publication on, until the next change.
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
        Ok(true)
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
    fn each_line(&self, mut read: impl FnMut(&[u8]) -> Option<()>) -> Result<()> {
        let path = self.folder.join(PATHS);
        let failed = |error| Error::system("read", &path, error);
        let mut file = BufReader::with_capacity(256 * 1024, File::open(&path).map_err(failed)?);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = file.read_until(b'\n', &mut line).map_err(failed)?;
            if length == 0 {
                return Ok(());
            }
            if read(line.trim_ascii_end()).is_none() {
                return Err(Error::Damaged(format!(
                    "expected a line of the index in {}, found another; delete the folder {INDEX}/ of the record, it is made again",
                    path.display()
                )));
            }
        }
    }

    /// Reads the index in a folder, and adds what it lacks.
    fn update(record: &Record, folder: PathBuf, own: Option<TempDir>) -> Result<Self> {
        let lock = lock_file(&folder)?;
        lock.lock()
            .map_err(|error| Error::system("lock", &folder, error))?;
        let mut builder = Builder::read(record, &folder)?;
        builder.add_entries(record)?;
        Ok(Self {
            folder,
            steps: builder.steps,
            _own: own,
        })
    }
}

/// An index that is being brought up to date.
struct Builder {
    steps: Vec<Step>,
    steps_file: File,
    paths_file: File,
    paths_length: u64,
    folder: PathBuf,
}

impl Builder {
    /// Opens the files, and keeps of them what is whole and belongs to the record.
    fn read(record: &Record, folder: &Path) -> Result<Self> {
        let steps_path = folder.join(STEPS);
        let text = fs::read_to_string(&steps_path).unwrap_or_default();
        let mut steps = Vec::new();
        let mut last = None;
        let mut steps_length = 0;
        for line in text.split_inclusive('\n') {
            let Some((step, digest, paths_length)) = lines::step(line) else {
                break;
            };
            steps_length += line.len() as u64;
            last = Some((step.number, digest, paths_length));
            steps.push(step);
        }
        let steps_file = open_to_append(&steps_path)?;
        let paths_file = open_to_append(&folder.join(PATHS))?;
        let paths_there = paths_file.metadata().map_or(0, |about| about.len());
        let mut paths_length = 0;
        if let Some((number, digest, length)) = last {
            let is_of_record = record
                .entry(number)
                .is_ok_and(|entry| entry.digest == digest);
            if is_of_record && length <= paths_there && steps.len() as u64 == number {
                paths_length = length;
            } else {
                steps.clear();
                steps_length = 0;
            }
        }
        let cut = |file: &File, length| {
            file.set_len(length)
                .map_err(|error| Error::system("cut", folder, error))
        };
        cut(&steps_file, steps_length)?;
        cut(&paths_file, paths_length)?;
        Ok(Self {
            steps,
            steps_file,
            paths_file,
            paths_length,
            folder: folder.to_owned(),
        })
    }

    /// Adds the entries that the index does not have.
    fn add_entries(&mut self, record: &Record) -> Result<()> {
        let mut known = None;
        for entry in record.entries_after(self.steps.len() as u64)? {
            let entry = entry?;
            if entry.event() == "begins" {
                let mut last = match known.take() {
                    Some(last) => last,
                    None => self.last_changes()?,
                };
                self.add_publication(record, &entry, &mut last)?;
                known = Some(last);
            }
            let step = Step::of(&entry)?;
            let line = lines::step_line(&step, &entry.digest, self.paths_length);
            self.steps_file
                .write_all(line.as_bytes())
                .map_err(|error| Error::system("write", &self.folder, error))?;
            self.steps.push(step);
        }
        Ok(())
    }

    /// The last change of each path.
    fn last_changes(&self) -> Result<BTreeMap<String, Change>> {
        let index = Index {
            folder: self.folder.clone(),
            steps: Vec::new(),
            _own: None,
        };
        let mut last = BTreeMap::new();
        index.each_line(|line| {
            let change = lines::change(line)?;
            last.insert(change.path.clone(), change);
            Some(())
        })?;
        Ok(last)
    }

    /// Adds a line for each path that answers otherwise than with the publication before.
    fn add_publication(
        &mut self,
        record: &Record,
        entry: &Entry,
        last: &mut BTreeMap<String, Change>,
    ) -> Result<()> {
        let tables = tables(record, entry)?;
        let mut paths: BTreeSet<&String> = last.keys().collect();
        for (_, table) in &tables {
            paths.extend(table.keys());
        }
        let mut added = Vec::new();
        let mut text = String::new();
        for path in paths {
            let before = last.get(path);
            let versions = versions(record, &tables, path, before)?;
            if before.is_some_and(|before| before.versions == versions) {
                continue;
            }
            let change = Change {
                path: path.clone(),
                publication: entry.number,
                versions,
            };
            text.push_str(&lines::change_line(&change));
            added.push(change);
        }
        for change in added {
            last.insert(change.path.clone(), change);
        }
        self.paths_file
            .write_all(text.as_bytes())
            .map_err(|error| Error::system("write", &self.folder, error))?;
        self.paths_length += text.len() as u64;
        Ok(())
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

/// What a path answers with each edition, where that differs from the edition before.
fn versions(
    record: &Record,
    tables: &[(Option<i64>, Table)],
    path: &str,
    before: Option<&Change>,
) -> Result<Vec<Version>> {
    let mut versions: Vec<Version> = Vec::new();
    for (starts, table) in tables {
        let row = table.get(path);
        if let Some(last) = versions.last()
            && last.answer.map(|answer| answer.row).as_ref() == row
        {
            continue;
        }
        let answer = match row {
            Some(row) => Some(answer(record, row, before)?),
            None => None,
        };
        versions.push(Version {
            starts: *starts,
            answer,
        });
    }
    Ok(versions)
}

/// An answer, from the change before where that has it, or else from the row itself.
fn answer(record: &Record, row: &Digest, before: Option<&Change>) -> Result<Answer> {
    if let Some(before) = before {
        for version in &before.versions {
            if let Some(known) = version.answer
                && known.row == *row
            {
                return Ok(known);
            }
        }
    }
    let read = Row::parse(&record.bodies().read(row)?)?;
    Ok(Answer {
        row: *row,
        status: read.status,
        body: read.body,
    })
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
