//! Typographic quotation marks, apostrophes, dashes and minus signs: editors type what is on a
//! keyboard.
//!
//! Ambiguous marks stay unchanged, and so do an ellipsis of three periods, feet and inches.
//!
//! 1. `hyphen`: minus signs, dashes, and ranges, by the figures around a hyphen
//! 2. `quote`: quotation marks and apostrophes

mod hyphen;
mod quote;
#[cfg(test)]
mod tests;

use hyphen::Dash;
use quote::Quotes;
use site_schema::model::Inline;

/// Returns a plain text with typographic marks.
pub fn text(text: &str) -> String {
    if !text.contains(IS_SET) {
        return text.to_owned();
    }
    let typed: Vec<char> = text.chars().collect();
    set(&typed).into_iter().flatten().collect()
}

/// Sets typographic marks in one line. A quotation may begin inside a link and end after it.
pub fn line(line: &mut [Inline]) {
    let mut typed = Vec::new();
    collect(line, &mut typed);
    if typed.iter().any(|c| IS_SET.contains(c)) {
        replace(line, &mut set(&typed).into_iter());
    }
}

/// The characters that may be replaced.
const IS_SET: [char; 3] = ['\'', '"', '-'];

/// The letter that replaces code or an image in a line, so that marks next to it are set as next to
/// a word.
const OBJECT: char = 'x';

/// Adds the characters of a line, in order.
fn collect(line: &[Inline], typed: &mut Vec<char>) {
    for part in line {
        match part {
            Inline::Text { text } => typed.extend(text.chars()),
            Inline::Strong { children }
            | Inline::Emphasis { children }
            | Inline::Link { children, .. } => collect(children, typed),
            Inline::LineBreak => typed.push('\n'),
            Inline::Code { .. } | Inline::Image { .. } => typed.push(OBJECT),
        }
    }
}

/// Replaces the characters of a line.
fn replace(line: &mut [Inline], set: &mut impl Iterator<Item = Option<char>>) {
    for part in line {
        match part {
            Inline::Text { text } => {
                let length = text.chars().count();
                *text = set.by_ref().take(length).flatten().collect();
            }
            Inline::Strong { children }
            | Inline::Emphasis { children }
            | Inline::Link { children, .. } => replace(children, set),
            Inline::LineBreak | Inline::Code { .. } | Inline::Image { .. } => {
                set.next();
            }
        }
    }
}

/// Returns the replacement of each character of a line; `None` for a hyphen that is part of the
/// dash before it.
fn set(typed: &[char]) -> Vec<Option<char>> {
    let mut set = Vec::with_capacity(typed.len());
    let mut quotes = Quotes::of(typed);
    // The previous character of the result.
    let mut before = None;
    let mut at = 0;
    while at < typed.len() {
        let c = match typed[at] {
            '\'' => quotes.single(at, before),
            '"' => quotes.double(at, before),
            '-' => match hyphen::dash(typed, at, before) {
                Dash::One(c) => c,
                Dash::Run(c, length) => {
                    set.push(Some(c));
                    set.resize(set.len() + length - 1, None);
                    before = Some(c);
                    at += length;
                    continue;
                }
            },
            c => {
                quotes.pass(c);
                c
            }
        };
        set.push(Some(c));
        before = Some(c);
        at += 1;
    }
    set
}

/// Returns true if a word can begin right after a character.
fn opens(before: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '“' | '‘' | '–' | '—' | '/'))
}
