//! What prose was parsed into: a tree of 24 bytes a node, since a large site
//! has millions of them.

use std::ops::Range;

/// Prose as a tree. The nodes stand in the order in which they begin, parents
/// first; their words stand in the prose and are not copied.
#[derive(Debug, Default)]
pub struct Ast {
    nodes: Box<[Entry]>,
    /// The words that the prose does not hold as they are meant, such as those with escapes.
    decoded: String,
    tags: Vec<Tag>,
    pairs: Vec<[Part; 2]>,
}

/// The name and the attributes of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub attributes: Vec<Attribute>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attribute {
    /// Its value where that is plain text.
    Named {
        name: String,
        value: Option<String>,
    },
    Expression,
}

/// What a node is, in the terms of Markdown and MDX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'a> {
    Paragraph,
    Heading {
        depth: u8,
    },
    List {
        ordered: bool,
    },
    ListItem,
    Blockquote,
    Table,
    TableRow,
    TableCell,
    Code(&'a str),
    ThematicBreak,
    Definition {
        identifier: &'a str,
        url: &'a str,
    },
    FlowExpression(&'a str),
    FlowElement(&'a Tag),
    Esm,
    Text(&'a str),
    Strong,
    Emphasis,
    InlineCode(&'a str),
    Break,
    Link {
        url: &'a str,
    },
    LinkReference {
        identifier: &'a str,
    },
    Image {
        url: &'a str,
        alt: &'a str,
    },
    TextExpression(&'a str),
    TextElement(&'a Tag),
    /// What no page can show.
    Other,
}

/// A node of a tree.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    ast: &'a Ast,
    text: &'a str,
    number: usize,
}

/// Some nodes of a tree: those within a node, or all.
#[derive(Debug, Clone)]
pub struct Nodes<'a> {
    ast: &'a Ast,
    text: &'a str,
    next: usize,
    past: usize,
    is_deep: bool,
}

/// Writes a tree, node by node.
#[derive(Debug)]
pub struct Writer<'a> {
    text: &'a str,
    nodes: Vec<Entry>,
    /// All of the tree but its nodes.
    ast: Ast,
}

#[derive(Debug, Clone)]
struct Entry {
    kind: EntryKind,
    start: u32,
    end: u32,
    /// The number of the first node after this one that is not within it.
    past: u32,
}

/// A stretch of the prose with the decoded words behind it.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: u32,
    end: u32,
}

#[derive(Debug, Clone, Copy)]
enum EntryKind {
    Paragraph,
    Heading(u8),
    List(bool),
    ListItem,
    Blockquote,
    Table,
    TableRow,
    TableCell,
    Code(Part),
    ThematicBreak,
    /// The number of its pair: identifier and URL.
    Definition(u32),
    FlowExpression(Part),
    /// The number of its tag.
    FlowElement(u32),
    Esm,
    Text(Part),
    Strong,
    Emphasis,
    InlineCode(Part),
    Break,
    Link(Part),
    LinkReference(Part),
    /// The number of its pair: URL and description.
    Image(u32),
    TextExpression(Part),
    /// The number of its tag.
    TextElement(u32),
    Other,
}

impl Ast {
    /// Every node of the tree of a text, parents first.
    pub fn nodes<'a>(&'a self, text: &'a str) -> Nodes<'a> {
        Nodes {
            ast: self,
            text,
            next: 0,
            past: self.nodes.len(),
            is_deep: true,
        }
    }

    /// The nodes that stand in no other.
    pub fn blocks<'a>(&'a self, text: &'a str) -> Nodes<'a> {
        Nodes {
            is_deep: false,
            ..self.nodes(text)
        }
    }

    #[inline]
    fn part<'a>(&'a self, text: &'a str, part: Part) -> &'a str {
        let range = part.start as usize..part.end as usize;
        let found = match range.start.checked_sub(text.len()) {
            Some(start) if !range.is_empty() => self.decoded.get(start..range.end - text.len()),
            _ => text.get(range),
        };
        found.unwrap_or_default()
    }
}

impl<'a> Node<'a> {
    // Inlined, since of what there is to know of a node each rule asks little.
    #[inline(always)]
    pub fn kind(self) -> Kind<'a> {
        let Self { ast, text, .. } = self;
        let part = |part| ast.part(text, part);
        let pair = |number: u32| ast.pairs[number as usize].map(part);
        match self.entry().kind {
            EntryKind::Paragraph => Kind::Paragraph,
            EntryKind::Heading(depth) => Kind::Heading { depth },
            EntryKind::List(ordered) => Kind::List { ordered },
            EntryKind::ListItem => Kind::ListItem,
            EntryKind::Blockquote => Kind::Blockquote,
            EntryKind::Table => Kind::Table,
            EntryKind::TableRow => Kind::TableRow,
            EntryKind::TableCell => Kind::TableCell,
            EntryKind::Code(value) => Kind::Code(part(value)),
            EntryKind::ThematicBreak => Kind::ThematicBreak,
            EntryKind::Definition(number) => {
                let [identifier, url] = pair(number);
                Kind::Definition { identifier, url }
            }
            EntryKind::FlowExpression(value) => Kind::FlowExpression(part(value)),
            EntryKind::FlowElement(number) => Kind::FlowElement(&ast.tags[number as usize]),
            EntryKind::Esm => Kind::Esm,
            EntryKind::Text(value) => Kind::Text(part(value)),
            EntryKind::Strong => Kind::Strong,
            EntryKind::Emphasis => Kind::Emphasis,
            EntryKind::InlineCode(value) => Kind::InlineCode(part(value)),
            EntryKind::Break => Kind::Break,
            EntryKind::Link(url) => Kind::Link { url: part(url) },
            EntryKind::LinkReference(identifier) => Kind::LinkReference {
                identifier: part(identifier),
            },
            EntryKind::Image(number) => {
                let [url, alt] = pair(number);
                Kind::Image { url, alt }
            }
            EntryKind::TextExpression(value) => Kind::TextExpression(part(value)),
            EntryKind::TextElement(number) => Kind::TextElement(&ast.tags[number as usize]),
            EntryKind::Other => Kind::Other,
        }
    }

    /// Its place in the prose.
    pub fn span(self) -> Range<usize> {
        let entry = self.entry();
        entry.start as usize..entry.end as usize
    }

    /// Its text as it was written.
    pub fn written(self) -> &'a str {
        self.text.get(self.span()).unwrap_or_default()
    }

    /// Where in the prose a part of it stands that has no place of its own.
    pub fn find(self, part: &str) -> Range<usize> {
        let span = self.span();
        match self.written().rfind(part) {
            Some(at) if !part.is_empty() => span.start + at..span.start + at + part.len(),
            _ => span,
        }
    }

    /// The nodes right within it.
    pub fn children(self) -> Nodes<'a> {
        Nodes {
            is_deep: false,
            ..self.within()
        }
    }

    /// Its words, facts left as their names.
    pub fn words(self) -> String {
        let itself = std::iter::once(self);
        let words = itself.chain(self.within()).map(|node| match node.kind() {
            Kind::Text(value) | Kind::InlineCode(value) | Kind::TextExpression(value) => value,
            _ => "",
        });
        words.collect()
    }

    /// All nodes within it, parents first.
    fn within(self) -> Nodes<'a> {
        Nodes {
            ast: self.ast,
            text: self.text,
            next: self.number + 1,
            past: self.entry().past as usize,
            is_deep: true,
        }
    }

    fn entry(self) -> &'a Entry {
        &self.ast.nodes[self.number]
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        (self.next < self.past).then(|| {
            let node = Node {
                ast: self.ast,
                text: self.text,
                number: self.next,
            };
            self.next = if self.is_deep {
                self.next + 1
            } else {
                node.entry().past as usize
            };
            node
        })
    }
}

impl<'a> Writer<'a> {
    /// A writer of the tree of a text, which is shorter than 2 GB.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            nodes: Vec::with_capacity(text.len() / 32),
            ast: Ast::default(),
        }
    }

    /// Writes a node; those written next are within it, until it is closed.
    /// The result is its number.
    pub fn open(&mut self, kind: Kind, span: Range<usize>) -> usize {
        let number = self.nodes.len();
        let entry = Entry {
            kind: self.entry_kind(kind, span.clone()),
            start: small(span.start),
            end: small(span.end),
            past: small(number + 1),
        };
        self.nodes.push(entry);
        number
    }

    pub fn close(&mut self, number: usize) {
        self.nodes[number].past = small(self.nodes.len());
    }

    /// Closes a node whose end was not known when it was opened.
    pub fn close_at(&mut self, number: usize, end: usize) {
        self.nodes[number].end = small(end);
        self.close(number);
    }

    /// The tree, all of whose nodes are closed.
    pub fn finish(self) -> Ast {
        Ast {
            // A copy of the right size: a shrunk vector may keep its room.
            nodes: self.nodes.as_slice().into(),
            ..self.ast
        }
    }

    fn entry_kind(&mut self, kind: Kind, span: Range<usize>) -> EntryKind {
        match kind {
            Kind::Paragraph => EntryKind::Paragraph,
            Kind::Heading { depth } => EntryKind::Heading(depth),
            Kind::List { ordered } => EntryKind::List(ordered),
            Kind::ListItem => EntryKind::ListItem,
            Kind::Blockquote => EntryKind::Blockquote,
            Kind::Table => EntryKind::Table,
            Kind::TableRow => EntryKind::TableRow,
            Kind::TableCell => EntryKind::TableCell,
            Kind::Code(value) => EntryKind::Code(self.part(value, span)),
            Kind::ThematicBreak => EntryKind::ThematicBreak,
            Kind::Definition { identifier, url } => {
                EntryKind::Definition(self.pair([identifier, url], span))
            }
            Kind::FlowExpression(value) => EntryKind::FlowExpression(self.part(value, span)),
            Kind::FlowElement(tag) => EntryKind::FlowElement(self.tag(tag)),
            Kind::Esm => EntryKind::Esm,
            Kind::Text(value) => EntryKind::Text(self.part(value, span)),
            Kind::Strong => EntryKind::Strong,
            Kind::Emphasis => EntryKind::Emphasis,
            Kind::InlineCode(value) => EntryKind::InlineCode(self.part(value, span)),
            Kind::Break => EntryKind::Break,
            Kind::Link { url } => EntryKind::Link(self.part(url, span)),
            Kind::LinkReference { identifier } => {
                EntryKind::LinkReference(self.part(identifier, span))
            }
            Kind::Image { url, alt } => EntryKind::Image(self.pair([url, alt], span)),
            Kind::TextExpression(value) => EntryKind::TextExpression(self.part(value, span)),
            Kind::TextElement(tag) => EntryKind::TextElement(self.tag(tag)),
            Kind::Other => EntryKind::Other,
        }
    }

    /// Where a value stands in the span, or behind the prose if it does not stand there.
    fn part(&mut self, value: &str, span: Range<usize>) -> Part {
        let written = self.text.get(span.clone()).unwrap_or_default();
        let found = if written.len() == value.len() {
            (written == value).then_some(0)
        } else {
            written.rfind(value)
        };
        let start = found.map_or_else(
            || {
                let behind = self.text.len() + self.ast.decoded.len();
                self.ast.decoded.push_str(value);
                behind
            },
            |at| span.start + at,
        );
        Part {
            start: small(start),
            end: small(start + value.len()),
        }
    }

    fn pair(&mut self, values: [&str; 2], span: Range<usize>) -> u32 {
        let pair = values.map(|value| self.part(value, span.clone()));
        self.ast.pairs.push(pair);
        small(self.ast.pairs.len() - 1)
    }

    fn tag(&mut self, tag: &Tag) -> u32 {
        self.ast.tags.push(tag.clone());
        small(self.ast.tags.len() - 1)
    }
}

/// A place in prose, or a number of its nodes, in half the room; past its end,
/// the last there is.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
