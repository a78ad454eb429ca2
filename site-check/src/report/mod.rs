//! The report of a check: what it found, in the form that its reader needs.
//!
//! 1. `json`: for programs; schemas/check.schema.json describes it
//! 2. `terminal`: a picture of each place, for people at a terminal
//! 3. `plain`: sentences, for a screen reader
//! 4. `github`: annotations of GitHub Actions, and the summary of a job
//!
//! Each returns text, which the caller prints, and lists what `listed` chooses: a file may
//! have thousands of problems of one kind.

pub mod github;
mod json;
mod listed;
pub mod plain;
pub mod terminal;

pub use json::{Report, ReportedDiagnostic};
pub use listed::Omitted;

use crate::apply::Change;
use crate::diagnostic::{Origin, visible};
use crate::loaded::Loaded;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

#[cfg(test)]
mod tests;

/// The note under a problem that has a fix.
const FIXABLE: &str = "`cargo site check --fix` fixes this";

/// The numbers of files and problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// The content files that were read.
    pub files: usize,
    /// Problems that stop a build.
    pub errors: usize,
    /// Problems that do not.
    pub warnings: usize,
    /// Problems that `cargo site check --fix` can fix.
    pub fixable: usize,
    /// Problems that the branch has already which the change is for; they are not among the others.
    pub of_base: usize,
}

impl Summary {
    pub fn of(loaded: &Loaded) -> Self {
        let mut fixable = 0;
        let mut of_base = 0;
        for diagnostic in &loaded.diagnostics {
            if diagnostic.origin == Origin::Base {
                of_base += 1;
            } else if diagnostic.fix.is_some() {
                fixable += 1;
            }
        }
        Self {
            files: loaded.tree.files.len(),
            errors: loaded.errors(),
            warnings: loaded.warnings(),
            fixable,
            of_base,
        }
    }
}

/// The last line of a report: what was fixed, read and found.
pub fn summary_line(loaded: &Loaded, fixed: &[Change]) -> String {
    let summary = Summary::of(loaded);
    let mut line = String::new();
    if !fixed.is_empty() {
        line += &format!("fixed {}; ", counted(fixed.len(), "place"));
    }
    line += &format!(
        "{}: {}, {}",
        counted(summary.files, "file"),
        counted(summary.errors, "error"),
        counted(summary.warnings, "warning")
    );
    if summary.fixable > 0 {
        let count = summary.fixable;
        line += &format!("; `cargo site check --fix` fixes {count} of them");
    }
    if summary.of_base > 0 {
        let problems = counted(summary.of_base, "problem");
        line += &format!("; {problems} not counted, which the branch that this is for has already");
    }
    line
}

/// The changes that `--fix` has made, each line before and after.
pub fn changes(fixed: &[Change]) -> String {
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

/// A count with its noun, such as "1 file" or "2 files".
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
