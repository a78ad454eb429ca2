//! The tag of a component: its name and its attributes, each with its place.

use super::{filled, pattern, tokens};
use crate::load::references::Target;
use html_escape::decode_html_entities;
use regex::{Match, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// A tag as it is written, on one line.
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
    /// What is between its straight quotes, as it is written.
    pub value: String,
    /// The place of the value, without its quotes.
    pub span: Range<usize>,
}

/// A tag from its < to its >: a slash, its name, its attributes, and a slash.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^<(/?)([A-Za-z][A-Za-z0-9._:-]*)((?:\s*{ATTRIBUTE})*)\s*(/?)>"
    ))
});
static ATTRIBUTES: LazyLock<Regex> = LazyLock::new(|| pattern(ATTRIBUTE));
/// A name and a value in straight quotes of either kind.
const ATTRIBUTE: &str = r#"([^\s=>/"'<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"#;

impl Tag {
    /// The tag at a place of a text; none where it has no end on its line, or an
    /// attribute without a value in straight quotes.
    pub fn read(text: &str, start: usize) -> Option<Self> {
        let found = TAG.captures(&text[start..line_end(text, start)])?;
        let written = found.get(3)?;
        let place = |part: &Match| {
            let from = start + written.start();
            from + part.start()..from + part.end()
        };
        let attributes = ATTRIBUTES.captures_iter(written.as_str()).filter_map(|it| {
            let (name, value) = (it.get(1)?, it.get(2).or(it.get(3))?);
            Some(Attribute {
                name: name.as_str().to_owned(),
                value: value.as_str().to_owned(),
                span: place(&value),
            })
        });
        let is_slash = |group| &found[group] == "/";
        Some(Self {
            name: found[2].to_owned(),
            span: start..start + found[0].len(),
            form: match (is_slash(1), is_slash(found.len() - 1)) {
                (true, _) => TagForm::Close,
                (_, true) => TagForm::Empty,
                _ => TagForm::Open,
            },
            attributes: attributes.collect(),
            close: None,
        })
    }
}

impl Tag {
    /// What it points to, with the place of each.
    pub(super) fn references(&self) -> Vec<(Target, String, Range<usize>)> {
        let mut references = Vec::new();
        for attribute in &self.attributes {
            let target = match (self.name.as_str(), attribute.name.as_str()) {
                ("Disclaimer", "kind") => Some(Target::Disclaimer),
                ("WorkedExample", "schedule") => Some(Target::Schedule),
                _ => None,
            };
            let (value, span) = (&attribute.value, &attribute.span);
            references.extend(target.map(|target| (target, value.clone(), span.clone())));
            references.extend(tokens(value).into_iter().map(|(token, within)| {
                let place = span.start + within.start..span.start + within.end;
                (Target::Token, token, place)
            }));
        }
        references
    }
}

impl Attribute {
    /// Its value as visitors read it: characters for their names, and facts as `fact` gives them.
    pub fn filled(&self, fact: impl Fn(&str) -> String) -> String {
        filled(&self.value, |text| decode_html_entities(text), fact)
    }
}

pub fn line_end(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at..];
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    end.map_or(text.len(), |end| at + end)
}
