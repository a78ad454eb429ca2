//! Fixes: changes that are certainly what the editor meant.

use crate::load::{File, Reference};
use crate::names::meant;
use html_escape::decode_html_entities;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// A change that fixes a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FindingFix")]
pub struct Fix {
    /// One sentence about the change.
    pub description: String,
    /// The edits that together make the change.
    pub edits: Vec<Edit>,
}

/// A text that replaces some bytes of a file.
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
    /// Replaces `from` with `to`. Returns `None` if the span doesn't contain exactly `from`, with
    /// or without quotes, because it has escapes or is larger than the text. Also returns `None` if
    /// `to` needs an escape.
    pub fn instead(file: &File, span: Range<usize>, from: &str, to: &str) -> Option<Self> {
        let unquoted = within_quotes(file, span, from)?;
        if from == to || to.contains(needs_escape) {
            return None;
        }
        let description = format!("Write `{to}` instead of `{from}`.");
        Some(Self::edit(file, unquoted, to).described(description))
    }

    /// Replaces the name in a reference: see [`Self::instead`].
    pub fn of_reference(file: &File, found: &Reference, to: &str) -> Option<Self> {
        Self::instead(file, found.span.clone(), &found.name, to)
    }

    /// Replaces the address in a link, or in a text that is an address: see [`Self::instead`]. The
    /// address may contain entities such as `&amp;`.
    pub fn of_address(file: &File, span: &Range<usize>, from: &str, to: &str) -> Option<Self> {
        let fits_link = to.matches('(').count() == to.matches(')').count();
        if !fits_link || to.contains(char::is_whitespace) {
            return None;
        }
        if let Some(fix) = Self::instead(file, span.clone(), from, to) {
            return Some(fix);
        }
        // If the address contains entities, the span is that of the link.
        let written = file.text.get(span.clone())?;
        let address = span.start + written.rfind("](")? + 2..span.end.checked_sub(1)?;
        let is_same = decode_html_entities(file.text.get(address.clone())?) == from;
        if !is_same || to.contains(needs_escape) {
            return None;
        }
        let description = format!("Write `{to}` instead of `{from}`.");
        Some(Self::edit(file, address, to).described(description))
    }

    /// Replaces a misspelled name with the known name that it must mean, if that is certain.
    pub fn misspelled<'a>(
        file: &File,
        span: &Range<usize>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Option<Self> {
        Self::instead(file, span.clone(), name, meant(name, known)?)
    }

    /// Replaces a span with a text, without looking at its content.
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

    /// Adds the edits of another fix.
    pub fn and(mut self, other: Self) -> Self {
        self.edits.extend(other.edits);
        self
    }

    /// Returns true if both fixes change the same or adjacent bytes.
    pub fn overlaps(&self, other: &Self) -> bool {
        for edit in &self.edits {
            if other.edits.iter().any(|other| edit.meets(other)) {
                return true;
            }
        }
        false
    }
}

impl Edit {
    fn meets(&self, other: &Self) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }
}

fn needs_escape(c: char) -> bool {
    c.is_control() || matches!(c, '"' | '\'' | '\\')
}

/// Returns the part of a span that contains exactly a text: all of it, or the part between quotes.
fn within_quotes(file: &File, span: Range<usize>, text: &str) -> Option<Range<usize>> {
    let written = file.text.get(span.clone())?;
    if written == text {
        return Some(span);
    }
    for quote in ['"', '\''] {
        if let Some(after_quote) = written.strip_prefix(quote)
            && after_quote.strip_suffix(quote) == Some(text)
        {
            return Some(span.start + 1..span.end - 1);
        }
    }
    None
}
