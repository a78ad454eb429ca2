//! The days in front matter and facts, and the days that words name.

use crate::load::{File, Leaf, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key, leaves};
use jiff::ToSpan;
use jiff::civil::Date;
use regex::{Captures, Regex};
use site_schema::model::format;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static RULES: &[&Rule] = &[&FORM, &FUTURE, &LATER, &ORDER];

/// The keys whose days are in the past.
const PAST: [&str; 3] = ["published", "modified", "reviewed"];
/// All keys of days.
const KEYS: [&str; 4] = ["published", "modified", "reviewed", "expires"];

static FORM: Rule = Rule {
    code: "date/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_form),
    summary: "A date is mistyped, does not exist, or is not written like 2025-07-23.",
    why: "A date that can't be read can't be shown, and a guess may be wrong.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 205-07-15",
        right: "published = 2025-07-15",
    },
};

fn check_form(file: &File, out: &mut Diagnostics) {
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
        let message = "this is not a date, or not in the form year-month-day";
        out.at(file, place, message)
            .expected("year-month-day without quotes, such as 2025-07-23")
            .quoting(written)
            .help("Write the year with four digits, the month (01 to 12) and a day that this month has.")
            .suppresses(line);
    }
}

/// The value on a line of TOML that is meant as a date.
fn date_on_line(text: &str, line: Range<usize>) -> Option<Range<usize>> {
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

static FUTURE: Rule = Rule {
    code: "date/future",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_future),
    summary: "A publication, change or review is dated in the future.",
    why: "Nothing can have been reviewed next month: it is a typo, and readers and search engines distrust such dates. Tomorrow is allowed, because the day begins earlier elsewhere. A build reports what is later than its commit.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2052-07-15",
        right: "published = 2025-07-15",
    },
};

fn check_future(file: &File, out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if PAST.contains(&key) && date > latest {
            out.at_value(file, &leaf.pointer, format!("`{key}` is in the future"))
                .expected(format!("today ({today}) or an earlier day"))
                .quoting(&leaf.value)
                .help("Correct the date. To publish later, merge the change on that day.");
        }
    }
}

static LATER: Rule = Rule {
    code: "date/later",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check_later),
    summary: "An article mentions a day, a month or a year after its own date, in a sentence that is not about the future.",
    why: "Readers and search engines think the article is older than what it says.",
    example: Example::InFile {
        file: "content/articles/links-of-every-kind.mdx",
        wrong: r#"excerpt = "To pages, to sections, to other sites, to the phone and, since August 2025, to the letter box.""#,
        right: r#"excerpt = "To pages, to sections, to other sites, to the phone and to the letter box.""#,
    },
};

fn check_later(file: &File, out: &mut Diagnostics) {
    let last = date_at(file, "/modified").or_else(|| date_at(file, "/published"));
    let (Some(last), Some(today)) = (last, out.today) else {
        return;
    };
    for text in file.written() {
        for found in DAY.captures_iter(text.text) {
            let Some(day) = first_day(&found) else {
                continue;
            };
            let place = found.get_match().range();
            let has_come = last < day && day <= today;
            if has_come && !AHEAD.is_match(sentence(text.text, &place)) {
                let named = found.get_match().as_str();
                let message = format!("`{named}` is later than the date of this article");
                out.in_text(file, &text, place, message)
                    .expected(format!("{last} or earlier"))
                    .help("If the text describes what has happened since, set `modified` to the day of the change. If it looks ahead, say so: it will be, it is expected.");
            }
        }
    }
}

/// A year, perhaps with a month and a day before it.
static DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-u)\b(?:([A-Z][a-z]+) (?:(\d{1,2}), )?)?(20\d\d)\b"));
/// A word that makes a sentence one about the future.
static AHEAD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:will|would|expect|project|forecast|schedul|until|later)"));

/// Returns the first day of a match of [`DAY`].
fn first_day(found: &Captures) -> Option<Date> {
    let part = |group| found.get(group).map_or("1", |part| part.as_str());
    let (month, day, year) = (part(1), part(2), part(3));
    Date::strptime("%B %d, %Y", format!("{month} {day}, {year}"))
        // The word before the year is no month.
        .or_else(|_| Date::new(year.parse().unwrap_or_default(), 1, 1))
        .ok()
}

/// The sentence around a place.
fn sentence<'a>(text: &'a str, place: &Range<usize>) -> &'a str {
    let start = text[..place.start].rfind(". ").unwrap_or(0);
    let end = text[place.end..]
        .find(". ")
        .map_or(text.len(), |at| place.end + at);
    &text[start..end]
}

static ORDER: Rule = Rule {
    code: "date/order",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_order),
    summary: "Two dates contradict each other: modified before published, or expired before reviewed.",
    why: "One of the two is wrong, and both are shown to readers or relied on in reviews.",
    example: Example::InFile {
        file: "content/articles/links-of-every-kind.mdx",
        wrong: r"
published = 2025-05-02
modified = 2024-06-30
",
        right: r"
published = 2025-05-02
modified = 2025-06-30
",
    },
};

fn check_order(file: &File, out: &mut Diagnostics) {
    for (later, earlier) in [("modified", "published"), ("expires", "reviewed")] {
        for (leaf, date) in dates(file) {
            if key(&leaf.pointer) != later {
                continue;
            }
            let table = leaf.pointer.trim_end_matches(later);
            let first = date_at(file, &format!("{table}{earlier}"));
            if let Some(first) = first
                && date < first
            {
                let message = format!("`{later}` is before `{earlier}`");
                out.at_value(file, &leaf.pointer, message)
                    .expected(format!("{first} or a later day"))
                    .quoting(&leaf.value)
                    .help(format!("Correct `{later}` or `{earlier}`."));
            }
        }
    }
}

/// Returns the date at a pointer of a file, where it can be read.
fn date_at(file: &File, pointer: &str) -> Option<Date> {
    let (_, date) = dates(file).find(|(leaf, _)| leaf.pointer == pointer)?;
    Some(date)
}

/// The dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    leaves(file, format::DATE).filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found_in_words, near_misses};
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
        ]);
        near_misses("date/form", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15 # not 205-07-15", "published = 205-07-15 # not 2025-07-15"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn future() {
        assert_snapshot!(check("articles/first.mdx", "2025-07-15", "2026-07-15"), @r#"
        error[date/future]: `published` is in the future
         --> content/articles/first.mdx:7:13
          |
        7 | published = 2026-07-15
          |             ^^^^^^^^^^
          |
          = expected: today (2026-01-31) or an earlier day
          = found: `2026-07-15`
          = help: Correct the date. To publish later, merge the change on that day.
        "#);
        finds("date/future", &[
            ("facts.toml", "2025-07-21", "2026-02-02", (4, 12)),
        ]);
        near_misses("date/future", &[
            ("articles/first.mdx", "2025-07-15", "2026-02-01", "2026-02-02"),
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2027-12-31", "2027-12-31\nexpires = 2027-12-31"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn later() {
        // The article is of July 15, 2025, and the day is January 31, 2026.
        let later = "In August 2025 it rose. On July 16, 2025, too. It is so in 2026. Since January 31, 2026, it fell.";
        let found = found_in_words("date/later", later);
        assert_eq!(found.join("|"), "August 2025|July 16, 2025|2026|January 31, 2026");
        let none = "In July 2025, on July 15, 2025, and in 2019. It will rise in August 2025. A cut is expected in 2026. \
            A fund for 2050, and February 1, 2026. $2,026 and 12026.";
        assert!(found_in_words("date/later", none).is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2024-07-16"), @r#"
        error[date/order]: `modified` is before `published`
         --> content/articles/first.mdx:8:12
          |
        8 | modified = 2024-07-16
          |            ^^^^^^^^^^
          |
          = expected: 2025-07-15 or a later day
          = found: `2024-07-16`
          = help: Correct `modified` or `published`.
        "#);
        finds("date/order", &[
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2025-07-20", (5, 11)),
        ]);
        near_misses("date/order", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-14"),
        ]);
    }
}
