//! A statement of TOML: a header, or a key with its value.

use super::lines::{begins_statement, is_bare, line_end};
use super::{Mistake, MistakeKind, Statement};
use std::ops::Range;

/// A mistake as it is found: its kind, its place, and the end of what was read.
pub(super) struct Found {
    pub(super) kind: MistakeKind,
    pub(super) span: Range<usize>,
    pub(super) end: usize,
}

pub(super) type Step<T> = Result<T, Found>;

/// Reads one statement.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The number of lists and tables that are open.
    pub(super) nesting: usize,
    /// The key of the statement.
    pub(super) key: Option<Range<usize>>,
    pub(super) is_value: fn(&str) -> bool,
}

/// The characters among which a value stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    Line,
    List,
    Table,
}

impl<'a> Reader<'a> {
    /// Completes a mistake: the lines below that belong to no other statement are part of its own.
    pub(super) fn mistake(&self, start: usize, found: Found) -> Mistake {
        let text = self.text;
        let mut end = line_end(text, found.end);
        let mut has_more_lines = text[start..end].contains('\n');
        while end < text.len() {
            let below = end + 1;
            let below_end = line_end(text, below);
            let line = &text[below..below_end];
            let is_apart = line.trim().is_empty() || line.starts_with('#');
            if begins_statement(line) || (is_apart && self.nesting == 0) {
                break;
            }
            has_more_lines |= !is_apart;
            end = below_end;
        }
        let kind = match found.kind {
            MistakeKind::OpenText if has_more_lines && self.nesting == 0 => {
                MistakeKind::TextOverLines
            }
            kind => kind,
        };
        Mistake {
            may_hide_keys: may_hide_keys(&kind, has_more_lines),
            kind,
            span: found.span,
            statement: start..end,
            key: self.key.clone(),
        }
    }

    pub(super) fn statement(&mut self) -> Step<Statement> {
        if self.rest().starts_with('[') {
            return self.header();
        }
        let key = self.key_of_line()?;
        self.key = Some(key.clone());
        self.value(Around::Line)?;
        self.end_of_line()?;
        Ok(Statement {
            name: key,
            is_header: false,
        })
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The rest of the line, without its end.
    pub(super) fn line(&self) -> &'a str {
        &self.text[self.at..line_end(self.text, self.at)]
    }

    pub(super) fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    }

    /// A mistake of the characters from here to a byte.
    pub(super) fn found<T>(&self, kind: MistakeKind, end: usize) -> Step<T> {
        Err(Found {
            kind,
            span: self.at..end,
            end,
        })
    }

    /// A mistake of the rest of the line.
    pub(super) fn line_is<T>(&self, kind: MistakeKind) -> Step<T> {
        self.found(kind, self.at + self.line().trim_end().len())
    }

    /// Reads a header, such as `[meta]` or `[[blocks]]`.
    fn header(&mut self) -> Step<Statement> {
        let start = self.at;
        let line = self.line();
        let brackets = if line.starts_with("[[") { 2 } else { 1 };
        let inner = &line[brackets..];
        let is_part = |c: char| is_bare(c) || matches!(c, '.' | ' ' | '"' | '\'');
        let length = inner.find(|c: char| !is_part(c)).unwrap_or(inner.len());
        let name = inner[..length].trim();
        let closing = &inner[length..];
        let closed = closing.len() - closing.trim_start_matches(']').len();
        if name.is_empty() {
            let is_deep = inner.starts_with("[[");
            return self.line_is(if is_deep {
                MistakeKind::TooDeep
            } else {
                MistakeKind::StrayLine
            });
        }
        if closed != brackets {
            let count = brackets.max(closed).min(2);
            let right = format!("{}{name}{}", "[".repeat(count), "]".repeat(count));
            return self.line_is(MistakeKind::OpenHeader(right));
        }
        self.at += brackets + length + brackets;
        let name = start..self.at;
        self.skip_spaces();
        let behind = self.line();
        if !behind.is_empty() && !behind.starts_with('#') {
            return self.line_is(MistakeKind::BehindHeader);
        }
        Ok(Statement {
            name,
            is_header: true,
        })
    }

    /// Reads the key of a line and the equals sign after it. Returns the key.
    fn key_of_line(&mut self) -> Step<Range<usize>> {
        let start = self.at;
        let line = self.line();
        if line.starts_with("//") {
            return self.line_is(MistakeKind::SlashComment);
        }
        let Some(length) = key_length(line) else {
            return self.not_a_key();
        };
        let key = start..start + length;
        self.key = Some(key.clone());
        self.at = key.end;
        self.skip_spaces();
        let after = self.line();
        if let Some(colon) = after.strip_prefix(':') {
            self.at = start;
            if colon.starts_with('=') {
                return self.line_is(MistakeKind::ExtraEquals);
            }
            return self.line_is(MistakeKind::Yaml);
        }
        if !after.starts_with('=') {
            return self.without_equals(key);
        }
        self.at += 1;
        if self.rest().starts_with('=') {
            return self.found(MistakeKind::ExtraEquals, self.at + 1);
        }
        Ok(key)
    }

    /// The mistake of a line that begins with a word, but has no equals sign right after it.
    fn without_equals<T>(&mut self, key: Range<usize>) -> Step<T> {
        let after = self.line();
        let begins_value = |c: char| {
            c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '“' | '”' | '‘' | '’')
        };
        if after.trim().is_empty() || after.starts_with('#') {
            self.at = key.start;
            return self.found(MistakeKind::KeyAlone, key.end);
        }
        if after.starts_with(begins_value) {
            self.at = key.start;
            return self.found(MistakeKind::MissingEquals, key.end);
        }
        self.at = key.start;
        self.key = None;
        self.not_a_key()
    }

    /// The mistake of a line that begins with no key.
    fn not_a_key<T>(&self) -> Step<T> {
        let line = self.line();
        let Some((before, _)) = line.split_once('=') else {
            return self.line_is(MistakeKind::StrayLine);
        };
        let written = before.trim();
        if let Some(at) = before.find(is_special_space) {
            let start = self.at + at;
            let end = self.text[start..]
                .chars()
                .next()
                .map_or(start, |c| start + c.len_utf8());
            return Err(Found {
                kind: MistakeKind::SpecialSpace,
                span: start..end,
                end,
            });
        }
        let is_wordy = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        if written.is_empty() || !written.chars().all(is_wordy) || written.split(' ').count() > 4 {
            return self.line_is(MistakeKind::StrayLine);
        }
        let right = written.to_lowercase().replace(' ', "_");
        self.found(MistakeKind::InvalidKey(right), self.at + written.len())
    }

    /// Reads to the end of the line of a value, where only a comment may be.
    fn end_of_line(&mut self) -> Step<()> {
        self.skip_spaces();
        let behind = self.line().trim_end();
        let Some(first) = behind.chars().next() else {
            return Ok(());
        };
        if first == '#' {
            return Ok(());
        }
        if behind == "," || behind == ";" {
            return self.line_is(MistakeKind::EndMark(first));
        }
        if first == ',' {
            self.at = self.key.as_ref().map_or(self.at, |key| key.start);
            return self.line_is(MistakeKind::ListWithoutBrackets);
        }
        self.line_is(MistakeKind::BehindValue)
    }
}

/// Returns whether keys may be lost in a statement with a mistake, which has several lines or one.
fn may_hide_keys(kind: &MistakeKind, has_more_lines: bool) -> bool {
    match kind {
        MistakeKind::StrayLine | MistakeKind::BehindHeader | MistakeKind::InvalidKey(_) => true,
        MistakeKind::SpecialSpace | MistakeKind::TooDeep => true,
        MistakeKind::Yaml | MistakeKind::MissingEquals | MistakeKind::KeyAlone => has_more_lines,
        _ => false,
    }
}

/// Returns the length of the key that a line begins with, in parts joined by dots.
pub(super) fn key_length(line: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let length = match quote {
            Some(quote) => rest[1..].find(quote)? + 2,
            None => rest.find(|c: char| !is_bare(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            return None;
        }
        at += length;
        if !line[at..].starts_with('.') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns true for a space that looks like that of the keyboard and is none.
pub(super) fn is_special_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\t' | '\r' | '\n')
}
