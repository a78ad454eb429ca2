//! Calendars whose year is over.

use super::year_of;
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use jiff::ToSpan;
use jiff::civil::Date;

/// The days before the end of a year in which its calendar is of use to few.
const LAST_DAYS: i64 = 30;
/// The days before the end of a year in which somebody who sets a calendar sets it to the next one.
const TURNING_DAYS: i64 = 90;

pub(super) static YEAR: Rule = Rule {
    code: "calendar/year",
    severity: Severity::Warning,
    scope: Scope::FileAlone(check),
    summary: "The year of a calendar is over or ends within 30 days, or is later than the next one.",
    why: "Visitors look for the dates that are ahead of them. A day of last year is often a day off in this one.",
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

fn check(file: &File, out: &mut Diagnostics) {
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
            .expected(format!("the year whose dates are ahead, such as {coming}"))
            .quoting(&year.to_string())
            .help(format!("Write {coming}, and set each entry to its date in that year: the days that move off weekends differ from year to year."));
    }
}

/// Returns what is wrong on a day with the year of a calendar.
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

/// The year of the day that comes some days after another.
fn year_after(day: Date, days: i64) -> i16 {
    day.saturating_add(days.days()).year()
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;
    use jiff::civil::date;

    #[test]
    #[rustfmt::skip]
    fn year() {
        assert_snapshot!(check("pages/about.toml", "year = 2026", "year = 2025"), @r#"
        warning[calendar/year]: this calendar shows the dates of 2025, which is over
          --> content/pages/about.toml:55:8
           |
        55 | year = 2025
           |        ^^^^
           |
           = expected: the year whose dates are ahead, such as 2026
           = found: `2025`
           = help: Write 2026, and set each entry to its date in that year: the days that move off weekends differ from year to year.
        "#);
        finds("calendar/year", &[
            ("pages/questions-to-ask.toml", "year = 2026", "year = 2028", (37, 8)),
        ]);
    }

    #[test]
    fn a_year_serves_until_its_last_month_and_the_next_from_the_first_day_on() {
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
