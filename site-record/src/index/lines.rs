//! The lines of the index: fields with tabs between them, `-` for what is not there.

use super::{Answer, Change, Version};
use crate::digest::Digest;
use crate::timeline::Step;

/// The line of a step, with the digest of its entry and the length that the changes have after it.
pub fn step_line(step: &Step, digest: &Digest, paths_length: u64) -> String {
    let began = number_or_dash(step.began);
    let mut starts = Vec::new();
    for start in &step.starts {
        starts.push(start.to_string());
    }
    let turns = if step.turns_by_run { "run" } else { "clock" };
    format!(
        "{}\t{digest}\t{paths_length}\t{}\t{}\t{}\t{}\t{}\t{}\t{began}\t{turns}\t{}\n",
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
        starts,
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
        starts: moments,
    };
    Some((step, Digest::parse(digest).ok()?, length.parse().ok()?))
}

/// The line of a change.
pub fn change_line(change: &Change) -> String {
    let mut versions = Vec::new();
    for version in &change.versions {
        let starts = number_or_dash(version.starts);
        versions.push(match &version.answer {
            Some(answer) => {
                let body = match &answer.body {
                    Some(body) => body.to_string(),
                    None => "-".to_owned(),
                };
                format!("{starts}:{}:{}:{body}", answer.row, answer.status)
            }
            None => format!("{starts}:-:-:-"),
        });
    }
    let versions = versions.join(",");
    format!("{}\t{}\t{versions}\n", change.path, change.publication)
}

/// The change of a line.
pub fn change(line: &[u8]) -> Option<Change> {
    let text = std::str::from_utf8(line).ok()?;
    let mut fields = text.split('\t');
    let path = fields.next()?.to_owned();
    let publication = fields.next()?.parse().ok()?;
    let mut versions = Vec::new();
    for version in fields.next()?.split(',') {
        versions.push(parse_version(version)?);
    }
    Some(Change {
        path,
        publication,
        versions,
    })
}

fn parse_version(text: &str) -> Option<Version> {
    let fields: Vec<&str> = text.split(':').collect();
    let [starts, row, status, body] = fields.as_slice() else {
        return None;
    };
    let answer = if *row == "-" {
        None
    } else {
        let body = match *body {
            "-" => None,
            digest => Some(Digest::parse(digest).ok()?),
        };
        Some(Answer {
            row: Digest::parse(row).ok()?,
            status: status.parse().ok()?,
            body,
        })
    };
    Some(Version {
        starts: parse_or_dash(starts)?,
        answer,
    })
}

fn number_or_dash(number: Option<i64>) -> String {
    match number {
        Some(number) => number.to_string(),
        None => "-".to_owned(),
    }
}

/// A number, or none for a dash; nothing where it is neither.
fn parse_or_dash(text: &str) -> Option<Option<i64>> {
    if text == "-" {
        return Some(None);
    }
    text.parse().ok().map(Some)
}
