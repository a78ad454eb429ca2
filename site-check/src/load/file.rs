//! One content file: its text, its TOML, its prose, and every reference in it.

use super::document::Document;
use super::kind::FileKind;
use super::leaves::{Leaf, leaves, question_anchors};
use super::line_index::LineIndex;
use super::markdown::{Node, Prose, Reference, Target, tokens};
use super::pattern;
use super::phrases::Phrases;
use super::schema_errors::{SchemaError, schema_errors};
use super::strings::SourceMap;
use super::windows::{Edits, Window, WindowKind, windows};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use regex::Regex;
use serde_json::Value;
use site_schema::model::{Fees, FromFile, format};
use std::collections::BTreeSet;
use std::ops::Range;
use std::ptr;
use std::sync::{Arc, LazyLock};

/// A content file.
#[derive(Debug)]
pub struct File {
    /// Relative to the folder that contains `content`, such as `content/fees.toml`.
    pub path: String,
    pub kind: FileKind,
    pub text: Arc<str>,
    pub lines: LineIndex,
    pub document: Document,
    /// The schema errors of the TOML.
    pub schema_errors: Vec<SchemaError>,
    /// The fees in `content/fees.toml`, before its texts are compiled; `None` in other files, and
    /// if there is a schema error.
    pub fees: Option<Fees>,
    /// The phrases in `content/words.toml`; `None` in other files, and if they can't be read.
    pub phrases: Option<Phrases>,
    /// The strings with a format, such as text, Markdown, links, images and names.
    pub leaves: Vec<Leaf>,
    /// False for an article that doesn't begin with front matter.
    pub has_front_matter: bool,
    /// The body of an article with front matter.
    pub body: Option<Prose>,
    body_span: Option<Range<usize>>,
    /// The parts that name something defined elsewhere.
    pub references: Vec<Reference>,
    /// The possible fragments of links to a page or an article; `None` if they aren't known for
    /// certain.
    pub anchors: Option<Arc<BTreeSet<String>>>,
    /// The parts that start or end at a moment; empty in a file at a moment.
    pub windows: Vec<Window>,
    /// The edits that were applied to the written file, in order; empty in the written file.
    edits: Vec<Edits>,
}

impl PartialEq for File {
    /// Compares identities: an unchanged file is always shared.
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self, other)
    }
}

/// A file that isn't read as content, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedFile {
    pub path: String,
    pub reason: Rejection,
    /// The kind of content for its path.
    pub kind: Option<FileKind>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// No kind of content has this path.
    Unexpected,
    /// A temporary file of an editor or the system. It is only an error if it is committed.
    Scratch,
    /// A text that isn't in UTF-8, and its apparent encoding.
    NotUtf8(String),
    /// Neither a file nor a folder, with a description.
    Special(String),
    TooLarge {
        bytes: u64,
        limit: u64,
    },
    Unreadable(String),
}

impl File {
    /// Parses the text of a file.
    pub fn parse(path: String, kind: FileKind, text: String) -> Self {
        let start = mark_length(&text);
        let parts = match kind {
            FileKind::Article(_) => split_front_matter(&text, start),
            _ => Parts {
                toml: start..text.len(),
                body: None,
                has_front_matter: true,
            },
        };
        let document = Document::parse(&text, parts.toml.clone(), &kind);
        Self::of_document(path, kind, text.as_str().into(), parts, document)
    }

    /// Returns the file at a moment: itself if it doesn't depend on the moment, or the same one
    /// from `known`.
    pub fn at(
        self: &Arc<Self>,
        moment: Timestamp,
        zone: &TimeZone,
        known: &[Arc<Self>],
    ) -> Arc<Self> {
        if !self.differs_by_moment() {
            return Arc::clone(self);
        }
        let edits = Edits::at(moment, zone, &self.windows, &self.kind);
        self.apply(edits, known)
    }

    /// Returns the file without the values at some JSON pointers of its TOML.
    pub fn without(self: &Arc<Self>, pointers: BTreeSet<String>, known: &[Arc<Self>]) -> Arc<Self> {
        self.apply(Edits::without(pointers), known)
    }

    /// Returns the file with some edits, or the same one from `known`.
    fn apply(self: &Arc<Self>, edits: Edits, known: &[Arc<Self>]) -> Arc<Self> {
        let mut of_text = Vec::new();
        for file in known {
            if file.path == self.path && file.text == self.text {
                of_text.push(file);
            }
        }
        let mut all_edits = self.edits.clone();
        all_edits.push(edits.clone());
        for file in &of_text {
            if file.edits == all_edits {
                return Arc::clone(file);
            }
        }

        let document = self.document.apply(&edits, &self.windows, &self.kind);
        // Different edits can result in the same values at the same places.
        for file in of_text {
            if file.document.is_same_as(&document) {
                return Arc::clone(file);
            }
        }
        let parts = Parts {
            toml: 0..0,
            body: self.body_span.clone(),
            has_front_matter: self.has_front_matter,
        };
        let text = Arc::clone(&self.text);
        let mut file =
            Self::of_document(self.path.clone(), self.kind.clone(), text, parts, document);
        file.windows = Vec::new();
        file.edits = all_edits;
        Arc::new(file)
    }

    /// Returns true if this is a file at a moment that differs from the written file.
    pub fn is_at_moment(&self) -> bool {
        !self.edits.is_empty()
    }

    /// Returns the window of a whole page or article.
    pub fn own_window(&self) -> Option<&Window> {
        let mut windows = self.windows.iter();
        windows.find(|window| window.kind == WindowKind::File)
    }

    /// Returns true if the content of the file depends on the moment. An article with only a date
    /// of publication doesn't.
    pub fn differs_by_moment(&self) -> bool {
        let differs = |window: &Window| {
            let is_of_file = window.kind == WindowKind::File;
            !is_of_file
                || window
                    .bounds()
                    .any(|bound| !bound.pointer.ends_with("/published"))
        };
        self.windows.iter().any(differs)
    }

    /// Reads the rest of a file after its TOML.
    fn of_document(
        path: String,
        kind: FileKind,
        text: Arc<str>,
        parts: Parts,
        document: Document,
    ) -> Self {
        let body = parts.body.clone().map(|span| {
            let map = SourceMap::verbatim(span.clone());
            Prose::parse(&text[span], map)
        });
        let mut file = Self {
            leaves: leaves(&text, &document, &kind),
            lines: LineIndex::of(&text),
            windows: windows(&document, &kind),
            edits: Vec::new(),
            body_span: parts.body,
            text,
            schema_errors: Vec::new(),
            fees: None,
            phrases: None,
            references: Vec::new(),
            anchors: None,
            path,
            kind,
            document,
            has_front_matter: parts.has_front_matter,
            body,
        };
        if file.has_front_matter {
            file.schema_errors = schema_errors(&file.kind, &file.document.value);
        }
        if file.kind == FileKind::Fees && file.is_parsed() && file.schema_errors.is_empty() {
            file.fees = Fees::from_file(file.document.value.clone()).ok();
        }
        if file.kind == FileKind::Words && file.is_parsed() && file.schema_errors.is_empty() {
            file.phrases = Phrases::read(&file.document.value);
        }
        file.references = references(&file);
        file.anchors = anchors(&file).map(Arc::new);
        file
    }

    pub fn references_of(&self, target: Target) -> impl Iterator<Item = &Reference> {
        self.references
            .iter()
            .filter(move |found| found.target == target)
    }

    /// Returns the prose: the Markdown in the TOML, and an article's body.
    pub fn proses(&self) -> impl Iterator<Item = &Prose> {
        self.leaves
            .iter()
            .filter_map(|leaf| leaf.prose.as_deref())
            .chain(&self.body)
    }

    /// Returns every node of the prose, parents first.
    pub fn nodes(&self) -> impl Iterator<Item = (&Prose, &Node)> {
        self.proses()
            .flat_map(|prose| prose.nodes().map(move |node| (prose, node)))
    }

    /// Returns true if all of the TOML was parsed, so that missing keys really are missing.
    pub fn is_parsed(&self) -> bool {
        self.document.errors.is_empty() && self.has_front_matter
    }

    /// Returns the span of the line that contains a byte, without its line ending and byte-order
    /// marks.
    pub fn line_around(&self, byte: usize) -> Range<usize> {
        self.lines.line_around(&self.text, byte)
    }

    /// Returns true if a byte is in a TOML text between double quotes, where a backslash begins an
    /// escape.
    pub fn is_in_double_quotes(&self, byte: usize) -> bool {
        self.document.strings().any(|(pointer, _)| {
            let span = self.document.span(pointer);
            span.contains(&byte) && self.text[span].starts_with('"')
        })
    }

    /// Returns the spans of unresolved merge conflicts.
    pub fn conflicts(&self) -> impl Iterator<Item = Range<usize>> {
        CONFLICT.find_iter(&self.text).map(|found| found.range())
    }

    /// Returns the line ending of the file.
    pub fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// Returns the path of a page or an article on the site.
    pub fn route(&self) -> Option<String> {
        self.kind.route()
    }

    /// Returns the subjects of an article.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        let subjects = self.references_of(Target::Subject);
        subjects.map(|subject| subject.name.as_str())
    }

    /// Returns true for a page with the index of subjects. Each subject is an anchor there.
    pub fn lists_subjects(&self) -> bool {
        let Some(Value::Array(blocks)) = self.document.value.get("blocks") else {
            return false;
        };
        blocks.iter().any(|block| block["kind"] == "subject_index")
    }

    /// Returns true for a withdrawn page or article. Only a file at a moment can be withdrawn.
    pub fn is_withdrawn(&self) -> bool {
        let withdrawn = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/withdrawn"),
            FileKind::Article(_) => self.document.value.get("withdrawn"),
            _ => None,
        };
        withdrawn.is_some()
    }

    /// Returns true for a draft of a page or an article.
    pub fn is_draft(&self) -> bool {
        let draft = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/draft"),
            FileKind::Article(_) => self.document.value.get("draft"),
            _ => None,
        };
        draft == Some(&Value::Bool(true))
    }
}

/// Captures the front matter of an article, between two lines of +++.
static FRONT_MATTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\A\+\+\+[^\S\n]*\n((?s:.*?))(?m:^)\+\+\+[^\S\n]*(?:\n|\z)"));

/// The spans of a file's TOML and of an article's body.
struct Parts {
    toml: Range<usize>,
    body: Option<Range<usize>>,
    has_front_matter: bool,
}

/// Splits an article that begins at `start`. Without front matter, nothing of it is read.
fn split_front_matter(text: &str, start: usize) -> Parts {
    let Some(found) = FRONT_MATTER.captures(&text[start..]) else {
        return Parts {
            toml: start..start,
            body: None,
            has_front_matter: false,
        };
    };
    let toml = found.get(1).map_or(0..0, |toml| toml.range());
    let body_start = start + found.get_match().end();
    Parts {
        toml: start + toml.start..start + toml.end,
        body: Some(body_start..text.len()),
        has_front_matter: true,
    }
}

/// Returns the length of the byte-order mark at the beginning of a text, or 0.
fn mark_length(text: &str) -> usize {
    let mark = '\u{feff}';
    if text.starts_with(mark) {
        mark.len_utf8()
    } else {
        0
    }
}

/// The lines of a merge conflict, which Git writes between two versions of a text.
static CONFLICT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^<<<<<<< (?s:.*?)(?:^>>>>>>> .*\n?|\z)|^>>>>>>> .*\n?"));

/// Returns the possible fragments: the ids in the TOML, the questions, and the headings of the
/// body.
fn anchors(file: &File) -> Option<BTreeSet<String>> {
    let is_body_parsed = file.body.as_ref().is_none_or(Prose::is_parsed);
    if !file.is_parsed() || !file.schema_errors.is_empty() || !is_body_parsed {
        return None;
    }
    let mut anchors = BTreeSet::new();
    for leaf in &file.leaves {
        if leaf.format == format::ID {
            anchors.insert(leaf.value.clone());
        }
    }
    for question in question_anchors(&file.document.value) {
        anchors.insert(question.id);
    }
    if let Some(body) = &file.body {
        anchors.extend(body.anchors());
    }
    Some(anchors)
}

/// Returns every reference in a file.
fn references(file: &File) -> Vec<Reference> {
    let mut references = Vec::new();
    for leaf in &file.leaves {
        add_leaf(leaf, &mut references);
        if let Some(prose) = &leaf.prose {
            references.extend(prose.references());
        }
    }
    if let Some(body) = &file.body {
        references.extend(body.references());
    }
    // Amounts in content/facts.toml are in the right place.
    let texts = match file.kind {
        FileKind::Facts => Vec::new(),
        _ => file.texts(),
    };
    for text in texts {
        for amount in amounts(&text.text) {
            if !text.has_code(&amount) {
                references.push(Reference {
                    target: Target::Amount,
                    name: text.text[amount.clone()].to_owned(),
                    span: text.source(amount),
                });
            }
        }
    }
    references
}

/// Adds the references of a string: the string itself, or the facts in it.
fn add_leaf(leaf: &Leaf, references: &mut Vec<Reference>) {
    let target = match leaf.format {
        format::LINK => Target::Link,
        format::IMAGE => Target::Image,
        format::SCHEDULE => Target::Schedule,
        format::EXTERNAL => Target::External,
        format::SUBJECT => Target::Subject,
        format::TEXT | format::TIME_OF_YEAR => {
            for (name, span) in tokens(&leaf.value) {
                references.push(Reference {
                    target: Target::Token,
                    name,
                    span: leaf.map.source(span),
                });
            }
            return;
        }
        _ => return,
    };
    references.push(Reference {
        target,
        name: leaf.value.clone(),
        span: leaf.map.source(0..leaf.value.len()),
    });
}

/// Returns the spans of the amounts and percentages in a text.
fn amounts(text: &str) -> Vec<Range<usize>> {
    let mut amounts = Vec::new();
    for found in AMOUNT.captures_iter(text) {
        if let Some(amount) = found.get(1).or(found.get(2)) {
            amounts.push(amount.range());
        }
    }
    amounts
}

/// Captures an amount in dollars or a percentage; a figure with both signs isn't captured.
static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    let number = "[0-9](?:[0-9.,]*[0-9])?";
    pattern(&format!(
        r"\${number}%|(\${number})|(?:^|[^A-Za-z0-9$.,])({number}%)"
    ))
});
