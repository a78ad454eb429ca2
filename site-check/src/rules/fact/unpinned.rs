use super::{is_article, pinned_token};
use crate::fix::Fix;
use crate::load::facts::Tokens;
use crate::load::{File, Reference, Target, TokenForm, Tree, YearlyToken};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static UNPINNED: Rule = Rule {
    code: "fact/unpinned",
    severity: Severity::Error,
    scope: Scope::WholeTree(check),
    summary: "An article quotes a figure that changes each tax year, or any text quotes a deadline, without saying which year it is for.",
    why: "An article was approved as written. Without a year in the token, the next year's figure would appear in sentences, sums and examples about this year. A deadline is another day each year.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The limit is {contribution-limit}.",
        right: "The limit is {contribution-limit-2025}.",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let mut unpinned = Vec::new();
    for file in &tree.files {
        for token in file.references_of(Target::Token) {
            if let Some(quoted) = tree.yearly_token(&token.name)
                && must_be_pinned(file, &quoted)
            {
                unpinned.push((file, token, quoted));
            }
        }
    }
    if unpinned.is_empty() {
        return;
    }
    let before = tree.tokens_before();
    for (file, token, quoted) in unpinned {
        let Some(year) = year_shown(&quoted, before.as_ref()) else {
            // It has no value in force, which is reported as an unknown fact.
            continue;
        };
        report(file, token, &quoted, year, out);
    }
}

/// Returns whether a token is one that no text of this file may have without its year.
fn must_be_pinned(file: &File, quoted: &YearlyToken) -> bool {
    match quoted.form {
        TokenForm::Pinned(_) => false,
        TokenForm::InForce if quoted.fact.is_deadline() => true,
        TokenForm::InForce | TokenForm::Year => is_article(file),
    }
}

/// The year of the value that a token shows at the merge base, so that the words stay as they were approved;
/// where it shows none there, the year in force.
fn year_shown(quoted: &YearlyToken, before: Option<&Tokens>) -> Option<i16> {
    let year = before.and_then(|before| year_before(quoted, before));
    year.or(quoted.fact.in_force)
}

/// The year of the value that a token shows at the merge base. `None` where it shows none there, or one that no year has.
fn year_before(quoted: &YearlyToken, before: &Tokens) -> Option<i16> {
    if let Some(fact) = before.yearly.get(quoted.name) {
        let year = fact.in_force?;
        let is_covered = quoted.fact.of_year(year).is_some();
        return is_covered.then_some(year);
    }
    // It had no years there: the newest year with the value that it had.
    let shown = before.values.get(quoted.name)?;
    for value in quoted.fact.values.iter().rev() {
        if value.shown == *shown {
            return Some(value.first);
        }
    }
    None
}

fn report(file: &File, token: &Reference, quoted: &YearlyToken, year: i16, out: &mut Diagnostics) {
    let name = quoted.name;
    let written = format!("{{{}}}", token.name);
    let (message, right, help) = match quoted.form {
        TokenForm::Year => (
            format!(
                "`{written}` turns over with the year, but an article stays as it was approved"
            ),
            year.to_string(),
            format!("Write {year}."),
        ),
        _ if quoted.fact.is_deadline() => {
            let right = pinned_token(name, year);
            let help = format!("Write `{right}`, or the year that the text is about.");
            (
                format!("`{written}` is a deadline, and has no year"),
                right,
                help,
            )
        }
        _ => {
            let right = pinned_token(name, year);
            let help = format!(
                "Write `{right}`, or the year that the text is about: the figure stays as it was approved."
            );
            (
                format!(
                    "`{written}` changes with the tax year, but an article stays as it was approved"
                ),
                right,
                help,
            )
        }
    };
    let fix = Fix::instead(file, token.span.clone(), &written, &right);
    out.at(file, token.span.clone(), message)
        .expected(format!("`{right}`"))
        .found(format!("`{written}`"))
        .help(help)
        .fix(fix);
}

#[cfg(test)]
mod tests {
    use crate::load::Base;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;
    use std::collections::BTreeMap;

    #[test]
    #[rustfmt::skip]
    fn unpinned() {
        assert_snapshot!(check("articles/first.mdx", "{withdrawal-rule}", "{senior-allowance}"), @r#"
        error[fact/unpinned]: `{senior-allowance}` changes with the tax year, but an article stays as it was approved
          --> content/articles/first.mdx:11:15
           |
        11 | The rule says {senior-allowance}; see [the second](/blog/second#a-heading).
           |               ^^^^^^^^^^^^^^^^^^
           |
           = expected: `{senior-allowance-2026}`
           = found: `{senior-allowance}`
           = help: Write `{senior-allowance-2026}`, or the year that the text is about: the figure stays as it was approved.
           = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("articles/first.mdx", "{withdrawal-rule}", "{senior-allowance-year}"), @r#"
        error[fact/unpinned]: `{senior-allowance-year}` turns over with the year, but an article stays as it was approved
          --> content/articles/first.mdx:11:15
           |
        11 | The rule says {senior-allowance-year}; see [the second](/blog/second#a-heading).
           |               ^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: `2026`
           = found: `{senior-allowance-year}`
           = help: Write 2026.
           = note: `cargo site check --fix` fixes this
        "#);
        assert_snapshot!(check("pages/services.toml", "{gift-deadline}", "{payment-last}"), @r#"
        error[fact/unpinned]: `{payment-last}` is a deadline, and has no year
          --> content/pages/services.toml:42:26
           |
        42 | description = "A gift by {payment-last} counts for the year. In {senior-allowance-year} peop...
           |                          ^^^^^^^^^^^^^^
           |
           = expected: `{payment-last-2025}`
           = found: `{payment-last}`
           = help: Write `{payment-last-2025}`, or the year that the text is about.
           = note: `cargo site check --fix` fixes this
        "#);
        finds("fact/unpinned", &[
            ("articles/first.mdx", "title = \"First\"", "title = \"{contribution-limit}\"", (3, 10)),
        ]);
    }

    /// The year that the fix pins where the facts at the merge base were others.
    fn pinned(before: &str) -> String {
        let site = Site::new();
        site.change(
            "articles/first.mdx",
            "{withdrawal-rule}",
            "{contribution-limit}",
        );
        let mut loaded = site.load_today();
        loaded.tree.history.base = Some(Base {
            texts: BTreeMap::from([("content/facts.toml".to_owned(), before.into())]),
            ..Base::default()
        });
        loaded.recheck();
        let mut found = loaded.diagnostics.iter();
        let found = found.find(|found| found.code == "fact/unpinned");
        let fix = found.and_then(|found| found.fix.clone()).expect("a fix");
        fix.edits[0].text.clone()
    }

    #[test]
    fn the_fix_pins_the_value_that_the_merge_base_shows() {
        let of_2025 = "[contribution-limit.years.2025]\nvalue = \"$70,000\"\n";
        assert_eq!(pinned(of_2025), "{contribution-limit-2025}");
        let without_years = "[contribution-limit]\nvalue = \"$70,000\"\n";
        assert_eq!(pinned(without_years), "{contribution-limit-2025}");
        let another = "[contribution-limit]\nvalue = \"$69,000\"\n";
        assert_eq!(pinned(another), "{contribution-limit-2026}");
        assert_eq!(pinned(""), "{contribution-limit-2026}");
    }
}
