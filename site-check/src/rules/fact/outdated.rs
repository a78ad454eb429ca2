use super::{is_article, pinned_token};
use crate::load::{File, Target, TokenForm, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::BTreeSet;

pub(super) static OUTDATED: Rule = Rule {
    code: "fact/outdated",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check),
    summary: "A page shows the value in force of a fact whose last year is over.",
    why: "Visitors look for this year's figure, and read last year's.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[senior-allowance.years.2025]
through = 2025
"#,
        right: r#"
[senior-allowance.years.2025]
through = 2099
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    if is_article(file) {
        return;
    }
    let this_year = today.year();
    let mut reported = BTreeSet::new();
    for token in file.references_of(Target::Token) {
        let Some(quoted) = tree.yearly_token(&token.name) else {
            continue;
        };
        if quoted.form != TokenForm::InForce || quoted.fact.is_deadline() {
            continue;
        }
        // The value of today, which a commit of last year may not show yet.
        let Some(value) = quoted.fact.newest_at(this_year) else {
            continue;
        };
        if value.last < this_year && reported.insert(quoted.name) {
            let name = quoted.name;
            let last = value.last;
            let message = format!("`{{{name}}}` is of {last}, and that year is over");
            out.at(file, token.span.clone(), message)
                .expected(format!("a value of {this_year} in content/facts.toml"))
                .found(format!("`{}`, of {last}", value.shown))
                .help(format!(
                    "Add [{name}.years.{this_year}] with the `value` and the `source` of that year. If the law hasn't changed the value, write `through = {this_year}` in [{name}.years.{}] instead. To keep showing the old figure, pin it: write {} next to the year {last}.",
                    value.first,
                    pinned_token(name, last),
                ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn outdated() {
        assert_snapshot!(check("facts.toml", "through = 2099\n", ""), @r#"
        warning[fact/outdated]: `{senior-allowance}` is of 2025, and that year is over
          --> content/pages/services.toml:42:120
           |
        42 | ...ear} people of 65 and older deduct {senior-allowance}."
           |                                       ^^^^^^^^^^^^^^^^^^
           |
           = expected: a value of 2026 in content/facts.toml
           = found: `$6,000`, of 2025
           = help: Add [senior-allowance.years.2026] with the `value` and the `source` of that year. If the law hasn't changed the value, write `through = 2026` in [senior-allowance.years.2025] instead. To keep showing the old figure, pin it: write {senior-allowance-2025} next to the year 2025.
        "#);
        near_misses("fact/outdated", &[
            ("facts.toml", "through = 2099", "through = 2026", "through = 2025"),
        ]);
    }
}
