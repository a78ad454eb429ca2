//! The publications that an operator made by break-glass, from the record. Each gives its changes the same time as a comment
//! `/break-glass`.

use super::range::{has_commit, is_ancestor};
use super::reviews::{AFTERWARDS, BrokenGlass};
use crate::record::approvals::break_glass;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use site_record::canonical::Value;
use site_record::entry::Entry;
use site_record::record::Record;

/// A publication that didn't ask for approvals.
#[derive(Debug)]
pub struct Publication {
    number: u64,
    /// The commit that was live before.
    from: String,
    /// The commit that it published.
    to: String,
    broken: BrokenGlass,
}

/// Returns the publications by break-glass that have not failed, the oldest first.
///
/// # Errors
/// If the record can't be read.
pub fn publications(record: &Record) -> Result<Vec<Publication>> {
    let mut publications = Vec::new();
    for entry in record.entries()? {
        let entry = entry?;
        match entry.event() {
            "begins" => publications.extend(publication(record, &entry)?),
            "failed" => {
                let number = entry.integer("publication")?;
                publications.retain(|known| i64::try_from(known.number) != Ok(number));
            }
            _ => {}
        }
    }
    Ok(publications)
}

fn publication(record: &Record, begins: &Entry) -> Result<Option<Publication>> {
    let Some(words) = break_glass(record, begins)? else {
        return Ok(None);
    };
    let range = begins.fields.get("range").and_then(Value::object);
    let end = |key: &str| range?.get(key)?.text().map(str::to_owned);
    let (Some(from), Some(to)) = (end("from"), end("to")) else {
        return Ok(None);
    };
    let (name, reason) = words.split_once(':').unwrap_or(("the operator", &words));
    let at = Timestamp::from_second(begins.moment()?)
        .with_context(|| format!("expected a moment in entry {} of the record", begins.number))?;
    Ok(Some(Publication {
        number: begins.number,
        from,
        to,
        broken: BrokenGlass {
            login: None,
            name: name.trim().to_owned(),
            by: "operator",
            at,
            reason: reason.trim().to_owned(),
            until: at + AFTERWARDS,
        },
    }))
}

/// Returns the break-glass of the first publication that brought a commit of main.
pub fn break_glass_of(
    workspace: &Workspace,
    publications: &[Publication],
    commit: &str,
) -> Result<Option<BrokenGlass>> {
    for Publication {
        from, to, broken, ..
    } in publications
    {
        // Without both commits, nothing says which changes were in it.
        let is_known = has_commit(workspace, from)? && has_commit(workspace, to)?;
        if is_known && is_ancestor(workspace, commit, to)? && !is_ancestor(workspace, commit, from)?
        {
            return Ok(Some(broken.clone()));
        }
    }
    Ok(None)
}
