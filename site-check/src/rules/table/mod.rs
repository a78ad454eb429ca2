//! The tables of prose.

mod form;
mod rule;
mod tabs;

pub(super) use form::{report_extra_cells, report_no_table, report_row_without_bars};

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[&form::FORM, &rule::RULE, &tabs::TABS];

/// What a table is made of.
const EXPECTED: &str =
    "a header, a line of dashes and rows of as many cells, with an empty line above and below";
