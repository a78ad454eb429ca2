//! The strings of a document that are more than strings, found by the `format`
//! that its schema gives them.

use super::document::Document;
use super::markdown::Prose;
use super::strings::SourceMap;
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{choice, resolve};

/// A string that points somewhere else or is compiled.
#[derive(Debug)]
pub struct Leaf {
    /// Its JSON pointer in the document.
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

/// All the leaves of a document, in the order of the file.
pub fn leaves(text: &str, document: &Document, root: &Value) -> Vec<Leaf> {
    let strings = document.strings().into_iter();
    let leaves = strings.filter_map(|(pointer, value)| {
        let schema = schema_at(root, &document.value, pointer)?;
        let named = schema.get("format")?.as_str()?;
        let format = *FORMATS.iter().find(|known| **known == named)?;
        let map = SourceMap::of_literal(text, document.place(pointer));
        let prose = || Box::new(Prose::parse(value, map.clone()));
        Some(Leaf {
            pointer: pointer.to_owned(),
            format,
            value: value.to_owned(),
            prose: (format == format::RICH_TEXT).then(prose),
            map,
        })
    });
    leaves.collect()
}

/// The schema of the value at a JSON pointer.
fn schema_at<'a>(root: &'a Value, document: &Value, pointer: &str) -> Option<&'a Value> {
    let (mut schema, mut value) = (root, document);
    for token in pointer.split('/').skip(1) {
        schema = choice(root, schema, value);
        schema = match value {
            Value::Array(_) => schema.get("items")?,
            _ => schema
                .pointer(&format!("/properties/{token}"))
                .or_else(|| schema.get("additionalProperties"))?,
        };
        value = value.pointer(&format!("/{token}"))?;
    }
    Some(resolve(root, schema))
}
