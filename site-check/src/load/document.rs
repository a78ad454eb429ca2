//! TOML as a JSON value, with the place in the file of every key and value.

use super::limits::too_deep_toml;
use serde_json::{Map, Value};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A TOML document: its value, its faults, and where everything stands.
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
    /// By JSON pointer, in its order.
    places: Vec<(Box<str>, Place)>,
}

/// A fault in the TOML itself.
#[derive(Debug, Clone)]
pub struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
}

/// Where a value stands, and the key before it.
#[derive(Debug, Clone)]
pub struct Place {
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
}

impl Document {
    /// Reads the TOML in `text[range]`; places count from the beginning of `text`.
    pub fn parse(text: &str, range: Range<usize>) -> Self {
        if let Some(place) = too_deep_toml(text, range.clone()) {
            return Self {
                too_deep: Some(place),
                ..Self::default()
            };
        }
        let (table, errors) = DeTable::parse_recoverable(&text[range.clone()]);
        let mut document = Self {
            value: Value::Null,
            errors: Vec::new(),
            too_deep: None,
            places: Vec::new(),
        };
        let mut reader = Reader {
            offset: range.start,
            places: &mut document.places,
        };
        document.value = reader.table(String::new(), table.get_ref());
        let start = Place {
            key: None,
            value: range.start..range.start,
        };
        document.places.push((Box::default(), start));
        document
            .places
            .sort_by(|(one, _), (other, _)| one.cmp(other));
        document.places.shrink_to_fit();
        document.errors = errors
            .iter()
            .map(|error| SyntaxError {
                span: error.span().map_or(range.clone(), |span| {
                    range.start + span.start..range.start + span.end
                }),
                message: error.message().to_owned(),
            })
            .collect();
        document
    }

    /// Where the value at a JSON pointer stands, or the nearest value around it.
    pub fn place(&self, pointer: &str) -> Range<usize> {
        self.nearest(pointer)
            .map_or(0..0, |place| place.value.clone())
    }

    /// Where the key of the value at a JSON pointer stands, or the value itself.
    pub fn key_place(&self, pointer: &str) -> Range<usize> {
        let place = self.nearest(pointer);
        place.map_or(0..0, |place| {
            place.key.clone().unwrap_or_else(|| place.value.clone())
        })
    }

    fn nearest(&self, pointer: &str) -> Option<&Place> {
        let mut pointer = pointer;
        loop {
            let found = self
                .places
                .binary_search_by(|(known, _)| (**known).cmp(pointer));
            if let Ok(at) = found {
                return Some(&self.places[at].1);
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }
}

struct Reader<'a> {
    offset: usize,
    places: &'a mut Vec<(Box<str>, Place)>,
}

impl Reader<'_> {
    fn shifted(&self, span: Range<usize>) -> Range<usize> {
        self.offset + span.start..self.offset + span.end
    }

    fn table(&mut self, pointer: String, table: &DeTable) -> Value {
        let mut map = Map::new();
        for (key, value) in table {
            let inner = format!("{pointer}/{}", escaped(key.get_ref()));
            let key_span = self.shifted(key.span());
            let json = self.value(inner, Some(key_span), value);
            map.insert(key.get_ref().to_string(), json);
        }
        Value::Object(map)
    }

    fn value(
        &mut self,
        pointer: String,
        key: Option<Range<usize>>,
        value: &Spanned<DeValue>,
    ) -> Value {
        let place = Place {
            key,
            value: self.shifted(value.span()),
        };
        self.places.push((pointer.as_str().into(), place));
        match value.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Null, Value::from),
            DeValue::Float(_) => Value::Null,
            DeValue::Boolean(boolean) => Value::Bool(*boolean),
            DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
            DeValue::Array(array) => {
                let items = array.iter().enumerate();
                Value::Array(
                    items
                        .map(|(index, item)| self.value(format!("{pointer}/{index}"), None, item))
                        .collect(),
                )
            }
            DeValue::Table(table) => self.table(pointer, table),
        }
    }
}

/// A key as a token of a JSON pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
