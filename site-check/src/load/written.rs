//! The words of a file that visitors read, as they were written.

use super::file::File;
use super::markdown::tag::Attribute;
use super::markdown::{Address, Kind, Node, Prose};
use super::strings::SourceMap;
use site_schema::model::format;
use std::ops::Range;

/// The syntax in which a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// A plain text of TOML.
    Plain,
    /// Markdown, in which a backslash escapes a character and `&amp;` is an ampersand.
    Prose,
    /// An attribute of a component: plain, but `&amp;` is an ampersand.
    Attribute,
    /// Code, which visitors read as written.
    Code,
}

/// A stretch of words that visitors read, without its markup.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    pub kind: TextKind,
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
    /// All words of the file: plain texts, the words of its prose, and the descriptions of its images.
    pub fn written(&self) -> impl Iterator<Item = Written<'_>> {
        self.written_plain()
            .chain(self.written_markdown())
            .chain(self.written_descriptions())
    }

    /// Its plain texts: those of its TOML, then the attributes of its components.
    pub fn written_plain(&self) -> impl Iterator<Item = Written<'_>> {
        self.written_values().chain(self.written_attributes())
    }

    /// The plain texts of its TOML.
    pub fn written_values(&self) -> impl Iterator<Item = Written<'_>> {
        self.leaves
            .iter()
            .filter(|leaf| leaf.format == format::TEXT)
            .map(|leaf| Written {
                kind: TextKind::Plain,
                text: &leaf.value,
                map: &leaf.map,
                whole: &leaf.value,
                start: 0,
            })
    }

    /// The attributes of its components that visitors read.
    fn written_attributes(&self) -> impl Iterator<Item = Written<'_>> {
        self.nodes().flat_map(|(prose, node)| {
            let attributes: &[Attribute] = match &node.kind {
                Kind::Component(tag) => &tag.attributes,
                _ => &[],
            };
            attributes
                .iter()
                .filter(|attribute| attribute.is_words())
                .map(|attribute| Written {
                    kind: TextKind::Attribute,
                    text: &attribute.value,
                    map: &prose.map,
                    whole: &prose.text,
                    start: attribute.span.start,
                })
        })
    }

    /// The words of its prose, in which a backslash escapes a character.
    pub fn written_markdown(&self) -> impl Iterator<Item = Written<'_>> {
        self.nodes()
            .filter(|(_, node)| matches!(node.kind, Kind::Text(_)))
            .map(|(prose, node)| Written {
                kind: TextKind::Prose,
                text: prose.written(node),
                map: &prose.map,
                whole: &prose.text,
                start: node.span.start,
            })
    }

    /// The descriptions of the images in its prose.
    fn written_descriptions(&self) -> impl Iterator<Item = Written<'_>> {
        self.nodes()
            .filter_map(|(prose, node)| written_description(prose, node))
    }
}

/// Returns the description of an image as it is written between its brackets. `None` for any other node.
fn written_description<'a>(prose: &'a Prose, node: &Node) -> Option<Written<'a>> {
    let Kind::Image(Address { span, .. }, _) = &node.kind else {
        return None;
    };
    let start = node.span.start + "![".len();
    let end = start + prose.text.get(start..span.start)?.rfind("](")?;
    Some(Written {
        kind: TextKind::Prose,
        text: &prose.text[start..end],
        map: &prose.map,
        whole: &prose.text,
        start,
    })
}
