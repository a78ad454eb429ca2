//! An in-memory index of every path's responses in all publications, built on demand from the entries and tables.

use crate::digest::Digest;
use crate::entry::{Entry, no_publication};
use crate::error::Result;
use crate::event::Event;
use crate::record::Record;
use crate::removal::{Removal, Removals, removal_after};
use crate::row::{Row, Table, parse_table};
use crate::timeline::Span;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A response, identified by digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The row is in the record.
    Kept {
        row: Digest,
        status: u16,
        body: Option<Digest>,
        /// How long a cache may have served it after the next response replaced it, in seconds.
        cached_for: i64,
    },
    /// The row with this digest, or its edition's table, was removed.
    Removed(Digest),
}

impl Answer {
    /// The digest of the row. For a removed response, the digest in the tombstone.
    pub fn digest(&self) -> &Digest {
        match self {
            Self::Kept { row, .. } => row,
            Self::Removed(digest) => digest,
        }
    }

    /// The digest of the body, or `None` if the response has no body or was removed.
    pub fn body(&self) -> Option<Digest> {
        match self {
            Self::Kept { body, .. } => *body,
            Self::Removed(_) => None,
        }
    }

    /// How long a cache may have served it after the next response replaced it, in seconds. Returns 0 for a removed response, because the time is unknown.
    pub fn cached_for(&self) -> i64 {
        match self {
            Self::Kept { cached_for, .. } => *cached_for,
            Self::Removed(_) => 0,
        }
    }
}

/// A record in memory.
#[derive(Debug)]
pub struct Index {
    record: Record,
    entries: Vec<Entry>,
    removals: Removals,
    /// The changes of each path. Read on first use, because not every command needs the tables.
    histories: OnceLock<BTreeMap<String, Vec<Change>>>,
}

/// The row of a path, from one edition of a publication until the path's next change.
#[derive(Debug)]
struct Change {
    publication: u64,
    edition: usize,
    /// The digest of the row, or `None` if the path has no response.
    row: Option<Digest>,
}

impl Index {
    /// Reads all entries of a record.
    ///
    /// # Errors
    /// Returns an error if an entry can't be read.
    pub fn open(record: &Record) -> Result<Self> {
        let entries = record.all()?;
        Ok(Self {
            record: record.clone(),
            removals: entries.iter().filter_map(Removal::of).collect(),
            entries,
            histories: OnceLock::new(),
        })
    }

    /// All entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// An entry by its number.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no such entry.
    pub fn entry(&self, number: u64) -> Result<&Entry> {
        let at = usize::try_from(number).unwrap_or(0).checked_sub(1);
        at.and_then(|at| self.entries.get(at))
            .ok_or_else(|| no_publication(number))
    }

    /// The removed bodies, each with its last tombstone.
    pub fn removals(&self) -> &Removals {
        &self.removals
    }

    /// All paths that ever had a response, sorted.
    ///
    /// # Errors
    /// Returns an error if a table is missing without a tombstone or doesn't match its digest.
    pub fn paths(&self) -> Result<impl Iterator<Item = &String>> {
        Ok(self.histories()?.keys())
    }

    /// The responses of a path.
    ///
    /// # Errors
    /// Returns an error if a table or a row of the path is missing without a tombstone or doesn't match its digest.
    pub fn answers<'i>(&'i self, path: &'i str) -> Result<Answers<'i>> {
        let changes = self.histories()?.get(path).map_or(&[][..], Vec::as_slice);
        let bodies = self.record.bodies();
        let mut rows = BTreeMap::new();
        for digest in changes.iter().filter_map(|change| change.row) {
            let is_removed = self.removals.contains_key(&digest) && !bodies.has(&digest);
            if is_removed || rows.contains_key(&digest) {
                continue;
            }
            let row = Row::parse(&bodies.read(&digest)?)?;
            let answer = Answer::Kept {
                row: digest,
                status: row.status,
                body: row.body,
                cached_for: row.cached_for(),
            };
            rows.insert(digest, answer);
        }
        Ok(Answers {
            index: self,
            path,
            changes,
            rows,
        })
    }

    /// The changes of each path, read from the tables of all publications.
    fn histories(&self) -> Result<&BTreeMap<String, Vec<Change>>> {
        if let Some(histories) = self.histories.get() {
            return Ok(histories);
        }
        let mut histories: BTreeMap<String, Vec<Change>> = BTreeMap::new();
        for entry in &self.entries {
            let Event::Begins(begins) = &entry.event else {
                continue;
            };
            for (edition, about) in begins.editions.iter().enumerate() {
                if removal_after(&self.removals, &about.table, entry.number).is_some() {
                    continue;
                }
                let mut table = parse_table(&self.record.bodies().read(&about.table)?)?;
                let change = |row| Change {
                    publication: entry.number,
                    edition,
                    row,
                };
                for (path, changes) in &mut histories {
                    let row = table.remove(path);
                    if changes.last().is_some_and(|last| last.row != row) {
                        changes.push(change(row));
                    }
                }
                for (path, row) in table {
                    histories.insert(path, vec![change(Some(row))]);
                }
            }
        }
        Ok(self.histories.get_or_init(|| histories))
    }

    /// The digest of a span's table, if the table was removed.
    fn removed_table(&self, span: &Span) -> Option<Digest> {
        let begins = self.entry(span.publication).ok()?.begins().ok()?;
        let table = &begins.editions.get(span.edition)?.table;
        removal_after(&self.removals, table, span.publication).map(|_| *table)
    }
}

/// The responses of one path.
#[derive(Debug)]
pub struct Answers<'i> {
    index: &'i Index,
    pub path: &'i str,
    changes: &'i [Change],
    /// Responses by the digests of their rows.
    rows: BTreeMap<Digest, Answer>,
}

impl Answers<'_> {
    /// Returns true if the path never had a response.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The response in a span, if there is one. If the table was removed, any path may have had a response.
    pub fn in_span(&self, span: &Span) -> Option<Answer> {
        if let Some(table) = self.index.removed_table(span) {
            return Some(Answer::Removed(table));
        }
        let until = (span.publication, span.edition);
        let is_earlier = |change: &Change| (change.publication, change.edition) <= until;
        let count = self.changes.partition_point(is_earlier);
        let row = self.changes.get(count.checked_sub(1)?)?.row?;
        let removals = &self.index.removals;
        let kept = self.rows.get(&row).copied();
        let kept = kept.filter(|_| removal_after(removals, &row, span.publication).is_none());
        Some(kept.unwrap_or(Answer::Removed(row)))
    }
}

/// One edition of a publication.
#[derive(Debug)]
pub struct Edition {
    /// The start of the edition. The first edition has none.
    pub starts: Option<i64>,
    /// The digest of the table.
    pub digest: Digest,
    /// The table, or `None` if it was removed.
    pub table: Option<Table>,
}

/// The editions of a publication.
///
/// # Errors
/// Returns an error if a table is missing without a tombstone or doesn't match its digest.
pub fn editions(record: &Record, begins: &Entry, removals: &Removals) -> Result<Vec<Edition>> {
    let mut editions = Vec::new();
    for edition in &begins.begins()?.editions {
        let table = match removal_after(removals, &edition.table, begins.number) {
            Some(_) => None,
            None => Some(parse_table(&record.bodies().read(&edition.table)?)?),
        };
        editions.push(Edition {
            starts: edition.starts,
            digest: edition.table,
            table,
        });
    }
    Ok(editions)
}
