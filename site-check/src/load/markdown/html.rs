//! The tags of components, and HTML, which is none of them.

use super::build::Builder;
use super::tag::{Tag, TagForm, curly_quote, line_end};
use super::{Fault, FaultKind, Kind, Node};
use crate::load::limits::MAX_DEPTH;
use site_schema::model::ComponentName;
use std::mem;
use std::ops::Range;

/// How often what a block of HTML hides is read once more: HTML is a mistake
/// anyway, and what is within it is read for the sake of other messages.
const MAX_READINGS: usize = 4;

/// The characters of lines that are empty, in a quote or out of it.
const BLANK: [char; 4] = [' ', '\t', '\r', '>'];

impl Builder<'_> {
    /// Reads a block of HTML: tags on lines of their own, and what is a fault.
    pub(super) fn html(&mut self, range: Range<usize>) -> Result<(), Fault> {
        let text = self.text;
        let block_end = range.start + text[range.clone()].trim_end().len();
        let mut at = range.start;
        loop {
            let rest = text[at..block_end].trim_start();
            at = block_end - rest.len();
            if !rest.starts_with('<') {
                break;
            }
            let line_end = line_end(text, at).min(block_end);
            at = if let Some(end) = self.curly_quote(at) {
                end.min(block_end)
            } else if let Some(tag) = Tag::read(text, at).filter(|tag| tag.span.end <= block_end) {
                let end = tag.span.end;
                let above = text[..at].trim_end_matches([' ', '\t']);
                let begins_line = at == range.start || above.ends_with('\n');
                if begins_line && text[end..line_end].trim().is_empty() {
                    if line_end < block_end {
                        self.crowded(&tag, true);
                    }
                    self.block_tag(tag);
                } else {
                    self.tag_in_line(tag);
                }
                end
            } else if rest.starts_with("<!--") {
                let end = rest.find("-->").map_or(line_end, |end| at + end + 3);
                self.fault(FaultKind::Comment, at..end);
                end
            } else {
                self.fault(FaultKind::Html(name(&rest[1..]).to_owned()), at..line_end);
                line_end
            };
        }
        if at < block_end && !self.is_contained() && self.readings < MAX_READINGS {
            self.readings += 1;
            self.read(at..block_end)?;
            self.readings -= 1;
        }
        self.passed = range;
        Ok(())
    }

    /// Reads what the parser takes for HTML within a line.
    pub(super) fn inline_html(&mut self, range: Range<usize>) {
        let written = &self.text[range.clone()];
        if written.starts_with("<!--") {
            self.fault(FaultKind::Comment, range);
        } else if let Some(end) = self.curly_quote(range.start) {
            self.passed = range.start..end;
        } else if let Some(tag) = Tag::read(self.text, range.start) {
            self.tag(tag);
        } else {
            let name = name(&written[1..]).to_owned();
            let line = range.start..line_end(self.text, range.start).min(range.end);
            if name.is_empty() {
                return self.fault(FaultKind::Html(name), line);
            }
            self.faulty_tags.push(name.clone());
            self.fault(FaultKind::OpenTag(name), line);
        }
    }

    /// A tag that the parser sees within a paragraph.
    pub(super) fn tag(&mut self, tag: Tag) {
        let mut above = self.text[..tag.span.start].rsplit('\n');
        let mut below = self.text[tag.span.end..].split('\n');
        let mut is_next_blank = || {
            let next =
                |line: Option<&str>| line.is_none_or(|line| line.trim_matches(BLANK).is_empty());
            (next(above.next()), next(below.next()))
        };
        if is_next_blank() != (true, true) {
            return self.tag_in_line(tag);
        }
        match is_next_blank() {
            (true, true) => {}
            (is_below, _) => self.crowded(&tag, is_below),
        }
        self.waiting_tags.push(tag);
    }

    /// Finds a curly quote around a value of the tag at a place; the result is where its line ends.
    pub(super) fn curly_quote(&mut self, at: usize) -> Option<usize> {
        let line = &self.text[at..line_end(self.text, at)];
        let name = name(&line[1..]);
        let quote = curly_quote(line).filter(|_| !name.is_empty())?;
        self.faulty_tags.push(name.to_owned());
        self.fault(FaultKind::CurlyQuote, at + quote.start..at + quote.end);
        Some(at + line.len())
    }

    /// A tag that is not alone on its line.
    fn tag_in_line(&mut self, tag: Tag) {
        if tag.form == TagForm::Close && self.closes_faulty(&tag.name) {
            return;
        }
        if tag.form == TagForm::Open {
            self.faulty_tags.push(tag.name.clone());
        }
        let kind = match ComponentName::parse(&tag.name) {
            Some(_) => FaultKind::TagInLine(tag.name),
            None => FaultKind::Html(tag.name),
        };
        self.fault(kind, tag.span);
    }

    /// The fault of a tag that has no empty line below it or above it.
    fn crowded(&mut self, tag: &Tag, below: bool) {
        if ComponentName::parse(&tag.name).is_some() {
            self.fault(FaultKind::CrowdedTag { below }, tag.span.clone());
        }
    }

    /// Whether a closing tag is that of an opening one whose fault is reported.
    fn closes_faulty(&mut self, name: &str) -> bool {
        let found = self.faulty_tags.iter().rposition(|faulty| faulty == name);
        found.map(|at| self.faulty_tags.remove(at)).is_some()
    }

    /// Takes the tags that were within paragraphs: those at the beginning of
    /// their lines once the lists and quotes around are closed.
    pub(super) fn take_waiting(&mut self) {
        let is_contained = self.is_contained();
        for tag in mem::take(&mut self.waiting_tags) {
            let start = tag.span.start;
            if is_contained && (start == 0 || self.text[..start].ends_with('\n')) {
                self.waiting_tags.push(tag);
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
            if !self.closes_faulty(&tag.name) {
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

/// The name with which the inside of a tag begins.
pub(super) fn name(tag: &str) -> &str {
    let name = tag.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    &name[..end.unwrap_or(name.len())]
}
