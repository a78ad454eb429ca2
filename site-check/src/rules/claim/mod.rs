//! What pages say of the firm in figures.

pub mod figure;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[&figure::FIGURE];
