//! A rule of content: its code, its documentation, its check, and the collection of its
//! diagnostics. The rules themselves are in `rules` and `address::rules`.

use crate::diagnostic::Diagnostic;
pub use crate::diagnostic::Severity;
use crate::load::markdown::{MarkdownError, Prose};
use crate::load::{File, FileKind, Leaf, Passage, Tree};
use jiff::civil::Date;
use serde_json::Value;
use std::ops::Range;

/// One rule of content.
#[derive(Debug)]
pub struct Rule {
    /// Its group and its name, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    pub(crate) scope: Scope,
    /// One sentence on what it finds.
    pub summary: &'static str,
    /// One paragraph on why that matters.
    pub why: &'static str,
    pub(crate) example: Example,
}

/// The input of a rule's check.
#[derive(Debug)]
pub(crate) enum Scope {
    /// Each file without the others. The check depends only on its path, its text and the date.
    FileAlone(fn(&File, &mut Diagnostics)),
    /// Each file without the others, with its visible texts: see [`File::texts`].
    Texts(fn(&File, &[Passage], &mut Diagnostics)),
    /// Each file, with the definitions of the others.
    FileInTree(fn(&File, &Tree, &mut Diagnostics)),
    /// Each file, with its visible texts and the definitions of the others: see [`File::passages`].
    TextsInTree(fn(&File, &[Passage], &Tree, &mut Diagnostics)),
    /// The only file of a kind, with all others.
    SingleFile(FileKind, fn(&File, &Tree, &mut Diagnostics)),
    /// All files together.
    WholeTree(fn(&Tree, &mut Diagnostics)),
    /// All files as written, including windows, in no particular edition.
    AllEditions(fn(&Tree, &mut Diagnostics)),
    /// None: the check of another rule finds its problems. See [`Diagnostics::for_rule`].
    ByAnother,
}

/// A mistake, and its correction. Line breaks at both ends are ignored.
#[derive(Debug)]
pub(crate) enum Example {
    /// A part of a file of the test site. `wrong` replaces `right`, which is in the file.
    InFile {
        file: &'static str,
        wrong: &'static str,
        right: &'static str,
    },
    /// A description of a problem that the text of one file can't show. `plant` makes the mistake
    /// in the test site.
    Planted {
        wrong: &'static str,
        right: &'static str,
        plant: fn(&mut Tree),
    },
}

impl Rule {
    /// Returns the rule's section of docs/rules.md in Markdown, without its heading: the summary,
    /// why it matters, and the example, with the message for the wrong example if given.
    pub fn documentation(&self, message: Option<&str>) -> String {
        let Self { summary, why, .. } = self;
        let example = self.example.documentation(message);
        format!("{summary}\n\n{why}\n\n{example}")
    }
}

impl Example {
    fn documentation(&self, message: Option<&str>) -> String {
        let (place, language, wrong, right) = match self {
            Self::InFile { file, wrong, right } => {
                let (_, extension) = file.rsplit_once('.').unwrap_or_default();
                (format!(", in `{file}`"), extension, wrong, right)
            }
            Self::Planted { wrong, right, .. } => (String::new(), "text", wrong, right),
        };
        let wrong = wrong.trim_matches('\n');
        let right = right.trim_matches('\n');
        let message = match message {
            Some(message) => format!("The message:\n\n~~~text\n{message}\n~~~\n\n"),
            None => String::new(),
        };
        format!(
            "Wrong{place}:\n\n~~~{language}\n{wrong}\n~~~\n\n{message}Right:\n\n~~~{language}\n{right}\n~~~"
        )
    }
}

/// Collects the diagnostics of one rule.
#[derive(Debug)]
pub(crate) struct Diagnostics<'a> {
    pub rule: &'static Rule,
    /// The date of the check; `None` in a build.
    pub today: Option<Date>,
    pub found: &'a mut Vec<Diagnostic>,
}

impl Diagnostics<'_> {
    /// Adds a problem at a place of a file.
    pub fn at(
        &mut self,
        file: &File,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(Diagnostic::at(file, span, message))
    }

    /// Adds a problem of the value at a JSON pointer of a file.
    pub fn at_value(
        &mut self,
        file: &File,
        pointer: &str,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, file.document.span(pointer), message)
    }

    /// Adds a problem of the key at a JSON pointer of a file.
    pub fn at_key(
        &mut self,
        file: &File,
        pointer: &str,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, file.document.key_span(pointer), message)
    }

    /// Adds a problem at a span of words, which it quotes.
    pub fn in_text(
        &mut self,
        file: &File,
        text: &Passage,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.at(file, text.source(span.clone()), message)
            .quoting(&text.text[span])
    }

    /// Adds a problem of a whole file.
    pub fn of_file(&mut self, path: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Diagnostic::of_file(path, message))
    }

    fn add(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        let index = self.found.len();
        self.found.push(Diagnostic {
            code: self.rule.code,
            severity: self.rule.severity,
            ..diagnostic
        });
        &mut self.found[index]
    }

    /// Returns the same collection for another rule whose problems this check finds, too.
    pub fn for_rule(&mut self, rule: &'static Rule) -> Diagnostics<'_> {
        Diagnostics {
            rule,
            today: self.today,
            found: self.found,
        }
    }
}

/// Returns the strings of a file that have a format, such as a date.
pub(crate) fn leaves<'a>(file: &'a File, format: &'a str) -> impl Iterator<Item = &'a Leaf> {
    file.leaves.iter().filter(move |leaf| leaf.format == format)
}

/// Returns the last key in a pointer, ignoring indexes.
pub(crate) fn key(pointer: &str) -> &str {
    pointer
        .rsplit('/')
        .find(|part| part.parse::<usize>().is_err())
        .unwrap_or_default()
}

/// Returns the entries of the list at a pointer of a file, each with its own pointer.
pub(crate) fn entries<'a>(
    file: &'a File,
    list: &'a str,
) -> impl Iterator<Item = (String, &'a Value)> {
    file.document
        .value
        .pointer(list)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
        .map(move |(index, entry)| (format!("{list}/{index}"), entry))
}

/// An error in the Markdown of a file. The rule for this kind of error reports it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProseError<'a> {
    pub file: &'a File,
    pub prose: &'a Prose,
    pub error: &'a MarkdownError,
}

impl<'a> ProseError<'a> {
    /// Returns the written text of the error.
    pub fn written(&self) -> &'a str {
        self.prose
            .text
            .get(self.error.span.clone())
            .unwrap_or_default()
    }

    /// Returns the span of the error in the file.
    pub fn span(&self) -> Range<usize> {
        self.prose.map.source(self.error.span.clone())
    }

    /// Adds a problem at the place of the error, which it quotes.
    pub fn report<'d>(
        &self,
        out: &'d mut Diagnostics,
        message: &str,
        expected: &str,
        help: &str,
    ) -> &'d mut Diagnostic {
        out.at(self.file, self.span(), message)
            .expected(expected)
            .quoting(self.written().trim())
            .help(help)
    }
}
