//! A diagnostic: a problem, its place, and the way to fix it.

use crate::fix::Fix;
use crate::load::File;
use crate::load::line_index::LineIndex;
use crate::moment_words::{end_in_words, in_words};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// The severity of a problem. An error stops the build; a warning doesn't.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Level")]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// The content that has a problem, if a change is checked against its target branch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The checked content.
    #[default]
    Head,
    /// The target branch, too. The problem doesn't count against the change.
    Base,
    /// Only the merge of the two.
    Merge,
}

impl Origin {
    /// Returns the note below a problem that isn't only in the change.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Head => None,
            Self::Base => Some(
                "the target branch already has this problem, so it doesn't count against the change",
            ),
            Self::Merge => Some(
                "this appears once the change is merged: update your branch from the target branch, and fix it there",
            ),
        }
    }
}

/// The maximum length of a quotation in characters.
const LONGEST_QUOTE: usize = 60;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// The file's path with slashes, relative to the folder that contains `content`.
    pub file: String,
    /// The place in the file; null if the problem concerns the whole file.
    pub place: Option<Place>,
    /// The code of the rule, such as link/broken; empty if no content rule found the problem.
    pub code: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub message: String,
    /// The correct content of the place, in words.
    pub expected: Option<String>,
    /// The present content of the place.
    pub found: Option<String>,
    /// Instructions for the editor.
    pub help: String,
    /// The period when the content has the problem, from its first occurrence to its last; null if
    /// the content has it now and at all later moments.
    pub when: Option<Period>,
    /// The change that certainly fixes the problem; null if a person must decide.
    pub fix: Option<Fix>,
    /// The places where problems that other rules find are consequences of this one.
    #[serde(skip)]
    pub suppresses: Vec<Range<usize>>,
}

/// A period between two moments, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Period {
    /// Null if the period has begun.
    #[schemars(with = "Option<String>")]
    pub from: Option<Timestamp>,
    /// Null if the period doesn't end.
    #[schemars(with = "Option<String>")]
    pub until: Option<Timestamp>,
}

impl Period {
    /// Formats the period in the firm's time: "starting January 1, 2027", "until the end of
    /// December 31", "on December 1" for one edition, and "from December 1 until the end of January
    /// 31" for several.
    fn in_words(&self, is_one_edition: bool, zone: &TimeZone, now: Option<Timestamp>) -> String {
        match (self.from, self.until) {
            (None, None) => "at times".to_owned(),
            (Some(from), None) => format!("starting {}", in_words(from, zone, now)),
            (Some(from), Some(until)) => {
                let from = in_words(from, zone, now);
                if !is_one_edition {
                    format!("from {from} until {}", end_in_words(until, zone, now))
                } else if from.contains(" on ") {
                    format!("at {from}")
                } else {
                    format!("on {from}")
                }
            }
            (None, Some(until)) => format!("until {}", end_in_words(until, zone, now)),
        }
    }
}

/// Consecutive editions.
#[derive(Debug)]
pub(crate) struct Run {
    pub period: Period,
    pub is_one_edition: bool,
}

/// The maximum number of periods that a message names.
const MOST_TIMES: usize = 3;

/// A part of a file. Lines and columns count from 1, and columns are characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
    /// The first byte, counted from 0.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// The text of the file.
    #[serde(skip)]
    pub text: Arc<str>,
}

impl Place {
    /// Returns the place of a span of a file.
    pub fn of(file: &File, span: Range<usize>) -> Self {
        Self::of_lines(&file.text, &file.lines, span)
    }

    /// Returns the place of a span of a text that isn't content.
    pub fn of_text(text: &str, span: Range<usize>) -> Self {
        Self::of_lines(&Arc::from(text), &LineIndex::of(text), span)
    }

    fn of_lines(text: &Arc<str>, lines: &LineIndex, span: Range<usize>) -> Self {
        let Range { start, end } = clamp(text, span);
        let first_start = lines.line_around(text, start).start;
        let last_start = lines.line_around(text, end).start;
        Self {
            line: lines.number(start),
            column: lines.count(text, first_start..start) + 1,
            end_line: lines.number(end),
            end_column: lines.count(text, last_start..end) + 1,
            start,
            end,
            text: Arc::clone(text),
        }
    }
}

impl Diagnostic {
    /// Creates a problem at a place of a file.
    pub fn at(file: &File, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            place: Some(Place::of(file, span)),
            ..Self::of_file(&file.path, message)
        }
    }

    /// Creates a problem of a whole file.
    pub fn of_file(path: &str, message: impl Into<String>) -> Self {
        Self {
            code: "",
            severity: Severity::Error,
            origin: Origin::Head,
            file: path.to_owned(),
            place: None,
            message: message.into(),
            expected: None,
            found: None,
            help: String::new(),
            when: None,
            fix: None,
            suppresses: Vec::new(),
        }
    }

    /// Adds the periods when the content has the problem. There must be at least one.
    pub(crate) fn hold_in(&mut self, runs: &[Run], zone: &TimeZone, now: Option<Timestamp>) {
        let mut times = Vec::new();
        for run in runs.iter().take(MOST_TIMES) {
            times.push(run.period.in_words(run.is_one_edition, zone, now));
        }
        if runs.len() > MOST_TIMES {
            times.push("later again".to_owned());
        }
        self.message = format!("{}: {}", times.join(", and "), self.message);
        let from = runs.first().and_then(|run| run.period.from);
        let until = runs.last().and_then(|run| run.period.until);
        self.when = Some(Period { from, until });
    }

    pub fn expected(&mut self, expected: impl Into<String>) -> &mut Self {
        self.expected = Some(expected.into());
        self
    }

    pub fn found(&mut self, found: impl Into<String>) -> &mut Self {
        self.found = Some(found.into());
        self
    }

    /// Quotes the first line of the text that was found, and cuts a long line.
    pub fn quoting(&mut self, text: &str) -> &mut Self {
        let line = text.lines().next().unwrap_or_default();
        if line.is_empty() {
            return self.found("nothing");
        }
        match line.char_indices().nth(LONGEST_QUOTE) {
            Some((end, _)) => self.found(format!("`{}…`", &line[..end])),
            None => self.found(format!("`{line}`")),
        }
    }

    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = help.into();
        self
    }

    /// Sets the fix, if it is certain.
    pub fn fix(&mut self, fix: Option<Fix>) -> &mut Self {
        self.fix = fix;
        self
    }

    /// Suppresses problems that other rules find in the same place, because they are consequences
    /// of this one.
    pub fn suppresses_its_span(&mut self) -> &mut Self {
        if let Some(place) = &self.place {
            self.suppresses.push(place.start..place.end);
        }
        self
    }

    /// Suppresses problems that other rules find in another place.
    pub fn suppresses(&mut self, span: Range<usize>) -> &mut Self {
        self.suppresses.push(span);
        self
    }
}

/// Makes a text safe to print on one line: control and invisible characters become �, and line
/// breaks become spaces.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' {
            out.push(' ');
        } else if invisible(c).is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns the name of an invisible character; `None` for a visible one.
pub fn invisible(character: char) -> Option<&'static str> {
    // The most frequent case.
    if matches!(character, ' '..='~' | '\n' | '\t') {
        return None;
    }
    for (range, name) in INVISIBLE {
        if range.contains(&character) {
            return Some(name);
        }
    }
    None
}

/// The invisible characters in Unicode order, with the name of each range.
const INVISIBLE: [(RangeInclusive<char>, &str); 22] = [
    ('\0'..='\x08', "control character"),
    ('\x0b'..='\x0c', "control character"),
    ('\r'..='\r', "carriage return"),
    ('\x0e'..='\x1f', "control character"),
    ('\x7f'..='\u{9f}', "control character"),
    ('\u{ad}'..='\u{ad}', "soft hyphen"),
    ('\u{61c}'..='\u{61c}', "reverses text direction"),
    ('\u{115f}'..='\u{1160}', "zero width"),
    ('\u{180e}'..='\u{180e}', "zero width"),
    ('\u{200b}'..='\u{200b}', "zero-width space"),
    ('\u{200c}'..='\u{200d}', "zero-width joiner"),
    ('\u{200e}'..='\u{200f}', "reverses text direction"),
    ('\u{2028}'..='\u{2029}', "line or paragraph separator"),
    ('\u{202a}'..='\u{202e}', "reverses text direction"),
    ('\u{2060}'..='\u{2064}', "zero width"),
    ('\u{2066}'..='\u{206f}', "reverses text direction"),
    ('\u{3164}'..='\u{3164}', "zero width"),
    ('\u{feff}'..='\u{feff}', "byte-order mark inside the text"),
    ('\u{fff9}'..='\u{fffb}', "annotation or tag"),
    (
        '\u{fffc}'..='\u{fffc}',
        "replaces something that wasn't pasted",
    ),
    ('\u{fffd}'..='\u{fffd}', "replaces a lost character"),
    ('\u{e0000}'..='\u{e007f}', "annotation or tag"),
];

/// Returns the number of the line that contains a byte of a file, from 1.
pub fn line_at(file: &File, at: usize) -> usize {
    file.lines.number(at)
}

/// Returns the nearest span that is within the text and doesn't split a character.
fn clamp(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    start..end
}
