//! What a check found, as programs read it: `cargo site check --format json`.
//! Its JSON Schema is schemas/check.schema.json.

use crate::apply::Change;
use crate::diagnostic::Diagnostic;
use crate::loaded::Loaded;
use schemars::JsonSchema;
use serde::Serialize;

/// What a check of the content found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CheckReport")]
pub struct Report {
    /// The version of this shape: 2. Fields may be added to it without another number.
    pub version: u32,
    pub summary: Summary,
    /// What `--fix` has changed; empty without it.
    pub changes: Vec<Change>,
    /// All problems, by file and line.
    pub diagnostics: Vec<ReportedDiagnostic>,
}

/// The counts.
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
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct ReportedDiagnostic {
    #[serde(flatten)]
    diagnostic: Diagnostic,
    /// The line of the place, without its end.
    source_line: Option<String>,
    /// The command that explains the rule.
    docs: String,
}

impl Report {
    pub fn new(loaded: &Loaded, changes: &[Change]) -> Self {
        Self {
            // Another number means that a field has gone or means something else.
            version: 2,
            summary: Summary::of(loaded),
            changes: changes.to_vec(),
            diagnostics: loaded
                .diagnostics
                .iter()
                .map(ReportedDiagnostic::of)
                .collect(),
        }
    }
}

impl Summary {
    pub fn of(loaded: &Loaded) -> Self {
        let all = loaded.diagnostics.iter();
        Self {
            files: loaded.tree.files.len(),
            errors: loaded.errors(),
            warnings: loaded.warnings(),
            fixable: all.filter(|found| found.fix.is_some()).count(),
        }
    }
}

impl ReportedDiagnostic {
    fn of(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref();
        Self {
            source_line: place.map(|place| place.source_line.clone()),
            docs: format!("cargo site explain {}", diagnostic.code),
            diagnostic: diagnostic.clone(),
        }
    }
}
