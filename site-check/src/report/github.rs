//! For GitHub Actions: workflow commands, which it shows as annotations beside
//! the lines of a pull request, and the job's summary.
//!
//! Content may come from strangers: nothing in it may end a command, begin one,
//! or be more than text in the summary.

use super::listed::{Entry, entries, shown};
use super::plain;
use crate::diagnostic::{Diagnostic, Origin, visible};
use html_escape::encode_text;

/// All problems as workflow commands, the errors of the change first since GitHub shows the first ten of a
/// step, and the summary. `rules` is the web address of docs/rules.md, where it is known.
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

/// All problems for the job's summary, as text that nothing in it can leave.
pub fn job_summary(diagnostics: &[Diagnostic], summary: &str) -> String {
    let mut out = format!("## Content check\n\n{}\n", encode_text(summary));
    for entry in entries(errors_first(diagnostics)) {
        let paragraph = match entry {
            Entry::Problem(diagnostic) => plain::paragraph(diagnostic),
            Entry::Omitted(omitted) => format!("… {}.", omitted.note()),
        };
        // Within `<pre>`, Markdown and mentions are not looked for.
        out += &format!("\n<pre>{}</pre>\n", encode_text(&paragraph));
    }
    out + "\n"
}

fn errors_first(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.origin == Origin::Base, diagnostic.severity));
    sorted
}

/// A problem as a workflow command.
fn command(diagnostic: &Diagnostic, rules: Option<&str>) -> String {
    // A property ends at a comma or a colon.
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

/// The text of an annotation: a line each for the message and all that explains it.
fn text(diagnostic: &Diagnostic, rules: Option<&str>) -> String {
    let mut text = shown(&diagnostic.message);
    if let Some(expected) = &diagnostic.expected {
        text += &format!("\nexpected: {}", shown(expected));
    }
    if let Some(found) = &diagnostic.found {
        text += &format!("\nfound: {}", shown(found));
    }
    text += &format!("\nhelp: {}", shown(&diagnostic.help));
    if let Some(fix) = &diagnostic.fix
        && !diagnostic.help.starts_with("Write ")
    {
        text += &format!("\nfix: {}", shown(&fix.description));
    }
    if let Some(note) = diagnostic.origin.note() {
        text += &format!("\nnote: {note}");
    }
    if let Some(rules) = rules
        && !diagnostic.code.is_empty()
    {
        // The anchor that GitHub gives a heading has no slash.
        let anchor = diagnostic.code.replace('/', "");
        text += &format!("\nmore: {rules}#{anchor}");
    }
    text
}

/// Escapes what would end a command.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}
