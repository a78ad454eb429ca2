//! For a screen reader: sentences, one problem a paragraph, no drawing.

use site_check::diagnostic::{Diagnostic, Severity, visible};
use std::fmt::Write as _;

pub fn render(found: &[Diagnostic], summary: &str) -> String {
    let found = found.iter().map(|found| paragraph(found) + "\n");
    found.collect::<String>() + summary + ".\n"
}

/// One problem, ending in a line break.
pub fn paragraph(found: &Diagnostic) -> String {
    let severity = match found.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let mut out = format!("{severity} in {}", visible(&found.file));
    if let Some(place) = &found.place {
        _ = write!(out, ", line {}, column {}", place.line, place.column);
    }
    _ = writeln!(out, ": {}.", visible(&found.message));
    if let Some(place) = &found.place {
        let (line, part) = (place.source_line.trim(), place.source_line.chars());
        let part: String = part.skip(place.column - 1).take(place.width).collect();
        _ = writeln!(out, "The line: {}", visible(line));
        if !part.trim().is_empty() && part.trim() != line {
            _ = writeln!(out, "The part meant: {}", visible(part.trim()));
        }
    }
    if let Some(expected) = &found.expected {
        _ = writeln!(out, "Expected: {}", visible(expected));
    }
    if let Some(text) = &found.found {
        _ = writeln!(out, "Found: {}", visible(text));
    }
    _ = writeln!(out, "What to do: {}", visible(&found.help));
    if let Some(fix) = &found.fix {
        let description = visible(&fix.description);
        _ = writeln!(out, "cargo site check --fix does it: {description}");
    }
    _ = writeln!(out, "More: cargo site explain {}", found.code);
    out
}
