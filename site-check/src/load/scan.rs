//! TOML that can't be read: each mistake where it was made.
//!
//! The parser reports where it could read no further, which is often far below the mistake: an
//! open list swallows all keys after it. A statement is a header or a key with its value. Each
//! is read by itself here, up to its first mistake, and reading goes on at the next line that
//! looks like the beginning of a statement.

pub mod bare;
mod lines;
mod statement;
mod text;
mod value;

pub use bare::{Bare, ValueType};

use lines::{line_end, next_line};
use statement::Reader;
use std::ops::Range;

/// A mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub kind: MistakeKind,
    /// The place where it was made.
    pub span: Range<usize>,
    /// The statement with the mistake, and the lines below it that belong to no other.
    pub statement: Range<usize>,
    /// The key of the statement, where it is known.
    pub key: Option<Range<usize>>,
    /// True where other keys may be within the statement.
    pub may_hide_keys: bool,
}

impl Mistake {
    /// Moves all of its spans: they count from the beginning of another text.
    pub fn shift(&mut self, by: usize) {
        let moved = |span: &Range<usize>| span.start + by..span.end + by;
        self.span = moved(&self.span);
        self.statement = moved(&self.statement);
        self.key = self.key.as_ref().map(moved);
        if let MistakeKind::Duplicate(first) = &self.kind {
            self.kind = MistakeKind::Duplicate(moved(first));
        }
    }
}

/// A kind of mistake in TOML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MistakeKind {
    /// Three quotes that are never closed; the quotes.
    OpenLongText(String),
    /// A quote that is not closed on its line.
    OpenText,
    /// A text in one pair of quotes that goes on in another line.
    TextOverLines,
    /// A text that begins with a straight quote and ends with a curly one.
    CurlyEnd,
    /// Curly quotes in place of straight ones.
    CurlyQuotes,
    /// A quote within a text in quotes of the same kind.
    InnerQuote,
    /// An apostrophe in a text in single quotes.
    Apostrophe,
    /// A backslash that begins no escape.
    Backslash,
    OpenList,
    OpenTable,
    /// A header without all of its brackets; how it is written.
    OpenHeader(String),
    /// Other characters behind a header.
    BehindHeader,
    MissingComma,
    ExtraComma,
    /// A comma or a semicolon at the end of a line.
    EndMark(char),
    /// Several values, without the brackets of a list.
    ListWithoutBrackets,
    MissingEquals,
    ExtraEquals,
    /// A colon in place of an equals sign within a table in braces.
    Colon,
    MissingValue,
    /// A key alone on its line.
    KeyAlone,
    /// A key that needs quotes or underscores; how it could be written.
    InvalidKey(String),
    /// `key: value`
    Yaml,
    /// A comment that begins with two slashes.
    SlashComment,
    /// A space that is none of the keyboard.
    SpecialSpace,
    /// Characters behind a value.
    BehindValue,
    /// A value without quotes that is none.
    Bare(Bare),
    /// A line that belongs to nothing.
    StrayLine,
    TooDeep,
    /// A header in single brackets of what is a list; its name.
    SingleBrackets(String),
    /// The key, or the header, of a span that is there already.
    Duplicate(Range<usize>),
    /// Anything else, in the parser's words.
    Other(String),
}

/// A statement as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The header, with its brackets, or the key.
    pub name: Range<usize>,
    pub is_header: bool,
}

/// Everything that is found in a text of TOML.
#[derive(Debug, Default)]
pub struct Scan {
    pub statements: Vec<Statement>,
    pub mistakes: Vec<Mistake>,
}

/// Reads all statements of a text.
pub fn scan(text: &str, is_value: fn(&str) -> bool) -> Scan {
    let mut scan = Scan::default();
    let mut at = 0;
    while at < text.len() {
        let line = &text[at..line_end(text, at)];
        let written = line.trim();
        if written.is_empty() || written.starts_with('#') {
            at = next_line(text, at);
            continue;
        }
        let start = at + line.len() - line.trim_start().len();
        let mut reader = Reader {
            text,
            at: start,
            nesting: 0,
            key: None,
            is_value,
        };
        match reader.statement() {
            Ok(statement) => {
                scan.statements.push(statement);
                at = next_line(text, reader.at);
            }
            Err(found) => {
                let mistake = reader.mistake(start, found);
                at = next_line(text, mistake.statement.end);
                scan.mistakes.push(mistake);
            }
        }
    }
    scan
}
