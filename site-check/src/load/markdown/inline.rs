//! The parts of a line: words, facts, and errors.

use super::build::Builder;
use super::tag::line_end;
use super::{Kind, MarkdownErrorKind, Node, is_token};
use std::ops::Range;

/// The maximum distance in bytes between a brace and its partner.
const MAX_BRACES: usize = 500;

/// Returns the position of the next { or < in a text. It searches bytes, which takes a fraction of
/// the time that characters take, because every text is searched.
fn next_mark(text: &str) -> Option<usize> {
    text.bytes().position(|byte| matches!(byte, b'{' | b'<'))
}

impl Builder<'_> {
    /// Adds words as decoded by the parser, and the facts in braces among them.
    pub(super) fn words(&mut self, decoded: &str, span: Range<usize>) {
        let text = self.text;
        // A backslash that isn't part of the words escapes the character after it.
        let is_escaped = text[self.text_end.min(span.start)..span.start].ends_with('\\');
        self.text_end = span.end;
        if text.get(span.clone()) != Some(decoded) {
            return self.text_node(decoded, span);
        }
        let mut from = span.start.max(self.consumed.end.min(span.end));
        if is_escaped && from == span.start {
            let length = text[from..].chars().next().map_or(0, char::len_utf8);
            self.text_node(&text[from..from + length], from - 1..from + length);
            from += length;
        }
        let mut at = from;
        while let Some(mark) = next_mark(&text[at..span.end]) {
            at += mark;
            let end = if text[at..].starts_with('{') {
                Some(self.brace(from, at))
            } else {
                self.less_than(from, at)
            };
            let Some(end) = end else {
                at += 1;
                continue;
            };
            self.consumed = at..end;
            if end >= span.end {
                return;
            }
            from = end;
            at = end;
        }
        self.plain(from..span.end);
    }

    /// Reads the fact or the invalid brace at `at`, and adds the words between `from` and it.
    /// Returns the end of the fact or error.
    fn brace(&mut self, from: usize, at: usize) -> usize {
        self.plain(from..at);
        let rest = &self.text[at..];
        let near = &rest[..rest.floor_char_boundary(MAX_BRACES)];
        let (paragraph, _) = near.split_once("\n\n").unwrap_or((near, ""));
        let inner = &paragraph[1..];
        if let Some((name, _)) = inner.split_once('}')
            && is_token(name)
        {
            let end = at + name.len() + 2;
            self.push(Node::new(Kind::Fact(name.trim().to_owned()), at..end));
            return end;
        }
        let length = match inner.split_once('}') {
            Some((within, after)) => {
                // With two braces on each side, the error includes both.
                let more_braces = after.len() - after.trim_start_matches('}').len();
                within.len() + 1 + more_braces
            }
            None => inner
                .find(|c: char| !c.is_alphanumeric() && c != '-')
                .unwrap_or(inner.len()),
        };
        let kind = if inner.trim_start().starts_with(['/', '*']) {
            MarkdownErrorKind::Comment
        } else {
            MarkdownErrorKind::Brace
        };
        let end = at + 1 + length;
        self.error(kind, at..end);
        end
    }

    /// Reads what the < at `at` begins, and adds the words between `from` and it. Returns the end;
    /// `None` if the < is a plain character.
    fn less_than(&mut self, from: usize, at: usize) -> Option<usize> {
        let line_end = line_end(self.text, at);
        let after = &self.text[at + 1..line_end];
        if after.is_empty() || after.starts_with(char::is_whitespace) {
            return None;
        }
        self.plain(from..at);
        if after.starts_with("!--") {
            self.error(MarkdownErrorKind::Comment, at..line_end);
        } else {
            let tag = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '/');
            self.open_tag(at..at + 1 + tag.unwrap_or(after.len()));
        }
        Some(line_end)
    }

    /// Adds a space for a line ending within a paragraph.
    pub(super) fn soft_break(&mut self, span: Range<usize>) {
        if let Some(line) = self.open.last_mut()
            && let Some(last) = line.children.last_mut()
            && let Kind::Text(text) = &mut last.kind
        {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        self.continues_text = true;
        self.text_node(" ", span);
    }

    /// Adds words without escapes or entities.
    fn plain(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.text_node(&self.text[span.clone()], span);
        }
    }

    /// Adds words, and joins them with a text right before them.
    fn text_node(&mut self, value: &str, span: Range<usize>) {
        if let Some(line) = self.open.last_mut()
            && let Some(last) = line.children.last_mut()
            && let Kind::Text(text) = &mut last.kind
            && (self.continues_text || last.span.end == span.start)
        {
            text.push_str(value);
            last.span.end = span.end;
            return;
        }
        self.push(Node::new(Kind::Text(value.to_owned()), span));
    }
}
