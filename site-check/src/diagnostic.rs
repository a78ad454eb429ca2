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

/// The severity of a problem: an error stops the build, a warning does not.
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

/// The content in which a problem is, where a change is checked against the branch that it is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The content that is checked.
    #[default]
    Head,
    /// The branch, too: it does not count against the change.
    Base,
    /// The merge of the two, and neither of them alone.
    Merge,
}

impl Origin {
    /// The note below a problem that is not in the change alone.
    pub fn note(self) -> Option<&'static str> {
        match self {
            Self::Head => None,
            Self::Base => Some(
                "the branch that this change is for has this problem already: it does not count against the change",
            ),
            Self::Merge => Some(
                "this appears once the change is merged: bring the branch up to date with the one that it is for, and fix it there",
            ),
        }
    }
}

/// The most characters of a text that are quoted.
const LONGEST_QUOTE: usize = 60;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// The file's path from the folder that holds `content`, with slashes.
    pub file: String,
    /// The place in the file; null where the whole file is meant.
    pub place: Option<Place>,
    /// The code of the rule, such as link/broken; empty if no rule of content found the problem.
    pub code: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub message: String,
    /// The right content of the place, in words.
    pub expected: Option<String>,
    /// The content of the place.
    pub found: Option<String>,
    /// Instructions to the editor.
    pub help: String,
    /// The time in which the content has the problem, at least at its beginning and its end; null where it has it at all
    /// moments from now on.
    pub when: Option<Period>,
    /// The change that certainly fixes it; null where only a person can decide.
    pub fix: Option<Fix>,
    /// The places in which other rules' problems follow from this one.
    #[serde(skip)]
    pub suppresses: Vec<Range<usize>>,
}

/// A time from one moment to another, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Period {
    /// Null where it has begun.
    #[schemars(with = "Option<String>")]
    pub from: Option<Timestamp>,
    /// Null where it does not end.
    #[schemars(with = "Option<String>")]
    pub until: Option<Timestamp>,
}

impl Period {
    /// The period in the firm's words: "from January 1, 2027 on", "until the end of December 31", "on December 1" where
    /// it is one edition, and "from December 1 until the end of January 31" where it is several.
    fn in_words(&self, is_one_edition: bool, zone: &TimeZone, now: Option<Timestamp>) -> String {
        match (self.from, self.until) {
            (None, None) => "at times".to_owned(),
            (Some(from), None) => format!("from {} on", in_words(from, zone, now)),
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

/// Editions that follow one another.
#[derive(Debug)]
pub(crate) struct Run {
    pub period: Period,
    pub is_one_edition: bool,
}

/// The most times of a problem that its message names.
const MOST_TIMES: usize = 3;

/// A part of a file. Lines and columns count from 1, columns in characters.
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
    #[serde(skip)]
    pub excerpt: Excerpt,
}

/// The line of a place, without its end; of a long line, the part around the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// The column of its first character.
    pub column: usize,
    /// True where the line has more before it.
    pub is_cut_before: bool,
    /// True where the line has more after it.
    pub is_cut_after: bool,
    /// The number of its characters that are marked, at least one.
    pub width: usize,
}

/// The most bytes of a line that are shown.
const WIDEST_EXCERPT: usize = 200;

/// The most bytes that are shown of a long line before the mark.
const BEFORE_MARK: usize = 80;

impl Place {
    /// The place of a span of a file.
    pub fn of(file: &File, span: Range<usize>) -> Self {
        Self::of_lines(&file.text, &file.lines, span)
    }

    /// The place of a span of a text that isn't content.
    pub fn of_text(text: &str, span: Range<usize>) -> Self {
        Self::of_lines(text, &LineIndex::of(text), span)
    }

    fn of_lines(text: &str, lines: &LineIndex, span: Range<usize>) -> Self {
        let Range { start, end } = clamp(text, span);
        let line = lines.line_around(text, start);
        let last_start = lines.line_around(text, end).start;
        Self {
            line: lines.number(start),
            column: lines.count(text, line.start..start) + 1,
            end_line: lines.number(end),
            end_column: lines.count(text, last_start..end) + 1,
            start,
            end,
            excerpt: Excerpt::of(text, lines, line, start..end),
        }
    }
}

impl Excerpt {
    /// The excerpt of a line around a mark that begins in it.
    fn of(text: &str, lines: &LineIndex, line: Range<usize>, mark: Range<usize>) -> Self {
        let shown = shown_part(text, &line, mark.start);
        let marked_end = mark.end.min(shown.end).max(mark.start);
        let marked = text[mark.start..marked_end].trim_end();
        Self {
            text: text[shown.clone()].trim_end_matches('\r').to_owned(),
            column: lines.count(text, line.start..shown.start) + 1,
            is_cut_before: shown.start > line.start,
            is_cut_after: shown.end < line.end,
            width: marked.chars().count().max(1),
        }
    }
}

/// Returns the part of a line that is shown for a mark at one of its bytes.
fn shown_part(text: &str, line: &Range<usize>, mark: usize) -> Range<usize> {
    if line.len() <= WIDEST_EXCERPT {
        return line.clone();
    }
    let start = line.start.max(mark.saturating_sub(BEFORE_MARK));
    let end = line.end.min(start + WIDEST_EXCERPT);
    text.floor_char_boundary(start)..text.floor_char_boundary(end)
}

impl Diagnostic {
    /// A problem at a place of a file.
    pub fn at(file: &File, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            place: Some(Place::of(file, span)),
            ..Self::of_file(&file.path, message)
        }
    }

    /// A problem of a file, at no place in it.
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

    /// Says that the content has the problem at some times alone, of which there is at least one.
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

    /// Quotes the text that was found: its first line, cut where it is long.
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

    /// The certain fix, where the rule knows one.
    pub fn fix(&mut self, fix: Option<Fix>) -> &mut Self {
        self.fix = fix;
        self
    }

    /// Suppresses what other rules find in its place: that follows from this problem.
    pub fn suppresses_its_span(&mut self) -> &mut Self {
        if let Some(place) = &self.place {
            self.suppresses.push(place.start..place.end);
        }
        self
    }

    /// Suppresses what other rules find in another place.
    pub fn suppresses(&mut self, span: Range<usize>) -> &mut Self {
        self.suppresses.push(span);
        self
    }
}

/// A text that is safe to print in one line: control and invisible characters
/// become �, line breaks become spaces.
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

/// The name of a character that nobody can see. `None` for a visible one.
pub fn invisible(character: char) -> Option<&'static str> {
    // Most characters are these.
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

/// The invisible characters, by Unicode's own order, and the name of each range.
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
        "stands for something that was not pasted",
    ),
    ('\u{fffd}'..='\u{fffd}', "replaces a lost character"),
    ('\u{e0000}'..='\u{e007f}', "annotation or tag"),
];

/// The number of the line of a file that holds a byte, from 1.
pub fn line_at(file: &File, at: usize) -> usize {
    file.lines.number(at)
}

/// The nearest place within the text that splits no character.
fn clamp(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    start..end
}
