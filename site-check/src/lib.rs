//! Reading content with places, rules, diagnostics, fixes, and compiling what
//! has no error. Each layer uses only those above it in this list:
//!
//! 1. `names`: lists of names in messages, and the nearest of the known ones
//! 2. `load`: files, TOML and Markdown with the place of everything, departures
//!    from the schemas, and what the files together define
//! 3. `fix`: what is certain to be meant, as edits
//! 4. `address`: where links lead, their correct forms, the ledger of addresses
//! 5. `diagnostic`: a problem and its place
//! 6. `compile`: facts filled in, links resolved, prose as a typed tree
//! 7. `rule`: what a rule is, and how its check reports
//! 8. `address::rules`, `rules`: the rules, one file for each group, and the run of them all
//! 9. `loaded`: all of it, for a folder
//! 10. `apply`: the fixes made
//! 11. `report`: what was found, in the form that its reader needs
//! 12. `reading`: what pages say, for other programs

pub mod address;
pub mod apply;
mod compile;
pub mod diagnostic;
pub mod fix;
pub mod load;
pub mod loaded;
pub mod names;
pub mod reading;
pub mod report;
pub mod rule;
pub mod rules;

pub use compile::WORDS_A_MINUTE;
pub use loaded::{Loaded, load, load_at};

// The site in tests/site.rs, which the tests beside the rules use too, names this crate.
#[cfg(test)]
extern crate self as site_check;
