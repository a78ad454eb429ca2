//! Workflow commands for GitHub Actions, which shows them as annotations next to the lines of a
//! pull request, and the job summary.
//!
//! Content may come from strangers. Nothing in it may end or begin a command, or be more than text
//! in the summary.

use super::listed::{Entry, entries, one_line};
use super::plain;
use crate::diagnostic::{Diagnostic, Origin, visible};
use html_escape::encode_text;

/// Returns all problems as workflow commands, and the summary. Errors of the change come first,
/// because GitHub shows the first ten of a step. `rules` is the web address of docs/rules.md, if
/// known.
pub fn render(diagnostics: &[Diagnostic], summary: &str, rules: Option<&str>) -> String {
    let mut out = String::new();
    for entry in entries(errors_first(diagnostics)) {
        match entry {
            Entry::Problem(diagnostic) => out += &command(diagnostic, rules),
            Entry::Omitted(omitted) => out += &format!("… {}", omitted.note()),
        }
        out += "\n";
    }
    out + summary + "\n"
}

/// Returns all problems for the job summary, as text without effects.
pub fn job_summary(diagnostics: &[Diagnostic], summary: &str) -> String {
    let mut out = format!("## Content check\n\n{}\n", encode_text(summary));
    for entry in entries(errors_first(diagnostics)) {
        let paragraph = match entry {
            Entry::Problem(diagnostic) => plain::paragraph(diagnostic),
            Entry::Omitted(omitted) => format!("… {}.", omitted.note()),
        };
        // GitHub doesn't interpret Markdown and mentions within `<pre>`.
        out += &format!("\n<pre>{}</pre>\n", encode_text(&paragraph));
    }
    out + "\n"
}

fn errors_first(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.origin == Origin::Base, diagnostic.severity));
    sorted
}

/// Returns a problem as a workflow command.
fn command(diagnostic: &Diagnostic, rules: Option<&str>) -> String {
    // A comma or a colon ends a property.
    let file = escape_data(&visible(&diagnostic.file))
        .replace(':', "%3A")
        .replace(',', "%2C");
    let mut properties = format!("file={file},");
    if let Some(place) = &diagnostic.place {
        let (line, end_line) = (place.line, place.end_line);
        properties += &format!("line={line},endLine={end_line},");
        if line == end_line {
            let column = place.column;
            let end_column = column.max(place.end_column - 1);
            properties += &format!("col={column},endColumn={end_column},");
        }
    }
    if !diagnostic.code.is_empty() {
        properties += &format!("title={}", diagnostic.code);
    }
    let properties = properties.trim_end_matches(',');
    let severity = match diagnostic.origin {
        Origin::Base => "notice",
        Origin::Head | Origin::Merge => diagnostic.severity.as_str(),
    };
    let text = escape_data(&text(diagnostic, rules));
    format!("::{severity} {properties}::{text}")
}

/// Returns the text of an annotation: the message, and one line for each detail.
fn text(diagnostic: &Diagnostic, rules: Option<&str>) -> String {
    let mut text = one_line(&diagnostic.message);
    if let Some(expected) = &diagnostic.expected {
        text += &format!("\nexpected: {}", one_line(expected));
    }
    if let Some(found) = &diagnostic.found {
        text += &format!("\nfound: {}", one_line(found));
    }
    text += &format!("\nhelp: {}", one_line(&diagnostic.help));
    if let Some(fix) = &diagnostic.fix
        && !diagnostic.help.starts_with("Write ")
    {
        text += &format!("\nfix: {}", one_line(&fix.description));
    }
    if let Some(note) = diagnostic.origin.note() {
        text += &format!("\nnote: {note}");
    }
    if let Some(rules) = rules
        && !diagnostic.code.is_empty()
    {
        // GitHub removes slashes from the anchors of headings.
        let anchor = diagnostic.code.replace('/', "");
        text += &format!("\nmore: {rules}#{anchor}");
    }
    text
}

/// Escapes the characters that end a command.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}
