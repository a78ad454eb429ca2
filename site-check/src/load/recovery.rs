//! Reads TOML with mistakes: replaces a statement that the toml crate can't parse with its key and
//! an unknown value, and a wrong header with the intended one.

use super::kind::FileKind;
use super::line_index::{line_end, next_line};
use super::statements::{Statement, begins_statement, statements};
use super::value_type::{Place, is_list};
use std::ops::Range;
use toml::de::DeTable;

/// A mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub kind: MistakeKind,
    /// The place of the mistake according to the toml crate.
    pub span: Range<usize>,
    /// The statement, and the lines below it that don't belong to another statement.
    pub statement: Range<usize>,
    pub key: Option<Range<usize>>,
    /// The place of the statement's value in the schema.
    pub place: Place,
    /// True if the statement may contain other keys.
    pub may_hide_keys: bool,
}

/// A kind of mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MistakeKind {
    /// A header without all of its brackets, or with other characters after it; the correct header.
    Header(String),
    /// A header in single brackets for a list; its name.
    SingleBrackets(String),
    /// A key or a header that repeats the one at this span.
    Duplicate(Range<usize>),
    /// A statement that can't be parsed, with the message of the toml crate.
    Syntax(String),
    /// Statements that contradict each other, with the message of the toml crate.
    Other(String),
}

impl Mistake {
    /// Moves all spans by a number of bytes.
    pub fn shift(&mut self, by: usize) {
        let moved = |span: &Range<usize>| span.start + by..span.end + by;
        self.span = moved(&self.span);
        self.statement = moved(&self.statement);
        self.key = self.key.as_ref().map(moved);
        if let MistakeKind::Duplicate(first) = &self.kind {
            self.kind = MistakeKind::Duplicate(moved(first));
        }
    }
}

/// A TOML text without mistakes, and the mistakes that were removed.
#[derive(Debug, Default)]
pub struct Recovered {
    pub text: String,
    pub mistakes: Vec<Mistake>,
    pub replacements: Replacements,
    statements: Vec<Statement>,
}

/// The replaced parts of a text, in order.
#[derive(Debug, Clone, Default)]
pub struct Replacements(Vec<Replacement>);

#[derive(Debug, Clone)]
struct Replacement {
    /// The bytes of the replacement.
    replaced: Range<usize>,
    written: Range<usize>,
    /// The length of the common beginning of both, such as the key.
    common: usize,
}

impl Replacements {
    /// Returns the span of the written text for a span of the recovered text.
    pub fn written_span(&self, span: Range<usize>) -> Range<usize> {
        let start = self.written_byte(span.start);
        start..self.written_byte(span.end).max(start)
    }

    fn written_byte(&self, at: usize) -> usize {
        let next = self.0.partition_point(|part| part.replaced.start <= at);
        let Some(part) = self.0[..next].last() else {
            return at;
        };
        let within = at - part.replaced.start;
        if within <= part.common {
            part.written.start + within
        } else {
            part.written.end + at.saturating_sub(part.replaced.end)
        }
    }
}

impl Recovered {
    /// Recovers the text of a kind of file.
    pub fn of(text: &str, kind: &FileKind) -> Self {
        let mut recovered = Self {
            statements: statements(text),
            ..Self::default()
        };
        let mut place = Place::of_file(kind);
        let mut from = 0;
        for statement in recovered.statements.clone() {
            if statement.span.start < from {
                continue;
            }
            let written = &text[statement.span.clone()];
            let error = DeTable::parse(written).err();
            place.enter(text, &statement);
            if error.is_none() {
                let is_in_single_brackets = statement.is_header && !written.starts_with("[[");
                if !is_in_single_brackets || !is_list(&place) {
                    continue;
                }
                recovered.add_single_brackets(text, &statement, &place);
            }
            let span = match &error {
                Some(_) => statement.span.start..end_with_lines_below(text, statement.span.end),
                None => statement.span.clone(),
            };
            recovered.text += &text[from..span.start];
            let start = recovered.text.len();
            recovered.text += &replacement(text, &statement, &place);
            let pairs = recovered.text[start..]
                .bytes()
                .zip(text[span.clone()].bytes());
            recovered.replacements.0.push(Replacement {
                common: pairs
                    .take_while(|(replaced, written)| replaced == written)
                    .count(),
                replaced: start..recovered.text.len(),
                written: span.clone(),
            });
            from = span.end;
            if let Some(error) = error {
                let place = place.of_statement(text, &statement);
                let start = statement.span.start;
                let found = error.span().unwrap_or_default();
                recovered.mistakes.push(Mistake {
                    may_hide_keys: may_hide_keys(text, &statement, &span),
                    kind: match header_meant(written, statement.is_header) {
                        Some(header) => MistakeKind::Header(header),
                        None => MistakeKind::Syntax(error.message().to_owned()),
                    },
                    span: start + found.start..start + found.end,
                    statement: span,
                    key: statement.key,
                    place,
                });
            }
        }
        recovered.text += &text[from..];
        recovered
    }

    /// Adds a mistake for the first header in single brackets of each list.
    fn add_single_brackets(&mut self, text: &str, header: &Statement, place: &Place) {
        let name = header_name(&text[header.span.clone()]);
        let kind = MistakeKind::SingleBrackets(name.to_owned());
        if self.mistakes.iter().any(|known| known.kind == kind) {
            return;
        }
        self.mistakes.push(Mistake {
            kind,
            span: header.span.clone(),
            statement: header.span.clone(),
            key: None,
            place: place.clone(),
            may_hide_keys: false,
        });
    }

    /// Adds an error of the parser in the recovered text, at a span of `written`. Consequences of a
    /// repeated header aren't mistakes.
    pub fn add(&mut self, written: &str, message: &str, span: Range<usize>) {
        let first = first_of(written, &self.statements, span.start);
        let is_duplicate = message.contains("duplicate key");
        if is_duplicate && first.is_none() && self.is_below_duplicate(span.start) {
            return;
        }
        let is_key = !written[span.start..].starts_with('[');
        self.mistakes.push(Mistake {
            may_hide_keys: !is_duplicate || first.is_none() || !is_key,
            kind: match first {
                Some(first) if is_duplicate => MistakeKind::Duplicate(first),
                _ => MistakeKind::Other(message.to_owned()),
            },
            statement: span.clone(),
            span,
            key: None,
            place: Place::default(),
        });
    }

    /// Returns true if a byte is below a repeated header, whose keys may be repeated, too.
    fn is_below_duplicate(&self, at: usize) -> bool {
        let is_above = |it: &&Statement| it.is_header && it.span.start <= at;
        let header = self.statements.iter().rfind(is_above);
        let is_of_header = |mistake: &Mistake| {
            matches!(mistake.kind, MistakeKind::Duplicate(_))
                && header.is_some_and(|header| header.span.contains(&mistake.span.start))
        };
        self.mistakes.iter().any(is_of_header)
    }
}

/// Returns the end of the lines that follow a statement and don't belong to another.
fn end_with_lines_below(text: &str, statement_end: usize) -> usize {
    let mut end = line_end(text, statement_end);
    while end < text.len() {
        let below = next_line(text, end);
        let below_end = line_end(text, below);
        let line = &text[below..below_end];
        if line.trim().is_empty() || line.starts_with('#') || begins_statement(line) {
            break;
        }
        end = below_end;
    }
    end
}

/// Returns the replacement of a statement. A number with a fraction is an unknown value, because no
/// schema accepts it.
fn replacement(text: &str, statement: &Statement, place: &Place) -> String {
    let written = &text[statement.span.clone()];
    match &statement.key {
        Some(key) => format!("{} = 0.0", &text[key.clone()]),
        None if statement.is_header && is_list(place) => {
            format!("[[{}]]", header_name(written))
        }
        None => header_meant(written, statement.is_header).unwrap_or_default(),
    }
}

/// Returns the intended header of a line with missing brackets, or with text after the header.
fn header_meant(line: &str, is_header: bool) -> Option<String> {
    let count = if line.contains("[[") || line.contains("]]") {
        2
    } else {
        1
    };
    let name = header_name(line);
    let header = format!("{}{name}{}", "[".repeat(count), "]".repeat(count));
    (is_header && DeTable::parse(&header).is_ok()).then_some(header)
}

/// Returns the name in the brackets of a header.
pub fn header_name(header: &str) -> &str {
    let inner = header.trim_start_matches('[');
    let end = inner.find([']', '#', '=']).unwrap_or(inner.len());
    inner[..end].trim()
}

/// Returns true if a statement with a mistake may hide keys.
fn may_hide_keys(text: &str, statement: &Statement, span: &Range<usize>) -> bool {
    let Some(key) = &statement.key else {
        let written = &text[statement.span.clone()];
        return header_meant(written, statement.is_header).is_none();
    };
    let has_value = text[key.end..].trim_start().starts_with('=');
    !has_value && text[span.clone()].contains('\n')
}

/// Returns the span of the name that the one at a byte repeats: a key of the same table, or a
/// header.
fn first_of(text: &str, statements: &[Statement], at: usize) -> Option<Range<usize>> {
    let index = statements.iter().position(|it| it.span.contains(&at))?;
    let name = |statement: &Statement| match &statement.key {
        Some(key) => text[key.clone()].to_owned(),
        None => text[statement.span.clone()]
            .split('#')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned(),
    };
    let own = &statements[index];
    if own.key.as_ref().is_some_and(|key| !key.contains(&at)) {
        return None;
    }
    for earlier in statements[..index].iter().rev() {
        if own.key.is_some() && earlier.is_header {
            return None;
        }
        if earlier.is_header == own.is_header && name(earlier) == name(own) {
            let start = earlier.span.start;
            return Some(start..start + name(earlier).len());
        }
    }
    None
}
