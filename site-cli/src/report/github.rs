//! For GitHub Actions: workflow commands, which it shows as annotations beside
//! the lines of a pull request, and the job's summary.
//!
//! Content may come from strangers: nothing in it may end a command, begin one,
//! or be more than text in the summary.

use super::{Outcome, plain, summary};
use site_check::diagnostic::{Diagnostic, FIXABLE, visible};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

pub fn render(outcome: &Outcome) -> String {
    let mut found: Vec<&Diagnostic> = outcome.loaded.diagnostics.iter().collect();
    // GitHub shows the first ten of a step; the summary has all.
    found.sort_by_key(|found| found.severity);
    let summary_file = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    if let Some(path) = summary_file
        && let Err(error) = append(Path::new(&path), &markdown(&found, outcome))
    {
        eprintln!("cannot write the job's summary: {error}");
    }
    let commands: String = found.iter().map(|found| command(found) + "\n").collect();
    commands + &summary(outcome) + "\n"
}

/// A finding as a workflow command.
fn command(found: &Diagnostic) -> String {
    let mut properties = vec![("file", visible(&found.file))];
    if let Some(place) = &found.place {
        properties.push(("line", place.line.to_string()));
        properties.push(("endLine", place.end_line.to_string()));
        if place.line == place.end_line {
            let last = (place.end_column - 1).max(place.column);
            properties.push(("col", place.column.to_string()));
            properties.push(("endColumn", last.to_string()));
        }
    }
    properties.push(("title", found.code.to_owned()));
    let properties: Vec<String> = properties
        .iter()
        .map(|(name, value)| format!("{name}={}", property(value)))
        .collect();
    let labelled = |label: &str, text: &Option<String>| {
        text.as_ref()
            .map(|text| format!("{label}: {}", visible(text)))
    };
    let lines = [
        Some(visible(&found.message)),
        labelled("expected", &found.expected),
        labelled("found", &found.found),
        Some(format!("help: {}", visible(&found.help))),
        found.fix.as_ref().map(|_| FIXABLE.to_owned()),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    format!(
        "::{} {}::{}",
        found.severity.as_str(),
        properties.join(","),
        data(&lines.join("\n"))
    )
}

/// A command's text.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The job's summary: all findings, as text that nothing in it can leave.
fn markdown(found: &[&Diagnostic], outcome: &Outcome) -> String {
    let mut out = format!("## Content check\n\n{}\n", html(&summary(outcome)));
    for finding in found {
        _ = write!(out, "\n<pre>{}</pre>\n", html(&plain::paragraph(finding)));
    }
    out + "\n"
}

/// Text within `<pre>`, where Markdown and mentions are not looked for.
fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}
