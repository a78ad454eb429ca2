//! Sentences for a screen reader: one paragraph for each problem, without drawings.

use super::Excerpt;
use super::listed::{Entry, entries, one_line};
use crate::diagnostic::{Diagnostic, Place, Severity, visible};
use std::fmt::Write as _;

/// Returns all problems, a paragraph each, and the summary.
pub fn render(diagnostics: &[Diagnostic], summary: &str) -> String {
    let mut out = String::new();
    for entry in entries(diagnostics) {
        match entry {
            Entry::Problem(diagnostic) => out += &paragraph(diagnostic),
            Entry::Omitted(omitted) => _ = writeln!(out, "… {}.", omitted.note()),
        }
        out += "\n";
    }
    out + summary + ".\n"
}

/// Formats one problem, with a line break at the end.
pub fn paragraph(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut out = format!("{severity} in {}", visible(&diagnostic.file));
    if let Some(place) = &diagnostic.place {
        _ = write!(out, ", line {}, column {}", place.line, place.column);
    }
    _ = writeln!(out, ": {}.", one_line(&diagnostic.message));
    if let Some(place) = &diagnostic.place {
        out += &quote(place);
    }
    if let Some(expected) = &diagnostic.expected {
        _ = writeln!(out, "Expected: {}", one_line(expected));
    }
    if let Some(found) = &diagnostic.found {
        _ = writeln!(out, "Found: {}", one_line(found));
    }
    _ = writeln!(out, "What to do: {}", one_line(&diagnostic.help));
    if let Some(fix) = &diagnostic.fix {
        let description = one_line(&fix.description);
        _ = writeln!(out, "cargo site check --fix fixes this: {description}");
    }
    if let Some(note) = diagnostic.origin.note() {
        _ = writeln!(out, "Note: {note}");
    }
    if !diagnostic.code.is_empty() {
        _ = writeln!(out, "More: cargo site explain {}", diagnostic.code);
    }
    out
}

/// Quotes the line of a place and, unless the place is the whole line, the place.
fn quote(place: &Place) -> String {
    let excerpt = Excerpt::of(place);
    let line = excerpt.text.trim();
    let before = if excerpt.is_cut_before { "…" } else { "" };
    let after = if excerpt.is_cut_after { "…" } else { "" };
    let mut out = format!("The line: {before}{}{after}\n", visible(line));
    let characters = excerpt.text.chars().skip(place.column - excerpt.column);
    let marked: String = characters.take(excerpt.width).collect();
    let part = marked.trim();
    if !part.is_empty() && part != line {
        _ = writeln!(out, "The marked part: {}", visible(part));
    }
    out
}
