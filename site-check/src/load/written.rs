//! The words of a file that visitors read, as they were written.

use super::file::File;
use super::markdown::Kind;
use super::strings::SourceMap;
use site_schema::model::format;
use std::ops::Range;

/// A stretch of words that visitors read, without its markup.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    pub text: &'a str,
    map: &'a SourceMap,
    /// The text that the words are a part of, and where they begin in it.
    whole: &'a str,
    start: usize,
}

impl<'a> Written<'a> {
    /// Returns the text that the words are a part of, with its markup, and the span in it of a span of the words.
    pub fn in_whole(&self, span: &Range<usize>) -> (&'a str, Range<usize>) {
        let span = self.start + span.start..self.start + span.end;
        (self.whole, span)
    }

    /// The span in the file of a span of the words.
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        self.map
            .source(self.start + span.start..self.start + span.end)
    }
}

impl File {
    /// All words of the file: plain texts, then the words of its prose.
    pub fn written(&self) -> impl Iterator<Item = Written<'_>> {
        self.written_plain().chain(self.written_markdown())
    }

    /// Its plain texts.
    pub fn written_plain(&self) -> impl Iterator<Item = Written<'_>> {
        self.leaves
            .iter()
            .filter(|leaf| leaf.format == format::TEXT)
            .map(|leaf| Written {
                text: &leaf.value,
                map: &leaf.map,
                whole: &leaf.value,
                start: 0,
            })
    }

    /// The words of its prose, in which a backslash escapes a character.
    pub fn written_markdown(&self) -> impl Iterator<Item = Written<'_>> {
        self.nodes()
            .filter(|(_, node)| matches!(node.kind, Kind::Text(_)))
            .map(|(prose, node)| Written {
                text: prose.written(node),
                map: &prose.map,
                whole: &prose.text,
                start: node.span.start,
            })
    }
}
