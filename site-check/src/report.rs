//! What a check found, as programs read it: `cargo site check --format json`.
//! Its JSON Schema is schemas/check.schema.json.

use crate::apply;
use crate::check::Loaded;
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use schemars::JsonSchema;
use serde::Serialize;

/// The version of this shape; another number means that a field has gone or
/// means something else.
pub const VERSION: u32 = 1;

/// What a check of the content found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckReport {
    /// The version of this shape: 1. Fields may be added to it without another number.
    pub version: u32,
    pub summary: Summary,
    /// What `--fix` has changed; empty without it.
    pub changes: Vec<MadeChange>,
    /// All problems, by file and line.
    pub diagnostics: Vec<Finding>,
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
pub struct Finding {
    /// The file's path from the folder that holds `content`, with slashes.
    pub file: String,
    /// Where in the file; null where the whole file is meant.
    pub place: Option<FindingPlace>,
    /// The code of the rule, such as link/broken.
    pub code: &'static str,
    #[schemars(with = "Level")]
    pub severity: &'static str,
    pub message: String,
    /// What should be there.
    pub expected: Option<String>,
    /// What is there.
    pub found: Option<String>,
    /// What to do.
    pub help: String,
    /// The line of the place, without its end.
    pub source_line: Option<String>,
    /// What fixes it for certain; null where only a person can decide.
    pub fix: Option<FindingFix>,
    /// The command that explains the rule.
    pub docs: String,
}

/// How bad a problem is: an error stops the build, a warning does not.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "the words of `Finding::severity`, for the schema")]
enum Level {
    Error,
    Warning,
}

/// A part of a file. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct FindingPlace {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// A change that fixes a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FindingFix {
    /// What it does, in one sentence.
    pub description: String,
    /// All of them together are the change.
    pub edits: Vec<FindingEdit>,
    /// The file's other name, where it gets one.
    pub rename_to: Option<String>,
}

/// Bytes of a file that give way to a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FindingEdit {
    pub file: String,
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    pub text: String,
}

/// What `--fix` has changed in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct MadeChange {
    pub file: String,
    pub line: usize,
    /// The line as it was, and as it is.
    pub before: String,
    pub after: String,
    /// What was done, in sentences.
    pub descriptions: Vec<String>,
}

impl CheckReport {
    pub fn new(loaded: &Loaded, changes: &[apply::Change]) -> Self {
        Self {
            version: VERSION,
            summary: Summary::of(loaded),
            changes: changes.iter().map(MadeChange::of).collect(),
            diagnostics: loaded.diagnostics.iter().map(Finding::of).collect(),
        }
    }
}

impl Summary {
    pub fn of(loaded: &Loaded) -> Self {
        let fixable = loaded
            .diagnostics
            .iter()
            .filter(|found| found.fix.is_some());
        Self {
            files: loaded.tree.files.len(),
            errors: loaded.errors(),
            warnings: loaded.warnings(),
            fixable: fixable.count(),
        }
    }
}

impl Finding {
    fn of(found: &Diagnostic) -> Self {
        let place = found.span.as_ref().map(|span| FindingPlace {
            line: found.line,
            column: found.column,
            end_line: found.end.0,
            end_column: found.end.1,
            start: span.start,
            end: span.end,
        });
        Self {
            file: found.file.clone(),
            source_line: place.as_ref().map(|_| found.source_line.clone()),
            place,
            code: found.code,
            severity: found.severity.as_str(),
            message: found.message.clone(),
            expected: found.expected.clone(),
            found: found.found.clone(),
            help: found.help.clone(),
            fix: found.fix.as_ref().map(FindingFix::of),
            docs: format!("cargo site explain {}", found.code),
        }
    }
}

impl FindingFix {
    fn of(fix: &Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| FindingEdit {
            file: edit.file.clone(),
            start: edit.span.start,
            end: edit.span.end,
            text: edit.text.clone(),
        });
        Self {
            description: fix.description.clone(),
            edits: edits.collect(),
            rename_to: fix.rename.as_ref().map(|(_, to)| to.clone()),
        }
    }
}

impl MadeChange {
    fn of(change: &apply::Change) -> Self {
        Self {
            file: change.file.clone(),
            line: change.line,
            before: change.before.clone(),
            after: change.after.clone(),
            descriptions: change.fixes.iter().map(|(text, _)| text.clone()).collect(),
        }
    }
}
