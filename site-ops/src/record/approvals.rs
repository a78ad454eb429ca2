//! Who approved a publication: the report of `cargo site-ops approvals --format json` that the gate made, stored as a body.

use super::opened::Opened;
use anyhow::Result;
use serde_json::Value;
use site_record::entry::Entry;
use site_record::event::{Begins, Decision, Event, File};
use site_record::record::Record;

/// The name of the evidence for a publication without approvals.
const BREAK_GLASS: &str = "break-glass";

/// Returns the person and the reason, as `ann: why`, of a break-glass publication.
pub fn break_glass(record: &Record, begins: &Begins) -> Result<Option<String>> {
    let evidence = begins.evidence.iter().find(|file| file.name == BREAK_GLASS);
    let Some(File { body, .. }) = evidence else {
        return Ok(None);
    };
    if !record.bodies().has(body) {
        let words = format!("the operator: unknown, because {body} was removed");
        return Ok(Some(words));
    }
    let bytes = record.bodies().read(body)?;
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The approvals of a publication, one per line, including missing ones.
pub fn lines(opened: &Opened, publication: &Entry) -> Result<Vec<String>> {
    let mut lines = by_hand(opened, publication.number);
    lines.extend(by_gate(opened, publication.begins()?)?);
    Ok(lines)
}

/// The commits that a person declared approved between this publication and the one before it.
fn by_hand(opened: &Opened, publication: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in opened.index.entries() {
        match &entry.event {
            _ if entry.number >= publication => break,
            Event::Begins(_) => lines.clear(),
            Event::ApprovedByHand(Decision { actor, reason, .. }) => {
                lines.push(format!("APPROVED BY HAND by {actor}: {reason}"));
            }
            _ => {}
        }
    }
    lines
}

/// The approvals that the gate found, or the person who published without them.
fn by_gate(opened: &Opened, begins: &Begins) -> Result<Vec<String>> {
    if let Some(words) = break_glass(&opened.record, begins)? {
        return Ok(vec![format!(
            "PUBLISHED BY BREAK-GLASS, without approvals: {words}"
        )]);
    }
    let Some(digest) = &begins.approvals else {
        return Ok(vec!["no approvals were given to the record".to_owned()]);
    };
    if !opened.record.bodies().has(digest) {
        return Ok(vec![format!(
            "the approvals, {digest}, are removed or missing"
        )]);
    }
    let bytes = opened.record.bodies().read(digest)?;
    let report: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let mut lines = Vec::new();
    for change in report["changes"].as_array().into_iter().flatten() {
        add_change(change, &mut lines);
    }
    if lines.is_empty() {
        // For example, after a rollback the same commit is published again.
        let is_empty = report["changes"].as_array().is_some_and(Vec::is_empty);
        let words = if is_empty {
            "nothing had changed that needs an approval"
        } else {
            "the approvals have an unknown format"
        };
        lines.push(words.to_owned());
    }
    lines.push(format!("as recorded: body {digest}"));
    Ok(lines)
}

/// Adds the lines of one change: its name, its approvals, and what is missing.
fn add_change(change: &Value, lines: &mut Vec<String>) {
    let head = text(&change["head"]);
    let heading = match change["pull"].as_u64() {
        Some(number) => {
            let title = text(&change["title"]);
            format!("pull request {number} “{title}”, {head}")
        }
        None => format!("{} {head}", text(&change["kind"])),
    };
    lines.push(heading);
    for requirement in change["requirements"].as_array().into_iter().flatten() {
        let duty = text(&requirement["duty"]);
        let approval = &requirement["approval"];
        if approval.is_null() {
            lines.push(format!("  {duty}: NOT APPROVED by an authorized approver"));
            continue;
        }
        lines.push(format!(
            "  {duty}: {} ({}, {}), {}, by {}",
            text(&approval["name"]),
            text(&approval["login"]),
            text(&approval["role"]),
            text(&approval["at"]),
            text(&approval["by"])
        ));
    }
    for label in ["missing", "unknown", "notes"] {
        for line in change[label].as_array().into_iter().flatten() {
            lines.push(format!("  {label}: {}", text(line)));
        }
    }
}

/// A value as text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "unknown".to_owned(),
        other => other.to_string(),
    }
}
