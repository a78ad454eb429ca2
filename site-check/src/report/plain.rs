//! For a screen reader: sentences, one problem a paragraph, no drawing.

use crate::diagnostic::{Diagnostic, Severity, visible};
use std::fmt::Write as _;

/// All problems, a paragraph each, and the summary.
pub fn render(diagnostics: &[Diagnostic], summary: &str) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        out += &paragraph(diagnostic);
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
    _ = writeln!(out, ": {}.", visible(&diagnostic.message));
    if let Some(place) = &diagnostic.place {
        let line = place.source_line.trim();
        _ = writeln!(out, "The line: {}", visible(line));
        let characters = place.source_line.chars();
        let marked: String = characters
            .skip(place.column - 1)
            .take(place.width)
            .collect();
        let part = marked.trim();
        if !part.is_empty() && part != line {
            _ = writeln!(out, "The part meant: {}", visible(part));
        }
    }
    if let Some(expected) = &diagnostic.expected {
        _ = writeln!(out, "Expected: {}", visible(expected));
    }
    if let Some(found) = &diagnostic.found {
        _ = writeln!(out, "Found: {}", visible(found));
    }
    _ = writeln!(out, "What to do: {}", visible(&diagnostic.help));
    if let Some(fix) = &diagnostic.fix {
        let description = visible(&fix.description);
        _ = writeln!(out, "cargo site check --fix does it: {description}");
    }
    if let Some(note) = diagnostic.origin.note() {
        _ = writeln!(out, "Note: {note}");
    }
    _ = writeln!(out, "More: cargo site explain {}", diagnostic.code);
    out
}
