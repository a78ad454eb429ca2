//! A firm over a year: its editors' merges, the runs that publish them, the visitors meanwhile, and what the record says of it at the end.
//!
//! 1. `clock`: the one clock that all programs of the year go by
//! 2. `github`: GitHub's API, as far as a run of the publication asks it
//! 3. `firm`: the repositories, the machine, and the runs that publish to it
//! 4. `edits`: what editors change
//! 5. `visitors`: who asks for pages and all their parts without pause, and for the parts of pages that were open before
//! 6. `year`: the days of it, and what must hold

pub mod clock;
mod edits;
mod firm;
pub mod github;
mod visitors;
mod year;
