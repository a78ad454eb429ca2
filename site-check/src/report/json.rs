//! For programs: `cargo site check --format json`, whose JSON Schema is
//! schemas/check.schema.json.

use super::Summary;
use crate::apply::Change;
use crate::diagnostic::Diagnostic;
use crate::loaded::Loaded;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of a check of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CheckReport")]
pub struct Report {
    /// The version of this shape: 2. Fields may be added to it without another number.
    pub version: u32,
    pub summary: Summary,
    /// The changes that `--fix` has made; empty without it.
    pub changes: Vec<Change>,
    /// All problems, by file and line.
    pub diagnostics: Vec<ReportedDiagnostic>,
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
        let diagnostics = loaded.diagnostics.iter();
        Self {
            // Another number means that a field has gone or means something else.
            version: 2,
            summary: Summary::of(loaded),
            changes: changes.to_vec(),
            diagnostics: diagnostics.map(ReportedDiagnostic::of).collect(),
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
