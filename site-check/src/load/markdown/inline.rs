//! What is within a line: words and facts, and what is neither.

use super::build::Builder;
use super::tag::line_end;
use super::{Kind, MarkdownErrorKind, Node, is_token};
use std::ops::Range;

/// How far after a brace its partner is looked for.
const MAX_BRACES: usize = 500;

impl Builder<'_> {
    /// Words as the parser decoded them.
    pub(super) fn words(&mut self, value: &str, range: Range<usize>) {
        let text = self.text;
        // A backslash that is no word itself escapes the character after it.
        let escaped = text[self.worded.min(range.start)..range.start].ends_with('\\');
        self.worded = range.end;
        if text.get(range.clone()) != Some(value) {
            return self.text_node(value, range);
        }
        let mut from = range.start.max(self.passed.end.min(range.end));
        if escaped && from == range.start {
            let first = text[from..].chars().next().map_or(0, char::len_utf8);
            self.text_node(&text[from..from + first], from - 1..from + first);
            from += first;
        }
        let mut at = from;
        let mark = |at: usize| {
            let mut bytes = text.as_bytes()[at..range.end].iter();
            bytes.position(|byte| matches!(byte, b'{' | b'<'))
        };
        while let Some(found) = mark(at) {
            at += found;
            let passed = match text[at..].starts_with('{') {
                true => Some(self.brace(from, at)),
                false => self.less_than(from, at),
            };
            let Some(end) = passed else {
                at += 1;
                continue;
            };
            self.passed = at..end;
            if end >= range.end {
                return;
            }
            (from, at) = (end, end);
        }
        self.plain(from..range.end);
    }

    /// Reads a fact or a faulty brace; the result is where that ends.
    fn brace(&mut self, from: usize, at: usize) -> usize {
        self.plain(from..at);
        let rest = &self.text[at..];
        let block = &rest[..rest.floor_char_boundary(MAX_BRACES)];
        let block = &block[..block.find("\n\n").unwrap_or(block.len())];
        let inner = &block[1..];
        if let Some((name, _)) = inner.split_once('}')
            && is_token(name)
        {
            let end = at + name.len() + 2;
            self.push(Node::new(Kind::Fact(name.trim().to_owned()), at..end));
            return end;
        }
        let name = inner.find(|c: char| !c.is_alphanumeric() && c != '-');
        let length = match inner.split_once('}') {
            // Of two braces on either side, both are meant.
            Some((within, after)) => {
                within.len() + 1 + after.len() - after.trim_start_matches('}').len()
            }
            None => name.unwrap_or(inner.len()),
        };
        let end = at + 1 + length;
        let kind = match inner.trim_start().starts_with(['/', '*']) {
            true => MarkdownErrorKind::Comment,
            false => MarkdownErrorKind::Brace,
        };
        self.error(kind, at..end);
        end
    }

    /// Reads what a < begins; the result is where that ends. None where it is a plain character.
    fn less_than(&mut self, from: usize, at: usize) -> Option<usize> {
        let end = line_end(self.text, at);
        let after = &self.text[at + 1..end];
        if after.is_empty() || after.starts_with(char::is_whitespace) {
            return None;
        }
        self.plain(from..at);
        if after.starts_with("!--") {
            self.error(MarkdownErrorKind::Comment, at..end);
        } else {
            let tag = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '/');
            self.open_tag(at..at + 1 + tag.unwrap_or(after.len()));
        }
        Some(end)
    }

    pub(super) fn soft_break(&mut self, range: Range<usize>) {
        let line = self.open.last_mut();
        let last = line.and_then(|line| line.children.last_mut());
        if let Some(Kind::Text(text)) = last.map(|last| &mut last.kind) {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        self.joins = true;
        self.text_node(" ", range);
        self.joins = true;
    }

    fn plain(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.text_node(&self.text[range.clone()], range);
        }
    }

    /// Adds words, as one text with those right before them.
    fn text_node(&mut self, value: &str, span: Range<usize>) {
        if let Some(line) = self.open.last_mut()
            && let Some(last) = line.children.last_mut()
            && let Kind::Text(text) = &mut last.kind
            && (self.joins || last.span.end == span.start)
        {
            text.push_str(value);
            last.span.end = span.end;
            return;
        }
        self.push(Node::new(Kind::Text(value.to_owned()), span));
    }
}
