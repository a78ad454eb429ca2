//! The lines of the index: fields with tabs between them, `-` for what is not there.

use super::{Answer, Change, Last, Version};
use crate::digest::Digest;
use crate::timeline::Step;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The line of a step, with the digest of its entry and the length that the changes have after it.
pub fn step_line(step: &Step, digest: &Digest, paths_length: u64) -> String {
    let began = number_or_dash(step.began);
    let mut starts = Vec::new();
    for start in &step.starts {
        starts.push(start.to_string());
    }
    let turns = if step.turns_by_run { "run" } else { "clock" };
    let check = if step.is_checked {
        "checked"
    } else {
        "unchecked"
    };
    let mut removed = String::new();
    for (edition, table) in &step.removed_tables {
        let before = if removed.is_empty() { '\t' } else { ',' };
        removed.push_str(&format!("{before}{edition}:{table}"));
    }
    format!(
        "{}\t{digest}\t{paths_length}\t{}\t{}\t{}\t{}\t{}\t{}\t{began}\t{turns}\t{check}\t{}{removed}\n",
        step.number,
        step.event,
        step.early,
        step.late,
        step.difference,
        step.place,
        step.publication,
        starts.join(",")
    )
}

/// The step of a whole line.
pub fn step(line: &str) -> Option<(Step, Digest, u64)> {
    let line = line.strip_suffix('\n')?;
    let fields: Vec<&str> = line.split('\t').collect();
    let [
        number,
        digest,
        length,
        event,
        early,
        late,
        difference,
        place,
        publication,
        began,
        turns,
        check,
        starts,
        removed @ ..,
    ] = fields.as_slice()
    else {
        return None;
    };
    let mut moments = Vec::new();
    for start in starts.split(',') {
        if !start.is_empty() {
            moments.push(start.parse().ok()?);
        }
    }
    let mut removed_tables = BTreeMap::new();
    for table in removed.iter().flat_map(|tables| tables.split(',')) {
        let (edition, digest) = table.split_once(':')?;
        removed_tables.insert(edition.parse().ok()?, Digest::parse(digest).ok()?);
    }
    let step = Step {
        number: number.parse().ok()?,
        event: (*event).to_owned(),
        early: early.parse().ok()?,
        late: late.parse().ok()?,
        difference: difference.parse().ok()?,
        place: (*place).to_owned(),
        publication: publication.parse().ok()?,
        began: parse_or_dash(began)?,
        turns_by_run: *turns == "run",
        is_checked: match *check {
            "checked" => true,
            "unchecked" => false,
            // A line of an earlier version of the index.
            _ => return None,
        },
        starts: moments,
        removed_tables,
    };
    Some((step, Digest::parse(digest).ok()?, length.parse().ok()?))
}

/// The line of a change, with the place of the line of the change before it.
pub fn change_line(change: &Change, before: Option<u64>) -> String {
    let mut versions = Vec::new();
    for version in &change.versions {
        let starts = number_or_dash(version.starts);
        versions.push(match &version.answer {
            Some(Answer::Removed(digest)) => format!("{starts}:{digest}:-:-:-"),
            Some(Answer::Kept {
                row,
                status,
                body,
                cached_for,
            }) => {
                let body = match body {
                    Some(body) => body.to_string(),
                    None => "-".to_owned(),
                };
                format!("{starts}:{row}:{status}:{body}:{cached_for}")
            }
            None => format!("{starts}:-:-:-:-"),
        });
    }
    let before = number_or_dash(before);
    let versions = versions.join(",");
    format!(
        "{}\t{}\t{before}\t{versions}\n",
        change.path, change.publication
    )
}

/// The change of a line, and the place of the line before it of the same path.
pub fn change(line: &[u8]) -> Option<(Change, Option<u64>)> {
    let text = std::str::from_utf8(line).ok()?;
    let mut fields = text.split('\t');
    let path = fields.next()?.to_owned();
    let publication = fields.next()?.parse().ok()?;
    let before = parse_or_dash(fields.next()?)?;
    let mut versions = Vec::new();
    for version in fields.next()?.split(',') {
        versions.push(parse_version(version)?);
    }
    let change = Change {
        path,
        publication,
        versions,
    };
    Some((change, before))
}

/// The line of the last change of a path.
pub fn last_line(last: &Last) -> String {
    format!("{}\t{}", last.at, change_line(&last.change, None))
}

/// The last change of a line.
pub fn last(line: &str) -> Option<Last> {
    let (at, line) = line.split_once('\t')?;
    let (change, _) = change(line.as_bytes())?;
    Some(Last {
        change,
        at: at.parse().ok()?,
    })
}

fn parse_version(text: &str) -> Option<Version> {
    let fields: Vec<&str> = text.split(':').collect();
    let [starts, row, status, body, cached_for] = fields.as_slice() else {
        return None;
    };
    let answer = if *row == "-" {
        None
    } else if *status == "-" {
        Some(Answer::Removed(Digest::parse(row).ok()?))
    } else {
        let body = match *body {
            "-" => None,
            digest => Some(Digest::parse(digest).ok()?),
        };
        Some(Answer::Kept {
            row: Digest::parse(row).ok()?,
            status: status.parse().ok()?,
            body,
            cached_for: cached_for.parse().ok()?,
        })
    };
    Some(Version {
        starts: parse_or_dash(starts)?,
        answer,
    })
}

fn number_or_dash<N: ToString>(number: Option<N>) -> String {
    match number {
        Some(number) => number.to_string(),
        None => "-".to_owned(),
    }
}

/// A number, or none for a dash; nothing where it is neither.
fn parse_or_dash<N: FromStr>(text: &str) -> Option<Option<N>> {
    if text == "-" {
        return Some(None);
    }
    text.parse().ok().map(Some)
}
