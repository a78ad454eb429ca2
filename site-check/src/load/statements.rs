//! Splits TOML into statements, so that a mistake in one doesn't hide another.
//!
//! A statement is a header, or a key with its value. An unclosed list or text ends before the next
//! statement. The toml crate parses each statement: nothing here reads values.

use super::line_index::{line_end, next_line};
use std::ops::Range;

const SPACES: [char; 3] = [' ', '\t', '\r'];

/// A header with its brackets, or a key with its value, on one line or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub span: Range<usize>,
    /// The key; `None` for a header, and for a line that doesn't begin with a key.
    pub key: Option<Range<usize>>,
    pub is_header: bool,
}

/// Splits a text into statements, and leaves out empty lines and comments.
pub fn statements(text: &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line = &text[at..line_end(text, at)];
        let written = line.trim_matches(SPACES);
        if !written.is_empty() && !written.starts_with('#') {
            let start = at + line.len() - line.trim_start_matches(SPACES).len();
            let end = statement_end(text, start);
            statements.push(Statement {
                span: start..start + text[start..end].trim_end().len(),
                key: key_at(text, start),
                is_header: written.starts_with('[') || is_header(&format!("[{written}")),
            });
            at = end;
        }
        at = next_line(text, at);
    }
    statements
}

/// Returns the key at the beginning of a line, if a value or nothing follows it.
fn key_at(text: &str, start: usize) -> Option<Range<usize>> {
    let line = &text[start..line_end(text, start)];
    let length = key_length(line)?;
    let behind = line[length..].trim_start();
    let may_follow = |c: char| c.is_ascii_digit() || "=:#\"'[{“”‘’".contains(c);
    (behind.is_empty() || behind.starts_with(may_follow)).then_some(start..start + length)
}

/// Returns the length of the key at the beginning of a line. It may have several parts separated by
/// dots.
fn key_length(line: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &line[at..];
        let length = match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => rest[1..].find(quote)? + 2,
            _ => rest.find(|c| !is_bare(c)).unwrap_or(rest.len()),
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

/// Returns the end of the last line of a statement.
fn statement_end(text: &str, start: usize) -> usize {
    let line = &text[start..line_end(text, start)];
    let Some(equals) = line.find('=').filter(|_| !line.starts_with('[')) else {
        return start + line.len();
    };
    let mut at = start + equals + 1;
    let mut depth = 0_usize;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' | '\'' => {
                at = Quoted::at(text, at).end;
                continue;
            }
            '#' => {
                at = line_end(text, at);
                continue;
            }
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            '\n' if depth == 0 || begins_statement(&text[at + 1..line_end(text, at + 1)]) => break,
            _ => {}
        }
        at += c.len_utf8();
    }
    at
}

/// A text in quotes.
#[derive(Debug)]
pub struct Quoted {
    /// One quote or three.
    pub quotes: &'static str,
    /// The first byte of the closing quotes.
    pub closing: Option<usize>,
    /// The byte after the text; if it isn't closed, the end of its last line.
    pub end: usize,
}

impl Quoted {
    /// Finds the text whose first quote is at a byte.
    pub fn at(text: &str, start: usize) -> Self {
        let is_double = text[start..].starts_with('"');
        let quotes = if is_double { "\"\"\"" } else { "'''" };
        let (single, two) = (&quotes[..1], &quotes[..2]);
        if text[start..].starts_with(quotes) {
            return Self::long(text, start, quotes);
        }
        let line_end = line_end(text, start);
        let closing = find_closing(&text[..line_end], start + 1, single);
        let end = match closing {
            // Two quotes instead of three.
            Some(at) if at == start + 1 && text[at + 1..line_end].trim().is_empty() => {
                let is_last = |line: &str| line.ends_with(quotes) || line == two;
                line_below(text, start, begins_statement_in_text, is_last).unwrap_or(at + 1)
            }
            Some(at) => at + 1,
            None => {
                let is_last = |line: &str| line.contains(single);
                line_below(text, start, begins_statement, is_last).unwrap_or(line_end)
            }
        };
        Self {
            quotes: single,
            closing,
            end,
        }
    }

    fn long(text: &str, start: usize, quotes: &'static str) -> Self {
        let closing = find_closing(text, start + 3, quotes);
        let last = closing.unwrap_or(text.len());
        let mut line = next_line(text, start);
        while line < last {
            if begins_statement_in_text(&text[line..line_end(text, line)]) {
                return Self {
                    quotes,
                    closing: None,
                    end: line - 1,
                };
            }
            line = next_line(text, line);
        }
        // Up to two quotes right before the closing ones are part of the text.
        let end = closing.map_or(text.len(), |at| {
            let behind = &text[at + 3..];
            let more = behind.len() - behind.trim_start_matches(&quotes[..1]).len();
            at + 3 + more.min(2)
        });
        Self {
            quotes,
            closing,
            end,
        }
    }
}

/// Returns the first byte of the closing quotes, searching from a byte within the text.
fn find_closing(text: &str, from: usize, quotes: &str) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        at += rest.find([quotes.chars().next()?, '\\'])?;
        if text[at..].starts_with(quotes) {
            return Some(at);
        }
        let is_escape = quotes.starts_with('"') && text[at..].starts_with('\\');
        let escaped = text[at + 1..].chars().next().filter(|_| is_escape);
        at += 1 + escaped.map_or(0, char::len_utf8);
    }
}

/// Returns the end of the first line below a byte that satisfies `is_last`, if it is before the
/// next statement.
fn line_below(
    text: &str,
    at: usize,
    begins_statement: fn(&str) -> bool,
    is_last: impl Fn(&str) -> bool,
) -> Option<usize> {
    let mut below = next_line(text, at);
    while below < text.len() {
        let end = line_end(text, below);
        let line = &text[below..end];
        if begins_statement(line) {
            return None;
        }
        if is_last(line.trim_end()) {
            return Some(end);
        }
        below = next_line(text, below);
    }
    None
}

/// Returns true if a line looks like the beginning of a statement: a key with an equals sign, or a
/// header.
pub fn begins_statement(line: &str) -> bool {
    value_of_line(line).is_some() || is_header(line)
}

/// Returns true if a line within a long text must be the beginning of a statement. The text may
/// have words before an equals sign, but it hardly has a TOML value after one.
fn begins_statement_in_text(line: &str) -> bool {
    let begins_value = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{');
    match value_of_line(line) {
        Some(value) => value.starts_with(begins_value) || matches!(value, "true" | "false"),
        None => is_header(line),
    }
}

/// Returns the text after the equals sign of a line that begins with a key.
fn value_of_line(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    is_name(key.trim_end()).then(|| value.trim())
}

/// Returns true if a line is a header, such as `[meta]` or `[[blocks.items]]`.
fn is_header(line: &str) -> bool {
    let written = line.trim_end();
    let name = written.trim_start_matches('[').trim_end_matches(']');
    let begins_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    written.starts_with('[') && written.ends_with(']') && begins_name && is_name(name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| is_bare(c) || c == '.')
}

/// Returns true for a character of a key without quotes.
fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
