//! Markdown and MDX: one grammar for the texts of pages and the bodies of articles.
//!
//! The grammar is MDX, so that a fact in braces is seen by the parser, and HTML
//! never is. It is the `markdown` crate's, whose author also wrote @mdx-js, so
//! that what is accepted here compiles there.

pub mod ast;
pub mod parser;
pub mod plain;

use super::file::{Anchor, Target, Use};
use super::limits::{MAX_PROSE, too_deep_prose};
use super::shared_text::SharedText;
use super::strings::SourceMap;
use ast::{Ast, Attribute, Kind, Node};
use std::collections::HashMap;
use std::ops::Range;

/// Markdown as it was parsed, and where its bytes stand in the file.
#[derive(Debug)]
pub struct Prose {
    pub text: SharedText,
    pub map: SourceMap,
    pub parsed: Result<Ast, MarkdownFault>,
}

/// Why Markdown could not be parsed.
#[derive(Debug, Clone)]
pub struct MarkdownFault {
    /// In the prose, not in the file.
    pub span: Range<usize>,
    pub kind: MarkdownFaultKind,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkdownFaultKind {
    /// The grammar does not allow it.
    Syntax,
    /// It is longer than [`MAX_PROSE`].
    TooLong,
    /// It is nested more deeply than it may be.
    TooDeep,
}

impl Prose {
    pub fn parse(text: SharedText, map: SourceMap) -> Self {
        let parsed = parsed(&text);
        Self { text, map, parsed }
    }

    /// The place in the file of a node.
    pub fn source(&self, node: Node) -> Range<usize> {
        self.map.source(node.span())
    }

    /// Every node, parents first; none where the prose could not be parsed.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.parsed.iter().flat_map(|ast| ast.nodes(&self.text))
    }

    /// Every place that points somewhere else.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        for node in self.nodes() {
            match node.kind() {
                Kind::Link { url } | Kind::Definition { url, .. } => {
                    uses.push(self.found(Target::Link, url, node.find(url)));
                }
                Kind::Image { url, .. } => {
                    uses.push(self.found(Target::Image, url, node.find(url)));
                }
                Kind::TextExpression(value) | Kind::FlowExpression(value) if is_token(value) => {
                    uses.push(self.found(Target::Token, value.trim(), node.span()));
                }
                _ => self.component_uses(node, &mut uses),
            }
        }
        uses
    }

    fn component_uses(&self, node: Node, uses: &mut Vec<Use>) {
        let Some(element) = Element::of(node) else {
            return;
        };
        for (name, value) in element.literals() {
            let place = element.value(name, value);
            let target = match (element.name, name) {
                ("Disclaimer", "kind") => Some(Target::Disclaimer),
                ("WorkedExample", "schedule") => Some(Target::Schedule),
                _ => None,
            };
            uses.extend(target.map(|target| self.found(target, value, place.clone())));
            for (token, within) in tokens(value) {
                let span = place.start + within.start..place.start + within.end;
                uses.push(self.found(Target::Token, &token, span));
            }
        }
    }

    fn found(&self, target: Target, name: &str, span: Range<usize>) -> Use {
        Use {
            target,
            name: name.to_owned(),
            span: self.map.source(span),
        }
    }

    /// The headings, each with the anchor made from its words.
    pub fn anchors(&self) -> Vec<Anchor> {
        let mut seen = HashMap::new();
        let mut anchors = Vec::new();
        for node in self.nodes() {
            if let Kind::Heading { .. } = node.kind() {
                anchors.push(Anchor {
                    id: anchor(&node.words(), &mut seen),
                    span: self.source(node),
                });
            }
        }
        anchors
    }
}

fn parsed(text: &str) -> Result<Ast, MarkdownFault> {
    let refused = |kind, span| {
        Err(MarkdownFault {
            span,
            kind,
            reason: String::new(),
        })
    };
    if text.len() > MAX_PROSE {
        return refused(MarkdownFaultKind::TooLong, MAX_PROSE..MAX_PROSE + 1);
    }
    if let Some(place) = too_deep_prose(text) {
        return refused(MarkdownFaultKind::TooDeep, place);
    }
    plain::plain(text).map_or_else(|| parser::parse(text), Ok)
}

/// A component as it stands in prose.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a> {
    pub node: Node<'a>,
    pub name: &'a str,
    pub attributes: &'a [Attribute],
}

impl<'a> Element<'a> {
    pub fn of(node: Node<'a>) -> Option<Self> {
        match node.kind() {
            Kind::FlowElement(tag) | Kind::TextElement(tag) => Some(Self {
                node,
                name: &tag.name,
                attributes: &tag.attributes,
            }),
            _ => None,
        }
    }

    /// The attributes that are plain text: name and value.
    pub fn literals(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.attributes
            .iter()
            .filter_map(|attribute| match attribute {
                Attribute::Named {
                    name,
                    value: Some(value),
                } => Some((name.as_str(), value.as_str())),
                _ => None,
            })
    }

    pub fn is_empty(&self) -> bool {
        self.node.children().next().is_none()
    }

    /// Where in the prose the value of an attribute stands, or its whole element.
    pub fn value(&self, name: &str, value: &str) -> Range<usize> {
        let span = self.node.span();
        let written = self.node.written();
        let at = ['"', '\''].iter().find_map(|quote| {
            Some(written.find(&format!("{name}={quote}{value}{quote}"))? + name.len() + 2)
        });
        at.map_or(span.clone(), |at| {
            span.start + at..span.start + at + value.len()
        })
    }
}

/// Whether what stands in braces can be a fact's name: one word.
pub fn is_token(value: &str) -> bool {
    let name = value.trim();
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Where a block of code begins that never ends.
pub fn open_fence(text: &str) -> Option<Range<usize>> {
    let mut open: Option<(&str, Range<usize>)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start_matches([' ', '\t', '>']);
        let at = start + line.len() - inner.len();
        let line_of_fence = inner.trim_end();
        start += line.len();
        let sign = match line_of_fence.bytes().next() {
            Some(b'`') => '`',
            Some(b'~') => '~',
            _ => continue,
        };
        let rest = line_of_fence.trim_start_matches(sign);
        let fence = &line_of_fence[..line_of_fence.len() - rest.len()];
        if fence.len() < 3 {
            continue;
        }
        match &open {
            Some((opened, _))
                if opened.starts_with(sign) && rest.is_empty() && fence.len() >= opened.len() =>
            {
                open = None;
            }
            None if sign == '~' || !rest.contains('`') => {
                open = Some((fence, at..at + line_of_fence.len()));
            }
            _ => {}
        }
    }
    open.map(|(_, place)| place)
}

/// The facts in braces of a plain text: name and place, braces included.
pub fn tokens(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        from = open + 1;
        if text[..open].ends_with('\\') {
            continue;
        }
        let Some(close) = text[open..].find('}').map(|at| open + at) else {
            break;
        };
        found.push((text[open + 1..close].trim().to_owned(), open..close + 1));
        from = close + 1;
    }
    found
}

/// The anchor of a heading: its words in small letters, joined by hyphens; a
/// repeated one is numbered.
pub fn anchor(text: &str, seen: &mut HashMap<String, usize>) -> String {
    let words = text
        .to_lowercase()
        .replace(['\'', '’'], "")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let count = seen.entry(words.clone()).or_insert(0);
    *count += 1;
    if *count == 1 {
        words
    } else {
        format!("{words}-{count}")
    }
}
