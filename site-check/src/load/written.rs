//! The words of a file as they were written, wherever they stand.

use super::file::File;
use super::markdown::Kind;
use super::strings::SourceMap;
use serde_json::Value;
use site_schema::model::format;
use std::ops::Range;

/// A stretch of words that visitors read, with its marks taken off.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    pub text: &'a str,
    /// Whether it stands in Markdown, where a backslash takes a sign's meaning away.
    pub in_markdown: bool,
    map: &'a SourceMap,
    start: usize,
}

impl Written<'_> {
    /// The place in the file of a place in the words.
    pub fn place(&self, span: Range<usize>) -> Range<usize> {
        self.map
            .source(self.start + span.start..self.start + span.end)
    }

    /// Whether the sign at a place has a backslash before it.
    pub fn is_escaped(&self, at: usize) -> bool {
        let before = &self.text[..at];
        self.in_markdown && (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
    }
}

impl File {
    /// Calls `visit` for all words of the file: plain texts, and the words of its prose.
    pub fn each_written<'a>(&'a self, visit: &mut dyn FnMut(Written<'a>)) {
        for leaf in self
            .leaves
            .iter()
            .filter(|leaf| leaf.format == format::TEXT)
        {
            visit(Written {
                text: &leaf.value,
                in_markdown: false,
                map: &leaf.map,
                start: 0,
            });
        }
        for prose in self.proses() {
            for node in prose.nodes() {
                if let Kind::Text(_) = node.kind {
                    visit(Written {
                        text: prose.written(node),
                        in_markdown: true,
                        map: &prose.map,
                        start: node.span.start,
                    });
                }
            }
        }
    }

    /// Every string of its TOML: its pointer and its value.
    pub fn strings(&self) -> Vec<(String, &str)> {
        let mut found = Vec::new();
        strings(&mut String::new(), &self.document.value, &mut found);
        found
    }

    /// Its text as the parsers saw it: of an unresolved conflict the first
    /// version alone, all in its place.
    pub fn readable(&self) -> &str {
        self.first_versions.as_deref().unwrap_or(&self.text)
    }
}

fn strings<'a>(pointer: &mut String, value: &'a Value, found: &mut Vec<(String, &'a str)>) {
    let length = pointer.len();
    match value {
        Value::String(text) => found.push((pointer.clone(), text)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointer.push_str(&format!("/{index}"));
                strings(pointer, item, found);
                pointer.truncate(length);
            }
        }
        Value::Object(map) => {
            for (key, inner) in map {
                pointer.push('/');
                pointer.push_str(&super::document::escaped(key));
                strings(pointer, inner, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}
