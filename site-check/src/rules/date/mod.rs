//! The days in front matter and facts, and the days that words name.
//!
//! 1. `early`, `form`, `future`, `order`: the dates under a key
//! 2. `named`, `sentence`: the times that words name, and the sentence around each
//! 3. `impossible`, `weekday`: times that are false whatever the day is
//! 4. `passed`: dates of pages that have passed on the day of the check

mod early;
mod form;
mod future;
mod impossible;
mod named;
mod order;
mod passed;
mod sentence;
mod weekday;

use crate::load::{File, Leaf};
use crate::rule::{Rule, leaves};
use jiff::civil::Date;
use site_schema::model::format;

pub(super) static RULES: &[&Rule] = &[
    &early::EARLY,
    &form::FORM,
    &future::FUTURE,
    &impossible::IMPOSSIBLE,
    &order::ORDER,
    &passed::PASSED,
    &weekday::WEEKDAY,
];

/// The keys whose days are in the past.
const PAST: [&str; 2] = ["modified", "reviewed"];
/// All keys of days.
const KEYS: [&str; 7] = [
    "published",
    "modified",
    "reviewed",
    "expires",
    "starts",
    "ends",
    "shown",
];

/// Returns the date at a pointer of a file, where it can be read.
fn date_at(file: &File, pointer: &str) -> Option<Date> {
    let (_, date) = dates(file).find(|(leaf, _)| leaf.pointer == pointer)?;
    Some(date)
}

/// The dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    leaves(file, format::DATE).filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}
