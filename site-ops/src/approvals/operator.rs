//! Publications that an operator made by break-glass, from the place's state or from the record. The changes in each have
//! the same deadline as after a `/break-glass` comment.

use super::range::{has_commit, is_ancestor};
use super::reviews::{AFTERWARDS, BrokenGlass};
use crate::record::approvals::break_glass;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use fs_err as fs;
use jiff::Timestamp;
use site_place::state;
use site_record::entry::Entry;
use site_record::event::{Begins, Event, Range};
use site_record::record::Record;
use std::path::Path;

/// A publication that skipped the approvals check.
#[derive(Debug)]
pub struct Publication {
    /// The commit that was live before.
    from: String,
    /// The published commit.
    to: String,
    broken: BrokenGlass,
}

/// Reads break-glass publications from a file with the `broken_glass` value of the place's state.
///
/// # Errors
/// Returns an error if the file contains something else.
pub fn of_state(file: &Path) -> Result<Vec<Publication>> {
    let text = fs::read_to_string(file)?;
    let list: Vec<state::BrokenGlass> = serde_json::from_str(&text).with_context(|| {
        format!(
            "expected `broken_glass` of `cargo site-ops status --json` in {}, found something else",
            file.display()
        )
    })?;
    let mut publications = Vec::new();
    for state::BrokenGlass {
        from,
        to,
        who,
        reason,
        at,
    } in list
    {
        let broken = broken_glass(who, reason, at);
        publications.push(Publication { from, to, broken });
    }
    Ok(publications)
}

/// Returns the break-glass publications that haven't failed, oldest first.
///
/// # Errors
/// Returns an error if the record can't be read.
pub fn of_record(record: &Record) -> Result<Vec<Publication>> {
    let mut numbered = Vec::new();
    for entry in record.entries()? {
        let entry = entry?;
        match &entry.event {
            Event::Begins(begins) => {
                if let Some(publication) = publication(record, &entry, begins)? {
                    numbered.push((entry.number, publication));
                }
            }
            Event::Failed { about, .. } => {
                numbered.retain(|(number, _)| *number != about.publication);
            }
            _ => {}
        }
    }
    let publications = numbered.into_iter().map(|(_, publication)| publication);
    Ok(publications.collect())
}

fn publication(record: &Record, entry: &Entry, begins: &Begins) -> Result<Option<Publication>> {
    let Some(words) = break_glass(record, begins)? else {
        return Ok(None);
    };
    let Some(Range { from, to }) = begins.range.clone() else {
        return Ok(None);
    };
    let (name, reason) = words.split_once(':').unwrap_or(("the operator", &words));
    let at = Timestamp::from_second(entry.moment.ours)
        .with_context(|| format!("expected a moment in entry {} of the record", entry.number))?;
    let (who, reason) = (name.trim().to_owned(), reason.trim().to_owned());
    let broken = broken_glass(who, reason, at);
    Ok(Some(Publication { from, to, broken }))
}

/// The operator's break-glass, which expires after some days.
fn broken_glass(name: String, reason: String, at: Timestamp) -> BrokenGlass {
    BrokenGlass {
        login: None,
        name,
        by: "operator",
        at,
        reason,
        until: at + AFTERWARDS,
    }
}

/// Returns the break-glass of the first publication that included a commit of main.
pub fn break_glass_of(
    workspace: &Workspace,
    publications: &[Publication],
    commit: &str,
) -> Result<Option<BrokenGlass>> {
    for Publication {
        from, to, broken, ..
    } in publications
    {
        // Without both commits, the publication's changes are unknown.
        let is_known = has_commit(workspace, from)? && has_commit(workspace, to)?;
        if is_known && is_ancestor(workspace, commit, to)? && !is_ancestor(workspace, commit, from)?
        {
            return Ok(Some(broken.clone()));
        }
    }
    Ok(None)
}
