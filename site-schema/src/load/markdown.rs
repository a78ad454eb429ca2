//! Markdown and MDX: one grammar for the texts of pages and the bodies of articles.
//!
//! The grammar is MDX, so that a fact in braces is seen by the parser, and HTML
//! never is. It is the `markdown` crate's, whose author also wrote @mdx-js, so
//! that what is accepted here compiles there.

pub mod plain;

use super::file::{Anchor, Target, Use};
use super::guard::guarded;
use super::limits::{MAX_DEPTH, MAX_PROSE, too_deep_prose};
use super::shared_text::SharedText;
use super::strings::SourceMap;
use markdown::mdast::{self, AttributeContent, AttributeValue, Node};
use markdown::message::{Message, Place};
use markdown::unist::Position;
use markdown::{Constructs, MdxSignal, ParseOptions};
use std::collections::HashMap;
use std::ops::Range;

/// Markdown as it was parsed, and where its bytes stand in the file.
#[derive(Debug)]
pub struct Prose {
    pub text: SharedText,
    pub map: SourceMap,
    pub parsed: Result<Node, MarkdownFault>,
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
    pub fn source(&self, position: Option<&Position>) -> Range<usize> {
        self.map.source(span(position))
    }

    /// The text of a node as it was written.
    pub fn written(&self, position: Option<&Position>) -> &str {
        self.text.get(span(position)).unwrap_or_default()
    }

    /// Calls `visit` for every node, parents first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Node)) {
        if let Ok(root) = &self.parsed {
            walk(root, visit);
        }
    }

    /// Where in the prose a part of a node stands that the parser gives no place for.
    pub fn find(&self, position: Option<&Position>, part: &str) -> Range<usize> {
        let node = span(position);
        match self.written(position).rfind(part) {
            Some(at) if !part.is_empty() => node.start + at..node.start + at + part.len(),
            _ => node,
        }
    }

    /// Every place that points somewhere else.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        self.walk(&mut |node| match node {
            Node::Link(mdast::Link { url, position, .. })
            | Node::Definition(mdast::Definition { url, position, .. }) => {
                uses.push(self.found(Target::Link, url, self.find(position.as_ref(), url)));
            }
            Node::Image(image) => {
                let place = self.find(image.position.as_ref(), &image.url);
                uses.push(self.found(Target::Image, &image.url, place));
            }
            Node::MdxTextExpression(mdast::MdxTextExpression {
                value, position, ..
            })
            | Node::MdxFlowExpression(mdast::MdxFlowExpression {
                value, position, ..
            }) if is_token(value) => {
                uses.push(self.found(Target::Token, value.trim(), span(position.as_ref())));
            }
            _ => self.component_uses(node, &mut uses),
        });
        uses
    }

    fn component_uses(&self, node: &Node, uses: &mut Vec<Use>) {
        let Some(element) = Element::of(node) else {
            return;
        };
        for (name, value) in element.literals() {
            let place = self.attribute(&element, name, value);
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

    /// Where in the prose the value of an attribute stands, or its whole element.
    pub fn attribute(&self, element: &Element, name: &str, value: &str) -> Range<usize> {
        let node = span(element.position);
        let written = self.written(element.position);
        let at = ['"', '\''].iter().find_map(|quote| {
            Some(written.find(&format!("{name}={quote}{value}{quote}"))? + name.len() + 2)
        });
        at.map_or(node.clone(), |at| {
            node.start + at..node.start + at + value.len()
        })
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
        self.walk(&mut |node| {
            if let Node::Heading(heading) = node {
                let id = anchor(&node_text(node), &mut seen);
                anchors.push(Anchor {
                    id,
                    span: self.source(heading.position.as_ref()),
                });
            }
        });
        anchors
    }
}

fn parsed(text: &str) -> Result<Node, MarkdownFault> {
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
    if let Some(root) = plain::plain(text) {
        return Ok(root);
    }
    // The parser panics on some malformed mixtures of tables, lists and tags.
    let root = match guarded(|| markdown::to_mdast(text, &options())) {
        Some(result) => result.map_err(|message| fault(text, &message))?,
        None => {
            return Err(MarkdownFault {
                span: 0..0,
                kind: MarkdownFaultKind::Syntax,
                reason: "a table, a list or a component that is only half there".to_owned(),
            });
        }
    };
    match too_deep(&root) {
        Some(place) => {
            take_apart(root);
            refused(MarkdownFaultKind::TooDeep, place)
        }
        None => Ok(root),
    }
}

/// Where a tree is nested more deeply than functions that call themselves may follow.
fn too_deep(root: &Node) -> Option<Range<usize>> {
    let mut open = vec![(root, 0)];
    while let Some((node, depth)) = open.pop() {
        if depth > 4 * MAX_DEPTH {
            return Some(span(node.position()));
        }
        open.extend(
            node.children()
                .into_iter()
                .flatten()
                .map(|child| (child, depth + 1)),
        );
    }
    None
}

/// Drops a deep tree node by node, where dropping it as one would take too much stack.
fn take_apart(root: Node) {
    let mut open = vec![root];
    while let Some(mut node) = open.pop() {
        if let Some(children) = node.children_mut() {
            open.append(children);
        }
    }
}

/// A component as it stands in prose.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a> {
    pub name: &'a str,
    pub attributes: &'a [AttributeContent],
    pub children: &'a [Node],
    pub position: Option<&'a Position>,
}

impl<'a> Element<'a> {
    pub fn of(node: &'a Node) -> Option<Self> {
        let (name, attributes, children, position) = match node {
            Node::MdxJsxFlowElement(element) => (
                &element.name,
                &element.attributes,
                &element.children,
                &element.position,
            ),
            Node::MdxJsxTextElement(element) => (
                &element.name,
                &element.attributes,
                &element.children,
                &element.position,
            ),
            _ => return None,
        };
        let name = name.as_deref().unwrap_or_default();
        Some(Self {
            name,
            attributes,
            children,
            position: position.as_ref(),
        })
    }

    /// The attributes that are plain text: name and value.
    pub fn literals(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        self.attributes
            .iter()
            .filter_map(|attribute| match attribute {
                AttributeContent::Property(property) => match &property.value {
                    Some(AttributeValue::Literal(value)) => {
                        Some((property.name.as_str(), value.as_str()))
                    }
                    _ => None,
                },
                AttributeContent::Expression(_) => None,
            })
    }
}

/// A parser's message, at the place where the trouble begins: what is left open
/// is noticed at the end, but mended where it opens.
fn fault(text: &str, message: &Message) -> MarkdownFault {
    let noticed = match message.place.as_deref() {
        Some(Place::Position(position)) => position.start.offset..position.end.offset,
        Some(Place::Point(point)) => point.offset..point.offset + 1,
        None => 0..0,
    };
    let (reason, opened) = match message.reason.rsplit_once(" (") {
        Some((reason, place)) => (reason, offset(text, place.trim_end_matches(')'))),
        None => (message.reason.as_str(), None),
    };
    let brace = || {
        text.rfind('{')
            .filter(|_| reason.contains("end of file in expression"))
    };
    let span = opened.or_else(brace).map_or(noticed, |at| at..at + 1);
    let reason = if opened.is_some() {
        reason
    } else {
        &message.reason
    };
    MarkdownFault {
        span,
        kind: MarkdownFaultKind::Syntax,
        reason: reason.to_owned(),
    }
}

/// The byte at a place written as line and column, such as 4:1.
fn offset(text: &str, place: &str) -> Option<usize> {
    let (line, column) = place.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let start: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)?)
        .map(str::len)
        .sum();
    Some(start + column.checked_sub(1)?).filter(|at| *at < text.len())
}

/// How the parser is set: MDX with tables.
pub fn options() -> ParseOptions {
    ParseOptions {
        constructs: Constructs {
            gfm_table: true,
            ..Constructs::mdx()
        },
        mdx_esm_parse: Some(Box::new(|_| MdxSignal::Ok)),
        ..ParseOptions::default()
    }
}

/// The place in the prose of a node.
pub fn span(position: Option<&Position>) -> Range<usize> {
    position.map_or(0..0, |position| position.start.offset..position.end.offset)
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

fn walk<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a Node)) {
    visit(node);
    for child in node.children().into_iter().flatten() {
        walk(child, visit);
    }
}

/// The words of a node, facts left as their names.
pub fn node_text(node: &Node) -> String {
    let mut text = String::new();
    walk(node, &mut |node| match node {
        Node::Text(inner) => text.push_str(&inner.value),
        Node::InlineCode(inner) => text.push_str(&inner.value),
        Node::MdxTextExpression(inner) => text.push_str(&inner.value),
        _ => {}
    });
    text
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
