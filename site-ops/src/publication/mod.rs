//! A publication: every response of a built server in each edition, read from its table.
//!
//! [`expected`] determines which responses are valid at a given time.

pub mod expected;

use anyhow::Result;
use site_table::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of the response to unknown paths.
pub const NOT_FOUND: &str = "";

/// The contents of a built server.
#[derive(Debug)]
pub struct Publication {
    /// The BLAKE3 digest of its table, in hexadecimal.
    pub digest: String,
    /// The commit that it was built from, or `None` if files differed from the commit.
    pub commit: Option<String>,
    /// At least one edition, sorted by `starts`.
    pub editions: Vec<Edition>,
}

/// The site between two scheduled switches.
#[derive(Debug)]
pub struct Edition {
    /// Seconds since 1970. `None` for the first edition.
    pub starts: Option<i64>,
    /// Rows by path, including [`NOT_FOUND`].
    pub rows: BTreeMap<String, Row>,
}

/// The response at one path.
#[derive(Debug)]
pub struct Row {
    pub status: u16,
    /// The headers of the response without a content coding. Names are in lower case.
    pub headers: Vec<(String, String)>,
    /// The entity tag of each content coding, including `identity`.
    pub etags: Vec<(&'static str, String)>,
    /// The decoded body, which stays in memory until the program ends.
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

    /// The index of the edition that is current at a time, in seconds since 1970.
    pub fn in_force(&self, moment: i64) -> usize {
        let mut found = 0;
        for (place, edition) in self.editions.iter().enumerate() {
            if edition.starts.is_some_and(|starts| starts <= moment) {
                found = place;
            }
        }
        found
    }

    /// Every path of any edition.
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
    /// The response at a path: its row, or the row for unknown paths.
    pub fn answer(&self, path: &str) -> &Row {
        self.rows.get(path).unwrap_or(&self.rows[NOT_FOUND])
    }
}

impl Row {
    /// Converts a row of a table.
    fn of(row: &site_table::Row) -> Self {
        let identity = row.identity();
        Self {
            status: row.status,
            headers: identity.fields(),
            etags: row.etags(),
            body: identity.bytes,
        }
    }

    /// The value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(known, _)| known == name)?;
        Some(value)
    }
}
