//! For a screen reader: sentences, one problem a paragraph, no drawing.

use super::listed::{Entry, entries, shown};
use crate::diagnostic::{Diagnostic, Excerpt, Severity, visible};
use std::fmt::Write as _;

/// All problems, a paragraph each, and the summary.
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

/// One problem, ending in a line break.
pub fn paragraph(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut out = format!("{severity} in {}", visible(&diagnostic.file));
    if let Some(place) = &diagnostic.place {
        _ = write!(out, ", line {}, column {}", place.line, place.column);
    }
    _ = writeln!(out, ": {}.", shown(&diagnostic.message));
    if let Some(place) = &diagnostic.place {
        out += &quoted(&place.excerpt, place.column);
    }
    if let Some(expected) = &diagnostic.expected {
        _ = writeln!(out, "Expected: {}", shown(expected));
    }
    if let Some(found) = &diagnostic.found {
        _ = writeln!(out, "Found: {}", shown(found));
    }
    _ = writeln!(out, "What to do: {}", shown(&diagnostic.help));
    if let Some(fix) = &diagnostic.fix {
        let description = shown(&fix.description);
        _ = writeln!(out, "cargo site check --fix does it: {description}");
    }
    if let Some(note) = diagnostic.origin.note() {
        _ = writeln!(out, "Note: {note}");
    }
    if !diagnostic.code.is_empty() {
        _ = writeln!(out, "More: cargo site explain {}", diagnostic.code);
    }
    out
}

/// The line of a place, and the part of it that is meant, where that is not all of it.
fn quoted(excerpt: &Excerpt, column: usize) -> String {
    let line = excerpt.text.trim();
    let before = if excerpt.is_cut_before { "…" } else { "" };
    let after = if excerpt.is_cut_after { "…" } else { "" };
    let mut out = format!("The line: {before}{}{after}\n", visible(line));
    let characters = excerpt.text.chars().skip(column - excerpt.column);
    let marked: String = characters.take(excerpt.width).collect();
    let part = marked.trim();
    if !part.is_empty() && part != line {
        _ = writeln!(out, "The part meant: {}", visible(part));
    }
    out
}
