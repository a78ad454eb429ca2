//! The figures around a hyphen, and whether they are the ends of a range.
//!
//! A range has a figure right on each side of its hyphen: 5-10, $5-$10, 20-30% or 2024-2025. A fraction (1-1/2), the name of a
//! form (1099-R), a phone number, a law (119-21), a day (2025-01-15) or a share (60-40) is none. Words on either side, as
//! in "8:30am-5pm" and "May 5-June 3", keep their hyphen.

use crate::load::pattern;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// The most characters on each side of a hyphen that are read.
const WINDOW: usize = 40;

/// A figure: its currency, its digits, a fraction, and its sign of percent or cents.
const FIGURE: &str = r"([$€£])?([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)([¼-¾⅐-⅞])?([%¢])?";

static BEFORE: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("{FIGURE}$")));
/// The second figure has a suffix too: 5-10k, 2-3x.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^{FIGURE}(?:([kKmMbB]|[mb]n|x)(?:[^0-9A-Za-z-]|$))?"
    ))
});

/// Singular words before a number that is a name.
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
/// Plural words before figures that are the ends of a range.
const RANGES: [&str; 10] = [
    "ages", "chapters", "grades", "items", "lines", "pages", "pp", "rows", "sections", "years",
];
/// Words after a figure that is an amount.
const UNITS: [&str; 17] = [
    "billion", "days", "dollars", "hours", "miles", "million", "minutes", "months", "percent",
    "points", "thousand", "times", "trillion", "weeks", "year", "years", "acres",
];
/// Words after a figure that is larger than it looks.
const SCALES: [&str; 4] = ["billion", "million", "thousand", "trillion"];

/// A figure next to a hyphen.
struct Figure<'a> {
    digits: &'a str,
    /// Whether a sign, a fraction or a comma says that it is an amount.
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
        // The hours 9-5 and the score 21-17, but neither the share 60-40 nor 24-7.
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

/// Returns true if the text after a figure belongs to the same number or name.
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
