//! For GitHub Actions: workflow commands, which it shows as annotations beside
//! the lines of a pull request, and the job's summary.
//!
//! Content may come from strangers: nothing in it may end a command, begin one,
//! or be more than text in the summary.

use super::plain;
use fs_err::OpenOptions;
use html_escape::encode_text;
use site_check::diagnostic::{Diagnostic, FIXABLE, visible};
use std::env;
use std::io::{self, Write as _};

pub fn render(found: &[Diagnostic], summary: &str) -> String {
    let mut found: Vec<&Diagnostic> = found.iter().collect();
    // GitHub shows the first ten of a step; the summary has all.
    found.sort_by_key(|found| found.severity);
    if let Err(error) = summarise(&found, summary) {
        eprintln!("cannot write the job's summary: {error}");
    }
    let commands: String = found.iter().map(|found| command(found) + "\n").collect();
    commands + summary + "\n"
}

/// A finding as a workflow command.
fn command(found: &Diagnostic) -> String {
    // A property ends at a comma or a colon.
    let file = data(&visible(&found.file));
    let file = file.replace(':', "%3A").replace(',', "%2C");
    let mut properties = format!("file={file},");
    if let Some(place) = &found.place {
        let (line, end) = (place.line, place.end_line);
        properties += &format!("line={line},endLine={end},");
        if line == end {
            let (column, last) = (place.column, place.end_column - 1);
            properties += &format!("col={column},endColumn={},", last.max(column));
        }
    }
    let mut text = visible(&found.message);
    for (label, value) in [("expected", &found.expected), ("found", &found.found)] {
        if let Some(value) = value {
            text += &format!("\n{label}: {}", visible(value));
        }
    }
    text += &format!("\nhelp: {}", visible(&found.help));
    if found.fix.is_some() {
        text += &format!("\n{FIXABLE}");
    }
    if let Some(address) = rule_address(found.code) {
        text += &format!("\nmore: {address}");
    }
    let (kind, code) = (found.severity.as_str(), found.code);
    format!("::{kind} {properties}title={code}::{}", data(&text))
}

/// The web address of what docs/rules.md says of a rule, where a run on GitHub names its commit.
fn rule_address(code: &str) -> Option<String> {
    let [server, repository, commit] =
        ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].map(|name| env::var(name).ok());
    let (server, repository, commit) = (server?, repository?, commit?);
    // The anchor that GitHub gives a heading has no slash.
    let anchor = code.replace('/', "");
    Some(format!(
        "{server}/{repository}/blob/{commit}/docs/rules.md#{anchor}"
    ))
}

/// Text that ends no command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Adds all findings to the job's summary, as text that nothing in it can leave.
fn summarise(found: &[&Diagnostic], summary: &str) -> io::Result<()> {
    let path = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path else { return Ok(()) };
    let mut out = format!("## Content check\n\n{}\n", encode_text(summary));
    for finding in found {
        let paragraph = plain::paragraph(finding);
        // Within `<pre>`, Markdown and mentions are not looked for.
        out += &format!("\n<pre>{}</pre>\n", encode_text(&paragraph));
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{out}")
}
