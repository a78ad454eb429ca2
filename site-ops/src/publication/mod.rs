//! A publication: every answer of a built server, edition by edition, read from its table.
//!
//! [`expected`] knows which of it is right at a moment.

pub mod expected;

use anyhow::Result;
use site_table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of the answer to every path that nothing is at.
pub const NOT_FOUND: &str = "";

/// All that one built server holds.
#[derive(Debug)]
pub struct Publication {
    /// The BLAKE3 digest of its table, in hexadecimal.
    pub digest: String,
    /// The commit that it was built from; `None` where files differed from it.
    pub commit: Option<String>,
    /// At least one, ascending by `starts`.
    pub editions: Vec<Edition>,
}

/// The site from one moment to the next.
#[derive(Debug)]
pub struct Edition {
    /// Seconds since 1970; `None` for the first, which is there from the beginning.
    pub starts: Option<i64>,
    /// By path; [`NOT_FOUND`] is among them.
    pub rows: BTreeMap<String, Row>,
}

/// The answer at one path.
#[derive(Debug)]
pub struct Row {
    pub status: u16,
    /// Of the body without a content coding; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The entity tag of each content coding, of which `identity` is one.
    pub etags: Vec<(&'static str, String)>,
    /// Decoded; in memory for as long as the program runs.
    pub body: &'static [u8],
}

impl Publication {
    /// Reads the table of a built server. The server isn't run.
    pub fn of_server(server: &Path) -> Result<Self> {
        let table = Table::open(server)?;
        let mut editions = Vec::new();
        for number in 0..=table.starts.len() {
            let mut rows = BTreeMap::new();
            rows.insert(NOT_FOUND.to_owned(), Row::of(table.not_found(number)));
            for row in table.rows_of(number) {
                rows.insert(row.path.to_owned(), Row::of(row));
            }
            let starts = table.start_of(number).map(|moment| moment.0);
            editions.push(Edition { starts, rows });
        }
        Ok(Self {
            digest: table.digest.clone(),
            commit: table.commit.map(str::to_owned),
            editions,
        })
    }

    /// The place of the edition that is in force at a moment, in seconds since 1970.
    pub fn in_force(&self, moment: i64) -> usize {
        let mut found = 0;
        for (place, edition) in self.editions.iter().enumerate() {
            if edition.starts.is_some_and(|starts| starts <= moment) {
                found = place;
            }
        }
        found
    }

    /// Every path that any edition answers.
    pub fn paths(&self) -> BTreeSet<&str> {
        let mut paths = BTreeSet::new();
        for edition in &self.editions {
            paths.extend(edition.rows.keys().map(String::as_str));
        }
        paths.remove(NOT_FOUND);
        paths
    }
}

impl Edition {
    /// The answer at a path: its row, or the one of every path that nothing is at.
    pub fn answer(&self, path: &str) -> &Row {
        self.rows.get(path).unwrap_or(&self.rows[NOT_FOUND])
    }
}

impl Row {
    /// The answer that a row of a table gives.
    fn of(row: &site_table::Row) -> Self {
        let identity = row.identity();
        Self {
            status: row.status,
            headers: identity.fields(),
            etags: row.etags(),
            body: identity.bytes,
        }
    }

    /// The value of the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known == name)?;
        Some(value)
    }
}
