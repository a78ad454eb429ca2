//! TOML as a JSON value, with the place in the file of every key and value.

use super::limits::too_deep_toml;
use serde_json::Value;
use std::collections::BTreeMap;
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
    /// Where it is nested too deeply to be read at all.
    pub too_deep: Option<Range<usize>>,
    /// By JSON pointer.
    entries: BTreeMap<String, Entry>,
}

/// A fault in the TOML itself.
#[derive(Debug, Clone)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
}

/// The places of a value and of the key before it.
#[derive(Debug)]
struct Entry {
    key: Option<Range<usize>>,
    value: Range<usize>,
}

impl Document {
    /// Reads the TOML in `text[range]`; places count from the beginning of `text`.
    pub fn parse(text: &str, range: Range<usize>) -> Self {
        let mut document = Self {
            too_deep: too_deep_toml(text, range.clone()),
            ..Self::default()
        };
        if document.too_deep.is_some() {
            return document;
        }
        let start = range.start;
        let (table, errors) = DeTable::parse_recoverable(&text[range.clone()]);
        let errors = errors.iter().map(|error| SyntaxError {
            span: error.span().map_or(range.clone(), shifted(start)),
            message: error.message().to_owned(),
        });
        document.errors = errors.collect();
        document.value = document.table("", table.get_ref(), start);
        document.push("", None, start..start);
        document
    }

    /// Every string: its JSON pointer and its value.
    pub fn strings(&self) -> impl Iterator<Item = (&str, &str)> {
        let pointers = self.entries.keys().map(String::as_str);
        pointers.filter_map(|pointer| Some((pointer, self.value.pointer(pointer)?.as_str()?)))
    }

    /// The place of the value at a JSON pointer, or of the nearest value around it.
    pub fn place(&self, pointer: &str) -> Range<usize> {
        self.nearest(pointer)
            .map_or(0..0, |entry| entry.value.clone())
    }

    /// The place of the key of the value at a JSON pointer, or of the value itself.
    pub fn key_place(&self, pointer: &str) -> Range<usize> {
        let entry = self.nearest(pointer);
        entry.map_or(0..0, |entry| {
            entry.key.as_ref().unwrap_or(&entry.value).clone()
        })
    }

    fn nearest(&self, pointer: &str) -> Option<&Entry> {
        let mut pointer = pointer;
        loop {
            if let Some(found) = self.entries.get(pointer) {
                return Some(found);
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }

    fn push(&mut self, pointer: &str, key: Option<Range<usize>>, value: Range<usize>) {
        let entry = Entry { key, value };
        self.entries.insert(pointer.to_owned(), entry);
    }

    fn table(&mut self, pointer: &str, table: &DeTable, start: usize) -> Value {
        let values = table.iter().map(|(key, value)| {
            let pointer = format!("{pointer}/{}", escaped(key.get_ref()));
            self.push(
                &pointer,
                Some(shifted(start)(key.span())),
                shifted(start)(value.span()),
            );
            (
                key.get_ref().to_string(),
                self.value(&pointer, value, start),
            )
        });
        Value::Object(values.collect())
    }

    fn value(&mut self, pointer: &str, value: &Spanned<DeValue>, start: usize) -> Value {
        match value.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Null, Value::from),
            DeValue::Float(_) => Value::Null,
            DeValue::Boolean(boolean) => Value::Bool(*boolean),
            DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
            DeValue::Array(array) => {
                let items = array.iter().enumerate().map(|(index, item)| {
                    let pointer = format!("{pointer}/{index}");
                    self.push(&pointer, None, shifted(start)(item.span()));
                    self.value(&pointer, item, start)
                });
                items.collect()
            }
            DeValue::Table(table) => self.table(pointer, table, start),
        }
    }
}

/// A place in what begins at a byte of the file, as a place in the file.
fn shifted(start: usize) -> impl Fn(Range<usize>) -> Range<usize> {
    move |span| start + span.start..start + span.end
}

/// A key as a token of a JSON pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
