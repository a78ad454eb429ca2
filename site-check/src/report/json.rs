//! The output of `cargo site check --format json`, for programs. schemas/check.schema.json is its
//! JSON Schema.

use super::listed::{Entry, Omitted, cut, entries};
use super::{Excerpt, Summary};
use crate::apply::Change;
use crate::diagnostic::Diagnostic;
use crate::loaded::Loaded;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of a check of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CheckReport")]
pub struct Report {
    /// The version of this format: 2. New fields don't change it.
    pub version: u32,
    pub summary: Summary,
    /// The changes that `--fix` made; empty without it.
    pub changes: Vec<Change>,
    /// The problems, sorted by file and line. Of many problems that one rule finds in one file,
    /// only the first.
    pub diagnostics: Vec<ReportedDiagnostic>,
    /// The numbers of problems that are left out.
    pub omitted: Vec<Omitted>,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct ReportedDiagnostic {
    #[serde(flatten)]
    diagnostic: Diagnostic,
    /// The line of the place, without its line ending; of a long line, the part around the place.
    source_line: Option<String>,
    /// The column of the first character of `source_line`.
    source_column: Option<usize>,
    /// The command that explains the rule; empty if no content rule found the problem.
    docs: String,
}

impl Report {
    pub fn new(loaded: &Loaded, changes: &[Change]) -> Self {
        let mut diagnostics = Vec::new();
        let mut omitted = Vec::new();
        for entry in entries(&loaded.diagnostics) {
            match entry {
                Entry::Problem(diagnostic) => diagnostics.push(ReportedDiagnostic::of(diagnostic)),
                Entry::Omitted(more) => omitted.push(more),
            }
        }
        Self {
            // Increase it if a field is removed or its meaning changes.
            version: 2,
            summary: Summary::of(loaded),
            changes: changes.to_vec(),
            diagnostics,
            omitted,
        }
    }
}

impl ReportedDiagnostic {
    fn of(diagnostic: &Diagnostic) -> Self {
        let (mut source_line, mut source_column) = (None, None);
        let docs = match diagnostic.code {
            "" => String::new(),
            code => format!("cargo site explain {code}"),
        };
        if let Some(place) = &diagnostic.place {
            let excerpt = Excerpt::of(place);
            source_line = Some(excerpt.text.to_owned());
            source_column = Some(excerpt.column);
        }
        Self {
            source_line,
            source_column,
            docs,
            diagnostic: within_bounds(diagnostic),
        }
    }
}

/// Returns a problem with long texts cut.
fn within_bounds(diagnostic: &Diagnostic) -> Diagnostic {
    Diagnostic {
        message: cut(&diagnostic.message),
        expected: diagnostic.expected.as_deref().map(cut),
        found: diagnostic.found.as_deref().map(cut),
        help: cut(&diagnostic.help),
        ..diagnostic.clone()
    }
}
