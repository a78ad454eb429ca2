//! Compares a publication with a rebuild of it.

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::index::editions;
use crate::record::Record;
use crate::removal::{Removal, removal_after, removals};
use crate::row::{NOT_FOUND, Row, Table};
use site_table::unpacked::{Manifest, UnpackedEdition, UnpackedRow};
use std::collections::{BTreeMap, BTreeSet};

/// The differences between a publication and a rebuild of it.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The differences. Empty if the two are equal.
    pub differences: Vec<String>,
    /// The parts of the publication that were removed from the record and so couldn't be compared.
    pub removed: Vec<String>,
}

/// Compares a publication with a rebuilt site.
///
/// # Errors
/// Returns an error if a body of the publication is missing without a tombstone or doesn't match its digest.
pub fn compare(record: &Record, begins: &Entry, site: &Manifest) -> Result<Comparison> {
    let mut comparison = Comparison::default();
    let found = &mut comparison.differences;
    let expected = &begins.begins()?.digest;
    let built = &site.digest;
    if built != expected {
        found.push(format!("the digest: expected {expected}, found {built}"));
    }
    let removals = removals(record)?;
    let recorded = editions(record, begins, &removals)?;
    let built_editions = &site.editions;
    if recorded.len() != built_editions.len() {
        found.push(format!(
            "editions: expected {}, found {}",
            recorded.len(),
            built_editions.len()
        ));
    }
    for (edition, built_edition) in recorded.iter().zip(built_editions) {
        if edition.starts != built_edition.starts {
            comparison.differences.push(format!(
                "the start of an edition: expected {}, found {}",
                moment(edition.starts),
                moment(built_edition.starts)
            ));
        }
        let Some(table) = &edition.table else {
            let removal = &removals[&edition.digest];
            let words = format!("the table of an edition, {}: {removal}", edition.digest);
            comparison.removed.push(words);
            continue;
        };
        let removal = |row: &Digest| removal_after(&removals, row, begins.number);
        compare_edition(record, table, built_edition, removal, &mut comparison)?;
    }
    Ok(comparison)
}

/// Compares all paths of an edition.
fn compare_edition<'r>(
    record: &Record,
    table: &Table,
    edition: &UnpackedEdition,
    removal: impl Fn(&Digest) -> Option<&'r Removal>,
    comparison: &mut Comparison,
) -> Result<()> {
    let found = &mut comparison.differences;
    let mut built = BTreeMap::new();
    for row in &edition.rows {
        built.insert(&row.path, row);
    }
    let mut paths: BTreeSet<&String> = table.keys().collect();
    paths.extend(built.keys());
    for path in paths {
        let name = if path == NOT_FOUND {
            "unknown addresses"
        } else {
            path
        };
        match (table.get(path), built.get(path)) {
            (Some(row), Some(unpacked)) => {
                if let Some(removal) = removal(row) {
                    comparison.removed.push(format!("{name}, {row}: {removal}"));
                    continue;
                }
                let row = Row::parse(&record.bodies().read(row)?)?;
                for part in different_parts(&row, unpacked) {
                    found.push(format!("{name}: {part}"));
                }
            }
            (Some(_), None) => found.push(format!("{name}: expected a response, found none")),
            _ => found.push(format!("{name}: expected no response, found one")),
        }
    }
    Ok(())
}

/// The parts of a response that differ. The facts that a page shows aren't part of a build, so they aren't compared.
fn different_parts(row: &Row, built: &UnpackedRow) -> Vec<String> {
    let mut parts = Vec::new();
    if row.status != built.status {
        parts.push(format!(
            "expected status {}, found {}",
            row.status, built.status
        ));
    }
    if row.headers != built.headers {
        parts.push("the headers differ".to_owned());
    }
    let expected = row.body.as_ref().map(Digest::to_string);
    if expected != built.body {
        let words = |digest: &Option<String>| digest.clone().unwrap_or_else(|| "none".into());
        parts.push(format!(
            "expected the body {}, found {}",
            words(&expected),
            words(&built.body)
        ));
    }
    parts
}

/// The start of an edition as text.
fn moment(starts: Option<i64>) -> String {
    match starts {
        Some(starts) => format!("{starts} seconds since 1970"),
        None => "none".to_owned(),
    }
}
