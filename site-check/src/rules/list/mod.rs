//! The lists of prose.

mod bullet;
mod number;
mod start;

pub(super) use bullet::bullet;
pub(super) use number::is_numbered;
pub(super) use start::report as report_start;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[&bullet::BULLET, &number::NUMBER, &start::START];
