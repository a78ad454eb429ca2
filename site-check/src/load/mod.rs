//! Reads a content folder: every file, with the place of everything in it.
//!
//! 1. `read`: the files as they stand, and what has no place there
//! 2. `document`, `markdown`: TOML and Markdown, with the place of everything
//! 3. `validate`: departures from the JSON Schemas
//! 4. `leaves`: the strings that point somewhere else
//! 5. `tree`: what the files together define: routes, anchors, facts, names

mod conflict;
pub mod document;
mod file;
mod history;
mod leaves;
pub mod limits;
pub mod markdown;
pub mod read;
mod scratch;
pub mod strings;
mod tracking;
mod tree;
mod update;
mod uses;
pub mod validate;
mod written;

pub use file::{File, FileKind, FrontMatterFault};
pub use history::History;
pub use leaves::Leaf;
pub use read::{PICTURES, Stray, StrayFault};
pub use scratch::is_scratch;
pub use tracking::Tracking;
pub use tree::Tree;
pub use update::{Basis, Update};
pub use uses::{Anchor, Target, Use};
pub use written::Written;
