//! The parser's events as one tree.

use super::tag::line_end;
use super::{Address, Kind, MarkdownError, MarkdownErrorKind, Node, Parsed};
use crate::load::limits::{MAX_DEPTH, MAX_PROSE};
use pulldown_cmark::{Alignment as Written, BrokenLink, Event, LinkType, Options, Parser};
use pulldown_cmark::{Tag as Start, TagEnd};
use site_schema::model::{Alignment, ComponentName};
use std::mem;
use std::ops::Range;

/// How many faults of one text are reported: more come from a paste that went wrong.
const MAX_FAULTS: usize = 100;

/// Reads any text.
///
/// # Errors
/// Only where it is too long, or nested too deeply.
pub fn build(text: &str) -> Result<Parsed, MarkdownError> {
    if text.len() > MAX_PROSE {
        return Err(MarkdownError {
            kind: MarkdownErrorKind::TooLong,
            span: text.floor_char_boundary(MAX_PROSE)..text.ceil_char_boundary(MAX_PROSE + 1),
        });
    }
    let mut builder = Builder {
        text,
        ..Builder::default()
    };
    builder.read()?;
    while !builder.open.is_empty() {
        builder.close(text.len());
    }
    let mut parsed = builder.parsed;
    let errors = &mut parsed.errors;
    // Code that never ends swallows the closing tags below it.
    if errors
        .iter()
        .any(|it| it.kind == MarkdownErrorKind::OpenFence)
    {
        errors.retain(|error| !matches!(error.kind, MarkdownErrorKind::Unclosed(_)));
    }
    errors.sort_by_key(|error| error.span.start);
    Ok(parsed)
}

#[derive(Default)]
pub(super) struct Builder<'a> {
    pub(super) text: &'a str,
    parsed: Parsed,
    /// The nodes that are not closed yet, each within the one before it.
    pub(super) open: Vec<Node>,
    /// How many of them were open where each of the parser's tags began.
    starts: Vec<usize>,
    /// The names of opening tags that were faulty: their closing tags are no further faults.
    pub(super) faulty_tags: Vec<String>,
    /// What was read in one piece: what the parser sees within it is passed over.
    pub(super) passed: Range<usize>,
    /// Whether words that follow continue the text before them.
    pub(super) joins: bool,
    /// Where the last words end.
    pub(super) worded: usize,
}

impl Builder<'_> {
    fn read(&mut self) -> Result<(), MarkdownError> {
        let mut undefined = Vec::new();
        let mut on_undefined = |link: BrokenLink| {
            // Brackets alone are a remark, but for a footnote's.
            let shortcuts = [LinkType::Shortcut, LinkType::ShortcutUnknown];
            if !shortcuts.contains(&link.link_type) || link.reference.starts_with('^') {
                undefined.push((link.reference.to_string(), link.span));
            }
            None
        };
        let parser = Parser::new_with_broken_link_callback(
            self.text,
            Options::ENABLE_TABLES,
            Some(&mut on_undefined),
        );
        for (_, definition) in parser.reference_definitions().iter() {
            self.error(MarkdownErrorKind::Definition, definition.span.clone());
        }
        for (event, range) in parser.into_offset_iter() {
            self.event(event, range)?;
        }
        for (label, span) in undefined {
            self.error(MarkdownErrorKind::UndefinedReference(label), span);
        }
        Ok(())
    }

    fn event(&mut self, event: Event, range: Range<usize>) -> Result<(), MarkdownError> {
        let is_inline = match &event {
            Event::Start(start) => is_inline(start.to_end()),
            Event::End(end) => is_inline(*end),
            _ => true,
        };
        if is_inline && self.passed.start <= range.start && range.end <= self.passed.end {
            return Ok(());
        }
        let joins = mem::take(&mut self.joins);
        match event {
            Event::Start(start) => return self.start(start, range),
            Event::End(TagEnd::HtmlBlock) => {}
            Event::End(_) => {
                let before = self.starts.pop().unwrap_or_default();
                while self.open.len() > before {
                    self.close(range.end);
                }
            }
            Event::Text(text) => match self.open.last_mut().map(|node| &mut node.kind) {
                Some(Kind::Code(code)) => code.push_str(&text),
                _ => {
                    self.begin_line(&range);
                    self.joins = joins;
                    self.words(&text, range);
                }
            },
            Event::Code(code) => {
                self.begin_line(&range);
                self.push(Node::new(Kind::InlineCode(code.to_string()), range));
            }
            Event::SoftBreak => {
                self.joins = joins;
                self.soft_break(range);
            }
            Event::HardBreak => {
                if let Some(line) = self.open.last_mut() {
                    line.trim_end();
                }
                self.push(Node::new(Kind::Break, range));
            }
            Event::Rule => {
                self.end_line();
                self.push(Node::new(Kind::Divider, range));
            }
            Event::InlineHtml(_) => {
                self.begin_line(&range);
                self.inline_html(range);
            }
            // Blocks of HTML are read where they begin; nothing else is turned on.
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, start: Start, range: Range<usize>) -> Result<(), MarkdownError> {
        if is_inline(start.to_end()) {
            self.begin_line(&range);
        } else {
            self.end_line();
        }
        let kind = match start {
            Start::Emphasis => Kind::Emphasis,
            Start::Strong => Kind::Strong,
            Start::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            } => {
                self.error(MarkdownErrorKind::AngledAddress, range.clone());
                self.passed = range;
                return Ok(());
            }
            Start::Link {
                link_type,
                dest_url,
                title,
                ..
            } => {
                if !title.is_empty() && link_type == LinkType::Inline {
                    self.error(MarkdownErrorKind::LinkTitle, range.clone());
                }
                Kind::Link(self.address(&dest_url, range.clone()))
            }
            Start::Image { dest_url, .. } => {
                Kind::Image(self.address(&dest_url, range.clone()), String::new())
            }
            Start::Paragraph => Kind::Paragraph,
            Start::Heading { level, .. } => Kind::Heading(level as u8),
            Start::BlockQuote(_) => Kind::Quote,
            Start::CodeBlock(kind) => {
                self.code_errors(&kind, &range);
                Kind::Code(String::new())
            }
            Start::List(first) => {
                if first.is_some_and(|number| number != 1) {
                    let end = line_end(self.text, range.start);
                    self.error(MarkdownErrorKind::ListStart, range.start..end);
                }
                Kind::List {
                    ordered: first.is_some(),
                }
            }
            Start::Item => Kind::Item,
            Start::Table(columns) => {
                self.extra_cells(columns.len(), range.clone());
                Kind::Table(columns.into_iter().map(alignment).collect())
            }
            Start::TableHead | Start::TableRow => Kind::Row,
            Start::TableCell => Kind::Cell,
            Start::HtmlBlock => return self.html(range),
            _ => return Ok(()),
        };
        self.starts.push(self.open.len());
        self.open(Node::new(kind, range))
    }

    pub(super) fn open(&mut self, node: Node) -> Result<(), MarkdownError> {
        if self.open.len() >= 2 * MAX_DEPTH {
            let start = node.span.start;
            return Err(MarkdownError {
                kind: MarkdownErrorKind::TooDeep,
                span: start..self.text.ceil_char_boundary(start + 1),
            });
        }
        self.open.push(node);
        Ok(())
    }

    /// Closes the innermost node that is open.
    pub(super) fn close(&mut self, end: usize) {
        let Some(mut node) = self.open.pop() else {
            return;
        };
        let written = &self.text[node.span.clone()];
        node.span.end = node.span.start + written.trim_end().len();
        match &mut node.kind {
            Kind::Paragraph | Kind::Heading(_) => {
                node.trim_end();
                self.line_errors(&node);
            }
            Kind::Table(_) => self.esm(&node.span),
            Kind::Image(_, description) => {
                *description = node.children.iter().map(Node::words).collect();
                let has_fact = |node: &Node| matches!(node.kind, Kind::Fact(_));
                if node.children.iter().any(has_fact) {
                    self.error(MarkdownErrorKind::BraceInAddress, node.span.clone());
                }
                node.children.clear();
            }
            Kind::Component(tag) if tag.close.is_none() => {
                if ComponentName::parse(&tag.name).is_some() {
                    self.error(
                        MarkdownErrorKind::Unclosed(tag.name.clone()),
                        tag.span.clone(),
                    );
                }
                node.span.end = end;
            }
            _ => {}
        }
        if node.kind != Kind::Paragraph || !node.children.is_empty() {
            self.push(node);
        }
    }

    /// Adds a node to the innermost one that is open.
    pub(super) fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.parsed.nodes.push(node),
        }
    }

    pub(super) fn error(&mut self, kind: MarkdownErrorKind, span: Range<usize>) {
        if self.parsed.errors.len() < MAX_FAULTS {
            self.parsed.errors.push(MarkdownError { kind, span });
        }
    }

    /// Opens the paragraph of an item whose list has no empty lines between its items.
    fn begin_line(&mut self, range: &Range<usize>) {
        if let Some(Kind::Item) = self.open.last().map(|node| &node.kind) {
            let start = range.start..range.start;
            self.open.push(Node::new(Kind::Paragraph, start));
        }
        // Such a paragraph ends where its last words do.
        if let [.., item, line] = self.open.as_mut_slice()
            && item.kind == Kind::Item
            && line.kind == Kind::Paragraph
        {
            line.span.end = line.span.end.max(range.end);
        }
    }

    fn end_line(&mut self) {
        if let Some(Kind::Paragraph) = self.open.last().map(|node| &node.kind) {
            self.close(0);
        }
    }

    fn address(&mut self, url: &str, range: Range<usize>) -> Address {
        let place = match self.text[range.clone()].rfind(url) {
            Some(at) if !url.is_empty() => range.start + at..range.start + at + url.len(),
            _ => range,
        };
        if url.contains('{') {
            self.error(MarkdownErrorKind::BraceInAddress, place.clone());
        }
        Address {
            url: url.to_owned(),
            place,
        }
    }
}

impl Node {
    /// Removes the spaces at its end, which no page shows.
    fn trim_end(&mut self) {
        if let Some(last) = self.children.last_mut()
            && let Kind::Text(text) = &mut last.kind
        {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
            if text.is_empty() {
                self.children.pop();
            }
        }
    }
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image
    )
}

fn alignment(written: Written) -> Alignment {
    match written {
        Written::None => Alignment::Auto,
        Written::Left => Alignment::Start,
        Written::Center => Alignment::Center,
        Written::Right => Alignment::End,
    }
}
