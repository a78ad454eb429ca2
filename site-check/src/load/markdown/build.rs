//! Builds one tree from the parser's events.

use super::tag::line_end;
use super::{Address, Kind, MarkdownError, MarkdownErrorKind, Node, Parsed};
use crate::load::{MAX_DEPTH, MAX_PROSE};
use pulldown_cmark::{Alignment as Written, BrokenLink, Event, LinkType, Options, Parser};
use pulldown_cmark::{Tag as Start, TagEnd};
use site_schema::model::{Alignment, ComponentName};
use std::ops::Range;

/// The maximum number of errors reported for one text. A text with more is a failed paste.
const MAX_ERRORS: usize = 100;

/// Parses any text.
///
/// # Errors
/// Returns an error if the text is too long or nested too deeply.
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
    drop_swallowed_tags(&mut parsed.errors);
    parsed.errors.sort_by_key(|error| error.span.start);
    Ok(parsed)
}

/// Drops the errors of unclosed tags above unclosed code, which includes their closing tags.
fn drop_swallowed_tags(errors: &mut Vec<MarkdownError>) {
    let has_open_fence = errors
        .iter()
        .any(|error| error.kind == MarkdownErrorKind::OpenFence);
    if has_open_fence {
        errors.retain(|error| !matches!(error.kind, MarkdownErrorKind::Unclosed(_)));
    }
}

#[derive(Default)]
pub(super) struct Builder<'a> {
    pub(super) text: &'a str,
    parsed: Parsed,
    /// The open nodes, each within the one before it.
    pub(super) open: Vec<Node>,
    /// The number of open nodes at the start of each of the parser's tags.
    starts: Vec<usize>,
    /// The names of invalid opening tags. Their closing tags aren't reported again.
    pub(super) invalid_tags: Vec<String>,
    /// A span that was read at once. The parser's events within it are skipped.
    pub(super) consumed: Range<usize>,
    /// True if the following words continue the text before them.
    pub(super) continues_text: bool,
    /// The end of the last words.
    pub(super) text_end: usize,
}

impl Builder<'_> {
    fn read(&mut self) -> Result<(), MarkdownError> {
        let mut undefined = Vec::new();
        let mut on_undefined = |link: BrokenLink| {
            let is_shortcut = matches!(
                link.link_type,
                LinkType::Shortcut | LinkType::ShortcutUnknown
            );
            // Brackets without an address are words, unless they mark a footnote.
            if !is_shortcut || link.reference.starts_with('^') {
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
        for (event, span) in parser.into_offset_iter() {
            self.event(event, span)?;
        }
        for (label, span) in undefined {
            self.error(MarkdownErrorKind::UndefinedReference(label), span);
        }
        Ok(())
    }

    fn event(&mut self, event: Event, span: Range<usize>) -> Result<(), MarkdownError> {
        let is_consumed = self.consumed.start <= span.start && span.end <= self.consumed.end;
        if is_consumed && is_within_line(&event) {
            return Ok(());
        }
        if !matches!(event, Event::Text(_)) {
            self.continues_text = false;
        }
        match event {
            Event::Start(start) => self.start(start, span)?,
            Event::End(TagEnd::HtmlBlock) => {}
            Event::End(_) => self.end(span.end),
            Event::Text(text) => self.text(&text, span),
            Event::Code(code) => {
                self.begin_line(&span);
                self.push(Node::new(Kind::InlineCode(code.to_string()), span));
            }
            Event::SoftBreak => self.soft_break(span),
            Event::HardBreak => {
                if let Some(line) = self.open.last_mut() {
                    line.trim_end();
                }
                self.push(Node::new(Kind::Break, span));
            }
            Event::Rule => {
                self.end_line();
                self.push(Node::new(Kind::Divider, span));
            }
            Event::InlineHtml(_) => {
                self.begin_line(&span);
                self.inline_html(span);
            }
            // Blocks of HTML are read at their start, and no other extension is turned on.
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, start: Start, span: Range<usize>) -> Result<(), MarkdownError> {
        if is_inline(start.to_end()) {
            self.begin_line(&span);
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
                self.error(MarkdownErrorKind::AngledAddress, span.clone());
                self.consumed = span;
                return Ok(());
            }
            Start::Link {
                link_type,
                dest_url,
                title,
                ..
            } => {
                if !title.is_empty() && link_type == LinkType::Inline {
                    self.error(MarkdownErrorKind::LinkTitle, span.clone());
                }
                Kind::Link(self.address(&dest_url, span.clone()))
            }
            Start::Image { dest_url, .. } => {
                Kind::Image(self.address(&dest_url, span.clone()), String::new())
            }
            Start::Paragraph => Kind::Paragraph,
            Start::Heading { level, .. } => Kind::Heading(level as u8),
            Start::BlockQuote(_) => Kind::Quote,
            Start::CodeBlock(kind) => {
                self.code_errors(&kind, &span);
                Kind::Code(String::new())
            }
            Start::List(first) => {
                if first.is_some_and(|number| number != 1) {
                    let end = line_end(self.text, span.start);
                    self.error(MarkdownErrorKind::ListStart, span.start..end);
                }
                Kind::List {
                    ordered: first.is_some(),
                }
            }
            Start::Item => Kind::Item,
            Start::Table(columns) => {
                self.extra_cells(columns.len(), span.clone());
                Kind::Table(columns.into_iter().map(alignment).collect())
            }
            Start::TableHead | Start::TableRow => Kind::Row,
            Start::TableCell => Kind::Cell,
            Start::HtmlBlock => return self.html(span),
            _ => return Ok(()),
        };
        self.starts.push(self.open.len());
        self.open(Node::new(kind, span))
    }

    /// Closes everything that was opened since the start of the parser's tag that ends here.
    fn end(&mut self, end: usize) {
        let before = self.starts.pop().unwrap_or_default();
        while self.open.len() > before {
            self.close(end);
        }
    }

    fn text(&mut self, text: &str, span: Range<usize>) {
        if let Some(block) = self.open.last_mut()
            && let Kind::Code(code) = &mut block.kind
        {
            code.push_str(text);
        } else {
            self.begin_line(&span);
            self.words(text, span);
        }
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

    /// Closes the innermost open node.
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
                for part in &node.children {
                    description.push_str(&part.words());
                }
                let has_fact = node
                    .children
                    .iter()
                    .any(|part| matches!(part.kind, Kind::Fact(_)));
                if has_fact {
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

    /// Adds a node to the innermost open one.
    pub(super) fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.parsed.nodes.push(node),
        }
    }

    pub(super) fn error(&mut self, kind: MarkdownErrorKind, span: Range<usize>) {
        if self.parsed.errors.len() < MAX_ERRORS {
            self.parsed.errors.push(MarkdownError { kind, span });
        }
    }

    /// Opens the paragraph of an item in a list without empty lines.
    fn begin_line(&mut self, span: &Range<usize>) {
        if let Some(Kind::Item) = self.open.last().map(|node| &node.kind) {
            let start = span.start..span.start;
            self.open.push(Node::new(Kind::Paragraph, start));
        }
        // Such a paragraph ends after its last words.
        if let [.., item, line] = self.open.as_mut_slice()
            && item.kind == Kind::Item
            && line.kind == Kind::Paragraph
        {
            line.span.end = line.span.end.max(span.end);
        }
    }

    fn end_line(&mut self) {
        if let Some(Kind::Paragraph) = self.open.last().map(|node| &node.kind) {
            self.close(0);
        }
    }

    /// Returns the address of the link or image in a span.
    fn address(&mut self, url: &str, link: Range<usize>) -> Address {
        let span = match self.text[link.clone()].rfind(url) {
            Some(at) if !url.is_empty() => link.start + at..link.start + at + url.len(),
            _ => link,
        };
        if url.contains('{') {
            self.error(MarkdownErrorKind::BraceInAddress, span.clone());
        }
        Address {
            url: url.to_owned(),
            span,
        }
    }
}

impl Node {
    /// Removes the spaces at the end, which pages don't show.
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

/// Returns true if an event is part of a line, and not a block.
fn is_within_line(event: &Event) -> bool {
    match event {
        Event::Start(start) => is_inline(start.to_end()),
        Event::End(end) => is_inline(*end),
        _ => true,
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
