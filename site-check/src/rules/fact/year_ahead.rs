use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static YEAR_AHEAD: Rule = Rule {
    code: "fact/year-ahead",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "A fact has a value of a year after the next one.",
    why: "Figures are published for the next year at most: it is a typo, and the figure would never be shown, or too late.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[contribution-limit.years.2062]
"#,
        right: r#"
[contribution-limit.years.2026]
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    let next = i64::from(today.year()) + 1;
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        for year in fact["years"].as_object().into_iter().flatten() {
            let (year, _) = year;
            if year.parse::<i64>().is_ok_and(|year| year > next) {
                let place = file.document.key_span(&format!("/{name}/years/{year}"));
                out.at(file, place, format!("{year} is after next year"))
                    .expected(format!("{next} or an earlier year"))
                    .quoting(year)
                    .help("Correct the year. Where the law leaves a value as it is for several years, write the last of them as `through` in the table of the first.");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn year_ahead() {
        assert_snapshot!(check("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2062]"), @r#"
        error[fact/year-ahead]: 2062 is after next year
          --> content/facts.toml:13:27
           |
        13 | [contribution-limit.years.2062]
           |                           ^^^^
           |
           = expected: 2027 or an earlier year
           = found: `2062`
           = help: Correct the year. Where the law leaves a value as it is for several years, write the last of them as `through` in the table of the first.
        "#);
        near_misses("fact/year-ahead", &[
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2027]", "[contribution-limit.years.2028]"),
        ]);
    }
}
