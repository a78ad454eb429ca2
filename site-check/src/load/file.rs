//! One content file: its text, its TOML, its prose, and every place in it that
//! points somewhere else.

use super::document::Document;
use super::kind::FileKind;
use super::leaves::{Leaf, leaves};
use super::markdown::{Node, Prose, tokens};
use super::pattern;
use super::references::{Reference, Target};
use super::strings::SourceMap;
use super::validate::{SchemaError, schema_errors};
use regex::Regex;
use serde::Deserialize;
use serde_json::Value;
use site_schema::model::{Fees, format};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// A content file as it was read.
#[derive(Debug)]
pub struct File {
    /// From the folder that holds `content`, such as `content/fees.toml`.
    pub path: String,
    pub kind: FileKind,
    pub text: Arc<str>,
    pub document: Document,
    /// Where the TOML departs from its schema.
    pub schema_errors: Vec<SchemaError>,
    /// What `content/fees.toml` states, its texts as written; none in any other
    /// file, and none where there is a schema error.
    pub fees: Option<Fees>,
    /// The strings that are more than strings: text, Markdown, links, images, names.
    pub leaves: Vec<Leaf>,
    /// An article's body, where it has front matter.
    pub body: Option<Prose>,
    /// Places that point somewhere else.
    pub references: Vec<Reference>,
    /// The names a fragment may have on a page or an article; none where they are not known for sure.
    pub anchors: Option<BTreeSet<String>>,
}

/// A file that is not read as content, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedFile {
    pub path: String,
    pub reason: Rejection,
    /// What its path says it is.
    pub kind: Option<FileKind>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// No kind of content has this path.
    Unexpected,
    /// An editor or the system keeps it for itself: no fault unless it is committed.
    Scratch,
    /// It is not UTF-8, and what it is instead.
    NotUtf8(String),
    /// Neither a file nor a folder, but what.
    Special(String),
    TooLarge {
        bytes: u64,
        limit: u64,
    },
    Unreadable(String),
}

impl File {
    /// Reads a file's text.
    pub fn parse(path: String, kind: FileKind, text: String) -> Self {
        let without_mark = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let start = text.len() - without_mark.len();
        let (front_matter, body) = match kind {
            FileKind::Article(_) => split_front_matter(&text, start),
            _ => (start..text.len(), None),
        };
        let document = Document::parse(&text, front_matter);
        let body = body.map(|range| Prose::parse(&text[range.clone()], SourceMap::verbatim(range)));
        let mut file = Self {
            leaves: leaves(&text, &document, &kind),
            text: text.as_str().into(),
            schema_errors: Vec::new(),
            fees: None,
            references: Vec::new(),
            anchors: None,
            path,
            kind,
            document,
            body,
        };
        if file.is_parsed() {
            file.schema_errors = schema_errors(&file.kind, &file.document.value);
        }
        if file.kind == FileKind::Fees && file.schema_errors.is_empty() {
            file.fees = Fees::deserialize(&file.document.value).ok();
        }
        file.references = references(&file);
        file.anchors = anchors(&file);
        file
    }

    pub fn references_of(&self, target: Target) -> impl Iterator<Item = &Reference> {
        self.references
            .iter()
            .filter(move |found| found.target == target)
    }

    /// Its prose: the Markdown in its TOML, and an article's body.
    pub fn proses(&self) -> impl Iterator<Item = &Prose> {
        self.leaves
            .iter()
            .filter_map(|leaf| leaf.prose.as_deref())
            .chain(&self.body)
    }

    /// Every node of its prose, parents first.
    pub fn nodes(&self) -> impl Iterator<Item = (&Prose, &Node)> {
        let nodes = |prose| Prose::nodes(prose).map(move |node| (prose, node));
        self.proses().flat_map(nodes)
    }

    /// Whether all of its TOML was parsed, so that what it lacks is really lacking.
    pub fn is_parsed(&self) -> bool {
        self.document.errors.is_empty() && self.has_front_matter()
    }

    /// Whether it has the front matter that an article must have.
    pub fn has_front_matter(&self) -> bool {
        self.body.is_some() || !matches!(self.kind, FileKind::Article(_))
    }

    /// The place of the line that holds a byte, without its end and without a
    /// byte-order mark before it.
    pub fn line_around(&self, at: usize) -> Range<usize> {
        let text = &*self.text;
        let at = text.floor_char_boundary(at.min(text.len()));
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        let start = text[..at].rfind('\n').map_or(mark.min(at), |end| end + 1);
        let end = text[at..].find('\n');
        start..end.map_or(text.len(), |end| at + end)
    }

    /// Unresolved merge conflicts.
    pub fn conflicts(&self) -> impl Iterator<Item = Range<usize>> {
        CONFLICT.find_iter(&self.text).map(|found| found.range())
    }

    /// How its lines end.
    pub fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// The path on the site of a page or an article.
    pub fn route(&self) -> Option<String> {
        self.kind.route()
    }

    /// Whether it is a page or an article that no build includes yet.
    pub fn is_draft(&self) -> bool {
        let draft = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/draft"),
            FileKind::Article(_) => self.document.value.get("draft"),
            _ => None,
        };
        draft == Some(&Value::Bool(true))
    }
}

/// An article: its front matter, captured, between two lines of +++, then its body.
static ARTICLE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\A\+\+\+[^\S\n]*\n((?s:.*?))(?m:^)\+\+\+[^\S\n]*(?:\n|\z)"));

/// The ranges of an article's front matter and body; none of a body where the
/// front matter has no end.
fn split_front_matter(text: &str, start: usize) -> (Range<usize>, Option<Range<usize>>) {
    let found = ARTICLE.captures(&text[start..]);
    let inner = found.as_ref().and_then(|found| found.get(1));
    let (Some(found), Some(inner)) = (&found, inner) else {
        return (start..start, None);
    };
    let body = start + found.get_match().end()..text.len();
    (start + inner.start()..start + inner.end(), Some(body))
}

/// The lines that Git left between two versions of a text: a merge conflict.
static CONFLICT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^<<<<<<< (?s:.*?)(?:^>>>>>>> .*\n?|\z)|^>>>>>>> .*\n?"));

fn anchors(file: &File) -> Option<BTreeSet<String>> {
    let is_body_parsed = file.body.as_ref().is_none_or(Prose::is_parsed);
    if !file.is_parsed() || !file.schema_errors.is_empty() || !is_body_parsed {
        return None;
    }
    let ids = file.leaves.iter().filter(|leaf| leaf.format == format::ID);
    let headings = file.body.iter().flat_map(Prose::anchors);
    Some(ids.map(|leaf| leaf.value.clone()).chain(headings).collect())
}

/// Every place of a file that points somewhere else.
fn references(file: &File) -> Vec<Reference> {
    let mut references = Vec::new();
    for leaf in &file.leaves {
        let mut add = |target, name: &str, place| {
            references.push(Reference {
                target,
                name: name.to_owned(),
                span: leaf.map.source(place),
            });
        };
        let whole = 0..leaf.value.len();
        match leaf.format {
            format::LINK => add(Target::Link, &leaf.value, whole),
            format::IMAGE => add(Target::Image, &leaf.value, whole),
            format::SCHEDULE => add(Target::Schedule, &leaf.value, whole),
            format::EXTERNAL => add(Target::External, &leaf.value, whole),
            format::TEXT | format::TIME_OF_YEAR => {
                for (name, place) in tokens(&leaf.value) {
                    add(Target::Token, &name, place);
                }
            }
            _ => {}
        }
        references.extend(leaf.prose.iter().flat_map(|prose| prose.references()));
    }
    references.extend(file.body.iter().flat_map(Prose::references));
    for text in file.written() {
        let amounts = AMOUNT.captures_iter(text.text);
        let amounts = amounts.filter_map(|found| found.get(1).or(found.get(2)));
        references.extend(amounts.map(|amount| Reference {
            target: Target::Amount,
            name: amount.as_str().to_owned(),
            span: text.span(amount.range()),
        }));
    }
    references
}

/// An amount of dollars or a percentage, either captured, and one with both marks.
static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    let number = "[0-9](?:[0-9.,]*[0-9])?";
    pattern(&format!(
        r"\${number}%|(\${number})|(?:^|[^A-Za-z0-9$.,])({number}%)"
    ))
});
