//! Reads a content folder: every file, with the span of everything in it.
//!
//! 1. `line_index`, `document`, `markdown`: lines, TOML and Markdown, with the span of everything; `statements`, `recovery`, `value_type`: TOML with mistakes
//! 2. `validate`: schema errors; `fold`: texts in the form in which they are compared; `phrases`: the phrases of content/words.toml
//! 3. `leaves`: the strings that are compiled, and the anchors made of questions
//! 4. `kind`, `file`: all of that, of one file; `windows`, `in_force`: the same at a moment
//! 5. `picture`: what is wrong with a picture
//! 6. `tree`: what the files together define: routes with their anchors, `facts`, names; `edition`: all of it at a moment
//! 7. `passage`: the walk over the texts of a file as visitors read them; `mojibake`, `alphabets`: characters that aren't what they seem
//! 8. `read`: the files of a folder, and those that are rejected

pub mod alphabets;
pub mod document;
mod edition;
pub mod facts;
mod file;
mod fold;
mod git;
mod in_force;
mod kind;
mod leaves;
pub mod limits;
pub mod line_index;
pub mod markdown;
pub mod mojibake;
mod passage;
mod phrases;
pub mod picture;
pub mod read;
pub mod recovery;
pub mod statements;
pub mod strings;
mod surroundings;
mod tree;
mod validate;
pub mod value_type;
mod windows;

pub use file::{File, RejectedFile, Rejection};
pub use fold::Folded;
pub use git::{Base, History, Tracking};
pub use kind::FileKind;
pub use leaves::{Leaf, question_anchors};
pub use markdown::{Reference, Target};
pub use passage::{FACT, Passage, TextKind};
pub use phrases::{Pattern, Phrases};
pub use picture::{DrawingError, Picture, PictureError, PictureKind, Pictures};
pub use read::{PICTURES, is_editor_temp_file};
pub use tree::{TokenForm, Tree, YearlyToken};
pub use validate::SchemaError;
pub use windows::windows as windows_in;
pub use windows::{Window, WindowKind, WrittenBound};

use regex::Regex;

/// Letters and digits of Latin alphabets, for the brackets of a pattern: all of Unicode's, `\w`, take ten times as long
/// to compile.
pub(crate) const LETTERS: &str = "0-9A-Za-zÀ-ɏ";

/// Compiles a pattern that is written in this crate.
pub(crate) fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern written here is valid")
}
