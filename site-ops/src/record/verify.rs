//! `cargo site-ops record verify` and `head`.

use super::rebuild::rebuild;
use super::stamp;
use crate::run::print;
use anyhow::{Result, bail};
use site_check::report::counted;
use site_record::digest::Digest;
use site_record::record::Record;
use site_record::verify::{End, end_by_copy, end_by_head};
use std::path::Path;

/// The evidence beyond the chain itself.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The digest of the last entry, from another place.
    pub head: Option<&'a str>,
    /// A second copy of the record.
    pub against: Option<&'a Path>,
    /// The publication to build again; `Some(None)` is the last one.
    pub rebuild: Option<Option<u64>>,
}

/// Prints what is not as it was written. Returns false where something is not.
///
/// # Errors
/// Where the end can't be proved.
pub fn verify(record: &Record, proof: &Proof) -> Result<bool> {
    let report = site_record::verify::verify(record)?;
    let mut problems = report.problems.clone();
    let mut notes = report.notes.clone();
    if problems.is_empty() {
        stamp::check_all(record, &mut problems, &mut notes)?;
    }
    let mut ends = Vec::new();
    if let Some(head) = proof.head {
        ends.push(end_by_head(&report, &Digest::parse(head)?));
    }
    if let Some(copy) = proof.against {
        ends.push(end_by_copy(&report, &Record::open(copy, None)?)?);
    }
    let is_proved = ends.contains(&End::Proved);
    let mut unproved = vec![
        "nothing from elsewhere was given; a cut end is found by --head DIGEST or --against COPY"
            .to_owned(),
    ];
    for end in ends {
        match end {
            End::Proved => {}
            End::Wrong(words) => problems.push(words),
            End::Unproved(words) => unproved = vec![words],
        }
    }

    let mut out = String::new();
    for problem in &problems {
        out += &format!("wrong: {problem}\n");
    }
    for removed in &report.removed {
        out += &format!("removed: {removed}\n");
    }
    for note in notes {
        out += &format!("note: {note}\n");
    }
    let entries = if report.entries == 1 {
        "1 entry".to_owned()
    } else {
        format!("{} entries", report.entries)
    };
    let bodies = if report.bodies == 1 {
        "1 body".to_owned()
    } else {
        format!("{} bodies", report.bodies)
    };
    out += &format!("{entries}, {bodies}: ");
    out += &if problems.is_empty() {
        "all as they were written\n".to_owned()
    } else {
        format!("{}\n", counted(problems.len(), "problem"))
    };
    if let Some(head) = report.head() {
        out += &format!("the last entry is {head}\n");
    }
    print(&out)?;
    if !problems.is_empty() {
        return Ok(false);
    }
    if let Some(number) = proof.rebuild
        && !rebuild(record, number)?
    {
        return Ok(false);
    }
    if !is_proved {
        bail!(
            "the end of the record can't be proved: {}",
            unproved.join("; ")
        );
    }
    Ok(true)
}

/// Prints the digest of the last entry. Returns false where there is none.
pub fn head(record: &Record) -> Result<bool> {
    match record.head()? {
        Some(head) => {
            print(&format!("{}\n", head.digest))?;
            Ok(true)
        }
        None => Ok(false),
    }
}
