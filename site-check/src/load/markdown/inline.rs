//! The parts of a line: words and facts, and what is neither.

use super::build::Builder;
use super::tag::line_end;
use super::{Kind, MarkdownErrorKind, Node, is_token};
use std::ops::Range;

/// The most bytes after a brace in which its partner is looked for.
const MAX_BRACES: usize = 500;

/// Returns the byte of the next { or < in a text. Each text is searched: bytes take a fraction of
/// the time of characters.
fn next_mark(text: &str) -> Option<usize> {
    text.bytes().position(|byte| matches!(byte, b'{' | b'<'))
}

impl Builder<'_> {
    /// Adds words as the parser decoded them, with the facts in braces among them.
    pub(super) fn words(&mut self, decoded: &str, span: Range<usize>) {
        let text = self.text;
        // A backslash that is no word itself escapes the character after it.
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

    /// Reads a fact or an invalid brace at a byte of the text, and the words from another byte
    /// to it. Returns where the fact or the error ends.
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
                // Of two braces on either side, both are meant.
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

    /// Reads what a < at a byte of the text begins, and the words from another byte to it.
    /// Returns where that ends. `None` where the < is a plain character.
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

    /// Adds the space that a line ending within a paragraph stands for.
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

    /// Adds words that are written as they are read.
    fn plain(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.text_node(&self.text[span.clone()], span);
        }
    }

    /// Adds words, as one text with those right before them.
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
