//! Years in the headings of calendars.

use crate::load::{File, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, entries};
use regex::Regex;
use std::sync::LazyLock;

pub(super) static HEADING: Rule = Rule {
    code: "calendar/heading",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "The heading of a calendar names a year.",
    why: "A calendar always shows its year next to its heading. A year in the heading repeats that one, or contradicts it after the calendar is set to another year.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
heading = "Our Year 2025"
year = 2026
"#,
        right: r#"
heading = "Our Year"
year = 2026
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for (block, value) in entries(file, "/blocks") {
        let (Some("calendar"), Some(heading)) = (value["kind"].as_str(), value["heading"].as_str())
        else {
            continue;
        };
        if let Some(year) = YEAR.find(heading) {
            let message = "the heading of a calendar names a year";
            out.at_value(file, &format!("{block}/heading"), message)
                .expected("a heading without a year, such as Tax Dates")
                .quoting(year.as_str())
                .help("Delete the year from the heading: the page shows the value of `year` next to it.");
        }
    }
}

static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?-u:\b)20[0-9]{2}(?-u:\b)"));

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn heading() {
        assert_snapshot!(check("pages/about.toml", "\"Our Year\"", "\"Our Dates for 2025\""), @r#"
        error[calendar/heading]: the heading of a calendar names a year
          --> content/pages/about.toml:54:11
           |
        54 | heading = "Our Dates for 2025"
           |           ^^^^^^^^^^^^^^^^^^^^
           |
           = expected: a heading without a year, such as Tax Dates
           = found: `2025`
           = help: Delete the year from the heading: the page shows the value of `year` next to it.
        "#);
        near_misses("calendar/heading", &[
            ("pages/about.toml", "\"Our Year\"", "\"The 2,026 Days\"", "\"The Days of 2026\""),
        ]);
    }
}
