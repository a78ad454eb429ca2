//! Component tags, and HTML, which is always an error.

use super::build::Builder;
use super::tag::{Tag, TagForm, line_end};
use super::{Kind, MarkdownError, MarkdownErrorKind, Node};
use site_schema::model::ComponentName;
use std::ops::Range;

/// The characters of empty lines, including those in a quote.
const BLANK: [char; 4] = [' ', '\t', '\r', '>'];

impl Builder<'_> {
    /// Reads a block of HTML: tags at the start of lines, and errors. Words between them are left
    /// out, because they come with an error.
    pub(super) fn html(&mut self, span: Range<usize>) -> Result<(), MarkdownError> {
        let block = self.text[span.clone()].trim_end();
        let block_end = span.start + block.len();
        let mut at = span.start;
        while at < block_end {
            let end = self.html_line(at..block_end)?;
            let rest = self.text[end..block_end].trim_start();
            at = block_end - rest.len();
        }
        Ok(())
    }

    /// Reads the first line of the rest of a block of HTML. Returns where to continue: at the
    /// line's end, or after a comment of several lines.
    fn html_line(&mut self, rest: Range<usize>) -> Result<usize, MarkdownError> {
        let start = rest.start;
        let line_end = line_end(self.text, start).min(rest.end);
        let written = &self.text[rest.clone()];
        if written.starts_with("<!--") {
            let end = written.find("-->").map_or(line_end, |at| start + at + 3);
            self.error(MarkdownErrorKind::Comment, start..end);
            return Ok(end);
        }
        if let Some(tag) = Tag::read(self.text, start) {
            let after = &self.text[tag.span.end..line_end];
            if !after.trim().is_empty() {
                self.inline_tag(tag);
                return Ok(line_end);
            }
            let has_line_below = line_end < rest.end;
            if has_line_below && ComponentName::parse(&tag.name).is_some() {
                self.error(
                    MarkdownErrorKind::TagInLine(tag.name.clone()),
                    tag.span.clone(),
                );
            }
            self.block_tag(tag)?;
        } else if let Some(tag) = written.strip_prefix('<') {
            let name = tag_name(tag);
            if ComponentName::parse(name).is_some() {
                self.open_tag(start..line_end);
            } else {
                self.error(MarkdownErrorKind::Html(name.to_owned()), start..line_end);
            }
        }
        Ok(line_end)
    }

    /// Reads what the parser considers HTML within a line.
    pub(super) fn inline_html(&mut self, span: Range<usize>) {
        let written = &self.text[span.clone()];
        if written.starts_with("<!--") {
            self.error(MarkdownErrorKind::Comment, span);
        } else if let Some(tag) = Tag::read(self.text, span.start) {
            self.inline_tag(tag);
        } else {
            let end = line_end(self.text, span.start).min(span.end);
            self.open_tag(span.start..end);
        }
    }

    /// Reports a < that doesn't begin a valid tag.
    pub(super) fn open_tag(&mut self, span: Range<usize>) {
        let name = tag_name(&self.text[span.start + 1..]).to_owned();
        self.invalid_tags.push(name.clone());
        self.error(MarkdownErrorKind::OpenTag(name), span);
    }

    /// Reports a tag within a paragraph, which is always an error.
    fn inline_tag(&mut self, tag: Tag) {
        match tag.form {
            TagForm::Empty => {}
            TagForm::Open => self.invalid_tags.push(tag.name.clone()),
            TagForm::Close => {
                if !self.is_alone(&tag) && self.closes_invalid_tag(&tag.name) {
                    return;
                }
                // The component that it closes isn't reported as unclosed.
                if let Some(opened) = self.innermost_component(&tag.name) {
                    opened.close = Some(tag.span.clone());
                }
            }
        }
        let kind = if ComponentName::parse(&tag.name).is_some() {
            MarkdownErrorKind::TagInLine(tag.name)
        } else {
            MarkdownErrorKind::Html(tag.name)
        };
        self.error(kind, tag.span);
    }

    /// Returns true if a tag has its own line.
    fn is_alone(&self, tag: &Tag) -> bool {
        // Stops at the first word, because one line may contain thousands of tags.
        let before = self.text[..tag.span.start].trim_end_matches(BLANK);
        let after = self.text[tag.span.end..].trim_start_matches(BLANK);
        let begins_line = before.is_empty() || before.ends_with('\n');
        let ends_line = after.is_empty() || after.starts_with('\n');
        begins_line && ends_line
    }

    /// Returns the opening tag of the innermost open component with a name.
    fn innermost_component(&mut self, name: &str) -> Option<&mut Tag> {
        for node in self.open.iter_mut().rev() {
            if let Kind::Component(opened) = &mut node.kind
                && opened.name == name
            {
                return Some(opened);
            }
        }
        None
    }

    /// Removes the invalid opening tag of a closing tag. Returns true if there was one.
    fn closes_invalid_tag(&mut self, name: &str) -> bool {
        let found = self.invalid_tags.iter().rposition(|known| known == name);
        if let Some(at) = found {
            self.invalid_tags.remove(at);
        }
        found.is_some()
    }

    /// Adds or closes the component of a tag on a separate line.
    fn block_tag(&mut self, tag: Tag) -> Result<(), MarkdownError> {
        let span = tag.span.clone();
        match tag.form {
            TagForm::Empty => self.push(Node::new(Kind::Component(tag), span)),
            TagForm::Open => self.open(Node::new(Kind::Component(tag), span))?,
            TagForm::Close => self.close_tag(tag),
        }
        Ok(())
    }

    /// Closes the component of a closing tag, and the components open within it.
    fn close_tag(&mut self, tag: Tag) {
        let Some(depth) = self.depth_of_component(&tag.name) else {
            if !self.closes_invalid_tag(&tag.name) {
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

    /// Returns the number of open components within the innermost one with a name; `None` if a list
    /// or a quote is open within it, or it isn't open.
    fn depth_of_component(&self, name: &str) -> Option<usize> {
        for (depth, node) in self.open.iter().rev().enumerate() {
            match &node.kind {
                Kind::Component(opened) if opened.name == name => return Some(depth),
                Kind::Component(_) => {}
                _ => return None,
            }
        }
        None
    }
}

/// Returns the name at the start of a tag's content; empty if there is no name.
fn tag_name(tag: &str) -> &str {
    let name = tag.trim_start_matches('/');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return "";
    }
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    &name[..end.unwrap_or(name.len())]
}
