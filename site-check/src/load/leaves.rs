//! The strings of a document that are more than strings, found by the `format`
//! that its schema gives them.

use super::document::{Document, escaped};
use super::markdown::Prose;
use super::strings::SourceMap;
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{choice, resolve};

/// A string that points somewhere else or is compiled.
#[derive(Debug)]
pub struct Leaf {
    /// Where it stands in the document.
    pub pointer: String,
    /// One of [`format`].
    pub format: &'static str,
    pub value: String,
    pub map: SourceMap,
    /// What Markdown was parsed into.
    pub prose: Option<Box<Prose>>,
}

const FORMATS: [&str; 9] = [
    format::TEXT,
    format::RICH_TEXT,
    format::LINK,
    format::IMAGE,
    format::ID,
    format::SCHEDULE,
    format::EXTERNAL,
    format::DATE,
    format::TIME_OF_YEAR,
];

/// All the leaves of a document.
pub fn leaves(text: &str, document: &Document, schema: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    let mut walk = Walk {
        text,
        document,
        root: schema,
        found: &mut found,
    };
    walk.visit(String::new(), &document.value, schema);
    found
}

struct Walk<'a> {
    text: &'a str,
    document: &'a Document,
    root: &'a Value,
    found: &'a mut Vec<Leaf>,
}

impl Walk<'_> {
    fn visit(&mut self, pointer: String, value: &Value, schema: &Value) {
        match value {
            Value::String(text) => self.string(pointer, text, resolve(self.root, schema)),
            Value::Array(items) => {
                let schema = resolve(self.root, schema);
                let Some(item_schema) = schema.get("items") else {
                    return;
                };
                for (index, item) in items.iter().enumerate() {
                    self.visit(format!("{pointer}/{index}"), item, item_schema);
                }
            }
            Value::Object(map) => {
                let schema = choice(self.root, schema, value);
                for (key, inner) in map {
                    let property = schema.pointer(&format!("/properties/{}", escaped(key)));
                    if let Some(inner_schema) =
                        property.or_else(|| schema.get("additionalProperties"))
                    {
                        self.visit(format!("{pointer}/{}", escaped(key)), inner, inner_schema);
                    }
                }
            }
            _ => {}
        }
    }

    fn string(&mut self, pointer: String, value: &str, schema: &Value) {
        let named = schema.get("format").and_then(Value::as_str);
        let Some(&format) = FORMATS.iter().find(|known| Some(**known) == named) else {
            return;
        };
        let map = SourceMap::of_literal(self.text, self.document.place(&pointer));
        let prose =
            (format == format::RICH_TEXT).then(|| Box::new(Prose::parse(value, map.clone())));
        self.found.push(Leaf {
            pointer,
            format,
            value: value.to_owned(),
            map,
            prose,
        });
    }
}
