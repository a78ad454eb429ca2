//! A publication that was built again, compared with what was written down of it.

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::index::tables;
use crate::record::Record;
use crate::row::{NOT_FOUND, Row, Table};
use crate::unpacked::{Unpacked, UnpackedEdition, UnpackedRow};
use std::collections::{BTreeMap, BTreeSet};

/// Returns what differs between a publication and the site that was built again, in words; nothing where both are the same.
///
/// # Errors
/// Where what was written down of the publication is missing or other than it was.
pub fn differences(record: &Record, begins: &Entry, site: &Unpacked) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let expected = begins.text("digest")?;
    let built = &site.manifest.digest;
    if built != expected {
        found.push(format!("the digest: expected {expected}, found {built}"));
    }
    let recorded = tables(record, begins)?;
    let editions = &site.manifest.editions;
    if recorded.len() != editions.len() {
        found.push(format!(
            "editions: expected {}, found {}",
            recorded.len(),
            editions.len()
        ));
    }
    for ((starts, table), edition) in recorded.iter().zip(editions) {
        if *starts != edition.starts {
            found.push(format!(
                "the moment at which an edition starts: expected {}, found {}",
                moment(*starts),
                moment(edition.starts)
            ));
        }
        compare_edition(record, table, edition, &mut found)?;
    }
    Ok(found)
}

/// Compares all paths of an edition.
fn compare_edition(
    record: &Record,
    table: &Table,
    edition: &UnpackedEdition,
    found: &mut Vec<String>,
) -> Result<()> {
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
                let row = Row::parse(&record.bodies().read(row)?)?;
                for part in different_parts(&row, unpacked) {
                    found.push(format!("{name}: {part}"));
                }
            }
            (Some(_), None) => found.push(format!("{name}: expected an answer, found none")),
            _ => found.push(format!("{name}: expected nothing there, found an answer")),
        }
    }
    Ok(())
}

/// The parts of an answer that differ. What was shown with it was not built.
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

/// The start of an edition in words.
fn moment(starts: Option<i64>) -> String {
    match starts {
        Some(starts) => format!("{starts} seconds since 1970"),
        None => "none".to_owned(),
    }
}
