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
use site_check::report::{CheckReport, Summary};
use std::fmt::Write as _;

/// The forms that a report can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture of each place in a terminal; without colours and boxes elsewhere, or with NO_COLOR set
    Terminal,
    /// Sentences, one problem a paragraph, for a screen reader
    Plain,
    /// For programs; the shape is described in schemas/check.schema.json
    Json,
    /// Annotations of GitHub Actions, and all problems in the job's summary
    Github,
}

/// What a check found, and what it fixed.
#[derive(Debug, Clone, Copy)]
pub struct Outcome<'a> {
    pub loaded: &'a Loaded,
    pub changes: &'a [Change],
}

impl<'a> Outcome<'a> {
    /// Of a check that fixed nothing.
    pub fn of(loaded: &'a Loaded) -> Self {
        Self {
            loaded,
            changes: &[],
        }
    }
}

/// Prints the report.
pub fn print(outcome: &Outcome, format: Format) -> Result<()> {
    let text = match format {
        Format::Terminal => terminal::render(outcome),
        Format::Plain => plain::render(outcome),
        Format::Json => {
            let report = CheckReport::new(outcome.loaded, outcome.changes);
            serde_json::to_string_pretty(&report)? + "\n"
        }
        Format::Github => github::render(outcome),
    };
    if format == Format::Github {
        eprint!("{}", fixed(outcome));
    }
    run::print(&text)
}

/// What was fixed, line by line, before and after.
fn fixed(outcome: &Outcome) -> String {
    let mut out = String::new();
    for change in outcome.changes {
        let place = format!("{}:{}", visible(&change.file), change.line);
        for (description, code) in &change.fixes {
            _ = writeln!(out, "{place}: fixed[{code}]: {}", visible(description));
        }
        if change.before != change.after {
            _ = writeln!(out, "  - {}", visible(&change.before));
            _ = writeln!(out, "  + {}", visible(&change.after));
        }
        out.push('\n');
    }
    out
}

/// The last line of a report: what was read and found.
fn summary(outcome: &Outcome) -> String {
    let summary = Summary::of(outcome.loaded);
    let fixable = match summary.fixable {
        0 => String::new(),
        count => format!("; `cargo site check --fix` fixes {count} of them"),
    };
    let lines = match outcome.changes.len() {
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

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
