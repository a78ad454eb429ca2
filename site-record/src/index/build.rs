//! The index, brought up to date with the entries.

use super::{
    Answer, CHANGES, Change, Edition, Index, LAST, Last, STEPS, Version, editions, lines,
    open_to_append,
};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::record::Record;
use crate::removal::{Removal, Removals, removal_after};
use crate::row::Row;
use crate::timeline::Step;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The last change of each path.
type LastChanges = BTreeMap<String, Last>;

/// An index that is being brought up to date.
pub struct Builder {
    pub steps: Vec<Step>,
    /// The removed bodies, each with its last tombstone.
    pub removals: Removals,
    steps_file: File,
    changes_file: File,
    changes_length: u64,
    folder: PathBuf,
}

impl Builder {
    /// Opens the files, and keeps of them what is whole and belongs to the record.
    pub fn read(record: &Record, folder: &Path) -> Result<Self> {
        let StepsOfFile {
            mut steps,
            mut length,
            last,
        } = StepsOfFile::read(folder);
        let steps_file = open_to_append(&folder.join(STEPS))?;
        let changes_file = open_to_append(&folder.join(CHANGES))?;
        let changes_there = changes_file.metadata().map_or(0, |about| about.len());
        let mut changes_length = 0;
        let mut removals = Removals::new();
        if let Some((number, digest, length_then)) = last {
            let is_of_record = record
                .entry(number)
                .is_ok_and(|entry| entry.digest == digest);
            let is_whole = length_then <= changes_there && steps.len() as u64 == number;
            // A tombstone that is not in the index may change any of its lines.
            if is_of_record && is_whole && !add_removals(record, number, &mut removals)? {
                changes_length = length_then;
                for step in &steps {
                    if step.event == "tombstone" {
                        removals.extend(Removal::of(&record.entry(step.number)?)?);
                    }
                }
            } else {
                steps.clear();
                length = 0;
            }
        }
        if steps.is_empty() {
            add_removals(record, 0, &mut removals)?;
        }
        for (file, length) in [(&steps_file, length), (&changes_file, changes_length)] {
            file.set_len(length)
                .map_err(|error| Error::system("cut", folder, error))?;
        }
        Ok(Self {
            steps,
            removals,
            steps_file,
            changes_file,
            changes_length,
            folder: folder.to_owned(),
        })
    }

    /// Adds the entries that the index does not have.
    pub fn add_entries(&mut self, record: &Record) -> Result<()> {
        let mut known = None;
        for entry in record.entries_after(self.steps.len() as u64)? {
            let entry = entry?;
            let mut step = Step::of(&entry)?;
            if entry.event() == "begins" {
                let mut last = match known.take() {
                    Some(last) => last,
                    None => self.last_changes()?,
                };
                let editions = editions(record, &entry, &self.removals)?;
                for (position, edition) in editions.iter().enumerate() {
                    if edition.table.is_none() {
                        step.removed_tables.insert(position, edition.digest);
                    }
                }
                self.add_publication(record, entry.number, &editions, &mut last)?;
                known = Some(last);
            }
            let line = lines::step_line(&step, &entry.digest, self.changes_length);
            self.steps_file
                .write_all(line.as_bytes())
                .map_err(|error| Error::system("write", &self.folder, error))?;
            self.steps.push(step);
        }
        if known.is_none() && self.last_length() != Some(self.changes_length) {
            known = Some(self.last_changes()?);
        }
        if let Some(last) = known {
            self.write_last(&last)?;
        }
        Ok(())
    }

    /// The length of the changes with which the file of the last ones goes.
    fn last_length(&self) -> Option<u64> {
        let file = File::open(self.folder.join(LAST)).ok()?;
        let mut line = String::new();
        BufReader::new(file).read_line(&mut line).ok()?;
        line.trim_end().parse().ok()
    }

    /// The last change of each path: from its own file, or, where that is not up to date, from all changes.
    fn last_changes(&self) -> Result<LastChanges> {
        let text = fs::read_to_string(self.folder.join(LAST)).unwrap_or_default();
        match parse_last(&text) {
            Some((length, last)) if length == self.changes_length => Ok(last),
            _ => {
                let (_, last) = last_until(&self.folder, self.changes_length)?;
                Ok(last)
            }
        }
    }

    /// Writes the last change of each path.
    fn write_last(&self, last: &LastChanges) -> Result<()> {
        let path = self.folder.join(LAST);
        let failed = |error| Error::system("write", &path, error);
        let mut file = NamedTempFile::new_in(&self.folder).map_err(failed)?;
        let text = last_text(self.changes_length, last);
        file.write_all(text.as_bytes()).map_err(failed)?;
        if let Err(error) = file.persist(&path) {
            return Err(failed(error.error));
        }
        Ok(())
    }

    /// Adds a line for each path that answers otherwise than with the publication before.
    fn add_publication(
        &mut self,
        record: &Record,
        publication: u64,
        editions: &[Edition],
        last: &mut LastChanges,
    ) -> Result<()> {
        let mut paths: BTreeSet<&String> = last.keys().collect();
        for edition in editions {
            paths.extend(edition.table.iter().flat_map(|table| table.keys()));
        }
        let mut added = Vec::new();
        let mut text = String::new();
        for path in paths {
            let before = last.get(path);
            let change_before = before.map(|before| &before.change);
            let versions = self.versions(record, publication, editions, path, change_before)?;
            let is_same = change_before.is_some_and(|change| change.versions == versions);
            if is_same || versions.is_empty() {
                continue;
            }
            let change = Change {
                path: path.clone(),
                publication,
                versions,
            };
            let at = self.changes_length + text.len() as u64;
            text.push_str(&lines::change_line(&change, before.map(|before| before.at)));
            added.push(Last { change, at });
        }
        for change in added {
            last.insert(change.change.path.clone(), change);
        }
        self.changes_file
            .write_all(text.as_bytes())
            .map_err(|error| Error::system("write", &self.folder, error))?;
        self.changes_length += text.len() as u64;
        Ok(())
    }

    /// The answer of a path with each edition, if that differs from the edition before; nothing for an edition whose table
    /// was removed.
    fn versions(
        &self,
        record: &Record,
        publication: u64,
        editions: &[Edition],
        path: &str,
        before: Option<&Change>,
    ) -> Result<Vec<Version>> {
        let mut versions: Vec<Version> = Vec::new();
        for edition in editions {
            let Some(table) = &edition.table else {
                continue;
            };
            let row = table.get(path);
            if let Some(last) = versions.last()
                && last.answer.as_ref().map(Answer::digest) == row
            {
                continue;
            }
            let answer = match row {
                Some(row) if removal_after(&self.removals, row, publication).is_some() => {
                    Some(Answer::Removed(*row))
                }
                Some(row) => Some(answer(record, row, before)?),
                None => None,
            };
            versions.push(Version {
                starts: edition.starts,
                answer,
            });
        }
        Ok(versions)
    }
}

/// The steps in the file of an index.
#[derive(Default)]
struct StepsOfFile {
    steps: Vec<Step>,
    /// The bytes of their lines.
    length: u64,
    /// The number of the last one, its digest, and the length of the changes after it.
    last: Option<(u64, Digest, u64)>,
}

impl StepsOfFile {
    /// Reads the whole lines at the beginning of the file.
    fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(folder.join(STEPS)).unwrap_or_default();
        let mut read = Self::default();
        for line in text.split_inclusive('\n') {
            let Some((step, digest, changes_length)) = lines::step(line) else {
                break;
            };
            read.length += line.len() as u64;
            read.last = Some((step.number, digest, changes_length));
            read.steps.push(step);
        }
        read
    }
}

/// The number of the last entry that the index in a folder has; 0 if it has none.
pub fn last_step(folder: &Path) -> u64 {
    let last = StepsOfFile::read(folder).last;
    last.map_or(0, |(number, ..)| number)
}

/// Adds the removals after an entry. Returns false if no tombstone follows it.
fn add_removals(record: &Record, after: u64, removals: &mut Removals) -> Result<bool> {
    let mut is_any = false;
    for entry in record.entries_after(after)? {
        if let Some((body, removal)) = Removal::of(&entry?)? {
            removals.insert(body, removal);
            is_any = true;
        }
    }
    Ok(is_any)
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
fn last_until(folder: &Path, length: u64) -> Result<(u64, LastChanges)> {
    let index = Index {
        folder: folder.to_owned(),
        steps: Vec::new(),
        removals: Removals::new(),
        _own: None,
    };
    let mut last = LastChanges::new();
    let reached = index.each_change(length, |change, at| {
        last.insert(change.path.clone(), Last { change, at });
    })?;
    Ok((reached, last))
}

/// The last change of each path as a file.
fn last_text(length: u64, last: &LastChanges) -> String {
    let mut text = format!("{length}\n");
    for change in last.values() {
        text.push_str(&lines::last_line(change));
    }
    text
}

/// The length of the changes, and the last one of each path.
fn parse_last(text: &str) -> Option<(u64, LastChanges)> {
    let mut text_lines = text.lines();
    let length = text_lines.next()?.parse().ok()?;
    let mut last = LastChanges::new();
    for line in text_lines {
        let change = lines::last(line)?;
        last.insert(change.change.path.clone(), change);
    }
    Some((length, last))
}

/// An answer, from the change before where that has it, or else from the row itself.
fn answer(record: &Record, row: &Digest, before: Option<&Change>) -> Result<Answer> {
    if let Some(before) = before {
        for version in &before.versions {
            if let Some(known @ Answer::Kept { row: known_row, .. }) = version.answer
                && known_row == *row
            {
                return Ok(known);
            }
        }
    }
    let read = Row::parse(&record.bodies().read(row)?)?;
    Ok(Answer::Kept {
        row: *row,
        status: read.status,
        body: read.body,
        cached_for: read.cached_for(),
    })
}
