//! The words themselves.

mod characters;
mod dialect;
mod eaten;
mod markup;
mod shapes;
mod stray;
mod wording;

pub(super) use stray::{CONFLICT, HIDDEN};

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &CONFLICT,
    &wording::DOUBLED_WORD,
    &eaten::EATEN,
    &characters::GARBLED,
    &HIDDEN,
    &markup::MARK,
    &markup::MARKDOWN,
    &characters::PASTED,
    &wording::PLACEHOLDER,
];
