//! The index, brought up to date with the entries.

use super::{Answer, Change, Index, LAST, PATHS, STEPS, Version, lines, open_to_append, tables};
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::record::Record;
use crate::row::{Row, Table};
use crate::timeline::Step;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The last change of each path.
type Last = BTreeMap<String, Change>;

/// An index that is being brought up to date.
pub struct Builder {
    pub steps: Vec<Step>,
    steps_file: File,
    paths_file: File,
    paths_length: u64,
    folder: PathBuf,
}

impl Builder {
    /// Opens the files, and keeps of them what is whole and belongs to the record.
    pub fn read(record: &Record, folder: &Path) -> Result<Self> {
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
        for (file, length) in [(&steps_file, steps_length), (&paths_file, paths_length)] {
            file.set_len(length)
                .map_err(|error| Error::system("cut", folder, error))?;
        }
        Ok(Self {
            steps,
            steps_file,
            paths_file,
            paths_length,
            folder: folder.to_owned(),
        })
    }

    /// Adds the entries that the index does not have.
    pub fn add_entries(&mut self, record: &Record) -> Result<()> {
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
        if let Some(last) = known {
            self.write_last(&last)?;
        }
        Ok(())
    }

    /// The last change of each path: from its own file, or, where that is not up to date, from all changes.
    fn last_changes(&self) -> Result<Last> {
        let text = fs::read_to_string(self.folder.join(LAST)).unwrap_or_default();
        match parse_last(&text) {
            Some((length, last)) if length == self.paths_length => Ok(last),
            _ => {
                let (_, last) = last_until(&self.folder, self.paths_length)?;
                Ok(last)
            }
        }
    }

    /// Writes the last change of each path.
    fn write_last(&self, last: &Last) -> Result<()> {
        let path = self.folder.join(LAST);
        let failed = |error| Error::system("write", &path, error);
        let mut file = NamedTempFile::new_in(&self.folder).map_err(failed)?;
        let text = last_text(self.paths_length, last);
        file.write_all(text.as_bytes()).map_err(failed)?;
        if let Err(error) = file.persist(&path) {
            return Err(failed(error.error));
        }
        Ok(())
    }

    /// Adds a line for each path that answers otherwise than with the publication before.
    fn add_publication(&mut self, record: &Record, entry: &Entry, last: &mut Last) -> Result<()> {
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

/// Returns whether the last change of each path is the one that the changes make.
pub fn is_last_as_made(folder: &Path) -> Result<bool> {
    let Ok(text) = fs::read_to_string(folder.join(LAST)) else {
        return Ok(!folder.join(LAST).exists());
    };
    let Some((length, _)) = parse_last(&text) else {
        return Ok(false);
    };
    let (reached, expected) = last_until(folder, length)?;
    Ok(reached == length && last_text(length, &expected) == text)
}

/// The last change of each path, from the changes up to a length of their file, and the length that they have.
fn last_until(folder: &Path, length: u64) -> Result<(u64, Last)> {
    let index = Index {
        folder: folder.to_owned(),
        steps: Vec::new(),
        _own: None,
    };
    let mut last = Last::new();
    let reached = index.each_line_until(length, |line| {
        let change = lines::change(line)?;
        last.insert(change.path.clone(), change);
        Some(())
    })?;
    Ok((reached, last))
}

/// The last change of each path as a file.
fn last_text(length: u64, last: &Last) -> String {
    let mut text = format!("{length}\n");
    for change in last.values() {
        text.push_str(&lines::change_line(change));
    }
    text
}

/// The length of the changes, and the last one of each path.
fn parse_last(text: &str) -> Option<(u64, Last)> {
    let mut text_lines = text.lines();
    let length = text_lines.next()?.parse().ok()?;
    let mut last = Last::new();
    for line in text_lines {
        let change = lines::change(line.as_bytes())?;
        last.insert(change.path.clone(), change);
    }
    Some((length, last))
}

/// The answer of a path with each edition, where that differs from the edition before.
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
