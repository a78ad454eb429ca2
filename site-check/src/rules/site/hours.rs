//! Hours that search engines can't be told.

use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::{ResolvedOpenHours, format, weekday_name, weekdays};

pub(super) static HOURS: Rule = Rule {
    code: "site/hours",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check),
    summary: "The firm's hours can't be read as days of the week and times, or name a day twice.",
    why: "The hours are shown to visitors as they are written, and given to search engines in a form that is made from the words. What can't be read would be missing there, and a map would show the office closed or open at the wrong time.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
days = "Tuesday to Thursday"
hours = "8:30 to 5"
"#,
        right: r#"
days = "Tuesday to Thursday"
hours = "8:30am-5pm"
"#,
    },
};

fn check(file: &File, _: &Tree, out: &mut Diagnostics) {
    check_days(file, out);
    check_times(file, out);
}

/// Reports days that can't be read, and days that another entry has, too.
fn check_days(file: &File, out: &mut Diagnostics) {
    let mut has_hours = [false; 7];
    for leaf in leaves(file, format::WEEKDAYS) {
        let place = leaf.map.source(0..leaf.value.len());
        let Some(days) = weekdays(&leaf.value) else {
            out.at(file, place, "not days of the week")
                .expected("one day, days in a row, or a list, such as Friday, Monday to Thursday, or Monday, Wednesday and Friday")
                .quoting(&leaf.value)
                .help("Write the names of the days, those in a row in the order of the week, which begins on Monday.");
            continue;
        };
        let mut repeated = None;
        for day in days.into_iter().flatten() {
            if has_hours[day] {
                repeated = repeated.or(Some(weekday_name(day)));
            }
            has_hours[day] = true;
        }
        if let Some(day) = repeated {
            out.at(file, place, format!("{day} has hours twice"))
                .expected("each day of the week once")
                .quoting(&leaf.value)
                .help(format!("Take {day} out of one of the two. Two stretches on one day are `hours = \"9am-noon and 1pm-5pm\"`."));
        }
    }
}

/// Reports times that can't be read.
fn check_times(file: &File, out: &mut Diagnostics) {
    for leaf in leaves(file, format::OPEN_HOURS) {
        if ResolvedOpenHours::parse(&leaf.value).is_some() {
            continue;
        }
        let place = leaf.map.source(0..leaf.value.len());
        out.at(file, place, "not hours of a day")
            .expected("opening and closing times, such as 8:30am-5pm, 9am to noon, or 9am-noon and 1pm-5pm; or: closed, by appointment")
            .quoting(&leaf.value)
            .help("Write when the office opens and when it closes, later on the same day, each with am or pm.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn hours() {
        assert_snapshot!(check("site.toml", "hours = \"9am-5pm\"", "hours = \"whenever\""), @r#"
        error[site/hours]: not hours of a day
          --> content/site.toml:44:10
           |
        44 | hours = "whenever"
           |          ^^^^^^^^
           |
           = expected: opening and closing times, such as 8:30am-5pm, 9am to noon, or 9am-noon and 1pm-5pm; or: closed, by appointment
           = found: `whenever`
           = help: Write when the office opens and when it closes, later on the same day, each with am or pm.
        "#);
        assert_snapshot!(check("site.toml", "days = \"Monday\"", "days = \"Mondays\""), @r#"
        error[site/hours]: not days of the week
          --> content/site.toml:43:9
           |
        43 | days = "Mondays"
           |         ^^^^^^^
           |
           = expected: one day, days in a row, or a list, such as Friday, Monday to Thursday, or Monday, Wednesday and Friday
           = found: `Mondays`
           = help: Write the names of the days, those in a row in the order of the week, which begins on Monday.
        "#);
        assert_snapshot!(check("site.toml", "days = \"Monday\"", "days = \"Monday and Thursday\""), @r#"
        error[site/hours]: Thursday has hours twice
          --> content/site.toml:47:9
           |
        47 | days = "Tuesday to Thursday"
           |         ^^^^^^^^^^^^^^^^^^^
           |
           = expected: each day of the week once
           = found: `Tuesday to Thursday`
           = help: Take Thursday out of one of the two. Two stretches on one day are `hours = "9am-noon and 1pm-5pm"`.
        "#);
        finds("site/hours", &[
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"9am-5\"", (44, 10)),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"5pm-9am\"", (44, 10)),
            ("site.toml", "days = \"Monday\"", "days = \"Saturday to Monday\"", (43, 9)),
            ("site.toml", "days = \"Monday\"", "days = \"{firm}\"", (43, 9)),
        ]);
        near_misses("site/hours", &[
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"9 a.m. to 5:30 p.m.\"", "hours = \"9 a.m. to 5:30\""),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"9am-noon and 1pm-5pm\"", "hours = \"9am-noon and 11am-5pm\""),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"By appointment\"", "hours = \"By chance\""),
            ("site.toml", "days = \"Monday\"", "days = \"Mon and Sat\"", "days = \"Mo and Sa\""),
        ]);
    }
}
