//! Figures on pages.

pub mod figure;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[&figure::FIGURE];
