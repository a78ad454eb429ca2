//! Moments that can't be read, and times that clocks skip or show twice.

use super::{bounds, is_end};
use crate::fix::Fix;
use crate::load::{Tree, WindowKind, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use regex::Regex;
use site_schema::model::{ClockChange, MomentError, WrittenMoment};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

pub(super) static FORM: Rule = Rule {
    code: "window/form",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_form),
    summary: "A moment in `starts` or `ends` is neither a day nor a day with a time, or says 23:59 for the end of a day.",
    why: "A moment that can't be read can't start or end anything on time.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nends = 2027-01-01T09:00:00Z",
        right: "short_title = \"About\"",
    },
};

const EXPECTED: &str =
    "a day, such as 2027-01-01, or a day with a time, such as 2027-01-01T09:00:00";

fn check_form(tree: &Tree, out: &mut Diagnostics) {
    for (file, window, bound) in bounds(tree) {
        // The `published` of an article is a date: `date/form` checks it.
        if key(&bound.pointer) == "published" {
            continue;
        }
        let written = bound.text.as_str();
        let last_minute = LAST_MINUTE.captures(written).filter(|_| is_end(bound));
        let mut expected = EXPECTED;
        let (message, help, right) = match (WrittenMoment::read(written), last_minute) {
            (Err(MomentError::Form), _) => (
                "this is neither a day nor a day with a time",
                format!("Write {EXPECTED}, without quotes."),
                None,
            ),
            (_, Some(found)) => {
                let day = &found["day"];
                let message = "23:59 isn't the end of the day: the last minute would be missing";
                let help = format!("Write only the day: an end on {day} includes the whole day.");
                (message, help, Some(day.to_owned()))
            }
            (Ok(moment), None) if !YEARS.contains(&moment.day().year()) => (
                "the year of this moment is mistyped",
                "Write the correct year, such as 2027.".to_owned(),
                None,
            ),
            (Ok(WrittenMoment::Minute(minute)), None) if window.kind == WindowKind::Closed => {
                expected = "a day without a time, such as 2027-01-01";
                (
                    "the office is closed for whole days",
                    format!("Write {}, and the hours in `words`.", minute.date()),
                    None,
                )
            }
            (Ok(_), None) => continue,
            (Err(MomentError::Offset), None) => (
                "a moment has no offset: it is always in the firm's time zone",
                format!(
                    "Write the time in the firm's time zone, without Z or an offset: {EXPECTED}."
                ),
                None,
            ),
            (Err(MomentError::NoSeconds), None) => (
                "a time needs its seconds, because many tools reject it without them",
                format!("Write {written}:00."),
                Some(format!("{written}:00")),
            ),
            (Err(MomentError::Seconds), None) => (
                "the site changes on the minute, not on the second",
                "Write 00 for the seconds, without a fraction.".to_owned(),
                None,
            ),
        };
        let span = file.document.span(&bound.pointer);
        let fix = right.map(|right| Fix::edit(file, span.clone(), right));
        out.at(file, span, message)
            .expected(expected)
            .quoting(written)
            .help(help)
            .fix(fix)
            // `window/order` and `window/place` may report the same moment.
            .suppresses_its_span();
    }
}

/// The plausible years: any other year is mistyped.
const YEARS: RangeInclusive<i16> = 2000..=2100;

/// The last minute of a day, with or without seconds.
static LAST_MINUTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?<day>\d{4}-\d\d-\d\d)[Tt ]23:59(?::[\d.]+)?$"));

pub(super) static CLOCK: Rule = Rule {
    code: "window/clock",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_clock),
    summary: "A time in `starts` or `ends` is skipped or shown twice by the clocks when they change in spring or fall.",
    why: "It would be unclear which moment is meant.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nends = 2027-03-14T02:30:00",
        right: "short_title = \"About\"",
    },
};

fn check_clock(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    for (file, _, bound) in bounds(tree) {
        let change = bound.moment().and_then(|moment| moment.clock_change(&zone));
        let message = match change {
            Some(ClockChange::Skipped) => "the clocks skip this time when they change in spring",
            Some(ClockChange::Twice) => "the clocks show this time twice when they change in fall",
            None => continue,
        };
        out.at_value(file, &bound.pointer, message)
            .expected("a time that the firm's clocks show once")
            .quoting(&bound.text)
            .help("Write another time of this day, such as T06:00:00, or only the day.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, near_misses};

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check_at_marks("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nends = «2027-01-01T09:00»"), @r"
        error[window/form]: a time needs its seconds, because many tools reject it without them
        --> content/pages/about.toml
         = expected: a day, such as 2027-01-01, or a day with a time, such as 2027-01-01T09:00:00
         = found: `2027-01-01T09:00`
         = help: Write 2027-01-01T09:00:00.
         = note: `cargo site check --fix` fixes this
        ");
        let finds_in_about = |drawn: &str| {
            let to = format!("eyebrow = \"About\"\n{drawn}");
            finds_in_files("window/form", &[("pages/about.toml", "eyebrow = \"About\"", to.as_str())]);
        };
        finds_in_about("ends = «2027-01-01T09:00:00Z");
        finds_in_about("ends = «2027-01-01T09:00:00-06:00");
        finds_in_about("ends = «2027-01-01T09:00:30");
        finds_in_about("ends = «2027-12-31T23:59:00");
        for last_minute in ["2027-12-31T23:59", "2027-12-31T23:59:59", "2027-12-31 23:59:30.5"] {
            let drawn = format!("eyebrow = \"About\"\nends = «{last_minute}»");
            let found = check_at_marks("pages/about.toml", "eyebrow = \"About\"", &drawn);
            assert!(found.contains("Write only the day: an end on 2027-12-31 includes the whole day."), "{found}");
        }
        finds_in_about("ends = «\"tomorrow\"");
        let closing = "[[contact.closed]]\nwords = \"Closed.\"\nstarts = 2026-03-16\nends = «2026-03-20T12:00:00\n\n[[contact.hours]]";
        finds_in_files("window/form", &[("site.toml", "[[contact.hours]]", closing)]);
        finds_in_files("window/form", &[("site.toml", "[[contact.hours]]", &closing.replace("12:00", "23:59"))]);
        finds_in_about("ends = «09:00:00");
        finds_in_about("ends = «0227-01-01");
        near_misses("window/form", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-01T23:59:00", "eyebrow = \"About\"\nends = 2027-01-01T23:59:00"),
            ("pages/about.toml", "kind = \"team\"", "kind = \"team\"\nstarts = 2026-01-01", "kind = \"team\"\nstarts = 2026-01-01T09:00"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn clock() {
        assert_snapshot!(check_at_marks("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nends = «2027-11-07T01:30:00»"), @r"
        error[window/clock]: the clocks show this time twice when they change in fall
        --> content/pages/about.toml
         = expected: a time that the firm's clocks show once
         = found: `2027-11-07T01:30:00`
         = help: Write another time of this day, such as T06:00:00, or only the day.
        ");
        near_misses("window/clock", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2025-03-09T01:59:00", "eyebrow = \"About\"\nstarts = 2025-03-09T02:00:00"),
        ]);
    }
}
