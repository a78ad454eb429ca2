//! The words themselves.

mod characters;
mod conflict;
mod dialect;
mod doubled_word;
mod eaten;
mod hidden;
mod mark;
mod markdown;
mod placeholder;
mod shapes;
mod words;

pub(super) use conflict::CONFLICT;
pub(super) use hidden::HIDDEN;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &CONFLICT,
    &doubled_word::DOUBLED_WORD,
    &eaten::EATEN,
    &characters::GARBLED,
    &HIDDEN,
    &mark::MARK,
    &markdown::MARKDOWN,
    &characters::PASTED,
    &placeholder::PLACEHOLDER,
];
