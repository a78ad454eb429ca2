//! Reads a content folder: every file, with the span of everything in it.
//!
//! 1. `line_index`, `document`, `markdown`: lines, TOML and Markdown, with the span of everything;
//!    `statements`, `recovery`, `value_type`: TOML with mistakes
//! 2. `fold`: texts folded for comparison; `phrases`: the phrases of content/words.toml
//! 3. `leaves`: the strings that are compiled, and the anchors of questions
//! 4. `kind`: kinds of files; `schema_errors`: the values that a schema doesn't allow; `file`: all of
//!    that for one file; `windows`: the same at a moment
//! 5. `picture`: mistakes in pictures
//! 6. `tree`: the shared definitions of all files: routes with their anchors, `facts`, names;
//!    `edition`: all of it at a moment; `definitions`, `routes` and `reads`: the parts that rules for
//!    other files read
//! 7. `passage`: the walk over the texts of a file that visitors read; `mojibake`: text read in the
//!    wrong encoding
//! 8. `read`: the files of a folder, and the rejected ones

mod definitions;
pub mod document;
mod edition;
pub mod facts;
mod file;
mod fold;
mod kind;
mod leaves;
pub mod line_index;
pub mod markdown;
pub mod mojibake;
mod passage;
mod phrases;
pub mod picture;
pub mod read;
mod reads;
pub mod recovery;
mod routes;
mod schema_errors;
pub mod statements;
pub mod strings;
mod tree;
pub mod value_type;
mod windows;

pub use file::{File, RejectedFile, Rejection};
pub use fold::{Folded, latin_twin};
pub use kind::FileKind;
pub use leaves::{Leaf, question_anchors};
pub use markdown::{Reference, Target};
pub use passage::{FACT, Passage, TextKind};
pub use phrases::{Pattern, Phrases};
pub use picture::{DrawingError, Picture, PictureError, PictureKind, Pictures};
pub use read::{PICTURES, is_editor_temp_file};
pub use schema_errors::{SchemaError, Violation, schema_errors};
pub use tree::{Base, History, TokenForm, Tracking, Tree, YearlyToken};
pub use windows::windows as windows_in;
pub use windows::{Window, WindowKind, WrittenBound};

use regex::{Regex, RegexSet};
use std::sync::OnceLock;

/// The maximum size in bytes of a TOML file or an article: a hundred times the usual size. Within
/// this limit and the next three, every parser returns at once. Beyond them, some take minutes, or
/// overflow the stack. The messages of rules/file.rs name them.
pub const MAX_FILE: u64 = 256 * 1024;
/// The maximum length in bytes of one Markdown text, including an article's body: about 10,000
/// words.
pub const MAX_PROSE: usize = 64 * 1024;
/// The maximum size in bytes of a picture: 10 MB as file managers show it.
pub const MAX_IMAGE: u64 = 10_000_000;
/// The maximum depth of nested lists, quotes, brackets and components. Each is up to four levels of
/// the compiled file, and JSON readers accept 128.
pub const MAX_DEPTH: usize = 24;

/// Letters and digits of Latin alphabets, for a character class in a pattern. `\w`, with all of
/// Unicode's letters, takes ten times as long to compile.
pub(crate) const LETTERS: &str = "0-9A-Za-zÀ-ɏ";

/// Compiles a pattern in this crate's source.
pub(crate) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern written here is valid")
}

/// Patterns in this crate's source that one search looks for at once: most texts match none.
#[derive(Debug)]
pub(crate) struct Patterns {
    all: RegexSet,
    /// Each pattern, compiled when a text first matches it.
    each: Vec<(&'static str, OnceLock<Regex>)>,
}

impl Patterns {
    pub fn new(patterns: impl IntoIterator<Item = &'static str>) -> Self {
        let each: Vec<_> = patterns
            .into_iter()
            .map(|pattern| (pattern, OnceLock::new()))
            .collect();
        let all = RegexSet::new(each.iter().map(|(pattern, _)| pattern));
        Self {
            all: all.expect("patterns written here are valid"),
            each,
        }
    }

    /// Returns the patterns that match a text, in order, each with its index.
    pub fn matching(&self, text: &str) -> impl Iterator<Item = (usize, &Regex)> {
        let matching = self.all.matches(text).into_iter();
        matching.map(|index| {
            let (written, compiled) = &self.each[index];
            (index, compiled.get_or_init(|| pattern(written)))
        })
    }
}
