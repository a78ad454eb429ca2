//! The forms that arguments can have, with an error that says what is expected.

use crate::new::slug;
use jiff::civil::Date;

/// A text, on one line and without blanks around it.
pub fn text(given: &str) -> Result<String, &'static str> {
    let words: Vec<&str> = given.split_whitespace().collect();
    if words.is_empty() {
        return Err("it is empty");
    }
    Ok(words.join(" "))
}

/// An address, of one part or more.
pub fn address(given: &str) -> Result<String, &'static str> {
    for part in given.trim_matches('/').split('/') {
        slug::fault(part)?;
    }
    Ok(given.to_owned())
}

/// A name that is one part of an address.
pub fn name(given: &str) -> Result<String, &'static str> {
    let name = address(given)?;
    if name.contains('/') {
        return Err("one part of an address is expected, without a slash");
    }
    Ok(name)
}

/// A day.
pub fn day(given: &str) -> Result<Date, &'static str> {
    given
        .parse()
        .map_err(|_| "a day is expected as year-month-day, such as 2026-01-31")
}
