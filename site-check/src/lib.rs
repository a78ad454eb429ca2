//! Reads, checks, fixes and compiles content. Each layer uses only those above it in this list:
//!
//! 1. `names`: lists of names in messages, and the nearest known name
//! 2. `moment_words`: moments in the firm's time, in words
//! 3. `load`: files, TOML and Markdown with the place of every value, schema errors, and the
//!    definitions that files share
//! 4. `sentences`: the sentences of a text, and their effect on some words
//! 5. `fix`: certain fixes as edits
//! 6. `address`: the targets of links, their correct forms, and the addresses that visitors can
//!    open
//! 7. `diagnostic`: a problem and its place
//! 8. `compile`: facts filled in, links resolved, prose as a typed tree
//! 9. `rule`: the definition of a rule, and the collection of its diagnostics
//! 10. `plant`: mistakes for the examples of rules
//! 11. `address::rules`, `rules`: the rules, one file for each group, and the run of all rules
//! 12. `editions`: the content from one moment to the next, and the problems of each edition
//! 13. `loaded`: the result for a folder
//! 14. `apply`: making fixes
//! 15. `report`: the problems, in a form for each reader
//! 16. `document`: the documentation of all rules with their messages
//! 17. `reading`: the text of pages, for other programs
//! 18. `statements`: the sentences that people read for compliance

pub mod address;
pub mod apply;
mod compile;
pub mod diagnostic;
pub mod document;
pub mod editions;
pub mod fix;
pub mod load;
pub mod loaded;
pub mod moment_words;
pub mod names;
mod plant;
pub mod reading;
pub mod report;
pub mod rule;
pub mod rules;
mod sentences;
pub mod statements;

pub use compile::WORDS_A_MINUTE;
pub use editions::Moments;
pub use loaded::{Loaded, load, load_at, load_for};

// The site in tests/site.rs, which unit tests use too, imports this crate by name.
#[cfg(test)]
extern crate self as site_check;
