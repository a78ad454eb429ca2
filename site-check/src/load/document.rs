//! TOML as a JSON value, with the span of every key and value in the file.

use super::kind::FileKind;
use super::recovery::{Mistake, Recovered, Replacements};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A TOML document: its value, its errors, and all spans.
///
/// No value of content has a fraction, so a number with a decimal point becomes null, which no
/// schema accepts: JSON Schema would accept 17.0 as a whole number. A whole number of more than 64
/// bits becomes null, too.
#[derive(Debug, Default)]
pub struct Document {
    pub value: Value,
    /// The mistakes in the TOML. The value is that of the text without the statements that contain
    /// them.
    pub errors: Vec<Mistake>,
    /// Every string, by its JSON pointer.
    strings: BTreeMap<String, String>,
    /// The span of each value, by its JSON pointer.
    spans: BTreeMap<String, Range<usize>>,
    /// The span of each value's key, by the value's JSON pointer.
    key_spans: BTreeMap<String, Range<usize>>,
    /// The first byte of the document in the file.
    start: usize,
    /// The parts of the text that were replaced because of mistakes.
    replacements: Replacements,
}

impl Document {
    /// Parses the TOML in `text[span]` of a kind of file. Spans count from the beginning of `text`.
    ///
    /// Parsing continues after a mistake: see [`Self::errors`].
    pub fn parse(text: &str, span: Range<usize>, kind: &FileKind) -> Self {
        let mut document = Self {
            start: span.start,
            ..Self::default()
        };
        let (table, errors) = DeTable::parse_recoverable(&text[span.clone()]);
        if errors.is_empty() {
            document.value = document.table("", table.get_ref());
        } else {
            document.recover(&text[span], kind);
        }
        document
    }

    /// Reads TOML with mistakes.
    fn recover(&mut self, toml: &str, kind: &FileKind) {
        let mut recovered = Recovered::of(toml, kind);
        self.replacements = mem::take(&mut recovered.replacements);
        let text = mem::take(&mut recovered.text);
        let (table, errors) = DeTable::parse_recoverable(&text);
        for error in errors {
            let span = self.replacements.written_span(error.span().unwrap_or(0..0));
            recovered.add(toml, error.message(), span);
        }
        self.value = self.table("", table.get_ref());
        for mut mistake in recovered.mistakes {
            mistake.shift(self.start);
            self.errors.push(mistake);
        }
    }

    /// Returns true if another document of the same text has the same values at the same places.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        self.value == other.value && self.spans == other.spans && self.key_spans == other.key_spans
    }

    /// Returns true if keys may be missing only because of a mistake.
    pub fn may_lack_keys(&self) -> bool {
        self.errors.iter().any(|mistake| mistake.may_hide_keys)
    }

    /// Returns every string with its JSON pointer.
    pub fn strings(&self) -> impl Iterator<Item = (&str, &str)> {
        let strings = self.strings.iter();
        strings.map(|(pointer, text)| (pointer.as_str(), text.as_str()))
    }

    /// Returns the span of the value at a JSON pointer, or of the nearest value around it.
    pub fn span(&self, pointer: &str) -> Range<usize> {
        let mut around = pointer;
        loop {
            if let Some(span) = self.spans.get(around) {
                return span.clone();
            }
            match around.rfind('/') {
                Some(end) => around = &around[..end],
                None => return self.start..self.start,
            }
        }
    }

    /// Returns the span of the key of the value at a JSON pointer, or of the value itself if it has
    /// no key.
    pub fn key_span(&self, pointer: &str) -> Range<usize> {
        match self.key_spans.get(pointer) {
            Some(span) => span.clone(),
            None => self.span(pointer),
        }
    }

    /// Returns a document without values that begins at the same byte.
    pub(super) fn empty(&self) -> Self {
        Self {
            start: self.start,
            replacements: self.replacements.clone(),
            ..Self::default()
        }
    }

    /// Copies the spans and the string of the value at a pointer of another document.
    pub(super) fn copy_place(&mut self, other: &Self, from: &str, to: &str) {
        if let Some(span) = other.spans.get(from) {
            self.spans.insert(to.to_owned(), span.clone());
        }
        if let Some(span) = other.key_spans.get(from) {
            self.key_spans.insert(to.to_owned(), span.clone());
        }
        if let Some(text) = other.strings.get(from) {
            self.strings.insert(to.to_owned(), text.clone());
        }
    }

    /// Removes the value at a pointer with everything within it.
    pub(super) fn forget(&mut self, pointer: &str) {
        let within = format!("{pointer}/");
        let is_kept = |known: &str| known != pointer && !known.starts_with(&within);
        self.spans.retain(|known, _| is_kept(known));
        self.key_spans.retain(|known, _| is_kept(known));
        self.strings.retain(|known, _| is_kept(known));
    }

    /// Adds a string that isn't in the file, but derived from the value at another pointer.
    pub(super) fn add_string(&mut self, pointer: &str, text: String, source: &str) {
        let span = self.span(source);
        let key_span = self.key_span(source);
        self.spans.insert(pointer.to_owned(), span);
        self.key_spans.insert(pointer.to_owned(), key_span);
        self.strings.insert(pointer.to_owned(), text);
    }

    fn table(&mut self, pointer: &str, table: &DeTable) -> Value {
        let mut values = Map::new();
        for (key, value) in table {
            let name = key.get_ref().to_string();
            let value_pointer = format!("{pointer}/{}", escaped(&name));
            let key_span = self.in_file(key.span());
            self.key_spans.insert(value_pointer.clone(), key_span);
            values.insert(name, self.value(value_pointer, value));
        }
        Value::Object(values)
    }

    fn value(&mut self, pointer: String, value: &Spanned<DeValue>) -> Value {
        let json = match value.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Null, Value::from),
            DeValue::Float(_) => Value::Null,
            DeValue::Boolean(boolean) => Value::Bool(*boolean),
            DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
            DeValue::Array(array) => {
                let mut items = Vec::new();
                for (index, item) in array.iter().enumerate() {
                    items.push(self.value(format!("{pointer}/{index}"), item));
                }
                Value::Array(items)
            }
            DeValue::Table(table) => self.table(&pointer, table),
        };
        if let Value::String(text) = &json {
            self.strings.insert(pointer.clone(), text.clone());
        }
        self.spans.insert(pointer, self.in_file(value.span()));
        json
    }

    /// Converts a span of the parsed TOML to a span of the file.
    fn in_file(&self, span: Range<usize>) -> Range<usize> {
        let written = self.replacements.written_span(span);
        self.start + written.start..self.start + written.end
    }
}

/// Escapes a key as a token of a JSON pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
