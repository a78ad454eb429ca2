//! TOML as a JSON value, with the place in the file of every key and value.

use serde_json::Value;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A TOML document: its value, its faults, and the place of everything.
///
/// No value of content has a fraction, so a number with a decimal point is null
/// here, which no schema takes: JSON Schema would let 17.0 pass as a whole number.
/// So is a whole number of more than 64 bits.
#[derive(Debug, Default)]
pub struct Document {
    pub value: Value,
    pub errors: Vec<SyntaxError>,
    /// Every string, by its JSON pointer.
    strings: BTreeMap<String, String>,
    /// The place of each value, by its JSON pointer.
    places: BTreeMap<String, Range<usize>>,
    /// The place of the key before it.
    keys: BTreeMap<String, Range<usize>>,
    /// Where in the file it begins.
    start: usize,
}

/// A fault in the TOML itself.
#[derive(Debug, Clone)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
}

impl Document {
    /// Reads the TOML in `text[range]`; places count from the beginning of `text`.
    pub fn parse(text: &str, range: Range<usize>) -> Self {
        let mut document = Self {
            start: range.start,
            ..Self::default()
        };
        let (table, errors) = DeTable::parse_recoverable(&text[range.clone()]);
        let errors = errors.iter().map(|error| SyntaxError {
            span: error
                .span()
                .map_or(range.clone(), |it| document.in_file(it)),
            message: error.message().to_owned(),
        });
        document.errors = errors.collect();
        document.value = document.table("", table.get_ref());
        document
    }

    /// Every string: its JSON pointer and its value.
    pub fn strings(&self) -> impl Iterator<Item = (&str, &str)> {
        let strings = self.strings.iter();
        strings.map(|(pointer, text)| (pointer.as_str(), text.as_str()))
    }

    /// The place of the value at a JSON pointer, or of the nearest value around it.
    pub fn span(&self, pointer: &str) -> Range<usize> {
        let mut around = iter::successors(Some(pointer), |inner| {
            let end = inner.rfind('/')?;
            Some(&inner[..end])
        });
        let place = around.find_map(|pointer| self.places.get(pointer));
        place.cloned().unwrap_or(self.start..self.start)
    }

    /// The place of the key of the value at a JSON pointer, or of the value itself.
    pub fn key_span(&self, pointer: &str) -> Range<usize> {
        let key = self.keys.get(pointer).cloned();
        key.unwrap_or_else(|| self.span(pointer))
    }

    fn table(&mut self, pointer: &str, table: &DeTable) -> Value {
        let values = table.iter().map(|(key, value)| {
            let name = key.get_ref().to_string();
            let pointer = format!("{pointer}/{}", escaped(&name));
            self.keys.insert(pointer.clone(), self.in_file(key.span()));
            (name, self.value(pointer, value))
        });
        Value::Object(values.collect())
    }

    fn value(&mut self, pointer: String, value: &Spanned<DeValue>) -> Value {
        let read = match value.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Null, Value::from),
            DeValue::Float(_) => Value::Null,
            DeValue::Boolean(boolean) => Value::Bool(*boolean),
            DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
            DeValue::Array(array) => {
                let items = (0_usize..).zip(array.iter());
                let items = items.map(|(at, item)| self.value(format!("{pointer}/{at}"), item));
                items.collect()
            }
            DeValue::Table(table) => self.table(&pointer, table),
        };
        if let Value::String(text) = &read {
            self.strings.insert(pointer.clone(), text.clone());
        }
        self.places.insert(pointer, self.in_file(value.span()));
        read
    }

    /// A place in the TOML as a place in the file.
    fn in_file(&self, span: Range<usize>) -> Range<usize> {
        self.start + span.start..self.start + span.end
    }
}

/// A key as a token of a JSON pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
