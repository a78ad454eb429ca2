//! What the firm says of its results and its size.

pub mod figure;
pub mod performance;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[&figure::FIGURE, &performance::PERFORMANCE];
