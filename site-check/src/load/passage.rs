//! Visits every text of a file that visitors read, each once, without markup and with decoded
//! characters.

use super::file::File;
use super::kind::FileKind;
use super::markdown::tag::Attribute;
use super::markdown::{Address, Kind, Node, Prose, is_token, tokens};
use super::strings::SourceMap;
use super::tree::Tree;
use html_escape::decode_html_entities;
use site_schema::model::format;
use std::ops::Range;

/// Replaces a fact whose value isn't looked up. No content may contain this character.
pub const FACT: char = '\u{fffc}';

/// Replaces a byte that can't be a mark of Markdown. It is neither a space nor a letter nor a
/// punctuation mark.
const HIDDEN: &str = "\u{1}";

/// The maximum length in bytes of a character reference, such as `&nbsp;`.
const LONGEST_ENTITY: usize = 40;

/// The syntax of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// A plain text of TOML.
    Plain,
    /// A line of Markdown, such as a paragraph, a heading or a table cell. A backslash escapes a
    /// character.
    Prose,
    /// The description of an image in Markdown.
    Description,
    /// An attribute of a component: plain text, but `&amp;` is an ampersand.
    Attribute,
    /// A block of code.
    Code,
}

/// A text of a file.
#[derive(Debug)]
pub struct Passage<'a> {
    /// The JSON pointer of its value; empty in the body of an article.
    pub pointer: &'a str,
    pub kind: TextKind,
    /// The text that visitors read. A fact is replaced with its value, or with [`FACT`].
    pub text: String,
    /// The sources of the text, in order and without gaps.
    parts: Vec<Part<'a>>,
    /// The spans of links.
    links: Vec<Range<usize>>,
    /// The characters escaped with a backslash.
    escaped: Vec<usize>,
}

#[derive(Debug)]
struct Part<'a> {
    /// Its bytes in the passage.
    span: Range<usize>,
    origin: Source<'a>,
}

#[derive(Debug)]
enum Source<'a> {
    /// Text that the file contains unchanged, starting at this byte of the mapped text.
    Typed(&'a SourceMap, usize),
    /// The text of a TOML value that isn't a leaf.
    Value(SourceMap),
    /// Text that the file writes differently, such as a line break, with its place in the file.
    Other(Range<usize>),
    /// Code within a line, with its place.
    Code(Range<usize>),
    /// The value of a fact, with the place of its name in the file.
    Fact(Range<usize>),
}

impl<'a> Passage<'a> {
    fn new(pointer: &'a str, kind: TextKind) -> Self {
        Self {
            pointer,
            kind,
            text: String::new(),
            parts: Vec::new(),
            links: Vec::new(),
            escaped: Vec::new(),
        }
    }

    /// Returns the place in the file of a span of the text.
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let mut start = None;
        let mut end = 0;
        for part in self.parts_in(&span) {
            let place = part.source(&span);
            start.get_or_insert(place.start);
            end = place.end;
        }
        let start = start.unwrap_or(end);
        start..end.max(start)
    }

    /// Returns true if the file contains a span of the text without any facts.
    pub fn is_typed(&self, span: &Range<usize>) -> bool {
        let mut parts = self.parts_in(span);
        parts.all(|part| !matches!(part.origin, Source::Fact(_)))
    }

    /// Returns true if a backslash escapes the character at a byte.
    pub fn is_escaped(&self, at: usize) -> bool {
        self.escaped.contains(&at)
    }

    /// Returns true if part of a span of the text is code.
    pub fn has_code(&self, span: &Range<usize>) -> bool {
        let mut parts = self.parts_in(span);
        self.kind == TextKind::Code || parts.any(|part| matches!(part.origin, Source::Code(_)))
    }

    /// Returns true if a span of the text is within a link.
    pub fn is_in_link(&self, span: &Range<usize>) -> bool {
        let mut links = self.links.iter();
        links.any(|link| link.start <= span.start && span.end <= link.end)
    }

    /// Returns the text with code and escaped characters hidden, because they can't be marks of
    /// Markdown.
    pub fn marks(&self) -> String {
        let mut hidden: Vec<Range<usize>> = Vec::new();
        hidden.extend(self.escaped.iter().map(|at| *at..at + 1));
        for part in &self.parts {
            if let Source::Code(_) = part.origin {
                hidden.push(part.span.clone());
            }
        }
        let mut marks = self.text.clone();
        for span in hidden {
            marks.replace_range(span.clone(), &HIDDEN.repeat(span.len()));
        }
        marks
    }

    /// Returns true if a span of the text is within the value of one fact.
    pub fn is_of_one_fact(&self, span: &Range<usize>) -> bool {
        let mut parts = self.parts_in(span);
        let is_fact = parts
            .next()
            .is_some_and(|part| matches!(part.origin, Source::Fact(_)));
        is_fact && parts.next().is_none()
    }

    /// Returns the parts that overlap a span.
    fn parts_in(&self, span: &Range<usize>) -> impl Iterator<Item = &Part<'a>> {
        let first = self
            .parts
            .partition_point(|part| part.span.end <= span.start);
        let end = span.end;
        self.parts[first..]
            .iter()
            .take_while(move |part| part.span.start < end)
    }

    fn push(&mut self, words: &str, origin: Source<'a>) {
        if words.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(words);
        self.parts.push(Part {
            span: start..self.text.len(),
            origin,
        });
    }

    /// Adds a plain text that begins at a byte of the text mapped by `map`.
    fn push_plain(&mut self, plain: &str, map: &'a SourceMap, start: usize, facts: Facts) {
        let mut from = 0;
        if plain.contains('{') {
            for (name, span) in tokens(plain) {
                if !is_token(&name) {
                    continue;
                }
                self.push_characters(&plain[from..span.start], map, start + from);
                let place = map.source(start + span.start..start + span.end);
                self.push(&facts.value(&name), Source::Fact(place));
                from = span.end;
            }
        }
        self.push_characters(&plain[from..], map, start + from);
    }

    /// Adds characters of a plain text. In an attribute, decodes character references.
    fn push_characters(&mut self, written: &str, map: &'a SourceMap, start: usize) {
        let mut from = 0;
        let mut at = 0;
        while self.kind == TextKind::Attribute
            && let Some(length) = written[at..].find('&')
        {
            at += length;
            let Some((character, end)) = entity(&written[at..]) else {
                at += 1;
                continue;
            };
            self.push(&written[from..at], Source::Typed(map, start + from));
            let place = map.source(start + at..start + at + end);
            self.push(&character, Source::Other(place));
            at += end;
            from = at;
        }
        self.push(&written[from..], Source::Typed(map, start + from));
    }

    /// Adds text in pieces, each with its own place, as long as the file differs only in line
    /// breaks, backslashes and character references. The rest becomes a single piece.
    fn push_text(&mut self, text: &str, span: Range<usize>, prose: &'a Prose) {
        let written = &prose.text[span.clone()];
        let start = span.start;
        let (mut from, mut at) = (0, 0);
        while from < text.len() {
            let same = same_length(&text[from..], &written[at..]);
            let origin = Source::Typed(&prose.map, start + at);
            self.push(&text[from..from + same], origin);
            from += same;
            at += same;
            if from == text.len() {
                break;
            }

            let rest = &written[at..];
            let gap = rest.len() - rest.trim_start_matches(is_between_lines).len();
            let mut errors = prose.parsed.errors.iter();
            if let Some(error) = errors.find(|error| error.span.start == start + at) {
                // The parser leaves out errors.
                at = (error.span.end - start).min(written.len());
            } else if let Some((character, end)) = entity(rest)
                && text[from..].starts_with(&character)
            {
                let place = prose.map.source(start + at..start + at + end);
                self.push(&character, Source::Other(place));
                from += character.len();
                at += end;
            } else if rest.starts_with('\\') {
                self.escaped.push(self.text.len());
                at += 1;
            } else if gap > 0 {
                if text[from..].starts_with([' ', '\n']) {
                    let place = prose.map.source(start + at..start + at + gap);
                    self.push(&text[from..=from], Source::Other(place));
                    from += 1;
                }
                at += gap;
            } else {
                let place = prose.map.source(start + at..span.end);
                self.push(&text[from..], Source::Other(place));
                break;
            }
        }
    }

    /// Adds a part of a line of prose.
    fn push_inline(&mut self, node: &Node, prose: &'a Prose, facts: Facts) {
        let place = || prose.source(node);
        match &node.kind {
            Kind::Text(text) => self.push_text(text, node.span.clone(), prose),
            Kind::InlineCode(text) => self.push(text, Source::Code(place())),
            Kind::Image(..) => {}
            Kind::Fact(name) => self.push(&facts.value(name), Source::Fact(place())),
            Kind::Break => self.push(" ", Source::Other(place())),
            kind => {
                let start = self.text.len();
                for child in &node.children {
                    self.push_inline(child, prose, facts);
                }
                if matches!(kind, Kind::Link(_)) {
                    self.links.push(start..self.text.len());
                }
            }
        }
    }
}

/// The values of facts.
#[derive(Clone, Copy)]
enum Facts<'a> {
    Of(&'a Tree),
    /// Each is [`FACT`].
    Unknown,
}

impl Facts<'_> {
    fn value(self, name: &str) -> String {
        match self {
            Self::Of(tree) => tree.fact(name),
            Self::Unknown => FACT.to_string(),
        }
    }
}

/// Decodes the character reference at the beginning of a text, such as `&nbsp;`, and returns its
/// length, too.
fn entity(text: &str) -> Option<(String, usize)> {
    if !text.starts_with('&') {
        return None;
    }
    let near = &text[..text.floor_char_boundary(LONGEST_ENTITY)];
    let end = near.find(';')? + 1;
    let decoded = decode_html_entities(&text[..end]);
    (decoded != text[..end]).then(|| (decoded.into_owned(), end))
}

/// Returns true for a character that may separate two lines of a paragraph: white space, or the
/// mark of a quote.
fn is_between_lines(c: char) -> bool {
    c.is_whitespace() || c == '>'
}

/// Returns the number of bytes that two texts have in common at their beginnings.
fn same_length(a: &str, b: &str) -> usize {
    // In most cases the texts are the same, which is quick to find out.
    if b.starts_with(a) {
        return a.len();
    }
    let mut length = 0;
    for (one, other) in a.chars().zip(b.chars()) {
        if one != other {
            break;
        }
        length += one.len_utf8();
    }
    length
}

impl Part<'_> {
    /// Returns the place in the file of the overlap with a span of the passage.
    fn source(&self, span: &Range<usize>) -> Range<usize> {
        let start = span.start.max(self.span.start) - self.span.start;
        let end = span.end.min(self.span.end) - self.span.start;
        match &self.origin {
            Source::Typed(map, at) => map.source(at + start..at + end),
            Source::Value(map) => map.source(start..end),
            Source::Other(place) | Source::Code(place) | Source::Fact(place) => place.clone(),
        }
    }
}

impl File {
    /// Returns all texts of the file, with the values of facts.
    pub fn passages(&self, tree: &Tree) -> Vec<Passage<'_>> {
        self.walk(Facts::Of(tree))
    }

    /// Returns all texts of the file, with [`FACT`] for each fact.
    pub fn texts(&self) -> Vec<Passage<'_>> {
        self.walk(Facts::Unknown)
    }

    fn walk(&self, facts: Facts) -> Vec<Passage<'_>> {
        let mut passages = Vec::new();
        for leaf in &self.leaves {
            if let Some(prose) = &leaf.prose {
                add_blocks(
                    &prose.parsed.nodes,
                    prose,
                    &leaf.pointer,
                    facts,
                    &mut passages,
                );
            } else if matches!(leaf.format, format::TEXT | format::TIME_OF_YEAR) {
                let mut passage = Passage::new(&leaf.pointer, TextKind::Plain);
                passage.push_plain(&leaf.value, &leaf.map, 0, facts);
                passages.push(passage);
            }
        }
        if let Some(prose) = &self.body {
            add_blocks(&prose.parsed.nodes, prose, "", facts, &mut passages);
        }
        if self.kind == FileKind::Facts {
            self.add_values(&mut passages);
        }
        passages
    }

    /// Adds the values of facts.
    fn add_values<'a>(&'a self, passages: &mut Vec<Passage<'a>>) {
        for (pointer, text) in self.document.strings() {
            if pointer.ends_with("/value") {
                let mut passage = Passage::new(pointer, TextKind::Plain);
                let span = self.document.span(pointer);
                let map = SourceMap::of_literal(&self.text, span, text);
                passage.push(text, Source::Value(map));
                passages.push(passage);
            }
        }
    }
}

/// Adds the texts of blocks of prose.
fn add_blocks<'a>(
    nodes: &'a [Node],
    prose: &'a Prose,
    pointer: &'a str,
    facts: Facts,
    passages: &mut Vec<Passage<'a>>,
) {
    let mut line = Passage::new(pointer, TextKind::Prose);
    for node in nodes {
        if is_inline(&node.kind) {
            line.push_inline(node, prose, facts);
            add_descriptions(node, prose, pointer, passages);
            continue;
        }
        if !line.text.is_empty() {
            passages.push(line);
            line = Passage::new(pointer, TextKind::Prose);
        }
        match &node.kind {
            Kind::Code(text) => {
                let mut code = Passage::new(pointer, TextKind::Code);
                code.push(text, Source::Other(prose.source(node)));
                passages.push(code);
            }
            Kind::Component(tag) => {
                for attribute in tag.attributes.iter().filter(|it| it.is_words()) {
                    add_attribute(attribute, prose, pointer, facts, passages);
                }
            }
            _ => {}
        }
        add_blocks(&node.children, prose, pointer, facts, passages);
    }
    if !line.text.is_empty() {
        passages.push(line);
    }
}

/// Adds the descriptions of the images in a part of a line.
fn add_descriptions<'a>(
    node: &'a Node,
    prose: &'a Prose,
    pointer: &'a str,
    passages: &mut Vec<Passage<'a>>,
) {
    if let Kind::Image(address, text) = &node.kind {
        let mut passage = Passage::new(pointer, TextKind::Description);
        match description(node, address, prose) {
            Some(span) => passage.push_text(text, span, prose),
            None => passage.push(text, Source::Other(prose.source(node))),
        }
        passages.push(passage);
    }
    for child in &node.children {
        add_descriptions(child, prose, pointer, passages);
    }
}

/// Returns the place of the text between the brackets of an image.
fn description(image: &Node, address: &Address, prose: &Prose) -> Option<Range<usize>> {
    let start = image.span.start + "![".len();
    let length = prose.text.get(start..address.span.start)?.rfind("](")?;
    Some(start..start + length)
}

/// Adds the text of a component's attribute.
fn add_attribute<'a>(
    attribute: &'a Attribute,
    prose: &'a Prose,
    pointer: &'a str,
    facts: Facts,
    passages: &mut Vec<Passage<'a>>,
) {
    let mut passage = Passage::new(pointer, TextKind::Attribute);
    passage.push_plain(&attribute.value, &prose.map, attribute.span.start, facts);
    passages.push(passage);
}

fn is_inline(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Text(_)
            | Kind::Strong
            | Kind::Emphasis
            | Kind::InlineCode(_)
            | Kind::Break
            | Kind::Link(_)
            | Kind::Image(..)
            | Kind::Fact(_)
    )
}
