//! Amounts, percentages and days as people write them, and how TOML writes them.

use crate::load::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// Returns how TOML writes a number with a dollar sign, with commas or periods between thousands, or with a word for
/// thousands or millions: $1,000.5K is 1_000_500.
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

/// Returns digits with an underscore between each three of them.
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

/// Returns the right word for one that means true or false.
pub fn boolean(written: &str) -> Option<&'static str> {
    match written.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some("true"),
        "false" | "no" | "off" | "n" => Some("false"),
        _ => None,
    }
}
