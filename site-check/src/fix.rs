//! Changes that fix a problem: what a rule is certain is meant.

use crate::load::{File, Reference};
use crate::names::{listed, meant};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// A change that fixes a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FindingFix")]
pub struct Fix {
    /// What it does, in one sentence.
    pub description: String,
    /// All of them together are the change.
    pub edits: Vec<Edit>,
}

/// Bytes of a file that give way to a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FindingEdit")]
pub struct Edit {
    pub file: String,
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    pub text: String,
}

impl Fix {
    /// Writes `to` in place of `from`. None where the place does not hold
    /// exactly `from`, with or without quotes around it, because it is written
    /// with escapes or only the place around it is known; and none where `to`
    /// has a character that would need an escape.
    pub fn instead(file: &File, span: Range<usize>, from: &str, to: &str) -> Option<Self> {
        let span = within_quotes(file, span, from)?;
        let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\'' | '\\');
        if from == to || !to.chars().all(plain) {
            return None;
        }
        let description = format!("Write {} in place of {}.", listed(&[to]), listed(&[from]));
        Some(Self::edit(file, span, to).described(description))
    }

    /// Writes another name where a place points somewhere else: see [`Self::instead`].
    pub fn of_reference(file: &File, found: &Reference, to: &str) -> Option<Self> {
        Self::instead(file, found.span.clone(), &found.name, to)
    }

    /// Writes the known name that a misspelled one must mean, where that is certain.
    pub fn misspelled<'a>(
        file: &File,
        span: &Range<usize>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Option<Self> {
        Self::instead(file, span.clone(), name, meant(name, known)?)
    }

    /// Replaces a place by a text, whatever is there.
    pub fn edit(file: &File, span: Range<usize>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            description: format!("Write `{text}`."),
            edits: vec![Edit {
                file: file.path.clone(),
                start: span.start,
                end: span.end,
                text,
            }],
        }
    }

    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Makes another fix's edits, too.
    pub fn and(mut self, other: Self) -> Self {
        self.edits.extend(other.edits);
        self
    }

    /// Whether both change the same bytes.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = |one: &Edit, two: &Edit| {
            one.file == two.file && one.start <= two.end && two.start <= one.end
        };
        let mut edits = self.edits.iter();
        edits.any(|one| other.edits.iter().any(|two| meets(one, two)))
    }
}

/// The part of a place that holds exactly a text: all of it, or what its quotes enclose.
fn within_quotes(file: &File, span: Range<usize>, text: &str) -> Option<Range<usize>> {
    let written = file.text.get(span.clone())?;
    if written == text {
        return Some(span);
    }
    let is_quoted = |quote: char| {
        let rest = written.strip_prefix(quote);
        rest.and_then(|rest| rest.strip_suffix(quote)) == Some(text)
    };
    ['"', '\'']
        .into_iter()
        .any(is_quoted)
        .then(|| span.start + 1..span.end - 1)
}
