//! Days that the law moves off weekends and holidays.

use super::{Entry, calendar_entries};
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

pub(super) static WEEKEND: Rule = Rule {
    code: "calendar/weekend",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A calendar entry that moves off weekends and holidays is on one.",
    why: "A return or an estimated payment that is due on a weekend or a legal holiday is due on the next business day (Internal Revenue Code, section 7503), so an earlier day in the calendar hurries people, and a later day for anything else makes them late.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
when = "March 15"
moves = true
"#,
        right: r#"
when = "April 15"
moves = true
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for entry in calendar_entries(file, tree) {
        let (true, Some(time)) = (entry.moves, &entry.time) else {
            continue;
        };
        if time.to.is_some() || time.from.day.is_none() {
            out.at(file, entry.span(), "only a single day moves off weekends")
                .expected("a day such as April 15 in an entry with `moves = true`")
                .quoting(&entry.text)
                .help("Delete `moves = true` from this entry.");
            continue;
        }
        // If the year is over, the year is the mistake: `calendar/year` reports it.
        let is_over = entry.year < tree.today.map(|today| today.year());
        if is_over {
            continue;
        }
        let day = entry.year.and_then(|year| time.from.first_in(year));
        if let Some(day) = day {
            check_day(file, &entry, day, out);
        }
    }
}

/// Reports a day when nothing can be due.
fn check_day(file: &File, entry: &Entry, day: Date, out: &mut Diagnostics) {
    let Some(why) = closing_reason(day) else {
        return;
    };
    let mut next = day;
    while closing_reason(next).is_some() {
        next = next.saturating_add(1.day());
    }
    let help = if next.year() == day.year() {
        format!("Write `{}`.", next.strftime("%B %-d"))
    } else {
        format!("Move the entry to the calendar of {}.", next.year())
    };
    let shown = day.strftime("%B %-d, %Y");
    let moved = next.strftime("%A, %B %-d, %Y");
    out.at(file, entry.span(), format!("{shown} is {why}"))
        .expected(format!("the business day that it moves to: {moved}"))
        .quoting(&entry.text)
        .help(format!("{help} If this day doesn't move, like the days for required distributions and gifts, delete `moves = true`."));
}

/// Returns the reason why the tax authorities are closed on a day, such as "a Saturday" or "Labor Day". `None` for a business day.
fn closing_reason(day: Date) -> Option<String> {
    match day.weekday() {
        Weekday::Saturday => return Some("a Saturday".to_owned()),
        Weekday::Sunday => return Some("a Sunday".to_owned()),
        _ => {}
    }
    if let Some(name) = holiday(day) {
        return Some(name.to_owned());
    }

    // A holiday on a Saturday is observed the day before, and a holiday on a Sunday the day after.
    let observed = match day.weekday() {
        Weekday::Friday => day.saturating_add(1.day()),
        Weekday::Monday => day.saturating_sub(1.day()),
        _ => return None,
    };
    let name = holiday(observed)?;
    Some(format!("the day when {name} is observed"))
}

/// The holidays with the same date each year: the federal holidays, and Emancipation Day of the District of Columbia, which
/// applies to all federal returns.
const FIXED: [(i8, i8, &str); 6] = [
    (1, 1, "New Year's Day"),
    (4, 16, "Emancipation Day"),
    (6, 19, "Juneteenth"),
    (7, 4, "Independence Day"),
    (11, 11, "Veterans Day"),
    (12, 25, "Christmas Day"),
];

/// The holidays on a certain weekday of a month: the month, the number of the weekday in the month (-1 is the last), and the weekday.
const FLOATING: [(i8, i8, Weekday, &str); 6] = [
    (1, 3, Weekday::Monday, "Martin Luther King Jr. Day"),
    (2, 3, Weekday::Monday, "Washington's Birthday"),
    (5, -1, Weekday::Monday, "Memorial Day"),
    (9, 1, Weekday::Monday, "Labor Day"),
    (10, 2, Weekday::Monday, "Columbus Day"),
    (11, 4, Weekday::Thursday, "Thanksgiving Day"),
];

/// Returns the name of the legal holiday on a day.
fn holiday(day: Date) -> Option<&'static str> {
    for (month, day_of_month, name) in FIXED {
        if (day.month(), day.day()) == (month, day_of_month) {
            return Some(name);
        }
    }
    for (month, nth, weekday, name) in FLOATING {
        let first = date(day.year(), month, 1);
        let found = first.nth_weekday_of_month(nth, weekday);
        if found.is_ok_and(|found| found == day) {
            return Some(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::closing_reason;
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, near_misses};
    use jiff::ToSpan;
    use jiff::civil::date;

    #[test]
    #[rustfmt::skip]
    fn weekend() {
        assert_snapshot!(check_at_marks("pages/about.toml", "April 15", "«March 15»"), @r#"
        error[calendar/weekend]: March 15, 2026 is a Sunday
        --> content/pages/about.toml
         = expected: the business day that it moves to: Monday, March 16, 2026
         = found: `March 15`
         = help: Write `March 16`. If this day doesn't move, like the days for required distributions and gifts, delete `moves = true`.
        "#);
        assert_snapshot!(check_at_marks("pages/about.toml", "when = \"April 15\"", "when = \"«April»\""), @r#"
        error[calendar/weekend]: only a single day moves off weekends
        --> content/pages/about.toml
         = expected: a day such as April 15 in an entry with `moves = true`
         = found: `April`
         = help: Delete `moves = true` from this entry.
        "#);
        finds_in_files("calendar/weekend", &[
            ("pages/about.toml", "April 15", "«January 31, 2026"),
            ("pages/about.toml", "April 15", "«January 19"),
        ]);
        near_misses("calendar/weekend", &[
            ("pages/about.toml", "when = \"April 15\"\nmoves = true", "when = \"March 15\"", "when = \"March 15\"\nmoves = true"),
            ("pages/about.toml", "April 15", "March 16", "March 14"),
        ]);
    }

    /// The due dates of returns and payments are from the IRS's publications for these years.
    #[test]
    fn days_move_as_the_irs_has_moved_them() {
        for (nominal, due) in [
            (date(2018, 4, 15), date(2018, 4, 17)),
            (date(2022, 4, 15), date(2022, 4, 18)),
            (date(2023, 1, 15), date(2023, 1, 17)),
            (date(2023, 4, 15), date(2023, 4, 18)),
            (date(2024, 6, 15), date(2024, 6, 17)),
            (date(2026, 1, 31), date(2026, 2, 2)),
            (date(2027, 1, 31), date(2027, 2, 1)),
            (date(2027, 4, 15), date(2027, 4, 15)),
            (date(2027, 12, 31), date(2028, 1, 3)),
        ] {
            let mut day = nominal;
            while closing_reason(day).is_some() {
                day = day.saturating_add(1.day());
            }
            assert_eq!(day, due);
        }
    }
}
