//! Dates that can't be read.

use super::KEYS;
use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static FORM: Rule = Rule {
    code: "date/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A date is mistyped, does not exist, or is not written like 2025-07-23.",
    why: "A date that can't be read can't be shown, and a guess may be wrong.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 205-07-15",
        right: "published = 2025-07-15",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let mut last_line = None;
    for error in &file.document.errors {
        let line = file.line_around(error.span.start);
        let Some(place) = date_on_line(&file.text, line.clone()) else {
            continue;
        };
        if last_line == Some(line.start) {
            continue;
        }
        last_line = Some(line.start);
        let written = &file.text[place.clone()];
        let (message, expected, help) = if has_time(written) {
            (
                "the time of this day does not exist, or is not in the form hour:minute:second",
                "a day with a time, such as 2027-01-01T09:00:00, or only the day",
                "Write hour (00 to 23), minute and second with two digits each, such as T09:00:00. For the whole day, write only the day.",
            )
        } else {
            (
                "this is not a date, or not in the form year-month-day",
                "year-month-day without quotes, such as 2025-07-23",
                "Write the year with four digits, the month (01 to 12) and a day that this month has.",
            )
        };
        out.at(file, place, message)
            .expected(expected)
            .quoting(written)
            .help(help)
            .suppresses(line);
    }
}

/// Returns whether a value is a day that exists, with something like a time behind it.
fn has_time(written: &str) -> bool {
    let Some((day, time)) = written.split_once(['T', 't', ' ']) else {
        return false;
    };
    day.parse::<Date>().is_ok() && time.contains(':')
}

/// The value on a line of TOML that is meant as a date.
fn date_on_line(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    date_after_key(text, line.clone()).or_else(|| date_in_braces(text, line))
}

/// The same within a table in braces, such as that of `withdrawn`.
fn date_in_braces(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    for found in IN_BRACES.captures_iter(&text[line.clone()]) {
        let (Some(key), Some(value)) = (found.name("key"), found.name("value")) else {
            continue;
        };
        let is_date = value.as_str().parse::<Date>().is_ok();
        if KEYS.contains(&key.as_str()) && !is_date {
            return Some(line.start + value.start()..line.start + value.end());
        }
    }
    None
}

/// A key in braces with a value that begins like a date.
static IN_BRACES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[{,]\s*(?<key>[a-z]+)\s*=\s*(?<value>[0-9][0-9:T-]*)"));

/// The value of a key on a line of its own.
fn date_after_key(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let (key, rest) = text[line.clone()].split_once('=')?;
    let before_comment = rest.split('#').next().unwrap_or_default();
    let value = before_comment.trim();
    let is_date = KEYS.contains(&key.trim())
        && value.starts_with(char::is_alphanumeric)
        && value.contains(|c: char| c.is_ascii_digit());
    if !is_date {
        return None;
    }
    let spaces = before_comment.len() - before_comment.trim_start().len();
    let start = line.start + key.len() + "=".len() + spaces;
    Some(start..start + value.len())
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check("articles/first.mdx", "2025-07-15", "205-07-15"), @r#"
        error[date/form]: this is not a date, or not in the form year-month-day
         --> content/articles/first.mdx:7:13
          |
        7 | published = 205-07-15
          |             ^^^^^^^^^
          |
          = expected: year-month-day without quotes, such as 2025-07-23
          = found: `205-07-15`
          = help: Write the year with four digits, the month (01 to 12) and a day that this month has.
        "#);
        finds("date/form", &[
            ("articles/first.mdx", "2025-07-15", "2025-02-30", (7, 13)),
            ("articles/first.mdx", "2025-07-15", "2025-15-07", (7, 13)),
            ("articles/first.mdx", "2025-07-15", "2025–07–15", (7, 13)),
            ("facts.toml", "2025-07-21", "07/21/2025", (4, 12)),
            ("facts.toml", "2025-07-21", "July 21, 2025", (4, 12)),
            ("pages/about.toml", "kind = \"team\"", "kind = \"team\"\nends = 2027-02-30", (17, 8)),
            ("pages/about.toml", "short_title = \"About\"", "short_title = \"About\"\nwithdrawn = { starts = 2027-02-30, why = \"Old.\" }", (4, 24)),
        ]);
        for time in ["T9:00:00", "T24:00:00"] {
            let to = format!("kind = \"team\"\nends = 2027-02-01{time}");
            let found = found("pages/about.toml", "kind = \"team\"", &to);
            assert!(found.len() == 1 && found[0].starts_with("date/form 17:8 Write hour (00 to 23)"), "{found:#?}");
        }
        near_misses("date/form", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15 # not 205-07-15", "published = 205-07-15 # not 2025-07-15"),
        ]);
    }
}
