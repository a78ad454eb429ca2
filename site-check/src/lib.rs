//! Reading content with places, rules, diagnostics, fixes, and compiling what
//! has no error. Each floor uses only those above it in this list:
//!
//! 1. `names`: lists of names in messages, and the nearest of the known ones
//! 2. `load`: files, TOML and Markdown with the place of everything, departures
//!    from the schemas, and what the files together define
//! 3. `fix`: what is certain to be meant, as edits
//! 4. `link`: where links lead
//! 5. `diagnostic`: a problem and its place
//! 6. `compile`: facts filled in, links resolved, prose as a typed tree
//! 7. `ledger`: the addresses that were ever public
//! 8. `rules`: a table of the rules, and one file for each group of their checks
//! 9. `loaded`: all of it, for a folder
//! 10. `apply`: the fixes made
//! 11. `report`: what was found, in the form that its reader needs
//! 12. `reading`: what pages say, for other programs

pub mod apply;

mod compile;
pub mod diagnostic;
pub mod fix;
pub mod ledger;
pub mod link;
pub mod load;
pub mod loaded;
pub mod names;
pub mod reading;
pub mod report;
pub mod rules;

pub use compile::WORDS_A_MINUTE;
pub use loaded::{Loaded, load, load_at};
