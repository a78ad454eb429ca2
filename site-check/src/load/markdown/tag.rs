//! The tag of a component: its name and its attributes, each with its place.

use super::tokens;
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
    /// What is between its quotes, as it is written; none where it is not in straight quotes.
    pub value: Option<String>,
    /// The place of the value, without its quotes.
    pub span: Range<usize>,
}

const CURLY: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

impl Tag {
    /// The tag at a place of a text; none where it has no end on its line.
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

    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }
}

impl Attribute {
    /// Its value as visitors read it: characters for their names, and facts as `fact` gives them.
    pub fn filled(&self, fact: impl Fn(&str) -> String) -> Option<String> {
        let value = self.value.as_deref()?;
        let mut out = String::with_capacity(value.len());
        let mut from = 0;
        for (name, place) in tokens(value) {
            out.push_str(&decode_html_entities(&value[from..place.start]));
            out.push_str(&fact(&name));
            from = place.end;
        }
        out.push_str(&decode_html_entities(&value[from..]));
        Some(out.replace("\\{", "{").replace("\\}", "}"))
    }
}

/// The first curly quote before or after a value in the tag at which a line begins.
pub fn curly_quote(line: &str) -> Option<Range<usize>> {
    let tag = &line[..line[1..].find('<').map_or(line.len(), |at| at + 1)];
    let mut from = 0;
    while let Some(equals) = tag[from..].find('=').map(|at| from + at + 1) {
        let value = tag[equals..].trim_start();
        let at = tag.len() - value.len();
        let first = value.chars().next()?;
        if CURLY.contains(&first) {
            return Some(at..at + first.len_utf8());
        }
        from = equals;
        if !matches!(first, '"' | '\'') {
            continue;
        }
        let inner = &value[1..];
        let straight = inner.find(first).unwrap_or(inner.len());
        for (curly, quote) in inner.char_indices().filter(|(_, c)| CURLY.contains(c)) {
            let after = inner[curly + quote.len_utf8()..].trim_start();
            let next = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let ends = after.starts_with(['>', '/'])
                || after.is_empty()
                || (next.len() < after.len() && next.starts_with('='));
            if curly < straight && ends && !(straight < inner.len() && after.is_empty()) {
                let place = at + 1 + curly;
                return Some(place..place + quote.len_utf8());
            }
        }
        from = at + 1 + straight;
    }
    None
}

pub fn line_end(text: &str, at: usize) -> usize {
    text[at..]
        .find(['\n', '\r'])
        .map_or(text.len(), |end| at + end)
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn attribute(&mut self) -> Option<Attribute> {
        let name_span = self.while_matches(|c| !c.is_whitespace() && !"=>/\"'<".contains(c));
        if name_span.is_empty() {
            return None;
        }
        let name = self.line[name_span.clone()].to_owned();
        let after_name = self.at;
        self.while_matches(char::is_whitespace);
        if !self.take("=") {
            self.at = after_name;
            return Some(Attribute {
                name,
                span: name_span.clone(),
                name_span,
                value: None,
            });
        }
        self.while_matches(char::is_whitespace);
        let rest = &self.line[self.at..];
        let (value, span) = match rest.chars().next()? {
            quote @ ('"' | '\'') => {
                let start = self.at + 1;
                let end = start + rest[1..].find(quote)?;
                self.at = end + 1;
                (Some(self.line[start..end].to_owned()), start..end)
            }
            '{' => {
                let span = self.at..self.at + rest.find('}')? + 1;
                self.at = span.end;
                (None, span)
            }
            _ => (
                None,
                self.while_matches(|c| !c.is_whitespace() && c != '>' && c != '<'),
            ),
        };
        Some(Attribute {
            name,
            name_span,
            value,
            span,
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
