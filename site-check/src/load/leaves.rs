//! The strings of a document that have a `format` in its schema, and the anchors of questions.

use super::document::{Document, escaped};
use super::kind::FileKind;
use super::markdown::{Prose, anchor};
use super::strings::SourceMap;
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{SCHEMAS, choice};
use std::collections::HashMap;

/// A string that is a reference or is compiled.
#[derive(Debug)]
pub struct Leaf {
    /// Its JSON pointer in the document.
    pub pointer: String,
    /// Its format in the schema: one of [`format`].
    pub format: &'static str,
    pub value: String,
    pub map: SourceMap,
    /// The tree of a Markdown leaf.
    pub prose: Option<Box<Prose>>,
}

/// Returns all leaves of a document.
pub fn leaves(text: &str, document: &Document, kind: &FileKind) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let root = &SCHEMAS[kind.schema_name()];
    let mut add = |pointer: String, format, value: &str| {
        let map = SourceMap::of_literal(text, document.span(&pointer), value);
        let prose = if format == format::RICH_TEXT {
            Some(Box::new(Prose::parse(value, map.clone())))
        } else {
            None
        };
        leaves.push(Leaf {
            pointer,
            format,
            value: value.to_owned(),
            map,
            prose,
        });
    };
    each_leaf(root, root, &document.value, String::new(), &mut add);
    leaves
}

/// Calls `add` for each string with a format in its schema: its pointer, the format and the string.
fn each_leaf(
    root: &'static Value,
    schema: &'static Value,
    value: &Value,
    pointer: String,
    add: &mut dyn FnMut(String, &'static str, &str),
) {
    let schema = choice(root, schema, value);
    match value {
        Value::String(text) => {
            if let Some(format) = schema["format"].as_str() {
                add(pointer, format, text);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let pointer = format!("{pointer}/{index}");
                each_leaf(root, &schema["items"], item, pointer, add);
            }
        }
        Value::Object(map) => {
            let others = &schema["additionalProperties"];
            for (key, inner) in map {
                let schema = schema["properties"].get(key).unwrap_or(others);
                let pointer = format!("{pointer}/{}", escaped(key));
                each_leaf(root, schema, inner, pointer, add);
            }
        }
        _ => {}
    }
}

/// An anchor made from a question's words.
#[derive(Debug, PartialEq, Eq)]
pub struct QuestionAnchor {
    /// The JSON pointer of the question, such as `/blocks/1/categories/0/questions/2`.
    pub pointer: String,
    pub id: String,
}

/// Returns the anchors of all questions without an id in the TOML of a page.
pub fn question_anchors(page: &Value) -> Vec<QuestionAnchor> {
    let mut anchors = Vec::new();
    for (block_index, block) in items(&page["blocks"]) {
        if block["kind"] != "faq" {
            continue;
        }
        for (category_index, category) in items(&block["categories"]) {
            for (question_index, question) in items(&category["questions"]) {
                if !question["id"].is_null() {
                    continue;
                }
                let words = question["question"].as_str().unwrap_or_default();
                anchors.push(QuestionAnchor {
                    pointer: format!(
                        "/blocks/{block_index}/categories/{category_index}/questions/{question_index}"
                    ),
                    id: anchor(words, &mut HashMap::new()),
                });
            }
        }
    }
    anchors
}

/// Returns the items of an array with their indexes; nothing for other values.
fn items(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    let array = value.as_array().map(Vec::as_slice).unwrap_or_default();
    array.iter().enumerate()
}
