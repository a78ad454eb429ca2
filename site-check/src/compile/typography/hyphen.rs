//! Replaces hyphens with minus signs, range dashes or dashes.

use super::opens;
use crate::load::pattern;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The maximum number of hyphens that stand for a dash.
const LONGEST_RUN: usize = 3;
/// The maximum length in characters of a figure before the = of a calculation.
const LONGEST_FIGURE: usize = 24;

/// The replacement of a hyphen, or of a run of hyphens with its length.
pub(super) enum Dash {
    One(char),
    Run(char, usize),
}

/// Returns the replacement of the hyphens at a position of a line, after a character.
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

/// Returns true if a hyphen is between two figures, and an = follows the second: 10-3=7.
fn is_subtraction(before: &[char], after: &[char]) -> bool {
    let is_part = |c: &&char| c.is_ascii_digit() || matches!(c, '$' | '%' | ',' | '.' | ' ');
    let follows = after.iter().take(LONGEST_FIGURE).find(|c| !is_part(c));
    before.last().is_some_and(char::is_ascii_digit) && begins_figure(after) && follows == Some(&'=')
}

/// Returns the replacement of a hyphen between two spaces.
fn between_words(before: &[char], after: &[char]) -> char {
    let last = before.iter().rev().find(|c| !c.is_whitespace());
    let ends_figure = last.is_some_and(|&c| c.is_ascii_digit() || matches!(c, '%' | ')'));
    if ends_figure && begins_figure(&after[1..]) {
        let is_calculation = after.iter().take(LONGEST_FIGURE).any(|&c| c == '=');
        return if is_calculation { '−' } else { '–' };
    }
    // Not at the beginning of a line, nor after a number that begins it, as in "404 - Page Not
    // Found".
    let is_number = |c: &char| c.is_ascii_digit() || c.is_whitespace();
    if before.iter().all(is_number) {
        '-'
    } else {
        '–'
    }
}

/// Returns the dash for two or three hyphens; `None` if they may be something else, such as a
/// command-line option.
fn run(before: &[char], length: usize, after: &[char]) -> Option<char> {
    if length > LONGEST_RUN {
        return None;
    }
    let next = after.first().copied();
    match before.last() {
        // The source of a quotation follows it.
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

/// Returns true if a character is a space within a line, including non-breaking spaces.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

/// Returns true if a text begins with a figure: 5, $2,900 or .5.
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

/// The maximum number of characters to read on each side of a hyphen.
const WINDOW: usize = 40;

/// A figure: its currency, its digits, a fraction, and a percent or cent sign.
const FIGURE: &str = r"([$€£])?([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)([¼-¾⅐-⅞])?([%¢])?";

static BEFORE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("{FIGURE}$")));
/// The second figure may have a suffix: 5-10k, 2-3x.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^{FIGURE}(?:([kKmMbB]|[mb]n|x)(?:[^0-9A-Za-z-]|$))?"
    ))
});

/// Singular words before a number that is part of a name.
const NAMES: [&str; 34] = [
    "account",
    "acct",
    "announcement",
    "apt",
    "article",
    "box",
    "bulletin",
    "case",
    "chapter",
    "exhibit",
    "ext",
    "flight",
    "form",
    "invoice",
    "ir",
    "item",
    "l",
    "law",
    "no",
    "notice",
    "plr",
    "policy",
    "proc",
    "procedure",
    "publication",
    "reg",
    "regulation",
    "room",
    "route",
    "rul",
    "rule",
    "ruling",
    "section",
    "suite",
];
/// Plural words before the figures of a range.
const RANGES: [&str; 10] = [
    "ages", "chapters", "grades", "items", "lines", "pages", "pp", "rows", "sections", "years",
];
/// Words after a figure that is an amount.
const UNITS: [&str; 17] = [
    "billion", "days", "dollars", "hours", "miles", "million", "minutes", "months", "percent",
    "points", "thousand", "times", "trillion", "weeks", "year", "years", "acres",
];
/// Words that multiply the figure before them.
const SCALES: [&str; 4] = ["billion", "million", "thousand", "trillion"];

/// A figure next to a hyphen.
struct Figure<'a> {
    digits: &'a str,
    /// True if a sign, a fraction or a comma shows that it is an amount.
    is_amount: bool,
}

impl<'a> Figure<'a> {
    fn of(found: &Captures<'a>) -> Option<Self> {
        let digits = found.get(2)?.as_str();
        let has_sign = [1, 3, 4]
            .into_iter()
            .any(|group| found.get(group).is_some());
        Some(Self {
            digits,
            is_amount: has_sign || digits.contains(','),
        })
    }

    fn value(&self) -> f64 {
        self.digits.replace(',', "").parse().unwrap_or(f64::NAN)
    }

    fn has_leading_zero(&self) -> bool {
        self.digits.starts_with('0') && self.digits.len() > 1 && !self.digits.starts_with("0.")
    }
}

/// Returns true if a hyphen between two parts of a line joins the ends of a range.
pub(super) fn is_range(before: &[char], after: &[char]) -> bool {
    if joins_years(before, after) {
        return true;
    }
    if !after
        .first()
        .is_some_and(|c| c.is_ascii_digit() || matches!(c, '$' | '€' | '£'))
    {
        return false;
    }
    let before: String = before[before.len().saturating_sub(WINDOW)..]
        .iter()
        .collect();
    let after: String = after[..after.len().min(WINDOW)].iter().collect();
    let (Some(found_first), Some(found_second)) =
        (BEFORE.captures(&before), AFTER.captures(&after))
    else {
        return false;
    };
    let (Some(first), Some(second)) = (Figure::of(&found_first), Figure::of(&found_second)) else {
        return false;
    };
    let head = &before[..before.len() - found_first[0].len()];
    let suffix = found_second.get(5);
    let end = suffix.map_or(found_second.get_match().end(), |suffix| suffix.end());
    let rest = &after[end..];

    let is_part_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | ',' | '.' | ')');
    if head.ends_with(is_part_of_name) || continues(rest) {
        return false;
    }
    let word = word_at_end(head);
    if NAMES.contains(&word.as_str()) || head.trim_end().ends_with('§') {
        return false;
    }
    if head.ends_with(':') || begins_with_digit_after(rest, ':') {
        return true;
    }
    let is_slash_before = head.ends_with('/');
    if begins_with_digit_after(rest, '/') {
        // The days 5/1-5/15, but not the mixed number 1-1/2.
        return is_slash_before;
    }
    if first.has_leading_zero() || second.has_leading_zero() {
        return false;
    }

    let unit = word_at_start(rest);
    let is_amount = first.is_amount
        || second.is_amount
        || suffix.is_some()
        || UNITS.contains(&unit.as_str())
        || RANGES.contains(&word.as_str());
    let (low, high) = (first.value(), second.value());
    if is_amount {
        let is_scaled = suffix.is_some() || SCALES.contains(&unit.as_str());
        return low < high || is_scaled;
    }
    match (first.digits.len(), second.digits.len()) {
        _ if first.digits.contains('.') => false,
        // The hours 9-5 and the score 21-17, but neither the split 60-40 nor 24-7.
        (1 | 2, _) if second.digits.contains('.') => low < high,
        (1 | 2, 1 | 2) => low < high || low > high && low + high != 100.0 && low != 24.0,
        (4, 4) => low < high && high < 3000.0,
        // The winter 2024-25, but not the month 2024-12.
        (4, 2) => (1900.0..2100.0).contains(&low) && high > 12.0 && low % 100.0 + 1.0 == high,
        _ => false,
    }
}

/// Returns true if a hyphen is between two years that begin with apostrophes: '08-'09.
fn joins_years(before: &[char], after: &[char]) -> bool {
    let ([.., first_mark, a, b], [second_mark, c, d, ..]) = (before, after) else {
        return false;
    };
    let are_marks = [first_mark, second_mark]
        .iter()
        .all(|&&c| matches!(c, '\'' | '’'));
    are_marks && [a, b, c, d].iter().all(|c| c.is_ascii_digit())
}

/// Returns true if the text after a figure is part of the same number or name.
fn continues(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '('))
        || begins_with_digit_after(rest, '.')
}

fn begins_with_digit_after(rest: &str, mark: char) -> bool {
    let after = rest.strip_prefix(mark);
    after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the word before a figure, in lower case.
fn word_at_end(head: &str) -> String {
    let head = head.trim_end().trim_end_matches('.');
    let word = head.rsplit(|c: char| !c.is_alphabetic()).next();
    word.unwrap_or_default().to_lowercase()
}

/// Returns the word after a figure, in lower case.
fn word_at_start(rest: &str) -> String {
    let rest = rest.trim_start();
    let word = rest.split(|c: char| !c.is_alphabetic()).next();
    word.unwrap_or_default().to_lowercase()
}
