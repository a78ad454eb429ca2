//! Checks the bodies in the folder and the bodies that entries name.

use super::Report;
use crate::calendar::Calendar;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::layout::{UNFINISHED, body_path, names};
use crate::record::Record;
use crate::removal::{Removal, Removals};
use crate::row::{Row, parse_table};
use std::collections::BTreeMap;
use std::path::Path;

/// Compares every body in the folder with its digest.
pub fn check_stored(record: &Record, report: &mut Report) -> Result<()> {
    let bodies = record.bodies();
    for folder in bodies.folders()? {
        if folder == UNFINISHED {
            continue;
        }
        let listed = match names(&bodies.folder().join(&folder)) {
            Ok(listed) => listed,
            Err(error) => {
                report.problem(error);
                continue;
            }
        };
        for text in listed {
            let digest = Digest::parse(&text).ok();
            let in_place =
                digest.filter(|digest| body_path(digest) == Path::new(&folder).join(&text));
            let Some(digest) = in_place else {
                report.problem(format!(
                    "expected only bodies in {folder}/, found {text}; remove it"
                ));
                continue;
            };
            report.bodies += 1;
            if let Err(error) = bodies.check(&digest) {
                report.problem(error);
            }
        }
    }
    Ok(())
}

/// Checks that every body that an entry names exists.
pub fn check_named(record: &Record, report: &mut Report) -> Result<()> {
    let mut search = Search {
        record,
        missing: BTreeMap::new(),
        removed: Removals::new(),
        last_rows: BTreeMap::new(),
    };
    let entries = match record.entries() {
        Ok(entries) => entries,
        Err(error) => {
            report.problem(error);
            return Ok(());
        }
    };
    for entry in entries {
        // The unreadable entry is already reported, and its bodies can't be known.
        let Ok(entry) = entry else {
            break;
        };
        if let Err(error) = search.entry(&entry) {
            report.problem(format!("in entry {}: {error}", entry.number));
        }
    }
    if let Ok(Some(_)) = record.head()
        && let Err(error) = Calendar::of(record)
    {
        report.problem(error);
    }
    for (digest, removal) in &search.removed {
        report.removed.push(format!("{digest}: {removal}"));
    }
    for (digest, number) in &search.missing {
        if !search.removed.contains_key(digest) {
            report.problem(format!(
                "body {digest}, which entry {number} names, is missing; copy it from the second copy of the record"
            ));
        }
    }
    Ok(())
}

/// A search for the bodies that entries name.
struct Search<'r> {
    record: &'r Record,
    /// The missing bodies, each with the first entry that names it.
    missing: BTreeMap<Digest, u64>,
    /// The bodies that were replaced with a tombstone.
    removed: Removals,
    /// The last row of each path, so that unchanged rows are checked once.
    last_rows: BTreeMap<String, Digest>,
}

impl Search<'_> {
    /// Checks every body that an entry names.
    fn entry(&mut self, entry: &Entry) -> Result<()> {
        let number = entry.number;
        match &entry.event {
            Event::Tombstone { .. } => self.removed.extend(Removal::of(entry)),
            Event::Observed { row, .. } => {
                self.body(row, number);
                self.row(row, number)?;
            }
            Event::Begins(begins) => {
                if let Some(approvals) = &begins.approvals {
                    self.body(approvals, number);
                }
                for file in begins.evidence.iter().chain(&begins.documents) {
                    self.body(&file.body, number);
                }
                for edition in &begins.editions {
                    self.body(&edition.table, number);
                    self.table(&edition.table, number)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks the rows of a table.
    fn table(&mut self, digest: &Digest, number: u64) -> Result<()> {
        if !self.record.bodies().has(digest) {
            return Ok(());
        }
        for (path, row) in parse_table(&self.record.bodies().read(digest)?)? {
            if self.last_rows.get(&path) != Some(&row) {
                self.body(&row, number);
                self.row(&row, number)?;
                self.last_rows.insert(path, row);
            }
        }
        Ok(())
    }

    /// Checks the body of a row.
    fn row(&mut self, digest: &Digest, number: u64) -> Result<()> {
        if !self.record.bodies().has(digest) {
            return Ok(());
        }
        let bytes = self.record.bodies().read(digest)?;
        let row = match Row::parse(&bytes) {
            Ok(row) => row,
            Err(error) => return Err(Error::Damaged(format!("of {digest}: {error}"))),
        };
        if let Some(body) = row.body {
            self.body(&body, number);
        }
        Ok(())
    }

    /// Checks that a body exists.
    fn body(&mut self, digest: &Digest, number: u64) {
        if !self.record.bodies().has(digest) {
            self.missing.entry(*digest).or_insert(number);
        }
    }
}
