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

/// The evidence outside the chain itself.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The digest of the last entry, kept elsewhere.
    pub head: Option<&'a str>,
    /// A second copy of the record.
    pub against: Option<&'a Path>,
    /// The file with the root certificates of trusted timestamp authorities.
    pub roots: Option<&'a Path>,
    /// The publication to rebuild. `Some(None)` means the last one.
    pub rebuild: Option<Option<u64>>,
}

/// Prints everything that has changed. Returns false if anything has.
///
/// # Errors
/// Returns an error if the end or the timestamps can't be proved.
pub fn verify(record: &Record, proof: &Proof) -> Result<bool> {
    let report = site_record::verify::verify(record)?;
    let mut problems = report.problems.clone();
    let mut notes = report.notes.clone();
    let mut ends = Vec::new();
    if let Some(head) = proof.head {
        ends.push(end_by_head(&report, &Digest::parse(head)?));
    }
    if let Some(copy) = proof.against {
        ends.push(end_by_copy(&report, &Record::open(copy, None)?)?);
    }
    let is_proved = ends.contains(&End::Proved);
    let mut unproved = Vec::new();
    if !is_proved {
        unproved.push("the end of the record can't be proved: there was nothing to compare it with; pass --head DIGEST or --against COPY to detect missing entries".to_owned());
    }
    for end in ends {
        match end {
            End::Proved => {}
            End::Wrong(words) => problems.push(words),
            End::Unproved(words) if !is_proved => {
                unproved = vec![format!("the end of the record can't be proved: {words}")];
            }
            End::Unproved(_) => {}
        }
    }
    if problems.is_empty() {
        let stamps = stamp::check_all(record, proof.roots)?;
        problems.extend(stamps.problems);
        notes.extend(stamps.notes);
        if stamps.unproved > 0 {
            unproved.push(format!(
                "{} can't be proved: get the authorities' root certificates from the authorities themselves, not from this record, and pass them with --roots FILE",
                counted(stamps.unproved, "time stamp")
            ));
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
        "all are unchanged\n".to_owned()
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
    if !unproved.is_empty() {
        bail!("{}", unproved.join("; "));
    }
    Ok(true)
}

/// Prints the digest of the last entry. Returns false if the record is empty.
pub fn head(record: &Record) -> Result<bool> {
    match record.head()? {
        Some(head) => {
            print(&format!("{}\n", head.digest))?;
            Ok(true)
        }
        None => Ok(false),
    }
}
