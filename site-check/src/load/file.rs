//! One content file: its text, its TOML, its prose, and every reference in it.

use super::document::Document;
use super::in_force::Edits;
use super::kind::FileKind;
use super::leaves::{Leaf, leaves, question_anchors};
use super::line_index::LineIndex;
use super::markdown::{Node, Prose, Reference, Target, tokens};
use super::pattern;
use super::phrases::Phrases;
use super::strings::SourceMap;
use super::validate::{SchemaError, schema_errors};
use super::windows::{Window, WindowKind, windows};
use jiff::Timestamp;
use jiff::tz::TimeZone;
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
    pub lines: LineIndex,
    pub document: Document,
    /// The departures of the TOML from its schema.
    pub schema_errors: Vec<SchemaError>,
    /// The fees that `content/fees.toml` states, their texts as written; none in any
    /// other file, and none where there is a schema error.
    pub fees: Option<Fees>,
    /// What `content/words.toml` lists; none in any other file, and none where it can't be read.
    pub phrases: Option<Phrases>,
    /// The strings that are more than strings: text, Markdown, links, images, names.
    pub leaves: Vec<Leaf>,
    /// False for an article that does not begin with front matter.
    pub has_front_matter: bool,
    /// An article's body.
    pub body: Option<Prose>,
    body_span: Option<Range<usize>>,
    /// The parts that name something defined elsewhere.
    pub references: Vec<Reference>,
    /// The names a fragment may have on a page or an article; none where they are not known for sure.
    pub anchors: Option<BTreeSet<String>>,
    /// The parts that are there from some moment on, or until one; none in a file as it is at a moment.
    pub windows: Vec<Window>,
    /// The edits that made it of what is written, one after the other; none in a file as it is written.
    edits: Vec<Edits>,
}

/// A file that is not read as content, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedFile {
    pub path: String,
    pub reason: Rejection,
    /// The kind of content that its path stands for.
    pub kind: Option<FileKind>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rejection {
    /// No kind of content has this path.
    Unexpected,
    /// A file that an editor or the system keeps for itself: no error unless it is committed.
    Scratch,
    /// A text that is not UTF-8, and what it is instead.
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

    /// The file as it is at a moment; itself, where that is as it is written, and one of `known` that is the same.
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
        self.edited(edits, known)
    }

    /// The file without some values of its TOML, by their JSON pointers.
    pub fn without(self: &Arc<Self>, pointers: BTreeSet<String>, known: &[Arc<Self>]) -> Arc<Self> {
        self.edited(Edits::without(pointers), known)
    }

    /// The file with some edits, or one of `known` that is the same.
    fn edited(self: &Arc<Self>, edits: Edits, known: &[Arc<Self>]) -> Arc<Self> {
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

        let document = self.document.edited(&edits, &self.windows, &self.kind);
        // Other edits may come to the same values from the same places.
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

    /// Returns whether it is the file as it is at a moment, where that differs from what is written.
    pub fn is_at_moment(&self) -> bool {
        !self.edits.is_empty()
    }

    /// The window of a page or an article as a whole.
    pub fn own_window(&self) -> Option<&Window> {
        let mut windows = self.windows.iter();
        windows.find(|window| window.kind == WindowKind::File)
    }

    /// Returns whether what it says is not at all moments the same. An article that only says when it was published is.
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

    /// Reads the rest of a file of which the TOML is read.
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
            file.fees = Fees::deserialize(&file.document.value).ok();
        }
        if file.kind == FileKind::Words && file.is_parsed() && file.schema_errors.is_empty() {
            file.phrases = Phrases::read(&file.document.value);
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
        self.proses()
            .flat_map(|prose| prose.nodes().map(move |node| (prose, node)))
    }

    /// Returns whether all of its TOML was parsed, so that what it lacks is really lacking.
    pub fn is_parsed(&self) -> bool {
        self.document.errors.is_empty() && self.has_front_matter
    }

    /// The span of the line that holds a byte, without its end and without the
    /// byte-order marks before it.
    pub fn line_around(&self, byte: usize) -> Range<usize> {
        self.lines.line_around(&self.text, byte)
    }

    /// Returns true if a byte is in a text of the TOML between double quotes, where a backslash begins an escape.
    pub fn is_in_double_quotes(&self, byte: usize) -> bool {
        self.document.strings().any(|(pointer, _)| {
            let span = self.document.span(pointer);
            span.contains(&byte) && self.text[span].starts_with('"')
        })
    }

    /// The spans of unresolved merge conflicts.
    pub fn conflicts(&self) -> impl Iterator<Item = Range<usize>> {
        CONFLICT.find_iter(&self.text).map(|found| found.range())
    }

    /// The line ending that the file uses.
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

    /// The subjects that an article names.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        let subjects = self.references_of(Target::Subject);
        subjects.map(|subject| subject.name.as_str())
    }

    /// Returns whether it is a page with the index of subjects, each of which is an anchor there.
    pub fn lists_subjects(&self) -> bool {
        let Some(Value::Array(blocks)) = self.document.value.get("blocks") else {
            return false;
        };
        blocks.iter().any(|block| block["kind"] == "subject_index")
    }

    /// Returns whether it is a page or an article that is withdrawn, which only a file as it is at a moment can be.
    pub fn is_withdrawn(&self) -> bool {
        let withdrawn = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/withdrawn"),
            FileKind::Article(_) => self.document.value.get("withdrawn"),
            _ => None,
        };
        withdrawn.is_some()
    }

    /// Returns whether it is a page or an article that no build includes yet.
    pub fn is_draft(&self) -> bool {
        let draft = match self.kind {
            FileKind::Page(_) => self.document.value.pointer("/meta/draft"),
            FileKind::Article(_) => self.document.value.get("draft"),
            _ => None,
        };
        draft == Some(&Value::Bool(true))
    }
}

/// The front matter of an article, captured, between two lines of +++.
static FRONT_MATTER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\A\+\+\+[^\S\n]*\n((?s:.*?))(?m:^)\+\+\+[^\S\n]*(?:\n|\z)"));

/// The spans of a file's TOML and of an article's body.
struct Parts {
    toml: Range<usize>,
    body: Option<Range<usize>>,
    has_front_matter: bool,
}

/// Splits an article that begins at `start`. Where its front matter has no end, it has no TOML,
/// and its body is what is certainly none of it.
fn split_front_matter(text: &str, start: usize) -> Parts {
    let article = &text[start..];
    let Some(found) = FRONT_MATTER.captures(article) else {
        return Parts {
            toml: start..start,
            body: Some(start + prose_start(article)..text.len()),
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

/// Returns the byte at which the prose begins of an article whose front matter can't be read:
/// below its closing line, of YAML or with its opening line lost, or below its first empty line.
fn prose_start(article: &str) -> usize {
    let mut at = 0;
    let mut opening = None;
    for line in article.split_inclusive('\n') {
        let written = line.trim_end();
        at += line.len();
        let is_mark = matches!(written, "+++" | "---");
        match opening {
            None if written.is_empty() => {}
            None => opening = Some(written),
            Some(_) if is_mark => return at,
            Some(first) if written.is_empty() && !is_prose(first) && !goes_on(&article[at..]) => {
                return at;
            }
            Some(first) if is_prose(first) => return 0,
            Some(_) => {}
        }
    }
    0
}

/// Returns whether front matter goes on below an empty line: with a section, or a key and its value.
fn goes_on(rest: &str) -> bool {
    static GOES_ON: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\A\s*(?:\[\[?[a-z]|[a-z_]+ *[=:])"));
    GOES_ON.is_match(rest)
}

/// Returns whether the first line of an article is words, and no part of front matter.
fn is_prose(line: &str) -> bool {
    !matches!(line, "+++" | "---") && !line.contains(['=', ':'])
}

/// The length of the byte-order mark that a text begins with; 0 where there is none.
fn mark_length(text: &str) -> usize {
    let mark = '\u{feff}';
    if text.starts_with(mark) {
        mark.len_utf8()
    } else {
        0
    }
}

/// The lines that Git left between two versions of a text: a merge conflict.
static CONFLICT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^<<<<<<< (?s:.*?)(?:^>>>>>>> .*\n?|\z)|^>>>>>>> .*\n?"));

/// The names that a fragment may have: the ids of the TOML, its questions, and the headings of the body.
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

/// Every reference of a file.
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
    // The amounts of content/facts.toml are where they belong.
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

/// Adds the references of a string: the one that it is, or the facts in it.
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

/// The spans of the amounts and percentages in a text.
fn amounts(text: &str) -> Vec<Range<usize>> {
    let mut amounts = Vec::new();
    for found in AMOUNT.captures_iter(text) {
        if let Some(amount) = found.get(1).or(found.get(2)) {
            amounts.push(amount.range());
        }
    }
    amounts
}

/// An amount of dollars or a percentage, either captured, and one with both marks.
static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    let number = "[0-9](?:[0-9.,]*[0-9])?";
    pattern(&format!(
        r"\${number}%|(\${number})|(?:^|[^A-Za-z0-9$.,])({number}%)"
    ))
});
