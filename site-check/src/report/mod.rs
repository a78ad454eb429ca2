//! The report of a check, in a form for each kind of reader.
//!
//! 1. `json`: for programs; schemas/check.schema.json describes it
//! 2. `terminal`: a picture of each place, for people at a terminal
//! 3. `plain`: sentences, for a screen reader
//! 4. `github`: annotations of GitHub Actions, and the job summary
//!
//! Each returns text for the caller to print, and lists what `listed` selects, because a file may
//! have thousands of problems of one kind.

pub mod github;
mod json;
mod listed;
pub mod plain;
pub mod terminal;

pub use json::{Report, ReportedDiagnostic};
pub use listed::Omitted;

use crate::apply::Change;
use crate::diagnostic::{Origin, Place, visible};
use crate::load::line_index::LineIndex;
use crate::loaded::Loaded;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

#[cfg(test)]
mod tests;

/// The note below a problem with a fix.
const FIXABLE: &str = "`cargo site check --fix` fixes this";

/// The line of a place, without its line ending; of a long line, the part around the place.
struct Excerpt<'a> {
    text: &'a str,
    /// The column of its first character.
    column: usize,
    /// True if the line continues before the excerpt.
    is_cut_before: bool,
    /// True if the line continues after the excerpt.
    is_cut_after: bool,
    /// The number of marked characters; at least one.
    width: usize,
}

/// The maximum length of an excerpt in bytes.
const WIDEST_EXCERPT: usize = 200;

/// The maximum number of bytes of a long line before the mark.
const BEFORE_MARK: usize = 80;

impl<'a> Excerpt<'a> {
    fn of(place: &'a Place) -> Self {
        let text = &place.text;
        let line = LineIndex::of(text).line_around(text, place.start);
        let mut part = line.clone();
        if line.len() > WIDEST_EXCERPT {
            let start = line.start.max(place.start.saturating_sub(BEFORE_MARK));
            let end = line.end.min(start + WIDEST_EXCERPT);
            part = text.floor_char_boundary(start)..text.floor_char_boundary(end);
        }
        let marked_end = place.end.min(part.end).max(place.start);
        let marked = text[place.start..marked_end].trim_end();
        let before_mark = text[part.start..place.start].chars().count();
        Self {
            text: text[part.clone()].trim_end_matches('\r'),
            column: place.column - before_mark,
            is_cut_before: part.start > line.start,
            is_cut_after: part.end < line.end,
            width: marked.chars().count().max(1),
        }
    }
}

/// The numbers of files and problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// The number of content files that were read.
    pub files: usize,
    /// The problems that stop a build.
    pub errors: usize,
    /// The problems that don't stop a build.
    pub warnings: usize,
    /// The problems that `cargo site check --fix` can fix.
    pub fixable: usize,
    /// The problems that the target branch has already. The other counts don't include them.
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

/// Returns the last line of a report: the counts of fixes, files and problems.
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
        line += &format!("; {problems} not counted: already in the target branch");
    }
    line
}

/// Lists the changes that `--fix` made, each line before and after.
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

/// Formats a count with its noun, such as "1 file" or "2 files".
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
