//! Markdown and MDX: one grammar for the texts of pages and the bodies of articles.
//!
//! pulldown-cmark reads CommonMark with tables. In addition, there are component tags on separate
//! lines, and facts in braces. What MDX doesn't allow or reads differently is a [`MarkdownError`].
//!
//! 1. `tag`: a tag with its attributes
//! 2. `build`: one tree from the parser's events
//! 3. `html`: component tags, and HTML
//! 4. `inline`: words, facts, and everything else within a line
//! 5. `lines`: errors that only the lines show: indentation, separate lines with facts, the cells
//!    of rows

mod build;
mod html;
mod inline;
mod lines;
pub mod tag;

use super::pattern;
use super::strings::SourceMap;
use regex::Regex;
use site_schema::model::Alignment;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;
use tag::Tag;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The kind of thing that a reference names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Link,
    Token,
    Image,
    Schedule,
    External,
    Disclaimer,
    Subject,
    /// An amount in dollars or a percentage that may be a fact.
    Amount,
}

/// A part of a file that names something defined elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub target: Target,
    pub name: String,
    pub span: Range<usize>,
}

/// A parsed Markdown text, and the map of its bytes to the file.
#[derive(Debug)]
pub struct Prose {
    pub text: String,
    pub map: SourceMap,
    pub parsed: Parsed,
}

/// The tree of a Markdown text. A text that is too long or too deep has only the error. All spans
/// are in the text, not the file.
#[derive(Debug, Default)]
pub struct Parsed {
    pub nodes: Vec<Node>,
    /// Everything that isn't part of the grammar. The rest is parsed anyway.
    pub errors: Vec<MarkdownError>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub kind: Kind,
    pub span: Range<usize>,
    pub children: Vec<Node>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Paragraph,
    Heading(u8),
    List {
        ordered: bool,
    },
    Item,
    Quote,
    /// The first row is the header.
    Table(Vec<Alignment>),
    Row,
    Cell,
    Code(String),
    Divider,
    Component(Tag),
    Text(String),
    Strong,
    Emphasis,
    InlineCode(String),
    Break,
    Link(Address),
    /// An image, and its description.
    Image(Address, String),
    /// The name of a fact.
    Fact(String),
}

/// The target of a link, or the file of an image, and its span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    pub url: String,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownError {
    pub kind: MarkdownErrorKind,
    pub span: Range<usize>,
}

/// A kind of error in Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkdownErrorKind {
    /// `<!-- … -->` or `{/* … */}`
    Comment,
    /// A tag that isn't a component's, by its name; a declaration has no name.
    Html(String),
    /// `<https://…>` or `<a@b.co>`
    AngledAddress,
    /// A < that doesn't begin a valid tag, with the name after it, if any.
    OpenTag(String),
    /// A component's tag with other words on its line, or without an empty line above or below.
    TagInLine(String),
    /// A component that is never closed.
    Unclosed(String),
    /// A closing tag without an opening tag.
    Unopened(String),
    /// A brace that isn't part of a fact.
    Brace,
    /// A separate line with only a fact in a paragraph of several lines.
    LoneFact,
    /// A brace in an address or in an image's description, where facts aren't filled in.
    BraceInAddress,
    /// `import` or `export` at the beginning of a block.
    Esm,
    /// A block of code that is marked by indentation.
    IndentedCode,
    /// A line of a paragraph that would begin another block if it were less indented.
    IndentedLine,
    /// `[words][label]` without a definition, or `[^1]`, by its label.
    UndefinedReference(String),
    /// `[label]: address`, separate from the link.
    Definition,
    /// A link's title, which pages don't show.
    LinkTitle,
    /// A numbered list that doesn't begin with 1.
    ListStart,
    /// The cells of a row beyond the columns of its table.
    ExtraCells,
    /// A line directly below a table, which becomes a row of it.
    RowWithoutBars,
    /// A row of dashes that isn't part of a table.
    NoTable,
    /// A block of code that begins with ``` and never ends.
    OpenFence,
    /// The text is too long, and wasn't parsed.
    TooLong,
    /// The text is nested too deeply, and wasn't parsed.
    TooDeep,
}

impl MarkdownErrorKind {
    fn stops_parsing(&self) -> bool {
        matches!(self, Self::TooLong | Self::TooDeep)
    }
}

impl Prose {
    /// Parses a Markdown text that `map` maps to its file.
    pub fn parse(text: &str, map: SourceMap) -> Self {
        let parsed = build::build(text).unwrap_or_else(|error| Parsed {
            errors: vec![error],
            ..Parsed::default()
        });
        Self {
            text: text.to_owned(),
            map,
            parsed,
        }
    }

    /// Returns true if the text was parsed, so that missing parts really are missing.
    pub fn is_parsed(&self) -> bool {
        let mut errors = self.parsed.errors.iter();
        !errors.any(|error| error.kind.stops_parsing())
    }

    /// Returns the span of a node in the file.
    pub fn source(&self, node: &Node) -> Range<usize> {
        self.map.source(node.span.clone())
    }

    /// Returns the written text of a node.
    pub fn written(&self, node: &Node) -> &str {
        self.text.get(node.span.clone()).unwrap_or_default()
    }

    /// Returns every node, parents first.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let mut open: Vec<_> = self.parsed.nodes.iter().rev().collect();
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(node.children.iter().rev());
            Some(node)
        })
    }

    /// Returns every reference, with its span in the file.
    pub fn references(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        for node in self.nodes() {
            let (target, name, span) = match &node.kind {
                Kind::Link(address) => (Target::Link, &address.url, &address.span),
                Kind::Image(address, _) => (Target::Image, &address.url, &address.span),
                Kind::Fact(name) => (Target::Token, name, &node.span),
                Kind::Component(tag) => {
                    references.extend(tag.references());
                    continue;
                }
                _ => continue,
            };
            references.push(Reference {
                target,
                name: name.clone(),
                span: span.clone(),
            });
        }
        // Spans of the text become spans of the file.
        for reference in &mut references {
            reference.span = self.map.source(reference.span.clone());
        }
        references
    }

    /// Returns the anchors of the headings, in order.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors = Vec::new();
        let mut seen = HashMap::new();
        for node in self.nodes() {
            if let Kind::Heading(_) = node.kind {
                anchors.push(anchor(&node.words(), &mut seen));
            }
        }
        anchors
    }
}

impl Node {
    pub fn new(kind: Kind, span: Range<usize>) -> Self {
        Self {
            kind,
            span,
            children: Vec::new(),
        }
    }

    /// Returns a node's words, with the names of facts.
    pub fn words(&self) -> String {
        match &self.kind {
            Kind::Text(text) | Kind::InlineCode(text) | Kind::Fact(text) => text.clone(),
            _ => self.children.iter().map(Self::words).collect(),
        }
    }
}

/// Returns true if the text between two braces can be a fact's name: a single word.
pub fn is_token(value: &str) -> bool {
    let name = value.trim();
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(is_part)
}

/// A fact in braces, with its name captured, or a brace escaped with a backslash.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\\\{|\{([^}]*)\}"));

/// Returns the facts in braces of a plain text: each name with its span, including the braces.
pub fn tokens(text: &str) -> Vec<(String, Range<usize>)> {
    let mut tokens = Vec::new();
    for found in TOKEN.captures_iter(text) {
        if let Some(name) = found.get(1) {
            tokens.push((name.as_str().trim().to_owned(), found.get_match().range()));
        }
    }
    tokens
}

/// Returns a text with its facts filled in. `plain` decodes the parts between them.
pub fn filled<'a>(
    text: &'a str,
    plain: fn(&'a str) -> Cow<'a, str>,
    fact: impl Fn(&str) -> String,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (name, span) in tokens(text) {
        out.push_str(&plain(&text[from..span.start]));
        out.push_str(&fact(&name));
        from = span.end;
    }
    out.push_str(&plain(&text[from..]));
    composed(out.replace("\\{", "{").replace("\\}", "}"))
}

/// Composes each letter and its accent into one character, however they were typed.
pub fn composed(text: String) -> String {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text;
    }
    text.nfc().collect()
}

/// Returns the anchor of a heading: its words in lower case, joined by hyphens. A repeated anchor
/// gets a number.
pub fn anchor(text: &str, seen: &mut HashMap<String, usize>) -> String {
    let mut words = String::new();
    for c in text.to_lowercase().nfc() {
        match c {
            '\'' | '’' => {}
            c if c.is_alphanumeric() => words.push(c),
            _ if words.is_empty() || words.ends_with('-') => {}
            _ => words.push('-'),
        }
    }
    words.truncate(words.trim_end_matches('-').len());
    let count = seen.entry(words.clone()).or_insert(0);
    *count += 1;
    if *count == 1 {
        words
    } else {
        format!("{words}-{count}")
    }
}
