//! The words themselves.

mod blank;
mod characters;
mod conflict;
mod dialect;
mod doubled_word;
mod eaten;
mod fence;
mod hidden;
mod mark;
mod markdown;
mod placeholder;
mod shapes;
mod words;

pub(super) use conflict::CONFLICT;
pub(super) use fence::report as report_open_fence;
pub(super) use hidden::HIDDEN;

use crate::rule::Rule;

pub(super) static RULES: &[&Rule] = &[
    &blank::BLANK,
    &CONFLICT,
    &doubled_word::DOUBLED_WORD,
    &eaten::EATEN,
    &fence::FENCE,
    &characters::GARBLED,
    &HIDDEN,
    &mark::MARK,
    &markdown::MARKDOWN,
    &characters::PASTED,
    &placeholder::PLACEHOLDER,
];
