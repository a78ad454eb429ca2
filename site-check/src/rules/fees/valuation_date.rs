use crate::load::File;
use crate::load::markdown::tokens;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::ResolvedTime;

/// A year without a February 29.
const COMMON_YEAR: i16 = 2027;

pub(super) static VALUATION_DATE: Rule = Rule {
    code: "fees/valuation-date",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A valuation date of the agreement is not a day of the year, or comes before an earlier one.",
    why: "Fees are computed on the portfolio's value of that day, and every page that names it takes it from here.",
    example: Example::InFile {
        file: "content/fees.toml",
        wrong: r#"valuation_dates = ["Mar 31", "Jun 31", "Sep 30", "Dec 31"]"#,
        right: r#"valuation_dates = ["Mar 31", "Jun 30", "Sep 30", "Dec 31"]"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let Some(fees) = &file.fees else {
        return;
    };
    // The month and the day of the date before.
    let mut before = (0, 0);
    for (index, date) in fees.terms.valuation_dates.iter().enumerate() {
        // The value of a fact is known only among the other files.
        if !tokens(date).is_empty() {
            continue;
        }
        let pointer = format!("/terms/valuation_dates/{index}");
        let Some(day) = day_of_year(date) else {
            out.at_value(file, &pointer, "a valuation date is not a day of the year")
                .expected("a month and a day that it has, such as Jun 30")
                .quoting(date)
                .help("Write the month, in full or by its first three letters, and then the day.");
            continue;
        };
        if day <= before {
            out.at_value(
                file,
                &pointer,
                "a valuation date is not after the one before it",
            )
            .expected(
                "four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31",
            )
            .quoting(date)
            .help("Put the dates in the order of the year, each of them once.");
        }
        before = day;
    }
}

/// The month and the day of a single day that comes every year.
fn day_of_year(text: &str) -> Option<(u8, u8)> {
    let time = ResolvedTime::parse(text)?;
    // A day that is only in leap years does not come every year.
    if time.to.is_some() || time.from.first_in(COMMON_YEAR).is_none() {
        return None;
    }
    Some((time.from.month, time.from.day?))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn valuation_date() {
        assert_snapshot!(check("fees.toml", "Jun 30", "Jun 31"), @r#"
        error[fees/valuation-date]: a valuation date is not a day of the year
          --> content/fees.toml:89:30
           |
        89 | valuation_dates = ["Mar 31", "Jun 31", "Sep 30", "Dec 31"]
           |                              ^^^^^^^^
           |
           = expected: a month and a day that it has, such as Jun 30
           = found: `Jun 31`
           = help: Write the month, in full or by its first three letters, and then the day.
        "#);
        assert_snapshot!(check("fees.toml", "\"Jun 30\", \"Sep 30\"", "\"Sep 30\", \"Jun 30\""), @r#"
        error[fees/valuation-date]: a valuation date is not after the one before it
          --> content/fees.toml:89:40
           |
        89 | valuation_dates = ["Mar 31", "Sep 30", "Jun 30", "Dec 31"]
           |                                        ^^^^^^^^
           |
           = expected: four days in the order of the year, such as Mar 31, Jun 30, Sep 30 and Dec 31
           = found: `Jun 30`
           = help: Put the dates in the order of the year, each of them once.
        "#);
        finds("fees/valuation-date", &[
            ("fees.toml", "Mar 31", "March", (89, 20)),
            ("fees.toml", "Mar 31", "Feb 29", (89, 20)),
            ("fees.toml", "Mar 31", "3/31", (89, 20)),
            ("fees.toml", "Mar 31", "Mar 1 to Mar 31", (89, 20)),
            ("fees.toml", "Jun 30", "Mar 31", (89, 30)),
        ]);
        near_misses("fees/valuation-date", &[
            ("fees.toml", "Jun 30", "June 30", "June 30th"),
            ("fees.toml", "Sep 30", "September 29", "Sept 30"),
        ]);
    }
}
