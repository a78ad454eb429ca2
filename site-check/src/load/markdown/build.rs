//! The parser's events as one tree.

use super::tag::{Tag, TagForm};
use super::{Address, Definition, Fault, FaultKind, Kind, MarkdownFault, MarkdownFaultKind};
use super::{Node, Tree};
use crate::load::limits::MAX_DEPTH;
use pulldown_cmark::{BrokenLink, CodeBlockKind, Event, LinkType, Options, Parser};
use pulldown_cmark::{Tag as Start, TagEnd};
use site_schema::model::ComponentName;
use std::ops::Range;

/// How often what a block of HTML hides is read once more: HTML is a mistake
/// anyway, and what stands in it is read for the sake of other messages.
const MAX_READINGS: usize = 4;

/// How many faults of one text are reported: more come from a paste that went wrong.
const MAX_FAULTS: usize = 100;

/// Reads any text.
///
/// # Errors
/// Only where it is nested too deeply.
pub fn build(text: &str) -> Result<Tree, MarkdownFault> {
    let mut builder = Builder {
        text,
        tree: Tree::default(),
        open: Vec::new(),
        broken: Vec::new(),
        waiting: Vec::new(),
        passed: 0..0,
        joins: false,
        worded: 0,
        readings: 0,
    };
    builder.read(0..text.len())?;
    while !builder.open.is_empty() {
        builder.close(text.len());
    }
    let mut tree = builder.tree;
    // Code that never ends swallows the closing tags below it.
    let is_open = |fault: &Fault| fault.kind == FaultKind::OpenFence;
    if tree.faults.iter().any(is_open) {
        tree.faults
            .retain(|fault| !matches!(fault.kind, FaultKind::Unclosed(_)));
    }
    tree.faults.sort_by_key(|fault| fault.span.start);
    Ok(tree)
}

pub(super) struct Builder<'a> {
    pub(super) text: &'a str,
    tree: Tree,
    /// The nodes that are not closed yet, each within the one before it.
    open: Vec<Node>,
    /// The names of opening tags that were faulty: their closing tags are no further faults.
    broken: Vec<String>,
    /// The tags on lines of their own within a paragraph, which take effect at its end.
    waiting: Vec<Tag>,
    /// What was read as a whole: what the parser sees within it is passed over.
    pub(super) passed: Range<usize>,
    /// Whether words that follow go on in the text before them.
    joins: bool,
    /// Where the last words end.
    pub(super) worded: usize,
    readings: usize,
}

impl<'a> Builder<'a> {
    /// Reads a part of the text.
    fn read(&mut self, part: Range<usize>) -> Result<(), MarkdownFault> {
        let text = self.text;
        let slice = &text[part.clone()];
        let shifted = |range: Range<usize>| part.start + range.start..part.start + range.end;
        let mut missing = Vec::new();
        let mut on_missing = |link: BrokenLink| {
            missing.push((
                link.link_type,
                shifted(link.span),
                link.reference.to_string(),
            ));
            None
        };
        let parser = Parser::new_with_broken_link_callback(
            slice,
            Options::ENABLE_TABLES,
            Some(&mut on_missing),
        );
        let defined = parser.reference_definitions().iter();
        let definitions = defined.map(|(label, defined)| {
            let span = shifted(defined.span.clone());
            self.definition(label, &defined.dest, span)
        });
        let mut definitions: Vec<_> = definitions.collect();
        definitions.sort_by_key(|definition| definition.span.start);
        for definition in &definitions {
            if definition.label.starts_with('^') {
                self.fault(FaultKind::Footnote, definition.span.clone());
            }
        }
        self.tree.definitions.extend(definitions);
        for (event, range) in parser.into_offset_iter() {
            self.event(event, shifted(range))?;
        }
        for (kind, span, label) in missing {
            match kind {
                _ if label.starts_with('^') => self.fault(FaultKind::Footnote, span),
                // A part of the text does not know the definitions of the rest.
                LinkType::Reference | LinkType::ReferenceUnknown if self.readings == 0 => {
                    self.fault(FaultKind::UndefinedReference(label), span);
                }
                LinkType::Collapsed | LinkType::CollapsedUnknown if self.readings == 0 => {
                    self.fault(FaultKind::UndefinedReference(label), span);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn definition(&self, label: &str, url: &str, span: Range<usize>) -> Definition {
        let written = &self.text[span.clone()];
        let behind = written.find("]:").map_or(0, |at| at + 2);
        let at = written[behind..]
            .find(url)
            .map(|at| span.start + behind + at);
        let place = at.map_or(span.clone(), |at| at..at + url.len());
        Definition {
            label: label.to_owned(),
            address: Address {
                url: url.to_owned(),
                place: Some(place),
            },
            span,
        }
    }

    fn event(&mut self, event: Event, range: Range<usize>) -> Result<(), MarkdownFault> {
        if is_inline(&event) && self.passed.start <= range.start && range.end <= self.passed.end {
            return Ok(());
        }
        let joins = std::mem::take(&mut self.joins);
        match event {
            Event::Start(start) => self.start(start, range)?,
            Event::End(end) => self.end(end, range),
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
                self.trim_end();
                self.push(Node::new(Kind::Break, range));
            }
            Event::Rule => {
                self.end_line();
                self.push(Node::new(Kind::Divider, range));
            }
            Event::InlineHtml(_) if !self.is_hopeless() => {
                self.begin_line(&range);
                self.inline_html(range);
            }
            // Blocks of HTML are read where they begin; nothing else is turned on.
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, start: Start, range: Range<usize>) -> Result<(), MarkdownFault> {
        let kind = match start {
            Start::Emphasis => Kind::Emphasis,
            Start::Strong => Kind::Strong,
            Start::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            } => {
                self.begin_line(&range);
                self.fault(FaultKind::AngledAddress, range.clone());
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
                    self.fault(FaultKind::LinkTitle, range.clone());
                }
                Kind::Link(self.address(link_type, &dest_url, &range))
            }
            Start::Image {
                link_type,
                dest_url,
                ..
            } => Kind::Image(self.address(link_type, &dest_url, &range), String::new()),
            block => return self.start_block(block, range),
        };
        self.begin_line(&range);
        self.begin(kind, range)
    }

    fn start_block(&mut self, start: Start, range: Range<usize>) -> Result<(), MarkdownFault> {
        self.end_line();
        let kind = match start {
            Start::Paragraph => Kind::Paragraph,
            Start::Heading { level, .. } => Kind::Heading(level as u8),
            Start::BlockQuote(_) => Kind::Quote,
            Start::CodeBlock(kind) => {
                self.code_faults(&kind, &range);
                Kind::Code(String::new())
            }
            Start::List(first) => {
                if let Some(number) = first.filter(|number| *number != 1) {
                    let end = super::tag::line_end(self.text, range.start);
                    self.fault(FaultKind::ListStart(number), range.start..end);
                }
                Kind::List {
                    ordered: first.is_some(),
                }
            }
            Start::Item => Kind::Item,
            Start::Table(columns) => {
                self.extra_cells(columns.len(), range.clone());
                Kind::Table
            }
            Start::TableHead | Start::TableRow => Kind::Row,
            Start::TableCell => Kind::Cell,
            Start::HtmlBlock => return self.html(range),
            _ => return Ok(()),
        };
        self.begin(kind, range)
    }

    fn end(&mut self, end: TagEnd, range: Range<usize>) {
        let is_it = |kind: &Kind| match end {
            TagEnd::Paragraph => *kind == Kind::Paragraph,
            TagEnd::Heading(_) => matches!(kind, Kind::Heading(_)),
            TagEnd::BlockQuote(_) => *kind == Kind::Quote,
            TagEnd::CodeBlock => matches!(kind, Kind::Code(_)),
            TagEnd::List(_) => matches!(kind, Kind::List { .. }),
            TagEnd::Item => *kind == Kind::Item,
            TagEnd::Table => *kind == Kind::Table,
            TagEnd::TableHead | TagEnd::TableRow => *kind == Kind::Row,
            TagEnd::TableCell => *kind == Kind::Cell,
            TagEnd::Emphasis => *kind == Kind::Emphasis,
            TagEnd::Strong => *kind == Kind::Strong,
            TagEnd::Link => matches!(kind, Kind::Link(_)),
            TagEnd::Image => matches!(kind, Kind::Image(..)),
            _ => false,
        };
        if !self.open.iter().any(|node| is_it(&node.kind)) {
            return;
        }
        while let Some(node) = self.open.last() {
            let is_last = is_it(&node.kind);
            self.close(range.end);
            if is_last {
                return;
            }
        }
    }

    fn begin(&mut self, kind: Kind, span: Range<usize>) -> Result<(), MarkdownFault> {
        if self.open.len() >= 2 * MAX_DEPTH {
            return Err(MarkdownFault {
                span: span.start..span.start + 1,
                kind: MarkdownFaultKind::TooDeep,
            });
        }
        self.open.push(Node::new(kind, span));
        Ok(())
    }

    /// Closes the innermost node that is open.
    fn close(&mut self, end: usize) {
        let Some(mut node) = self.open.pop() else {
            return;
        };
        let written = &self.text[node.span.clone()];
        node.span.end = node.span.start + written.trim_end().len();
        match &mut node.kind {
            Kind::Paragraph | Kind::Heading(_) => {
                node.trim_end();
                self.line_faults(&node);
                if !node.children.is_empty() || node.kind != Kind::Paragraph {
                    self.push(node);
                }
                return self.take_waiting();
            }
            Kind::Table => self.esm(&node.span),
            Kind::Image(_, description) => {
                *description = node.children.iter().map(Node::words).collect();
                let has_fact = |node: &Node| matches!(node.kind, Kind::Fact(_));
                if node.children.iter().any(has_fact) {
                    self.fault(FaultKind::BraceInAddress, node.span.clone());
                }
                node.children.clear();
            }
            Kind::Component(tag) if tag.close.is_none() => {
                if ComponentName::parse(&tag.name).is_some() {
                    let fault = FaultKind::Unclosed(tag.name.clone());
                    let span = tag.span.clone();
                    self.fault(fault, span);
                }
                node.span.end = end;
            }
            _ => {}
        }
        self.push(node);
        self.take_waiting();
    }

    /// Takes the tags that stood within paragraphs: those at the beginning of
    /// their lines once the lists and quotes around are closed.
    fn take_waiting(&mut self) {
        let is_contained = self.is_contained();
        for tag in std::mem::take(&mut self.waiting) {
            let start = tag.span.start;
            if is_contained && (start == 0 || self.text[..start].ends_with('\n')) {
                self.waiting.push(tag);
            } else {
                self.block_tag(tag);
            }
        }
    }

    /// Whether a list or a quote is open.
    fn is_contained(&self) -> bool {
        let mut open = self.open.iter();
        open.any(|node| !matches!(node.kind, Kind::Component(_)))
    }

    /// Adds a node to the innermost one that is open.
    pub(super) fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.tree.nodes.push(node),
        }
    }

    pub(super) fn fault(&mut self, kind: FaultKind, span: Range<usize>) {
        if !self.is_hopeless() {
            self.tree.faults.push(Fault { kind, span });
        }
    }

    /// Whether so much is wrong that no more is looked for.
    pub(super) fn is_hopeless(&self) -> bool {
        self.tree.faults.len() >= MAX_FAULTS
    }

    /// Opens the paragraph of a list item whose items stand close together.
    pub(super) fn begin_line(&mut self, range: &Range<usize>) {
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

    /// The innermost node that is open, and whether words go on in its last text.
    pub(super) fn line(&mut self) -> (Option<&mut Node>, bool) {
        (self.open.last_mut(), self.joins)
    }

    pub(super) fn join(&mut self) {
        self.joins = true;
    }

    fn trim_end(&mut self) {
        if let Some(node) = self.open.last_mut() {
            node.trim_end();
        }
    }

    fn address(&mut self, kind: LinkType, url: &str, range: &Range<usize>) -> Address {
        let written = &self.text[range.clone()];
        let place = match written.rfind(url) {
            Some(at) if !url.is_empty() => range.start + at..range.start + at + url.len(),
            _ => range.clone(),
        };
        if url.contains('{') {
            self.fault(FaultKind::BraceInAddress, place.clone());
        }
        Address {
            url: url.to_owned(),
            place: (kind == LinkType::Inline).then_some(place),
        }
    }

    fn code_faults(&mut self, kind: &CodeBlockKind, range: &Range<usize>) {
        let line = range.start..super::tag::line_end(self.text, range.start).min(range.end);
        if *kind == CodeBlockKind::Indented {
            return self.fault(FaultKind::IndentedCode, line);
        }
        let fence = &self.text[line.clone()];
        let length = |text: &str| {
            let mark = fence.chars().next().unwrap_or('`');
            text.len() - text.trim_start_matches(mark).len()
        };
        let below = &self.text[line.end..range.end];
        let last = below.trim_end().rsplit('\n').next().unwrap_or_default();
        let last = last.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let is_end = last.len() == length(last) && length(last) >= length(fence);
        if !below.contains('\n') || !is_end {
            self.fault(FaultKind::OpenFence, line);
        }
    }

    /// Reads a block of HTML: tags on lines of their own, and what is a fault.
    fn html(&mut self, range: Range<usize>) -> Result<(), MarkdownFault> {
        let text = self.text;
        let block_end = range.start + text[range.clone()].trim_end().len();
        let mut at = range.start;
        loop {
            at += text[at..block_end].len() - text[at..block_end].trim_start().len();
            let rest = &text[at..block_end];
            if !rest.starts_with('<') {
                break;
            }
            if let Some(end) = self.curly_quote(at) {
                at = end.min(block_end);
                continue;
            }
            let line_end = super::tag::line_end(text, at).min(block_end);
            if let Some(tag) = Tag::read(text, at).filter(|tag| tag.span.end <= block_end) {
                let end = tag.span.end;
                let is_alone = text[end..line_end].trim().is_empty()
                    && (at == range.start
                        || text[..at].trim_end_matches([' ', '\t']).ends_with('\n'));
                if is_alone {
                    if line_end < block_end && ComponentName::parse(&tag.name).is_some() {
                        self.fault(FaultKind::CrowdedTag { below: true }, tag.span.clone());
                    }
                    self.block_tag(tag);
                } else {
                    self.tag_in_line(tag);
                }
                at = end;
                continue;
            }
            let comment = rest.starts_with("<!--");
            let end = rest.find("-->").map_or(line_end, |end| at + end + 3);
            if comment {
                self.fault(FaultKind::Comment, at..end);
                at = end;
            } else {
                let name = name(&rest[1..]);
                self.fault(FaultKind::Html(name.to_owned()), at..line_end);
                at = line_end;
            }
        }
        if at < block_end && !self.is_contained() && self.readings < MAX_READINGS {
            self.readings += 1;
            self.read(at..block_end)?;
            self.readings -= 1;
        }
        self.passed = range;
        Ok(())
    }

    /// A tag that is not alone on its line.
    pub(super) fn tag_in_line(&mut self, tag: Tag) {
        let known = ComponentName::parse(&tag.name).is_some();
        let closes = tag.form == TagForm::Close;
        if closes && self.is_broken(&tag.name) {
            return;
        }
        if tag.form == TagForm::Open {
            self.broken.push(tag.name.clone());
        }
        let kind = if known {
            FaultKind::TagInLine
        } else {
            FaultKind::Html
        };
        self.fault(kind(tag.name), tag.span);
    }

    /// A tag that lacks an empty line below it or above it.
    pub(super) fn crowded_tag(&mut self, tag: Tag, below: bool) {
        if ComponentName::parse(&tag.name).is_some() {
            self.fault(FaultKind::CrowdedTag { below }, tag.span.clone());
        }
        self.wait(tag);
    }

    pub(super) fn wait(&mut self, tag: Tag) {
        self.waiting.push(tag);
    }

    /// Takes an opening tag as read whose fault is reported, so that its closing tag is none.
    pub(super) fn break_tag(&mut self, name: &str) {
        self.broken.push(name.to_owned());
    }

    fn is_broken(&mut self, name: &str) -> bool {
        let found = self.broken.iter().rposition(|broken| broken == name);
        found.map(|at| self.broken.remove(at)).is_some()
    }

    /// A tag on a line of its own.
    fn block_tag(&mut self, tag: Tag) {
        let span = tag.span.clone();
        match tag.form {
            TagForm::Empty => self.push(Node::new(Kind::Component(tag), span)),
            // Deeper ones are faults of their own, since they are never closed.
            TagForm::Open if self.open.len() < 2 * MAX_DEPTH - 2 => {
                self.open.push(Node::new(Kind::Component(tag), span));
            }
            TagForm::Open => self.tag_in_line(tag),
            TagForm::Close => self.close_tag(tag),
        }
    }

    fn close_tag(&mut self, tag: Tag) {
        let is_component = |node: &&Node| matches!(node.kind, Kind::Component(_));
        let reach = self.open.iter().rev().take_while(is_component);
        let depth = reach.take(MAX_DEPTH).position(
            |node| matches!(&node.kind, Kind::Component(opened) if opened.name == tag.name),
        );
        let Some(depth) = depth else {
            if !self.is_broken(&tag.name) {
                self.fault(FaultKind::Unopened(tag.name), tag.span);
            }
            return;
        };
        for _ in 0..depth {
            self.close(tag.span.start);
        }
        if let Some(node) = self.open.last_mut()
            && let Kind::Component(opened) = &mut node.kind
        {
            node.span.end = tag.span.end;
            opened.close = Some(tag.span);
        }
        self.close(0);
    }
}

impl Node {
    /// Takes off the spaces at its end, which no page shows.
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

/// The name with which the inside of a tag begins.
pub(super) fn name(tag: &str) -> &str {
    let name = tag.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    &name[..end.unwrap_or(name.len())]
}

fn is_inline(event: &Event) -> bool {
    match event {
        Event::Start(start) => matches!(
            start,
            Start::Emphasis | Start::Strong | Start::Link { .. } | Start::Image { .. }
        ),
        Event::End(end) => matches!(
            end,
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image
        ),
        _ => true,
    }
}
