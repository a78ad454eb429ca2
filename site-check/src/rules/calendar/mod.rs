//! The calendars of pages: their year, the times of their entries, and the identity of their tax dates.

mod identity;
mod tax_dates;
mod weekend;

use crate::compile::filled;
use crate::load::markdown::tokens;
use crate::load::{File, Leaf, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries, leaves};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::Value;
use site_schema::model::{ResolvedTime, format, years_in};
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[
    &identity::CORRECTED,
    &DATE,
    &identity::ID,
    &weekend::WEEKEND,
    &YEAR,
];

/// The time of a calendar's entry.
struct Entry<'a> {
    leaf: &'a Leaf,
    /// The written time, with its facts filled in.
    text: String,
    /// `None` if it can't be read.
    time: Option<ResolvedTime>,
    /// The year of its calendar; `None` if it can't be read.
    year: Option<i16>,
    /// True for a day that the law moves off weekends.
    moves: bool,
}

impl Entry<'_> {
    /// Returns true if its time quotes a valuation date, which the schema of content/fees.toml checks.
    fn is_valuation_date(&self) -> bool {
        let names = tokens(&self.leaf.value);
        names
            .iter()
            .any(|(name, _)| name.starts_with("valuation-date-"))
    }

    /// Returns the span of its time in the file.
    fn span(&self) -> Range<usize> {
        self.leaf.map.source(0..self.leaf.value.len())
    }
}

/// Returns the entries of all calendars in a file, except entries with an unknown fact, which `fact/unknown-token` reports.
fn calendar_entries<'a>(file: &'a File, tree: &Tree) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for leaf in leaves(file, format::TIME_OF_YEAR) {
        if !has_known_facts(leaf, tree) {
            continue;
        }
        let text = filled(&leaf.value, tree);
        let entry = leaf.pointer.rsplit_once('/').unwrap_or_default().0;
        let calendar = entry.rsplitn(3, '/').last().unwrap_or_default();
        let moves = file.document.value.pointer(&format!("{entry}/moves"));
        entries.push(Entry {
            leaf,
            time: ResolvedTime::parse(&text),
            text,
            year: year_of(file, calendar),
            moves: moves == Some(&Value::Bool(true)),
        });
    }
    entries
}

/// Returns true if all facts in a time are known.
fn has_known_facts(leaf: &Leaf, tree: &Tree) -> bool {
    let names = tokens(&leaf.value);
    names.iter().all(|(name, _)| tree.tokens.contains_key(name))
}

/// Returns the year of the calendar at a pointer; `None` if it can't be read.
fn year_of(file: &File, calendar: &str) -> Option<i16> {
    let pointer = format!("{calendar}/year");
    let year = file.document.value.pointer(&pointer)?.as_i64()?;
    i16::try_from(year).ok()
}

static DATE: Rule = Rule {
    code: "calendar/date",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_date),
    summary: "The time of a calendar entry isn't a day, a month or a span in the calendar's year.",
    why: "An entry without a place in the year can't be drawn, and a day that doesn't exist or is in a different year makes someone miss the real one.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
id = "returns"
when = "April 31"
"#,
        right: r#"
id = "returns"
when = "April 15"
"#,
    },
};

fn check_date(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for entry in calendar_entries(file, tree) {
        if entry.time.is_some() {
            check_year_of(file, &entry, out);
        } else if entry.is_valuation_date() {
            // The mistake is in content/fees.toml, and every calendar may quote it.
            continue;
        } else if is_list(&entry.text) {
            out.at(file, entry.span(), "two times in one entry")
                .expected("one day, one month, or a span such as May to June")
                .quoting(&entry.text)
                .help("Write an entry for each of the two. If everything between them is meant, write `to` instead of `and`.");
        } else {
            out.at(file, entry.span(), "not a time of the year")
                .expected("a day, a month, or a span within one year, such as April 15, October or May to June")
                .quoting(&entry.text)
                .help("Write the month's name and then a day that this month has, or a fact with such a value. Write a span over New Year as two entries.");
        }
    }
}

/// Returns true if a time is a list, such as "May 5 and June 15".
fn is_list(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|word| matches!(word, "and" | "&" | "or"))
}

/// Reports a time with a day of a different year, or a day that the calendar's year doesn't have.
fn check_year_of(file: &File, entry: &Entry, out: &mut Diagnostics) {
    let (Some(time), Some(year)) = (&entry.time, entry.year) else {
        return;
    };
    let years = years_in(&entry.text);
    let other = years.into_iter().find(|written| *written != year);
    if let Some(other) = other {
        let message = format!("a {other} date in the {year} calendar");
        out.at(file, entry.span(), message)
            .expected(format!("a time in {year}"))
            .quoting(&entry.text)
            .help(format!("Write the {year} date in the order of the year, or delete the entry. A {other} date belongs in a calendar with `year = {other}`."));
        return;
    }

    for day in [Some(time.from), time.to].into_iter().flatten() {
        if day.first_in(year).is_none() {
            out.at(file, entry.span(), format!("{year} has no {day}"))
                .expected(format!("a day in {year}"))
                .quoting(&entry.text)
                .help("Correct the day, or the year of the calendar.");
        }
    }
}

/// The number of days at the end of a year when its calendar is outdated: few of its dates are still ahead.
const LAST_DAYS: i64 = 30;
/// The number of days at the end of a year when the advice is to set a calendar to the next year.
const TURNING_DAYS: i64 = 90;

static YEAR: Rule = Rule {
    code: "calendar/year",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check_year),
    summary: "The year of a calendar is over, ends within 30 days, or is after next year.",
    why: "Visitors look for dates that are still ahead, and a date from last year is often a day off this year.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
heading = "Our Year"
year = 2025
"#,
        right: r#"
heading = "Our Year"
year = 2026
"#,
    },
};

fn check_year(file: &File, out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    for (block, value) in entries(file, "/blocks") {
        if value["kind"].as_str() != Some("calendar") {
            continue;
        }
        let Some(year) = year_of(file, &block) else {
            continue;
        };
        let Some(fault) = fault(year, today) else {
            continue;
        };
        let message = format!("this calendar shows the dates of {year}, {fault}");
        let coming = year_after(today, TURNING_DAYS);
        out.at_value(file, &format!("{block}/year"), message)
            .expected(format!("the year whose dates are still ahead, such as {coming}"))
            .quoting(&year.to_string())
            .help(format!("Write {coming}, and set each entry to its date in that year: the days that move off weekends differ from year to year."));
    }
}

/// Returns the problem with a calendar's year on a day, as the end of a message.
fn fault(year: i16, today: Date) -> Option<&'static str> {
    if year < today.year() {
        return Some("which is over");
    }
    if year < year_after(today, LAST_DAYS) {
        return Some("which ends on December 31");
    }
    if year > today.year() + 1 {
        return Some("which is more than a year ahead");
    }
    None
}

/// Returns the year some days after a day.
fn year_after(day: Date, days: i64) -> i16 {
    day.saturating_add(days.days()).year()
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, near_misses};
    use jiff::civil::date;

    const WHEN: &str = "when = \"April 15\"\nmoves = true";

    #[test]
    #[rustfmt::skip]
    fn date_of_entry() {
        assert_snapshot!(check_at_marks("pages/about.toml", WHEN, "when = \"«{withdrawal-rule}»\""), @r#"
        error[calendar/date]: not a time of the year
        --> content/pages/about.toml
         = expected: a day, a month, or a span within one year, such as April 15, October or May to June
         = found: `4%`
         = help: Write the month's name and then a day that this month has, or a fact with such a value. Write a span over New Year as two entries.
        "#);
        assert_snapshot!(check_at_marks("pages/about.toml", "May to June", "«May 5 and June 15»"), @r#"
        error[calendar/date]: two times in one entry
        --> content/pages/about.toml
         = expected: one day, one month, or a span such as May to June
         = found: `May 5 and June 15`
         = help: Write an entry for each of the two. If everything between them is meant, write `to` instead of `and`.
        "#);
        assert_snapshot!(check_at_marks("pages/about.toml", WHEN, "when = \"«January 15, 2027»\""), @r#"
        error[calendar/date]: a 2027 date in the 2026 calendar
        --> content/pages/about.toml
         = expected: a time in 2026
         = found: `January 15, 2027`
         = help: Write the 2026 date in the order of the year, or delete the entry. A 2027 date belongs in a calendar with `year = 2027`.
        "#);
        assert_snapshot!(check_at_marks("pages/about.toml", WHEN, "when = \"«February 29»\""), @r#"
        error[calendar/date]: 2026 has no February 29
        --> content/pages/about.toml
         = expected: a day in 2026
         = found: `February 29`
         = help: Correct the day, or the year of the calendar.
        "#);
        finds_in_files("calendar/date", &[
            ("pages/about.toml", "May to June", "«May to June 31"),
            ("pages/about.toml", "May to June", "«May & June"),
            ("pages/about.toml", "May to June", "«May 2026 to June 2027"),
            ("pages/questions-to-ask.toml", "May to June", "«November to February"),
        ]);
        near_misses("calendar/date", &[
            ("pages/about.toml", WHEN, "when = \"April 15, 2026\"", "when = \"April 15, 2025\""),
            ("pages/about.toml", "May to June", "May 5 through June 15", "May 5 or June 15"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn year() {
        assert_snapshot!(check_at_marks("pages/about.toml", "year = 2026", "year = «2025»"), @r#"
        warning[calendar/year]: this calendar shows the dates of 2025, which is over
        --> content/pages/about.toml
         = expected: the year whose dates are still ahead, such as 2026
         = found: `2025`
         = help: Write 2026, and set each entry to its date in that year: the days that move off weekends differ from year to year.
        "#);
        finds_in_files("calendar/year", &[
            ("pages/questions-to-ask.toml", "year = 2026", "year = «2028"),
        ]);
    }

    #[test]
    fn a_calendar_may_show_this_year_until_december_and_the_next_year_at_any_time() {
        for (year, today, is_fault) in [
            (2026, date(2026, 1, 1), false),
            (2026, date(2026, 12, 1), false),
            (2026, date(2026, 12, 2), true),
            (2026, date(2027, 1, 1), true),
            (2027, date(2026, 1, 1), false),
            (2027, date(2025, 12, 31), true),
        ] {
            assert_eq!(fault(year, today).is_some(), is_fault, "{year} {today}");
        }
    }
}
