//! One year of a firm: its editors' merges, the publishing runs, the visitors in the meantime, and the record at the end.
//!
//! 1. `clock`: the simulated clock for all programs
//! 2. `github`: the parts of GitHub's API that a publishing run uses
//! 3. `firm`: the repositories, the machine, and the publishing runs
//! 4. `edits`: the editors' changes
//! 5. `visitors`: continuous requests for pages and their parts, and for the parts of pages that were opened earlier
//! 6. `year`: the days of the year, and the assertions

pub mod clock;
mod edits;
mod firm;
pub mod github;
mod visitors;
mod year;
