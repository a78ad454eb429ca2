//! Unquoted values, such as amounts and days as people write them: how TOML writes them, and the hints for editors.

use super::hints::{Hint, behind_value, end_mark, list_without_brackets};
use crate::fix::Fix;
use crate::load::recovery::Mistake;
use crate::load::value_type::ValueType;
use crate::load::{File, pattern};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Returns the hint for an unquoted value that TOML doesn't allow. The type of its key decides the advice: the key of the
/// statement, or `inner_key` of a table in braces.
pub fn hint(file: &File, mistake: &Mistake, span: Range<usize>, inner_key: Option<&str>) -> Hint {
    let written = &file.text[span.clone()];
    let value_type = mistake.place.value_type(inner_key);
    let mark = written.len().saturating_sub(1);
    if written.ends_with([',', ';']) && !written[..mark].contains([',', ';', ' ']) {
        return end_mark(file, span.start + mark..span.end);
    }
    if written.ends_with(['"', '\'', '”', '’']) {
        return Hint::new(
            span,
            "the quote before this text is missing",
            "Write a straight quote (\") before its first word and after its last.",
        );
    }
    match value_type {
        ValueType::Text => text_without_quotes(file, span),
        ValueType::List => list_without_brackets(span),
        ValueType::Number => number_hint(file, mistake, span),
        ValueType::Boolean => match boolean(written) {
            Some(right) => {
                let message = if written.eq_ignore_ascii_case(right) {
                    "true and false are written in lower case".to_owned()
                } else {
                    format!("this value must be true or false, not `{written}`")
                };
                let help = format!("Write {right}, without quotes.");
                Hint::new(span, message, help).fixed_by(file, right)
            }
            None => other_type(file, span, "true or false, without quotes"),
        },
        ValueType::Day => other_type(file, span, "a day without quotes, such as 2027-01-01"),
        ValueType::Unknown => match day(written) {
            Some(right) => Hint::new(
                span,
                "a day is written as year-month-day",
                format!("Write {right}, without quotes."),
            ),
            None => Hint::new(
                span,
                "text without quotes",
                "Put text in straight quotes (\"). Numbers, days, true and false have none.",
            ),
        },
    }
}

/// Returns the hint for a number with a sign, commas or a word.
fn number_hint(file: &File, mistake: &Mistake, span: Range<usize>) -> Hint {
    let written = &file.text[span.clone()];
    let key = mistake.key.clone().unwrap_or_default();
    if let Some(percentage) = written.strip_suffix('%') {
        let points = basis_points(percentage.trim_end());
        return match points.filter(|_| file.text[key].ends_with("rate")) {
            Some(points) => Hint::new(
                span,
                "a rate is a whole number of basis points, hundredths of a percent",
                format!("Write {points}."),
            )
            .fixed_by(file, &points),
            None => Hint::new(
                span,
                "TOML has no percentages",
                "Write only the number, or put text in straight quotes (\").",
            ),
        };
    }
    if written.len() > 1 && written.bytes().all(|byte| byte.is_ascii_digit()) {
        let zeros = written.len() - written.trim_start_matches('0').len();
        let right = &written[zeros.min(written.len() - 1)..];
        let message = "a number can't begin with zeros";
        return Hint::new(span, message, format!("Write {right}.")).fixed_by(file, right);
    }
    if let Some(right) = number(written) {
        let (message, help) = if written.contains('.') || written.ends_with(char::is_alphabetic) {
            (
                "a number is written with digits only",
                format!("Write {right}."),
            )
        } else if written.contains('$') {
            let help = format!("Write {right}, without $ and commas.");
            ("an amount is written with digits only", help)
        } else {
            (
                "a number has no commas",
                format!("Write {right}, without commas."),
            )
        };
        return Hint::new(span, message, help).fixed_by(file, &right);
    }
    let digits = written.len()
        - written
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    if digits > 0 && written[digits..].starts_with(' ') {
        return behind_value(span.start + digits + 1..span.end);
    }
    other_type(file, span, "a whole number, digits only")
}

/// Returns the hint for unquoted text.
fn text_without_quotes(file: &File, span: Range<usize>) -> Hint {
    let written = &file.text[span.clone()];
    let help = format!("Put it in straight quotes: \"{written}\".");
    let mut hint = Hint::new(
        span.clone(),
        "this value is text, and text needs quotes",
        help,
    );
    if !written.contains(['"', '\\', '#']) && !written.contains(char::is_control) {
        let fix = Fix::edit(file, span, format!("\"{written}\""));
        hint.fix = Some(fix.described(format!("Put `{written}` in quotes.")));
    }
    hint
}

fn other_type(file: &File, span: Range<usize>, expected: &str) -> Hint {
    let written = &file.text[span.clone()];
    let message = format!("this value must be {expected}, not `{written}`");
    Hint::new(span, message, format!("Write {expected}."))
}

/// Returns how TOML writes a number that has a dollar sign, commas or periods between thousands, or a word for thousands or
/// millions: $1,000.5K is 1_000_500.
pub fn number(written: &str) -> Option<String> {
    let found = AMOUNT.captures(written)?;
    let zeros = match found[3].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" | "thousand" => 3,
        _ => 6,
    };
    let mut whole = found[1].replace(['_', ','], "");
    let mut decimals = found.get(2).map_or("", |decimals| decimals.as_str());
    if let Some(groups) = THOUSANDS.captures(written) {
        whole = groups[1].replace('.', "");
        decimals = "";
    }
    let digits = format!("{whole}{decimals:0<zeros$}");
    let is_amount = decimals.len() <= zeros && digits != written;
    is_amount.then(|| grouped(&digits))
}

/// A number with a sign, groups of digits, decimals (captured) and a word for its zeros (captured).
static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\$? *([0-9]{1,3}(?:[,_][0-9]{3})+|[0-9]+)(?:\.([0-9]+)(?:\.[0-9]{3})*)? ?(k|m|thousand|million|)$",
    )
});

/// A number with periods between its groups of digits.
static THOUSANDS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\$?([0-9]{1,3}(?:\.[0-9]{3}){2,})$"));

/// Returns digits in groups of three, with underscores between them.
fn grouped(digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    if out.is_empty() {
        out.push('0');
    }
    out
}

/// Returns a percentage with at most two decimals in basis points.
pub fn basis_points(percentage: &str) -> Option<String> {
    let (whole, decimals) = percentage.split_once('.').unwrap_or((percentage, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 2 || percentage.len() > 8 {
        return None;
    }
    let points: u32 = format!("{whole}{decimals:0<2}").parse().ok()?;
    Some(points.to_string())
}

/// Returns how TOML writes a day such as 7/21/2025.
pub fn day(written: &str) -> Option<String> {
    static DAY: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^(1[0-2]|0?[1-9])[/.-]([12][0-9]|3[01]|0?[1-9])[/.-]([0-9]{4})$")
    });
    let found = DAY.captures(written)?;
    Some(format!("{}-{:0>2}-{:0>2}", &found[3], &found[1], &found[2]))
}

/// Returns the TOML word for a word that means true or false.
pub fn boolean(written: &str) -> Option<&'static str> {
    match written.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some("true"),
        "false" | "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}
