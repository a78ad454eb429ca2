//! Hyphens: a minus sign, a range, a dash, or what they are.

use super::figure::is_range;
use super::opens;

/// The most hyphens that stand for a dash.
const LONGEST_RUN: usize = 3;
/// The most characters of a figure, in which the = of a calculation follows it.
const LONGEST_FIGURE: usize = 24;

/// The character that a hyphen becomes, or a run of hyphens with its length.
pub(super) enum Dash {
    One(char),
    Run(char, usize),
}

/// Returns what the hyphens at a place of a line become after a character.
pub(super) fn dash(typed: &[char], at: usize, before: Option<char>) -> Dash {
    let length = typed[at..]
        .iter()
        .take(LONGEST_RUN + 1)
        .take_while(|&&c| c == '-')
        .count();
    let after = &typed[at + length..];
    if length == 1 {
        return Dash::One(one(typed, at, before));
    }
    match run(&typed[..at], length, after) {
        Some(dash) => Dash::Run(dash, length),
        None => Dash::Run('-', 1),
    }
}

fn one(typed: &[char], at: usize, before: Option<char>) -> char {
    let (line_before, after) = (&typed[..at], &typed[at + 1..]);
    let is_sign =
        opens(before) || matches!(before, Some('$' | '€' | '£' | '~' | '≈' | '=' | '<' | '>'));
    if is_sign && begins_figure(after) {
        return '−';
    }
    if before.is_some_and(is_space) && after.first().copied().is_some_and(is_space) {
        return between_words(line_before, after);
    }
    if is_subtraction(line_before, after) {
        return '−';
    }
    if is_range(line_before, after) {
        '–'
    } else {
        '-'
    }
}

/// Returns true if a hyphen is between two figures with an = right behind the second: 10-3=7.
fn is_subtraction(before: &[char], after: &[char]) -> bool {
    let is_part = |c: &&char| c.is_ascii_digit() || matches!(c, '$' | '%' | ',' | '.' | ' ');
    let follows = after.iter().take(LONGEST_FIGURE).find(|c| !is_part(c));
    before.last().is_some_and(char::is_ascii_digit) && begins_figure(after) && follows == Some(&'=')
}

/// Returns what a hyphen between two spaces becomes.
fn between_words(before: &[char], after: &[char]) -> char {
    let last = before.iter().rev().find(|c| !c.is_whitespace());
    let ends_figure = last.is_some_and(|&c| c.is_ascii_digit() || matches!(c, '%' | ')'));
    if ends_figure && begins_figure(&after[1..]) {
        let is_calculation = after.iter().take(LONGEST_FIGURE).any(|&c| c == '=');
        return if is_calculation { '−' } else { '–' };
    }
    // Neither at the beginning of a line, nor behind a number that begins it, as in "404 - Page Not Found".
    let is_number = |c: &char| c.is_ascii_digit() || c.is_whitespace();
    if before.iter().all(is_number) {
        '-'
    } else {
        '–'
    }
}

/// Returns the dash that two or three hyphens stand for; none for what else they may be, such as a program's option.
fn run(before: &[char], length: usize, after: &[char]) -> Option<char> {
    if length > LONGEST_RUN {
        return None;
    }
    let next = after.first().copied();
    match before.last() {
        // Who said what is above.
        None => {
            let name = after.iter().find(|&&c| c != ' ')?;
            name.is_uppercase().then_some('—')
        }
        Some(' ') if next == Some(' ') => Some(if length == 2 { '–' } else { '—' }),
        Some(' ') => matches!(next, Some('"' | '”')).then_some('—'),
        Some(c)
            if c.is_alphabetic()
                || matches!(
                    c,
                    '"' | '”' | '’' | '\'' | ')' | '.' | '!' | '?' | ',' | '%'
                ) =>
        {
            let joins = next.is_none_or(|c| {
                c.is_alphabetic() || matches!(c, '"' | '“' | '”' | '\'' | '‘' | '’' | '(')
            });
            joins.then_some('—')
        }
        _ => None,
    }
}

/// Returns true if a character is a space within a line, one that does not break included.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

/// Returns true if a figure begins here: 5, $2,900 or .5.
fn begins_figure(typed: &[char]) -> bool {
    let mut typed = typed.iter();
    let mut next = typed.next();
    for sign in [['$', '€', '£'].as_slice(), &['.']] {
        if next.is_some_and(|c| sign.contains(c)) {
            next = typed.next();
        }
    }
    next.is_some_and(char::is_ascii_digit)
}
