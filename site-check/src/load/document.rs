//! TOML as a JSON value, with the place in the file of every key and value.

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
    /// By JSON pointer.
    entries: BTreeMap<String, Entry>,
}

/// A fault in the TOML itself.
#[derive(Debug, Clone)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
}

/// The places of a value and of the key before it, and the value if it is a string.
#[derive(Debug)]
struct Entry {
    key: Option<Range<usize>>,
    value: Range<usize>,
    text: Option<String>,
}

impl Document {
    /// Reads the TOML in `text[range]`; places count from the beginning of `text`.
    pub fn parse(text: &str, range: Range<usize>) -> Self {
        let mut document = Self::default();
        let start = range.start;
        let (table, errors) = DeTable::parse_recoverable(&text[range.clone()]);
        let errors = errors.iter().map(|error| SyntaxError {
            span: error.span().map_or(range.clone(), shifted(start)),
            message: error.message().to_owned(),
        });
        document.errors = errors.collect();
        document.value = document.table("", table.get_ref(), start);
        let root = Entry {
            key: None,
            value: start..start,
            text: None,
        };
        document.entries.insert(String::new(), root);
        document
    }

    /// Every string: its JSON pointer and its value.
    pub fn strings(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.entries.iter();
        entries.filter_map(|(pointer, entry)| Some((pointer.as_str(), entry.text.as_deref()?)))
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

    fn table(&mut self, pointer: &str, table: &DeTable, start: usize) -> Value {
        let values = table.iter().map(|(key, value)| {
            let name = key.get_ref().to_string();
            let pointer = format!("{pointer}/{}", escaped(&name));
            let key = shifted(start)(key.span());
            (name, self.value(pointer, Some(key), value, start))
        });
        Value::Object(values.collect())
    }

    fn value(
        &mut self,
        pointer: String,
        key: Option<Range<usize>>,
        value: &Spanned<DeValue>,
        start: usize,
    ) -> Value {
        let read = match value.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Null, Value::from),
            DeValue::Float(_) => Value::Null,
            DeValue::Boolean(boolean) => Value::Bool(*boolean),
            DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
            DeValue::Array(array) => {
                let items = array.iter().enumerate();
                let items = items
                    .map(|(at, item)| self.value(format!("{pointer}/{at}"), None, item, start));
                items.collect()
            }
            DeValue::Table(table) => self.table(&pointer, table, start),
        };
        let entry = Entry {
            key,
            value: shifted(start)(value.span()),
            text: read.as_str().map(str::to_owned),
        };
        self.entries.insert(pointer, entry);
        read
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
