//! Two dates that contradict each other.

use super::{date_at, dates};
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use site_schema::model::ResolvedTime;

pub(super) static ORDER: Rule = Rule {
    code: "date/order",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Two dates contradict each other: modified before published, expired before reviewed, or a valuation date of the fees before an earlier one.",
    why: "One of the two is wrong, and both are shown to readers or relied on in reviews. Every page that names a valuation date takes it from content/fees.toml.",
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

fn check(file: &File, out: &mut Diagnostics) {
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

/// Reports a valuation date of the agreement that comes before an earlier one.
fn check_valuation_dates(file: &File, out: &mut Diagnostics) {
    let Some(fees) = &file.fees else {
        return;
    };
    // The month and the day of the date before.
    let mut before = (0, None);
    for (index, date) in fees.terms.valuation_dates.iter().enumerate() {
        let Some(time) = ResolvedTime::parse(date) else {
            continue;
        };
        let day = (time.from.month, time.from.day);
        if day <= before {
            let pointer = format!("/terms/valuation_dates/{index}");
            let message = "a valuation date is not after the one before it";
            out.at_value(file, &pointer, message)
                .expected(
                    "four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31",
                )
                .quoting(date)
                .help("Put the dates in the order of the year, each of them once.");
        }
        before = day;
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

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
        assert_snapshot!(check("fees.toml", "\"Jun 30\", \"Sep 30\"", "\"Sep 30\", \"Jun 30\""), @r#"
        error[date/order]: a valuation date is not after the one before it
          --> content/fees.toml:89:40
           |
        89 | valuation_dates = ["Mar 31", "Sep 30", "Jun 30", "Dec 31"]
           |                                        ^^^^^^^^
           |
           = expected: four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31
           = found: `Jun 30`
           = help: Put the dates in the order of the year, each of them once.
        "#);
        finds("date/order", &[
            ("fees.toml", "Jun 30", "Mar 31", (89, 30)),
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2025-07-20", (5, 11)),
        ]);
        near_misses("date/order", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-14"),
        ]);
    }
}
