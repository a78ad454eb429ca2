//! The tag of a component: its name and its attributes, each with its span.

use super::{Reference, Target};
use super::{filled, pattern, tokens};
use html_escape::decode_html_entities;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A tag on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    /// From its < to its >.
    pub span: Range<usize>,
    pub form: TagForm,
    pub attributes: Vec<Attribute>,
    /// Its closing tag.
    pub close: Option<Range<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagForm {
    /// `<Callout title="…">`
    Open,
    /// `</Callout>`
    Close,
    /// `<Buckets … />`
    Empty,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    /// The text between the straight quotes, as written.
    pub value: String,
    /// The span of the value, without its quotes.
    pub span: Range<usize>,
}

/// A tag: a slash, its name, its attributes, and a slash.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^<(/?)([A-Za-z][A-Za-z0-9._:-]*)((?:\s*{ATTRIBUTE})*)\s*(/?)>"
    ))
});
static ATTRIBUTES: LazyLock<Regex> = LazyLock::new(|| pattern(ATTRIBUTE));
/// A name, and a value in straight quotes of either kind.
const ATTRIBUTE: &str = r#"([^\s=>/"'<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"#;

impl Tag {
    /// Reads the tag at a byte of a text. Returns `None` if it doesn't end on its line, or has an
    /// attribute without a value in straight quotes.
    pub fn read(text: &str, start: usize) -> Option<Self> {
        let found = TAG.captures(&text[start..line_end(text, start)])?;
        let written = found.get(3)?;
        let attributes_start = start + written.start();
        let mut attributes = Vec::new();
        for attribute in ATTRIBUTES.captures_iter(written.as_str()) {
            let name = attribute.get(1)?;
            let value = attribute.get(2).or(attribute.get(3))?;
            attributes.push(Attribute {
                name: name.as_str().to_owned(),
                value: value.as_str().to_owned(),
                span: attributes_start + value.start()..attributes_start + value.end(),
            });
        }
        let slash_before = &found[1] == "/";
        let slash_after = &found[found.len() - 1] == "/";
        let form = if slash_before {
            TagForm::Close
        } else if slash_after {
            TagForm::Empty
        } else {
            TagForm::Open
        };
        Some(Self {
            name: found[2].to_owned(),
            span: start..start + found[0].len(),
            form,
            attributes,
            close: None,
        })
    }

    /// Returns every reference in the attributes, with its span in the text.
    pub(super) fn references(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        for attribute in &self.attributes {
            let target = match (self.name.as_str(), attribute.name.as_str()) {
                ("Disclaimer", "kind") => Some(Target::Disclaimer),
                ("WorkedExample", "schedule") => Some(Target::Schedule),
                _ => None,
            };
            let Attribute { value, span, .. } = attribute;
            if let Some(target) = target {
                references.push(Reference {
                    target,
                    name: value.clone(),
                    span: span.clone(),
                });
            }
            for (name, within) in tokens(value) {
                references.push(Reference {
                    target: Target::Token,
                    name,
                    span: span.start + within.start..span.start + within.end,
                });
            }
        }
        references
    }
}

impl Attribute {
    /// Returns true if the value is words, rather than a name or a number.
    pub fn is_words(&self) -> bool {
        !matches!(self.name.as_str(), "kind" | "schedule" | "assets")
    }

    /// Returns the value that visitors read: with decoded character references, and with facts
    /// filled in by `fact`.
    pub fn filled(&self, fact: impl Fn(&str) -> String) -> String {
        filled(&self.value, |text| decode_html_entities(text), fact)
    }
}

/// Returns the end of the line that contains a byte of a text, before its line ending.
pub fn line_end(text: &str, at: usize) -> usize {
    let mut end = text.len();
    // Searching for one character is faster than for two, and one line may contain thousands of
    // tags.
    for ending in ['\n', '\r'] {
        if let Some(length) = text[at..end].find(ending) {
            end = at + length;
        }
    }
    end
}
