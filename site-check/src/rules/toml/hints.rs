//! The messages and help for mistakes in TOML. For unknown mistakes, the message is the toml crate's.

use super::values;
use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::load::line_index::line_end;
use crate::load::recovery::{Mistake, MistakeKind};
use crate::load::statements::Quoted;
use crate::load::{File, pattern};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use toml::de::DeValue;

/// The place of a mistake, its message, and what to do.
pub struct Hint {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
    pub fix: Option<Fix>,
}

impl Hint {
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
            fix: None,
        }
    }

    /// Adds a fix that replaces the place of the mistake.
    pub fn fixed_by(mut self, file: &File, right: &str) -> Self {
        self.fix = Some(Fix::edit(file, self.span.clone(), right));
        self
    }
}

const CURLY: &str = "Put text in straight quotes (\"). Curly quotes are fine inside it.";
const SPACE: &str =
    "This line has a non-breaking space, which word processors insert: delete it and type a space.";
const YAML: &str = "This is YAML. Write key = \"value\", with dates and numbers without quotes, and change similar lines in the same way.";
const STRAY: &str = "Text over several lines goes between \"\"\". Otherwise write key = \"value\", or a section as [name] or [[name]].";
const GENERAL: &str = "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]].";
const DEEP: &str = "Look for characters that were typed or pasted many times, and delete them.";
const TWICE: &str = "A table can have each key once: delete or rename one of the two.";

/// Returns the hint for a mistake of a file.
pub fn of(file: &File, mistake: &Mistake) -> Hint {
    let span = mistake.span.clone();
    let statement = mistake.statement.clone();
    let line = statement.start..line_end(&file.text, statement.start).min(statement.end);
    match &mistake.kind {
        MistakeKind::Duplicate(first) => {
            let message = format!("this repeats line {}", line_at(file, first.start));
            Hint::new(span, message, TWICE)
        }
        MistakeKind::SingleBrackets(name) => Hint::new(
            span,
            format!("`{name}` is a list, so each entry begins with two brackets"),
            format!("Write `[[{name}]]`, with two brackets, here and at every other `[{name}]`."),
        ),
        MistakeKind::Header(right) if file.text[line.clone()].starts_with(right.as_str()) => {
            Hint::new(
                line.start + right.len()..line.end,
                "text after the name of a section",
                "Write each key on its own line, below the name.",
            )
        }
        MistakeKind::Header(right) => Hint::new(
            line,
            "the brackets around this name don't match",
            format!("Write `{right}`, with as many brackets after the name as before it."),
        ),
        MistakeKind::Other(message) if message.contains("duplicate key") => {
            Hint::new(span, "this key or section is repeated", TWICE)
        }
        MistakeKind::Other(message) if message.contains("recursion limit") => {
            Hint::new(line, "this is nested too deeply", DEEP)
        }
        MistakeKind::Other(message) => Hint::new(span, format!("invalid TOML: {message}"), GENERAL),
        MistakeKind::Syntax(message) => {
            let is_deep = message.contains("recursion limit");
            if is_deep || file.text[line.clone()].starts_with("[[[") {
                return Hint::new(line, "this is nested too deeply", DEEP);
            }
            let hint = Syntax {
                file,
                mistake,
                message,
                line,
            };
            hint.find()
                .unwrap_or_else(|| Hint::new(span, format!("invalid TOML: {message}"), GENERAL))
        }
    }
}

/// A statement that the toml crate can't parse.
struct Syntax<'a> {
    file: &'a File,
    mistake: &'a Mistake,
    /// The message of the toml crate.
    message: &'a str,
    /// Its first line.
    line: Range<usize>,
}

impl Syntax<'_> {
    fn find(&self) -> Option<Hint> {
        let Some(key) = self.mistake.key.clone() else {
            return self.without_key();
        };
        let text = self.text();
        let after_key = self.skip_spaces(key.end);
        if let Some(hint) = special_space(text, after_key) {
            return Some(hint);
        }
        let behind_key = &text[after_key..self.line.end];
        let Some(behind_equals) = behind_key.strip_prefix('=') else {
            return Some(without_equals(key, behind_key, self.line.clone()));
        };
        let value = self.skip_spaces(after_key + 1);
        if let Some(hint) = special_space(text, value) {
            return Some(hint);
        }
        let written = behind_equals.trim_start_matches([' ', '\t']).trim_end();
        if written.starts_with('=') {
            return Some(extra_equals(value..value + 1));
        }
        if written.is_empty() || written.starts_with('#') {
            let help = "Write its value after the =, or delete the key.";
            return Some(Hint::new(value..value, "this key has no value", help));
        }
        if written.starts_with(['“', '”', '‘', '’', '„', '«']) {
            let place = value..value + written.len();
            let message = if written.contains('"') {
                "this text begins with a curly quote"
            } else {
                "this text is in curly quotes"
            };
            return Some(Hint::new(place, message, CURLY));
        }
        if written.starts_with(['"', '\'', '[', '{']) {
            return self.in_quotes(value).or_else(|| self.around_values(value));
        }
        let comment = written.find(" #").unwrap_or(written.len());
        let end = value + written[..comment].trim_end().len();
        Some(values::hint(self.file, self.mistake, value..end, None))
    }

    fn text(&self) -> &str {
        &self.file.text
    }

    fn skip_spaces(&self, at: usize) -> usize {
        let rest = &self.text()[at..];
        at + rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len()
    }

    /// Returns the hint for a line that doesn't begin with a key.
    fn without_key(&self) -> Option<Hint> {
        let line = &self.text()[self.line.clone()];
        if line.starts_with("//") {
            let message = "a comment begins with #";
            return Some(Hint::new(
                self.line.clone(),
                message,
                "Write # instead of //.",
            ));
        }
        let stray = || {
            let message = "this line is neither a key with a value nor a section";
            Some(Hint::new(self.line.clone(), message, STRAY))
        };
        let Some((before, _)) = line.split_once('=') else {
            return stray();
        };
        if let Some(at) = before.find(is_special_space) {
            return special_space(self.text(), self.line.start + at);
        }
        let written = before.trim();
        let is_wordy = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        if written.is_empty() || !written.chars().all(is_wordy) || written.split(' ').count() > 4 {
            return stray();
        }
        let right = written.to_lowercase().replace(' ', "_");
        Some(Hint::new(
            self.line.start..self.line.start + written.len(),
            "this is not a valid key",
            format!("Write a key without spaces, such as {right}."),
        ))
    }

    /// Returns the hint for the first mistake in quoted text, starting at the byte of the value.
    fn in_quotes(&self, value: usize) -> Option<Hint> {
        let text = &self.text()[..self.mistake.statement.end];
        let is_alone = text[value..].starts_with(['"', '\'']);
        let mut at = value;
        while let Some(c) = text[at..].chars().next() {
            if matches!(c, '"' | '\'') {
                let quoted = Quoted::at(text, at);
                if let Some(hint) = in_text(text, at, &quoted, is_alone) {
                    return Some(hint);
                }
                at = quoted.end;
            } else if c == '#' {
                at = line_end(text, at);
            } else {
                at += c.len_utf8();
            }
        }
        if !self.message.contains("escape") && !self.message.contains("unicode") {
            return None;
        }
        let before = &text[..self.mistake.span.end.min(text.len())];
        let backslash = value + before.get(value..)?.rfind('\\')?;
        Some(Hint::new(
            backslash..backslash + 1,
            "TOML doesn't know this backslash escape",
            "Write \\\\ for a backslash.",
        ))
    }

    /// Returns the hint for a mistake after a value, or between the values of a list or a table in braces.
    fn around_values(&self, value: usize) -> Option<Hint> {
        let text = &self.text()[..self.mistake.statement.end];
        let span = self.mistake.span.clone();
        let before = text[..span.start.min(text.len())].trim_end();
        if let Some(hint) = self.bare_in_braces(value) {
            return Some(hint);
        }
        if self.message.starts_with("unclosed") {
            let is_list = self.message.contains("unclosed array");
            let bracket = if is_list { '[' } else { '{' };
            let open = open_bracket(text, value, bracket)?;
            let (name, closing) = if is_list {
                ("list", ']')
            } else {
                ("table", '}')
            };
            let message = format!("this {name} is not closed");
            let help = format!("Write {closing} at its end.");
            return Some(Hint::new(open..open + 1, message, help));
        }
        if self.message.starts_with("missing comma") {
            let place = before.len()..before.len();
            let help = "Write a comma between the two entries.";
            return Some(Hint::new(place, "a comma is missing", help));
        }
        if self.message.starts_with("extra comma") {
            return Some(Hint::new(span, "an extra comma", "Delete the comma."));
        }
        if before.ends_with(':') {
            let place = before.len() - 1..before.len();
            let message = "a colon between a key and its value";
            return Some(Hint::new(place, message, "Write = instead of the colon."));
        }
        if self.message.starts_with("missing assignment") {
            let help = "Write = between the key and its value.";
            return Some(Hint::new(
                span,
                "missing = between a key and its value",
                help,
            ));
        }
        if self.message.starts_with("extra `=`") {
            return Some(extra_equals(span));
        }
        if !self.message.starts_with("unexpected key or value") {
            return None;
        }
        let behind = text[span.start..line_end(text, span.start)].trim_end();
        let place = span.start..span.start + behind.len();
        match behind {
            "," | ";" => Some(end_mark(self.file, place)),
            _ if behind.starts_with(',') => Some(list_without_brackets(
                self.mistake.statement.start..place.end,
            )),
            _ => Some(behind_value(place)),
        }
    }

    /// Returns the hint for the first unquoted value in a table in braces that TOML doesn't allow.
    fn bare_in_braces(&self, value: usize) -> Option<Hint> {
        static IN_BRACES: LazyLock<Regex> = LazyLock::new(|| {
            pattern(
                r#"[{,]\s*([A-Za-z0-9_-]+)\s*=\s*([^\s"'\[{},=“”‘’](?:[^,}\]\n]|,[0-9]{3}\b)*)"#,
            )
        });
        let text = &self.text()[..self.mistake.statement.end];
        if !text[value..].contains('{') {
            return None;
        }
        for found in IN_BRACES.captures_iter(&text[value..]) {
            let written = found.get(2)?;
            let length = written.as_str().trim_end().len();
            if DeValue::parse(&written.as_str()[..length]).is_err() {
                let start = value + written.start();
                return Some(values::hint(
                    self.file,
                    self.mistake,
                    start..start + length,
                    Some(&found[1]),
                ));
            }
        }
        None
    }
}

/// Returns the hint for a comma or a semicolon at the end of a line.
pub fn end_mark(file: &File, span: Range<usize>) -> Hint {
    let mark = &file.text[span.clone()];
    let message = format!("this line ends with `{mark}`");
    let mut hint = Hint::new(span.clone(), message, format!("Delete the `{mark}`."));
    let fix = Fix::edit(file, span, "");
    hint.fix = Some(fix.described("Delete the mark at the end of the line."));
    hint
}

/// Returns the hint for a key without an equals sign after it.
fn without_equals(key: Range<usize>, behind: &str, line: Range<usize>) -> Hint {
    if behind.starts_with(":=") {
        return extra_equals(line);
    }
    if behind.starts_with(':') {
        return Hint::new(line, "this is YAML, not TOML", YAML);
    }
    if behind.is_empty() || behind.starts_with('#') {
        let help = "Write = and its value after the key, or delete the line.";
        return Hint::new(key, "this key has no value", help);
    }
    let help = "Write = between the key and its value.";
    Hint::new(key, "missing = between a key and its value", help)
}

/// Returns the hint for quoted text that begins at a byte, or `None` if the text has no mistake. `is_alone` is true if the line
/// has no other value.
fn in_text(text: &str, start: usize, quoted: &Quoted, is_alone: bool) -> Option<Hint> {
    let quotes = quoted.quotes;
    let line_end = line_end(text, start);
    let goes_on = quoted.end > line_end;
    let opening = start..start + quotes.len();
    let Some(closing) = quoted.closing else {
        let line = text[start..line_end].trim_end();
        if quotes.len() == 3 {
            let message = format!("this text begins with `{quotes}` and never ends");
            return Some(Hint::new(
                opening,
                message,
                format!("Write `{quotes}` after its last word."),
            ));
        }
        if let Some(before) = line.strip_suffix(['”', '’', '“']) {
            return Some(Hint::new(
                start + before.len()..start + line.len(),
                "this text begins with a straight quote and ends with a curly one",
                "Write a straight quote (\") here.",
            ));
        }
        if goes_on && is_alone {
            return Some(over_lines(opening));
        }
        let end = start + line.len();
        return Some(Hint::new(
            end..end,
            "this text is not closed",
            "Close the text with the quote that opened it (\"). Write a quote inside text as \\\".",
        ));
    };
    if quotes.len() == 3 {
        return None;
    }
    if goes_on {
        return Some(over_lines(opening));
    }
    let behind = text[closing + 1..line_end].trim_end();
    let is_within = behind.starts_with(char::is_alphanumeric);
    let place = closing..closing + 1;
    if quotes == "'" && is_within {
        let message = "this apostrophe ends a text in single quotes";
        return Some(Hint::new(
            place,
            message,
            "Use double quotes (\") around the text.",
        ));
    }
    let has_more_quotes =
        is_alone && !behind.trim_start().starts_with([',', '#']) && behind.contains(quotes);
    (is_within || has_more_quotes).then(|| {
        Hint::new(
            place,
            "a quote inside the text ends it",
            "The quote inside ends the text: write \\\". If the text ends here, write a comma before the next one.",
        )
    })
}

fn over_lines(span: Range<usize>) -> Hint {
    let help = "Text over several lines goes between `\"\"\"`.";
    Hint::new(span, "this text continues on the next line", help)
}

/// Returns the innermost unclosed bracket of a kind, starting at a byte.
fn open_bracket(text: &str, from: usize, bracket: char) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = from;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' | '\'' => {
                at = Quoted::at(text, at).end;
                continue;
            }
            '#' => at = line_end(text, at),
            '[' | '{' => open.push((at, c)),
            ']' | '}' => _ = open.pop(),
            _ => {}
        }
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    let found = open.into_iter().rfind(|(_, c)| *c == bracket);
    found.map(|(at, _)| at)
}

pub fn list_without_brackets(span: Range<usize>) -> Hint {
    let help = "Put a list in square brackets: [\"…\", \"…\"].";
    Hint::new(span, "several values without brackets", help)
}

pub fn behind_value(span: Range<usize>) -> Hint {
    let help =
        "Delete it. Only a comment (#) may follow a value; text goes in straight quotes (\").";
    Hint::new(span, "text after a value", help)
}

fn extra_equals(span: Range<usize>) -> Hint {
    let help = "Write = once between the key and its value.";
    Hint::new(span, "an extra =", help)
}

/// Returns the hint for a special space at a byte, if there is one.
fn special_space(text: &str, at: usize) -> Option<Hint> {
    let space = text[at..].chars().next().filter(|c| is_special_space(*c))?;
    let message = "this isn't a normal space";
    Some(Hint::new(at..at + space.len_utf8(), message, SPACE))
}

fn is_special_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\t' | '\r' | '\n')
}
