//! `cargo site-ops record show PATH --on DAY`: the responses of an address, their times, who approved them, and the proof.

use super::approvals;
use super::attestation::Attestation;
use super::moments::asked;
use super::opened::Opened;
use crate::run::print;
use anyhow::{Context as _, Result};
use fs_err as fs;
use serde_json::{Map, Value};
use site_record::event::{Event, Range};
use site_record::index::Answer;
use site_record::row::Row;
use site_record::showing::{Showing, showings};
use std::collections::BTreeSet;
use std::path::Path;

/// The most publications to list. The rest are counted.
const LISTED: usize = 8;

/// Prints everything that was shown. Returns false if nothing was.
///
/// `on` is a day or a time in the firm's time zone. The page, or the last of several, is written to `page_file`.
pub fn show(opened: &Opened, path: &str, on: &str, page_file: Option<&Path>) -> Result<bool> {
    let asked = asked(on, &opened.calendar.zone)?;
    let answers = opened.index.answers(path)?;
    let mut shown = Vec::new();
    for showing in showings(&answers, &opened.spans()) {
        if showing.may_have_been_seen(asked.from, asked.until) {
            shown.push(showing);
        }
    }
    let mut out = format!("{path} on {} ({})\n", asked.words, opened.zone());
    let is_any = shown.iter().any(|showing| showing.answer.is_some());
    for (at, showing) in shown.iter().enumerate() {
        out += &format!("\n{} of {}: ", at + 1, shown.len());
        out += &describe(opened, showing)?;
    }
    if shown.is_empty() {
        out += &format!("\nnothing was online; {}\n", opened.begins_in_words()?);
    } else if !is_any && answers.is_empty() {
        out += "\nno publication of this record ever answered there: see that the address is spelled as on the site\n";
    }
    print(&out)?;
    if let Some(file) = page_file {
        save(opened, &shown, file)?;
    }
    Ok(is_any)
}

/// Writes the last response that has a body to a file.
fn save(opened: &Opened, shown: &[Showing], file: &Path) -> Result<()> {
    let mut last = None;
    for showing in shown {
        if let Some(body) = showing.answer.and_then(|answer| answer.body()) {
            last = Some(body);
        }
    }
    let body = last.context("expected a page to save, found none; see what is printed above")?;
    fs::write(file, opened.record.bodies().read(&body)?)?;
    Ok(())
}

/// Describes one response: its time, its publications and their approvals, its facts, and the proof.
fn describe(opened: &Opened, showing: &Showing) -> Result<String> {
    let row = showing.row(&opened.record)?;
    let removal = showing.removal(&opened.index);
    let mut out = match (&row, removal) {
        (Some(row), _) => format!(
            "status {}, {}, at {}\n",
            row.status, row.media_type, showing.place
        ),
        (None, Some(removal)) => format!("{removal}, at {}\n", showing.place),
        (None, None) => format!("nothing was at this address, at {}\n", showing.place),
    };
    let cached_for = match removal {
        Some(_) => None,
        None => Some(row.as_ref().map_or(0, Row::cached_for)),
    };
    for line in opened.shown_time(&showing.time, cached_for) {
        out += &format!("  {line}\n");
    }
    if let Some(target) = row.as_ref().and_then(|row| row.header("location")) {
        out += &format!("  it leads to {target}\n");
    }
    if row.is_none() && removal.is_none() {
        return Ok(out);
    }
    let (first, others) = showing
        .publications
        .split_first()
        .context("something that was shown has a publication")?;
    out += "\n  Put online\n";
    out += &describe_publication(opened, *first)?;
    if !others.is_empty() {
        out += &format!("    the same with publication {}\n", listed(others));
    }
    if let Some(shown) = row.as_ref().and_then(|row| row.shown.as_ref()) {
        out += "\n  Shown there\n";
        describe_shown(shown, &mut out);
    }
    out += "\n  Proof\n";
    out += &proof(opened, showing)?;
    Ok(out)
}

/// Formats numbers. A long list is shortened to the first ones, the number of omitted ones, and the last.
fn listed(numbers: &[u64]) -> String {
    let mut words = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let is_last = at + 1 == numbers.len();
        if at < LISTED || is_last {
            words.push(number.to_string());
        } else if at == LISTED {
            let between = numbers.len() - LISTED - 1;
            words.push(format!("{between} more"));
        }
    }
    words.join(", ")
}

/// Describes a publication: commit, range, publisher, approvals, and how it was verified.
fn describe_publication(opened: &Opened, number: u64) -> Result<String> {
    let entry = opened.index.entry(number)?;
    let begins = entry.begins()?;
    let mut out = format!("    publication {number}, by {}\n", begins.actor);
    if let Some(commit) = &begins.commit {
        out += &format!("    commit {commit}\n");
    }
    if let Some(Range { from, to }) = &begins.range {
        out += &format!("    the changes {from}..{to}\n");
    }
    for line in approvals::lines(opened, entry)? {
        out += &format!("    {line}\n");
    }
    for entry in opened.index.entries() {
        let (name, about, words) = match &entry.event {
            Event::Live { about, verified } => ("live", about, verified),
            Event::Failed { about, reason } => ("failed", about, reason),
            Event::Back { about, reason, .. } => ("back", about, reason),
            _ => continue,
        };
        if about.publication == number {
            out += &format!("    {name}: {words}\n");
        }
    }
    Ok(out)
}

/// Describes the facts, fees and disclaimers on a page, from the publication.
fn describe_shown(shown: &Value, out: &mut String) {
    let Some(kinds) = shown.as_object() else {
        *out += &format!("    {}\n", in_words(shown));
        return;
    };
    for (kind, items) in kinds {
        *out += &format!("    {kind}\n");
        match items.as_array() {
            Some(items) => {
                for item in items {
                    *out += &format!("      {}\n", in_words(item));
                }
            }
            None => *out += &format!("      {}\n", in_words(items)),
        }
    }
}

/// A value on one line. Members of an object have their names.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(in_words).collect();
            items.join(", ")
        }
        Value::Object(members) => members_in_words(members),
        other => other.to_string(),
    }
}

fn members_in_words(members: &Map<String, Value>) -> String {
    let mut parts = Vec::new();
    // If there is a name, it comes first.
    if let Some(name) = members.get("name") {
        parts.push(in_words(name));
    }
    for (key, member) in members {
        if key != "name" {
            parts.push(format!("{key}: {}", in_words(member)));
        }
    }
    parts.join("; ")
}

/// The digests that link the page to the entries, and the timestamps of those entries.
fn proof(opened: &Opened, showing: &Showing) -> Result<String> {
    let answer = showing
        .answer
        .context("every page that was shown has an answer")?;
    let mut out = String::new();
    if let Some(body) = answer.body() {
        out += &format!("    SHA-256 of the page    {body}\n");
    }
    let name = match answer {
        Answer::Kept { .. } => "its row                ",
        Answer::Removed(_) => "removed body           ",
    };
    out += &format!("    {name}{}\n", answer.digest());
    let last = opened.index.entries().len() as u64;
    // The first publication put it online, and the last one proves that it still was.
    let first = showing.publications[0];
    let latest = showing.publications[showing.publications.len() - 1];
    for publication in BTreeSet::from([first, latest]) {
        let entry = opened.index.entry(publication)?;
        out += &format!("    entry {publication:<10}       {}\n", entry.digest);
        if publication < last {
            let next = &opened.index.entry(publication + 1)?.previous;
            let is_named = next.as_ref().map(|previous| previous.digest) == Some(entry.digest);
            let words = if is_named {
                "names it"
            } else {
                "DOES NOT NAME IT"
            };
            out += &format!("    entry {:<10}       {words}\n", publication + 1);
        }
    }
    for entry in opened.index.entries() {
        if let Event::Stamp { of, authority, .. } = &entry.event
            && *of >= first
            && Attestation::of(entry).is_none()
        {
            out += &format!(
                "    time stamp             entry {}, of entry {of}, by {authority}\n",
                entry.number
            );
            break;
        }
    }
    let mut attestations = opened.index.entries().iter().filter_map(Attestation::of);
    if let Some(attestation) = attestations.find(|attestation| attestation.of >= first) {
        out += &format!(
            "    attested by GitHub     entry {}; in the record's folder, run: {}\n",
            attestation.of, attestation.command
        );
    }
    out += "    `cargo site-ops record verify` compares all of it\n";
    Ok(out)
}
