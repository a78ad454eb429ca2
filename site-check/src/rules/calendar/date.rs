//! Times that are no time of their calendar's year.

use super::{Entry, entries};
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::years_in;

pub(super) static DATE: Rule = Rule {
    code: "calendar/date",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "The time of a calendar entry is not a day, a month or a span of the calendar's year.",
    why: "An entry without a place in the year can't be drawn. A day that doesn't exist, or is in another year, makes someone miss the real one.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
kind = "tax"
when = "April 31"
"#,
        right: r#"
kind = "tax"
when = "April 15"
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for entry in entries(file, tree) {
        if entry.time.is_some() {
            check_year(file, &entry, out);
        } else if entry.is_valuation_date() {
            // Reported once, where the date is.
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

/// Returns whether a time is a list, such as "May 5 and June 15".
fn is_list(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|word| matches!(word, "and" | "&" | "or"))
}

/// Reports a time whose day is of another year, or is missing in the calendar's.
fn check_year(file: &File, entry: &Entry, out: &mut Diagnostics) {
    let (Some(time), Some(year)) = (&entry.time, entry.year) else {
        return;
    };
    let years = years_in(&entry.text);
    let other = years.into_iter().find(|written| *written != year);
    if let Some(other) = other {
        let message = format!("a day of {other} in a calendar of {year}");
        out.at(file, entry.span(), message)
            .expected(format!("a time of {year}"))
            .quoting(&entry.text)
            .help(format!("Write the day of {year} at its place in the order of the year, or delete the entry. A day of {other} belongs in a calendar with `year = {other}`."));
        return;
    }

    for day in [Some(time.from), time.to].into_iter().flatten() {
        if day.first_in(year).is_none() {
            out.at(file, entry.span(), format!("{year} has no {day}"))
                .expected(format!("a day of {year}"))
                .quoting(&entry.text)
                .help("Correct the day, or the year of the calendar.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    const WHEN: &str = "when = \"April 15\"\nmoves = true";

    #[test]
    #[rustfmt::skip]
    fn date() {
        assert_snapshot!(check("pages/about.toml", WHEN, "when = \"{withdrawal-rule}\""), @r#"
        error[calendar/date]: not a time of the year
          --> content/pages/about.toml:61:9
           |
        61 | when = "{withdrawal-rule}"
           |         ^^^^^^^^^^^^^^^^^
           |
           = expected: a day, a month, or a span within one year, such as April 15, October or May to June
           = found: `4%`
           = help: Write the month's name and then a day that this month has, or a fact with such a value. Write a span over New Year as two entries.
        "#);
        assert_snapshot!(check("pages/about.toml", "May to June", "May 5 and June 15"), @r#"
        error[calendar/date]: two times in one entry
          --> content/pages/about.toml:68:9
           |
        68 | when = "May 5 and June 15"
           |         ^^^^^^^^^^^^^^^^^
           |
           = expected: one day, one month, or a span such as May to June
           = found: `May 5 and June 15`
           = help: Write an entry for each of the two. If everything between them is meant, write `to` instead of `and`.
        "#);
        assert_snapshot!(check("pages/about.toml", WHEN, "when = \"January 15, 2027\""), @r#"
        error[calendar/date]: a day of 2027 in a calendar of 2026
          --> content/pages/about.toml:61:9
           |
        61 | when = "January 15, 2027"
           |         ^^^^^^^^^^^^^^^^
           |
           = expected: a time of 2026
           = found: `January 15, 2027`
           = help: Write the day of 2026 at its place in the order of the year, or delete the entry. A day of 2027 belongs in a calendar with `year = 2027`.
        "#);
        assert_snapshot!(check("pages/about.toml", WHEN, "when = \"February 29\""), @r#"
        error[calendar/date]: 2026 has no February 29
          --> content/pages/about.toml:61:9
           |
        61 | when = "February 29"
           |         ^^^^^^^^^^^
           |
           = expected: a day of 2026
           = found: `February 29`
           = help: Correct the day, or the year of the calendar.
        "#);
        finds("calendar/date", &[
            ("pages/about.toml", "May to June", "May to June 31", (68, 9)),
            ("pages/about.toml", "May to June", "May & June", (68, 9)),
            ("pages/about.toml", "May to June", "May 2026 to June 2027", (68, 9)),
            ("pages/questions-to-ask.toml", "May to June", "November to February", (42, 33)),
        ]);
        near_misses("calendar/date", &[
            ("pages/about.toml", WHEN, "when = \"April 15, 2026\"", "when = \"April 15, 2025\""),
            ("pages/about.toml", "May to June", "May 5 through June 15", "May 5 or June 15"),
        ]);
    }
}
