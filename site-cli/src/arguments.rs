//! Parsers of arguments, with errors that say what was expected.

use crate::new::slug;
use jiff::civil::Date;
use site_schema::model::WrittenMoment;

/// Parses text on one line without leading or trailing whitespace.
pub fn text(given: &str) -> Result<String, &'static str> {
    let words: Vec<&str> = given.split_whitespace().collect();
    if words.is_empty() {
        return Err("it is empty");
    }
    Ok(words.join(" "))
}

/// Parses an address of one or more parts.
pub fn address(given: &str) -> Result<String, &'static str> {
    for part in given.trim_matches('/').split('/') {
        slug::fault(part)?;
    }
    Ok(given.to_owned())
}

/// Parses the path of a served address, or a complete URL copied from a browser.
pub fn path(given: &str) -> Result<String, &'static str> {
    let mut path = given;
    if let Some((_, rest)) = given.split_once("://") {
        path = rest.find('/').map_or("/", |slash| &rest[slash..]);
    }
    let (path, _) = path.split_once(['?', '#']).unwrap_or((path, ""));
    // The empty path means every address that doesn't exist.
    if !path.is_empty() && !path.starts_with('/') {
        return Err("expected an address on the site that starts with a slash, such as /fees");
    }
    // The server redirects /fees/ to /fees.
    match path.trim_end_matches('/') {
        "" if !path.is_empty() => Ok("/".to_owned()),
        trimmed => Ok(trimmed.to_owned()),
    }
}

/// Parses a name that is one part of an address.
pub fn name(given: &str) -> Result<String, &'static str> {
    let name = address(given)?;
    if name.contains('/') {
        return Err("expected one part of an address, without a slash");
    }
    Ok(name)
}

/// Parses a date.
pub fn day(given: &str) -> Result<Date, &'static str> {
    given
        .parse()
        .map_err(|_| "expected a date as year-month-day, such as 2026-01-31")
}

/// Parses a date, which means its first moment, or a date with a time in minutes.
pub fn moment(given: &str) -> Result<WrittenMoment, &'static str> {
    const EXPECTED: &str = "expected a date in the firm's time zone, such as 2027-01-01, or a time, such as 2027-01-01T09:00";
    let is_minute = given.len() == "2027-01-01T09:00".len();
    let whole = if is_minute {
        format!("{given}:00")
    } else {
        given.to_owned()
    };
    WrittenMoment::read(&whole).map_err(|_| EXPECTED)
}
