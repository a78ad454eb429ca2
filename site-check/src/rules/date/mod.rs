//! The dates of keys, and the dates in texts.
//!
//! 1. this file: the dates of keys
//! 2. `words`: dates in texts
//! 3. `times`: how texts write them

mod times;
mod words;

use crate::compile::filled;
use crate::load::recovery::Mistake;
use crate::load::{File, FileKind, Leaf, Tree, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key, leaves};
use jiff::ToSpan;
use jiff::civil::Date;
use regex::Regex;
use site_schema::model::{ResolvedTime, format};
use std::ops::Range;
use std::sync::LazyLock;
use toml::de::DeValue;

pub(super) static RULES: &[&Rule] = &[
    &EARLY,
    &FORM,
    &FUTURE,
    &words::IMPOSSIBLE,
    &ORDER,
    &words::PASSED,
    &words::WEEKDAY,
];

/// The keys whose dates are in the past.
const PAST: [&str; 3] = ["corrected", "modified", "reviewed"];
/// All keys of dates.
const KEYS: [&str; 8] = [
    "corrected",
    "published",
    "modified",
    "reviewed",
    "expires",
    "starts",
    "ends",
    "shown",
];

/// Returns the date at a pointer of a file; `None` if it can't be read.
fn date_at(file: &File, pointer: &str) -> Option<Date> {
    let (_, date) = dates(file).find(|(leaf, _)| leaf.pointer == pointer)?;
    Some(date)
}

/// Returns the dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    leaves(file, format::DATE).filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}

static FORM: Rule = Rule {
    code: "date/form",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_form),
    summary: "A date is mistyped, doesn't exist, or isn't written like 2025-07-23.",
    why: "A date that can't be read can't be shown, and a guess may be wrong.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 205-07-15",
        right: "published = 2025-07-15",
    },
};

fn check_form(file: &File, out: &mut Diagnostics) {
    for mistake in &file.document.errors {
        let Some(place) = mistyped_day(file, mistake) else {
            continue;
        };
        let written = &file.text[place.clone()];
        let (message, expected, help) = if has_time(written) {
            (
                "this time doesn't exist, or isn't in the form hour:minute:second",
                "a day with a time, such as 2027-01-01T09:00:00, or only the day",
                "Write hour (00 to 23), minute and second with two digits each, such as T09:00:00. For the whole day, write only the day.",
            )
        } else {
            (
                "this isn't a date, or isn't in the form year-month-day",
                "year-month-day without quotes, such as 2025-07-23",
                "Write the year with four digits, the month (01 to 12) and a day that this month has.",
            )
        };
        out.at(file, place.clone(), message)
            .expected(expected)
            .quoting(written)
            .help(help)
            // `toml/syntax` reports the same line.
            .suppresses(file.line_around(place.start));
    }
}

/// Returns the first value of a broken statement that is meant as a date, according to its key, and isn't a date.
fn mistyped_day(file: &File, mistake: &Mistake) -> Option<Range<usize>> {
    static VALUE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?:^|[{,])\s*([a-z]+)[ \t]*=[ \t]*([[:alnum:]](?:[^#,}\n]|, )*)")
    });
    let statement = &file.text[mistake.statement.clone()];
    for found in VALUE.captures_iter(statement) {
        let value = found.get(2)?;
        let written = value.as_str().trim_end();
        let has_digit = written.contains(|c: char| c.is_ascii_digit());
        if KEYS.contains(&&found[1]) && has_digit && DeValue::parse(written).is_err() {
            let start = mistake.statement.start + value.start();
            return Some(start..start + written.len());
        }
    }
    None
}

/// Returns true if a value begins with an existing date, followed by something like a time.
fn has_time(written: &str) -> bool {
    let Some((day, time)) = written.split_once(['T', 't', ' ']) else {
        return false;
    };
    day.parse::<Date>().is_ok() && time.contains(':')
}

static EARLY: Rule = Rule {
    code: "date/early",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_early),
    summary: "A date is before the year when the firm began, which is `since` in content/site.toml.",
    why: "The firm can't have published or reviewed anything then: the year is mistyped, and readers would see the wrong date.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2005-07-15",
        right: "published = 2025-07-15",
    },
};

fn check_early(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(since) = first_year(tree) else {
        return;
    };
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if KEYS.contains(&key) && date.year() < since {
            let message = format!("`{key}` is before the firm began");
            out.at_value(file, &leaf.pointer, message)
                .expected(format!("a day in {since} or later"))
                .quoting(&leaf.value)
                .help("Correct the year. The year when the firm began is `since` in content/site.toml.");
        }
    }
}

/// Returns the year when the firm began; `None` if content/site.toml doesn't say.
fn first_year(tree: &Tree) -> Option<i16> {
    let since = tree.value(&FileKind::Site, "/since")?.as_str()?;
    filled(since, tree).trim().parse().ok()
}

static FUTURE: Rule = Rule {
    code: "date/future",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_future),
    summary: "A change or a review is dated after tomorrow.",
    why: "Nothing can have been reviewed next month, and readers and search engines distrust such dates.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2025-07-15\nmodified = 2052-07-15",
        right: "published = 2025-07-15",
    },
};

fn check_future(file: &File, out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    // In other time zones, tomorrow may have begun.
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if PAST.contains(&key) && date > latest {
            out.at_value(file, &leaf.pointer, format!("`{key}` is in the future"))
                .expected(format!("today ({today}) or an earlier day"))
                .quoting(&leaf.value)
                .help("Correct the date. To publish something later, write `starts`, or a future date in `published`.");
        }
    }
}

static ORDER: Rule = Rule {
    code: "date/order",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_order),
    summary: "Two dates contradict each other: modified before published, expired before reviewed, or a valuation date before the previous one.",
    why: "One of the two is wrong, and readers or reviewers rely on both.",
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
    check_valuation_dates(file, out);
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

/// Reports a valuation date that isn't after the valuation date before it.
fn check_valuation_dates(file: &File, out: &mut Diagnostics) {
    let Some(fees) = &file.fees else {
        return;
    };
    // The month and the day of the previous date.
    let mut before = (0, None);
    for (index, date) in fees.terms.valuation_dates.iter().enumerate() {
        let Some(time) = ResolvedTime::parse(date) else {
            continue;
        };
        let day = (time.from.month, time.from.day);
        if day <= before {
            let pointer = format!("/terms/valuation_dates/{index}");
            let message = "this valuation date isn't after the previous one";
            out.at_value(file, &pointer, message)
                .expected(
                    "four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31",
                )
                .quoting(date)
                .help("List the dates in the order of the year, each of them once.");
        }
        before = day;
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_in_files, near_misses, passes,
    };

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "2025-07-15", "«205-07-15»"), @r#"
        error[date/form]: this isn't a date, or isn't in the form year-month-day
        --> content/articles/first.mdx
         = expected: year-month-day without quotes, such as 2025-07-23
         = found: `205-07-15`
         = help: Write the year with four digits, the month (01 to 12) and a day that this month has.
        "#);
        finds_in_files("date/form", &[
            ("articles/first.mdx", "2025-07-15", "«2025-02-30"),
            ("articles/first.mdx", "2025-07-15", "«2025-15-07"),
            ("articles/first.mdx", "2025-07-15", "«2025–07–15"),
            ("facts.toml", "2025-07-21", "«07/21/2025"),
            ("facts.toml", "2025-07-21", "«July 21, 2025"),
            ("pages/about.toml", "kind = \"team\"", "kind = \"team\"\nends = «2027-02-30"),
            ("pages/about.toml", "short_title = \"About\"", "short_title = \"About\"\nwithdrawn = { starts = «2027-02-30, why = \"Old.\" }"),
        ]);
        for time in ["T9:00:00", "T24:00:00"] {
            let drawn = format!("kind = \"team\"\nends = «2027-02-01{time}»");
            let found = check_at_marks("pages/about.toml", "kind = \"team\"", &drawn);
            assert!(found.contains("date/form") && found.contains("Write hour (00 to 23)"), "{found}");
        }
        near_misses("date/form", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15 # not 205-07-15", "published = 205-07-15 # not 2025-07-15"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn early() {
        finds_in_files("date/early", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = «1925-07-15"),
            ("facts.toml", "reviewed = 2025-07-21", "reviewed = «2007-07-21"),
        ]);
        passes("articles/first.mdx", "published = 2025-07-15", "published = 2008-01-01");
        passes("site.toml", "since = \"2008\"\n", "");
    }

    #[test]
    #[rustfmt::skip]
    fn future() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = «2026-07-15»"), @r#"
        error[date/future]: `modified` is in the future
        --> content/articles/first.mdx
         = expected: today (2026-01-31) or an earlier day
         = found: `2026-07-15`
         = help: Correct the date. To publish something later, write `starts`, or a future date in `published`.
        "#);
        finds_in_files("date/future", &[
            ("facts.toml", "2025-07-21", "«2026-02-02"),
        ]);
        near_misses("date/future", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2026-02-01", "published = 2025-07-15\nmodified = 2026-02-02"),
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2027-12-31", "2027-12-31\nexpires = 2027-12-31"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = «2024-07-16»"), @r#"
        error[date/order]: `modified` is before `published`
        --> content/articles/first.mdx
         = expected: 2025-07-15 or a later day
         = found: `2024-07-16`
         = help: Correct `modified` or `published`.
        "#);
        assert_snapshot!(check_at_marks("fees.toml", "\"Jun 30\", \"Sep 30\"", "\"Sep 30\", «\"Jun 30\"»"), @r#"
        error[date/order]: this valuation date isn't after the previous one
        --> content/fees.toml
         = expected: four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31
         = found: `Jun 30`
         = help: List the dates in the order of the year, each of them once.
        "#);
        finds_in_files("date/order", &[
            ("fees.toml", "\"Jun 30", "«\"Mar 31"),
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = «2025-07-20"),
        ]);
        near_misses("date/order", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-14"),
        ]);
    }
}
