//! The tags of components, and HTML, which is none of them.

use super::build::Builder;
use super::tag::{Tag, TagForm, line_end};
use super::{Kind, MarkdownError, MarkdownErrorKind, Node};
use site_schema::model::ComponentName;
use std::ops::Range;

/// The characters of lines that are empty, in a quote or out of it.
const BLANK: [char; 4] = [' ', '\t', '\r', '>'];

impl Builder<'_> {
    /// Reads a block of HTML: tags at the beginning of lines, and what is a fault.
    /// Words among them are left out, since such a tag is always a fault.
    pub(super) fn html(&mut self, range: Range<usize>) -> Result<(), MarkdownError> {
        let text = self.text;
        let block_end = range.start + text[range.clone()].trim_end().len();
        let mut at = range.start;
        while at < block_end {
            let line_end = line_end(text, at).min(block_end);
            let rest = &text[at..block_end];
            let mut end = line_end;
            if rest.starts_with("<!--") {
                end = rest.find("-->").map_or(line_end, |end| at + end + 3);
                self.error(MarkdownErrorKind::Comment, at..end);
            } else if let Some(tag) = Tag::read(text, at) {
                if !text[tag.span.end..line_end].trim().is_empty() {
                    self.inline_tag(tag);
                } else {
                    if line_end < block_end && ComponentName::parse(&tag.name).is_some() {
                        self.error(
                            MarkdownErrorKind::TagInLine(tag.name.clone()),
                            tag.span.clone(),
                        );
                    }
                    self.block_tag(tag)?;
                }
            } else if let Some(tag) = rest.strip_prefix('<') {
                let name = name(tag);
                match ComponentName::parse(name) {
                    Some(_) => self.open_tag(at..line_end),
                    None => self.error(MarkdownErrorKind::Html(name.to_owned()), at..line_end),
                }
            }
            at = block_end - text[end..block_end].trim_start().len();
        }
        Ok(())
    }

    /// Reads what the parser takes for HTML within a line.
    pub(super) fn inline_html(&mut self, range: Range<usize>) {
        let written = &self.text[range.clone()];
        if written.starts_with("<!--") {
            self.error(MarkdownErrorKind::Comment, range);
        } else if let Some(tag) = Tag::read(self.text, range.start) {
            self.inline_tag(tag);
        } else {
            let line = range.start..line_end(self.text, range.start).min(range.end);
            self.open_tag(line);
        }
    }

    /// A < that begins no valid tag.
    pub(super) fn open_tag(&mut self, place: Range<usize>) {
        let name = name(&self.text[place.start + 1..]).to_owned();
        self.faulty_tags.push(name.clone());
        self.error(MarkdownErrorKind::OpenTag(name), place);
    }

    /// A tag within a paragraph, which is a fault wherever it is.
    fn inline_tag(&mut self, tag: Tag) {
        // Only as far as lines are empty: one line may hold thousands of tags.
        let before = self.text[..tag.span.start].trim_end_matches(BLANK);
        let after = self.text[tag.span.end..].trim_start_matches(BLANK);
        let begins_line = before.is_empty() || before.ends_with('\n');
        let is_alone = begins_line && (after.is_empty() || after.starts_with('\n'));
        let kind = match ComponentName::parse(&tag.name) {
            Some(_) => MarkdownErrorKind::TagInLine(tag.name.clone()),
            None => MarkdownErrorKind::Html(tag.name.clone()),
        };
        match tag.form {
            TagForm::Empty => {}
            TagForm::Open => self.faulty_tags.push(tag.name),
            TagForm::Close if !is_alone && self.closes_faulty(&tag.name) => return,
            // What it closes is not reported for want of it.
            TagForm::Close => {
                let mut open = self.open.iter_mut().rev();
                let close = open.find_map(|node| match &mut node.kind {
                    Kind::Component(opened) if opened.name == tag.name => Some(&mut opened.close),
                    _ => None,
                });
                if let Some(close) = close {
                    *close = Some(tag.span.clone());
                }
            }
        }
        self.error(kind, tag.span);
    }

    /// Whether a closing tag is that of an opening one whose fault is reported.
    fn closes_faulty(&mut self, name: &str) -> bool {
        let found = self.faulty_tags.iter().rposition(|faulty| faulty == name);
        found.map(|at| self.faulty_tags.remove(at)).is_some()
    }

    /// A tag on a line of its own.
    fn block_tag(&mut self, tag: Tag) -> Result<(), MarkdownError> {
        let span = tag.span.clone();
        match tag.form {
            TagForm::Empty => self.push(Node::new(Kind::Component(tag), span)),
            TagForm::Open => self.open(Node::new(Kind::Component(tag), span))?,
            TagForm::Close => self.close_tag(tag),
        }
        Ok(())
    }

    fn close_tag(&mut self, tag: Tag) {
        let is_component = |node: &&Node| matches!(node.kind, Kind::Component(_));
        let mut reach = self.open.iter().rev().take_while(is_component);
        let depth = reach.position(
            |node| matches!(&node.kind, Kind::Component(opened) if opened.name == tag.name),
        );
        let Some(depth) = depth else {
            if !self.closes_faulty(&tag.name) {
                self.error(MarkdownErrorKind::Unopened(tag.name), tag.span);
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
fn name(tag: &str) -> &str {
    let name = tag.trim_start_matches('/');
    let is_name = |c: char| c.is_ascii_alphanumeric();
    let end = name.find(|c| !is_name(c)).unwrap_or(name.len());
    let is_named = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_named { &name[..end] } else { "" }
}
