//! A rule of content: its code, its documentation, its check, and the diagnostics of
//! that. The rules themselves are in `rules` and `address::rules`.

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
    /// Its group and its own name, such as `link/broken`.
    pub code: &'static str,
    pub severity: Severity,
    pub(crate) scope: Scope,
    /// One sentence on what it finds.
    pub summary: &'static str,
    /// One paragraph on why that matters.
    pub why: &'static str,
    pub(crate) example: Example,
}

/// The files that a rule looks at, and its check.
#[derive(Debug)]
pub(crate) enum Scope {
    /// Each file by itself: by its path, its text and the day of the check alone.
    FileAlone(fn(&File, &mut Diagnostics)),
    /// Each file by itself, with its texts as visitors read them: see [`File::texts`].
    Texts(fn(&File, &[Passage], &mut Diagnostics)),
    /// Each file among the others.
    FileInTree(fn(&File, &Tree, &mut Diagnostics)),
    /// The one file of a kind, among the others.
    SingleFile(FileKind, fn(&File, &Tree, &mut Diagnostics)),
    /// All files together.
    WholeTree(fn(&Tree, &mut Diagnostics)),
    /// All files as they are written, in no edition, with their windows.
    AllEditions(fn(&Tree, &mut Diagnostics)),
    /// None: the check of another rule finds its problems. See [`Diagnostics::for_rule`].
    ByAnother,
}

/// A mistake, and the same corrected. Line breaks at both ends do not count.
#[derive(Debug)]
pub(crate) enum Example {
    /// Text of a file of the tests' own site: `right` is there, `wrong` takes its place.
    InFile {
        file: &'static str,
        wrong: &'static str,
        right: &'static str,
    },
    /// A description, where the text of a file can't show the problem. `plant` makes the mistake in the tests' own site.
    Planted {
        wrong: &'static str,
        right: &'static str,
        plant: fn(&mut Tree),
    },
}

impl Rule {
    /// The rule's section of docs/rules.md, without its heading, as Markdown: the
    /// summary, why it matters, and the example, with the message of the wrong one where it is given.
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
    /// The day of the check; none in a build.
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

    /// Adds a problem of a file, at no place in it.
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

    /// The same collection for another rule, whose problems this check finds too.
    pub fn for_rule(&mut self, rule: &'static Rule) -> Diagnostics<'_> {
        Diagnostics {
            rule,
            today: self.today,
            found: self.found,
        }
    }
}

/// The strings of a file that have a format, such as a date.
pub(crate) fn leaves<'a>(file: &'a File, format: &'a str) -> impl Iterator<Item = &'a Leaf> {
    file.leaves.iter().filter(move |leaf| leaf.format == format)
}

/// The key that a pointer names, without the numbers of entries.
pub(crate) fn key(pointer: &str) -> &str {
    pointer
        .rsplit('/')
        .find(|part| part.parse::<usize>().is_err())
        .unwrap_or_default()
}

/// The entries of the list at a pointer of a file, each with its own pointer.
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

/// An error in the Markdown of a file, of which the rule of its kind reports what
/// is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProseError<'a> {
    pub file: &'a File,
    pub prose: &'a Prose,
    pub error: &'a MarkdownError,
}

impl<'a> ProseError<'a> {
    /// What is wrong, as it is written.
    pub fn written(&self) -> &'a str {
        self.prose
            .text
            .get(self.error.span.clone())
            .unwrap_or_default()
    }

    /// The span of the error in the file.
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
