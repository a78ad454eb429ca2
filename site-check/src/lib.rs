//! Reading content with places, rules, diagnostics, fixes, and compiling what
//! has no error. Each layer uses only those above it in this list:
//!
//! 1. `names`: lists of names in messages, and the nearest of the known ones
//! 2. `moment_words`: moments in the firm's words
//! 3. `load`: files, TOML and Markdown with the place of everything, departures
//!    from the schemas, and what the files together define
//! 4. `sentences`: the sentences of a text, and what one does to some words
//! 5. `fix`: what is certain to be meant, as edits
//! 6. `address`: where links lead, their correct forms, the addresses that visitors can open
//! 7. `diagnostic`: a problem and its place
//! 8. `compile`: facts filled in, links resolved, prose as a typed tree
//! 9. `rule`: what a rule is, and how its check reports
//! 10. `plant`: mistakes for the examples of rules
//! 11. `address::rules`, `rules`: the rules, one file for each group, and the run of them all
//! 12. `editions`: the content from one moment to the next, and what is found in each
//! 13. `loaded`: all of it, for a folder
//! 14. `apply`: the fixes made
//! 15. `report`: what was found, in the form that its reader needs
//! 16. `document`: all rules with their messages, for people to read
//! 17. `reading`: what pages say, for other programs
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

// The site in tests/site.rs, which the tests beside the rules use too, names this crate.
#[cfg(test)]
extern crate self as site_check;
