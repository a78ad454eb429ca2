//! What a check found, in the form that its reader needs.

mod github;
mod plain;
mod terminal;

use crate::run;
use anyhow::Result;
use clap::ValueEnum;
use site_check::Loaded;
use site_check::apply::Change;
use site_check::diagnostic::visible;
use site_check::report::{Report, Summary};
use std::fmt::Write as _;

/// The forms that a report can have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture of each place in a terminal; without colours and boxes elsewhere, or with NO_COLOR set
    #[default]
    Terminal,
    /// Sentences, one problem a paragraph, for a screen reader
    Plain,
    /// For programs; the shape is described in schemas/check.schema.json
    Json,
    /// Annotations of GitHub Actions, and all problems in the job's summary
    Github,
}

/// Prints what a check found and fixed.
pub fn print(loaded: &Loaded, fixed: &[Change], format: Format) -> Result<()> {
    let summary = summary(loaded, fixed);
    let text = match format {
        Format::Terminal => changes(fixed) + &terminal::render(&loaded.diagnostics, &summary),
        Format::Plain => changes(fixed) + &plain::render(&loaded.diagnostics, &summary),
        Format::Json => {
            let report = Report::new(loaded, fixed);
            serde_json::to_string_pretty(&report)? + "\n"
        }
        Format::Github => {
            eprint!("{}", changes(fixed));
            github::render(&loaded.diagnostics, &summary)
        }
    };
    run::print(&text)
}

/// Prints what is wrong with content that nothing has fixed.
pub fn show(loaded: &Loaded) -> Result<()> {
    print(loaded, &[], Format::Terminal)
}

/// What was fixed, line by line, before and after.
fn changes(fixed: &[Change]) -> String {
    let mut out = String::new();
    for change in fixed {
        let place = format!("{}:{}", visible(&change.file), change.line);
        let description = visible(&change.description);
        _ = writeln!(out, "{place}: fixed[{}]: {description}", change.code);
        if change.before != change.after {
            _ = writeln!(out, "  before: {}", visible(&change.before));
            _ = writeln!(out, "  after:  {}", visible(&change.after));
        }
        out.push('\n');
    }
    out
}

/// The last line of a report: what was read and found.
fn summary(loaded: &Loaded, fixed: &[Change]) -> String {
    let summary = Summary::of(loaded);
    let fixable = match summary.fixable {
        0 => String::new(),
        count => format!("; `cargo site check --fix` fixes {count} of them"),
    };
    let lines = match fixed.len() {
        0 => String::new(),
        count => format!("fixed {}; ", counted(count, "place")),
    };
    format!(
        "{lines}{}: {}, {}{fixable}",
        counted(summary.files, "file"),
        counted(summary.errors, "error"),
        counted(summary.warnings, "warning")
    )
}

/// Such as "1 file" and "2 files".
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
