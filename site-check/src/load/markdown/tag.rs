//! The tag of a component: its name and its attributes, each with its place.

use super::filled;
use html_escape::decode_html_entities;
use std::ops::Range;

/// A tag as it is written, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    /// From its < to its >.
    pub span: Range<usize>,
    pub form: TagForm,
    pub attributes: Vec<Attribute>,
    /// Its closing tag.
    pub close: Option<Range<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagForm {
    /// `<Callout title="…">`
    Open,
    /// `</Callout>`
    Close,
    /// `<Buckets … />`
    Empty,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    pub name_span: Range<usize>,
    /// What is between its straight quotes, as it is written.
    pub value: String,
    /// The place of the value, without its quotes.
    pub span: Range<usize>,
}

impl Tag {
    /// The tag at a place of a text; none where it has no end on its line, or an
    /// attribute without a value in straight quotes.
    pub fn read(text: &str, start: usize) -> Option<Self> {
        let line = &text[..line_end(text, start)];
        let mut reader = Reader {
            line,
            at: start + 1,
        };
        let closes = reader.take("/");
        let name = reader.while_matches(is_name);
        if !line[name.clone()].starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut attributes = Vec::new();
        let is_empty = loop {
            reader.while_matches(char::is_whitespace);
            if reader.take(">") {
                break false;
            }
            if reader.take("/>") {
                break true;
            }
            attributes.push(reader.attribute()?);
        };
        Some(Self {
            name: line[name].to_owned(),
            span: start..reader.at,
            form: match (closes, is_empty) {
                (true, _) => TagForm::Close,
                (_, true) => TagForm::Empty,
                _ => TagForm::Open,
            },
            attributes,
            close: None,
        })
    }
}

impl Attribute {
    /// Its value as visitors read it: characters for their names, and facts as `fact` gives them.
    pub fn filled(&self, fact: impl Fn(&str) -> String) -> String {
        filled(&self.value, |text| decode_html_entities(text), fact)
    }
}

pub fn line_end(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    end.map_or(text.len(), |end| at + end)
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn attribute(&mut self) -> Option<Attribute> {
        let name_span = self.while_matches(|c| !c.is_whitespace() && !"=>/\"'<".contains(c));
        self.while_matches(char::is_whitespace);
        if name_span.is_empty() || !self.take("=") {
            return None;
        }
        self.while_matches(char::is_whitespace);
        let rest = &self.line[self.at..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let start = self.at + 1;
        let end = start + rest[1..].find(quote)?;
        self.at = end + 1;
        Some(Attribute {
            name: self.line[name_span.clone()].to_owned(),
            name_span,
            value: self.line[start..end].to_owned(),
            span: start..end,
        })
    }

    fn take(&mut self, part: &str) -> bool {
        let is_here = self.line[self.at..].starts_with(part);
        self.at += if is_here { part.len() } else { 0 };
        is_here
    }

    fn while_matches(&mut self, is: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = &self.line[start..];
        self.at += rest.find(|c| !is(c)).unwrap_or(rest.len());
        start..self.at
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')
}
