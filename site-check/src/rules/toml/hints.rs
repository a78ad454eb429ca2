//! The messages and advice for mistakes in TOML. Advice for known mistakes follows from the type of the key; for other mistakes
//! the toml crate has the words.

use super::amounts::{basis_points, boolean, day, number};
use crate::diagnostic::line_at;
use crate::fix::Fix;
use crate::load::line_index::line_end;
use crate::load::recovery::{Mistake, MistakeKind};
use crate::load::statements::Quoted;
use crate::load::value_type::ValueType;
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
    fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
            fix: None,
        }
    }

    /// Adds the change of its place that it advises.
    fn fixed_by(mut self, file: &File, right: &str) -> Self {
        self.fix = Some(Fix::edit(file, self.span.clone(), right));
        self
    }
}

const CURLY: &str = "Put text in straight quotes (\"). Curly quotes are fine inside it.";
const SPACE: &str =
    "This line has a non-breaking space, as word processors insert it: delete it and type a space.";
const YAML: &str = "This is YAML. Write key = \"value\", dates and numbers without quotes, and similar lines likewise.";
const STRAY: &str = "Text over several lines goes between \"\"\". Otherwise write key = \"value\", or a section as [name] or [[name]].";
const GENERAL: &str = "Put text in straight quotes, = after a key, and lists in [ ]. Begin a section with [name] or [[name]].";
const DEEP: &str =
    "This is nested too deeply: delete the characters that were typed or pasted many times.";
const TWICE: &str = "A table can have each key once: delete or rename one of the two.";

/// Returns the hint for a mistake of a file.
pub fn of(file: &File, mistake: &Mistake) -> Hint {
    let span = mistake.span.clone();
    let statement = mistake.statement.clone();
    let line = statement.start..line_end(&file.text, statement.start).min(statement.end);
    match &mistake.kind {
        MistakeKind::Duplicate(first) => {
            let message = format!(
                "this is there already, in line {}",
                line_at(file, first.start)
            );
            Hint::new(span, message, TWICE)
        }
        MistakeKind::SingleBrackets(name) => Hint::new(
            span,
            format!("`{name}` is a list: each of its entries begins with two brackets"),
            format!(
                "Write two brackets, `[[{name}]]`, here and everywhere else that you find `[{name}]`."
            ),
        ),
        MistakeKind::Header(right) if file.text[line.clone()].starts_with(right.as_str()) => {
            Hint::new(
                line.start + right.len()..line.end,
                "something follows the name of a section on its line",
                "Write each key on a line of its own, below the name.",
            )
        }
        MistakeKind::Header(right) => Hint::new(
            line,
            "the brackets around this name are not complete",
            format!("Write `{right}`, as many brackets after the name as before it."),
        ),
        MistakeKind::Other(message) if message.contains("duplicate key") => {
            Hint::new(span, "this is there already", TWICE)
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
    /// The words of the toml crate.
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
        Some(self.bare(value..end, None))
    }

    fn text(&self) -> &str {
        &self.file.text
    }

    fn skip_spaces(&self, at: usize) -> usize {
        let rest = &self.text()[at..];
        at + rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len()
    }

    /// The hint for a line that begins with no key.
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
            let message = "this line is neither a key with its value nor a section";
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

    /// The hint for the first mistake in a text in quotes, at or behind the byte of the value.
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
            "this backslash begins no character that TOML knows",
            "Write \\\\ for a backslash.",
        ))
    }

    /// The hint for a mistake behind a value, or between the values of a list or a table in braces.
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
            let help = format!("This {name} is not closed: write {closing}.");
            return Some(Hint::new(open..open + 1, message, help));
        }
        if self.message.starts_with("missing comma") {
            let place = before.len()..before.len();
            let help = "Write a comma between the two entries.";
            return Some(Hint::new(place, "a comma is missing", help));
        }
        if self.message.starts_with("extra comma") {
            return Some(Hint::new(span, "one comma too many", "Delete the comma."));
        }
        if before.ends_with(':') {
            let place = before.len() - 1..before.len();
            let message = "a colon between a key and its value";
            return Some(Hint::new(place, message, "Write = instead of the colon."));
        }
        if self.message.starts_with("missing assignment") {
            let help = "Write = between the key and its value.";
            return Some(Hint::new(span, "no = between a key and its value", help));
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
            "," | ";" => Some(self.end_mark(place)),
            _ if behind.starts_with(',') => Some(list_without_brackets(
                self.mistake.statement.start..place.end,
            )),
            _ => Some(behind_value(place)),
        }
    }

    /// The hint for the first value without quotes in a table in braces that is none of TOML.
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
                return Some(self.bare(start..start + length, Some(&found[1])));
            }
        }
        None
    }

    /// The hint for a value without quotes that is none of TOML, for a key of the statement or in its table.
    fn bare(&self, span: Range<usize>, inner_key: Option<&str>) -> Hint {
        let file = self.file;
        let written = &file.text[span.clone()];
        let value_type = self.mistake.place.value_type(inner_key);
        let mark = written.len().saturating_sub(1);
        if written.ends_with([',', ';']) && !written[..mark].contains([',', ';', ' ']) {
            return self.end_mark(span.start + mark..span.end);
        }
        if written.ends_with(['"', '\'', '”', '’']) {
            return Hint::new(
                span,
                "the quote before this text is missing",
                "Write a straight quote (\") before its first word and after its last.",
            );
        }
        match value_type {
            ValueType::Text => text_without_quotes(file, span),
            ValueType::List => list_without_brackets(span),
            ValueType::Number => self.number(span),
            ValueType::Boolean => match boolean(written) {
                Some(right) => {
                    let message = if written.eq_ignore_ascii_case(right) {
                        "true and false are written in lower case".to_owned()
                    } else {
                        format!("this value must be true or false, not `{written}`")
                    };
                    let help = format!("Write {right}, without quotes.");
                    Hint::new(span, message, help).fixed_by(file, right)
                }
                None => other_type(file, span, "true or false, without quotes"),
            },
            ValueType::Day => other_type(file, span, "a day without quotes, such as 2027-01-01"),
            ValueType::Unknown => match day(written) {
                Some(right) => Hint::new(
                    span,
                    "a day is written as year-month-day",
                    format!("Write {right}, without quotes."),
                ),
                None => Hint::new(
                    span,
                    "text without quotes",
                    "Put text in straight quotes (\"). Numbers, days, true and false have none.",
                ),
            },
        }
    }

    /// The hint for a number that is written as people write it.
    fn number(&self, span: Range<usize>) -> Hint {
        let file = self.file;
        let written = &file.text[span.clone()];
        let key = self.mistake.key.clone().unwrap_or_default();
        if let Some(percentage) = written.strip_suffix('%') {
            let points = basis_points(percentage.trim_end());
            return match points.filter(|_| file.text[key].ends_with("rate")) {
                Some(points) => Hint::new(
                    span,
                    "a rate is a whole number of basis points, hundredths of a percent",
                    format!("Write {points}."),
                )
                .fixed_by(file, &points),
                None => Hint::new(
                    span,
                    "a percentage is no value",
                    "Write only the number, or put text in straight quotes (\").",
                ),
            };
        }
        if written.len() > 1 && written.bytes().all(|byte| byte.is_ascii_digit()) {
            let zeros = written.len() - written.trim_start_matches('0').len();
            let right = &written[zeros.min(written.len() - 1)..];
            let message = "a number does not begin with zeros";
            return Hint::new(span, message, format!("Write {right}.")).fixed_by(file, right);
        }
        if let Some(right) = number(written) {
            let (message, help) = if written.contains('.') || written.ends_with(char::is_alphabetic)
            {
                (
                    "a number is written with digits only",
                    format!("Write {right}."),
                )
            } else if written.contains('$') {
                let help = format!("Write {right}, without $ and commas.");
                ("an amount is written with digits only", help)
            } else {
                (
                    "a number has no commas",
                    format!("Write {right}, without commas."),
                )
            };
            return Hint::new(span, message, help).fixed_by(file, &right);
        }
        let digits = written.len()
            - written
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .len();
        if digits > 0 && written[digits..].starts_with(' ') {
            return behind_value(span.start + digits + 1..span.end);
        }
        other_type(file, span, "a whole number, digits only")
    }

    /// The hint for a comma or a semicolon at the end of a line.
    fn end_mark(&self, span: Range<usize>) -> Hint {
        let mark = &self.text()[span.clone()];
        let message = format!("this line ends with `{mark}`");
        let mut hint = Hint::new(span.clone(), message, format!("Delete the `{mark}`."));
        let fix = Fix::edit(self.file, span, "");
        hint.fix = Some(fix.described("Delete the mark at the end of the line."));
        hint
    }
}

/// The hint for a key without an equals sign behind it.
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
    Hint::new(key, "no = between a key and its value", help)
}

/// The hint for a text in quotes that begins at a byte; none if it is whole. One that is alone has the line to itself.
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
        let message = "the apostrophe ends a text in single quotes";
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
            "the quote inside ends the text",
            "The quote inside ends the text: write \\\". If the text ends here, write a comma before the next one.",
        )
    })
}

fn over_lines(span: Range<usize>) -> Hint {
    let help = "Text over several lines goes between `\"\"\"`.";
    Hint::new(span, "this text goes on in another line", help)
}

/// Returns the innermost bracket of a kind that opens at or behind a byte, and isn't closed.
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

/// The hint for a value without quotes of a key whose value is text.
fn text_without_quotes(file: &File, span: Range<usize>) -> Hint {
    let written = &file.text[span.clone()];
    let help = format!("Put it in straight quotes: \"{written}\".");
    let mut hint = Hint::new(
        span.clone(),
        "this value is text, and text has quotes",
        help,
    );
    if !written.contains(['"', '\\', '#']) && !written.contains(char::is_control) {
        let fix = Fix::edit(file, span, format!("\"{written}\""));
        hint.fix = Some(fix.described(format!("Put `{written}` in quotes.")));
    }
    hint
}

fn other_type(file: &File, span: Range<usize>, expected: &str) -> Hint {
    let written = &file.text[span.clone()];
    let message = format!("this value must be {expected}, not `{written}`");
    Hint::new(span, message, format!("Write {expected}."))
}

fn list_without_brackets(span: Range<usize>) -> Hint {
    let help = "Put a list in square brackets: [\"…\", \"…\"].";
    Hint::new(span, "several values without brackets", help)
}

fn behind_value(span: Range<usize>) -> Hint {
    let help =
        "Delete it. Only a comment (#) may follow a value; text goes in straight quotes (\").";
    Hint::new(span, "something follows a value on its line", help)
}

fn extra_equals(span: Range<usize>) -> Hint {
    let help = "Write = once between the key and its value.";
    Hint::new(span, "one = too many", help)
}

/// The hint for a space that looks like that of the keyboard and is none, if there is one at a byte.
fn special_space(text: &str, at: usize) -> Option<Hint> {
    let space = text[at..].chars().next().filter(|c| is_special_space(*c))?;
    let message = "this is not the space of the keyboard";
    Some(Hint::new(at..at + space.len_utf8(), message, SPACE))
}

fn is_special_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\t' | '\r' | '\n')
}
