//! Pictures: their descriptions, the files that are named, and what those files hold.

mod alt;
mod content;
mod missing;
mod name;

pub(super) use alt::{ALT, report as report_alt};

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &ALT,
    &content::DAMAGED,
    &content::DRAWING,
    &missing::MISSING,
    &name::NAME,
    &content::TYPE,
];
