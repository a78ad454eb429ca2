//! The strings of a document that are more than strings, found by the `format`
//! that its schema gives them.

use super::document::{Document, escaped};
use super::kind::FileKind;
use super::markdown::Prose;
use super::strings::SourceMap;
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{SCHEMAS, choice, resolve};

/// A string that points somewhere else or is compiled.
#[derive(Debug)]
pub struct Leaf {
    /// Its JSON pointer in the document.
    pub pointer: String,
    /// What its schema says it is, such as one of [`format`].
    pub format: &'static str,
    pub value: String,
    pub map: SourceMap,
    /// What Markdown was parsed into.
    pub prose: Option<Box<Prose>>,
}

/// All the leaves of a document.
pub fn leaves(text: &str, document: &Document, kind: &FileKind) -> Vec<Leaf> {
    let schema = &SCHEMAS[kind.schema_name()];
    let mut strings = Vec::new();
    typed_strings(schema, schema, &document.value, String::new(), &mut strings);
    let leaves = strings.into_iter().map(|(pointer, value, format)| {
        let map = SourceMap::of_literal(text, document.place(&pointer));
        let prose = || Box::new(Prose::parse(value, map.clone()));
        Leaf {
            pointer,
            format,
            value: value.to_owned(),
            prose: (format == format::RICH_TEXT).then(prose),
            map,
        }
    });
    leaves.collect()
}

/// Adds each string within a value that its schema gives a format: its pointer,
/// the string and the format.
fn typed_strings<'a>(
    root: &'static Value,
    schema: &'static Value,
    value: &'a Value,
    pointer: String,
    found: &mut Vec<(String, &'a str, &'static str)>,
) {
    match value {
        Value::String(text) => {
            let format = resolve(root, schema)["format"].as_str();
            found.extend(format.map(|format| (pointer, text.as_str(), format)));
        }
        Value::Array(items) => {
            let schema = resolve(root, schema).get("items").unwrap_or(&Value::Null);
            for (index, item) in items.iter().enumerate() {
                typed_strings(root, schema, item, format!("{pointer}/{index}"), found);
            }
        }
        Value::Object(map) => {
            let schema = choice(root, schema, value);
            let others = &schema["additionalProperties"];
            for (key, inner) in map {
                let schema = schema["properties"].get(key).unwrap_or(others);
                let pointer = format!("{pointer}/{}", escaped(key));
                typed_strings(root, schema, inner, pointer, found);
            }
        }
        _ => {}
    }
}
