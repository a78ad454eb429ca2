use crate::load::{File, FileKind, Reference, Target, TokenForm, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) static EXPIRED: Rule = Rule {
    code: "fact/expired",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check),
    summary: "A text shows a fact that has passed its expiry date.",
    why: "The day was set because the value may no longer hold after it.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: "expires = 2025-12-31",
        right: "expires = 2099-12-31",
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    let mut reported = BTreeSet::new();
    for token in file.references_of(Target::Token) {
        let Some((name, expires)) = expiry(token, tree) else {
            continue;
        };
        if expires < today && reported.insert(name) {
            let message = format!("`{{{}}}` has expired", token.name);
            out.at(file, token.span.clone(), message)
                .expected("a fact that has not expired")
                .found(format!("`{name}`, which expired on {expires}"))
                .help("Compare the fact with its source. In content/facts.toml, write the current value, the day of your review in `reviewed` and the next expiry date in `expires`.");
        }
    }
}

/// The fact that a token shows, and the day after which it must not be shown unreviewed. `None` where
/// it has none, or the token is pinned to a year.
fn expiry<'a>(token: &'a Reference, tree: &'a Tree) -> Option<(&'a str, Date)> {
    let name = match tree.yearly_token(&token.name) {
        None => token.name.as_str(),
        Some(quoted) if matches!(quoted.form, TokenForm::Pinned(_)) => return None,
        Some(quoted) => quoted.name,
    };
    let fact = tree.toml(&FileKind::Facts).get(name)?;
    let expires: Date = fact.get("expires")?.as_str()?.parse().ok()?;
    let reviewed: Option<Date> = match &fact["reviewed"] {
        Value::String(day) => day.parse().ok(),
        _ => None,
    };
    // One that expires before its review is mistyped, which another rule reports.
    if reviewed.is_some_and(|reviewed| expires < reviewed) {
        return None;
    }
    Some((name, expires))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn expired() {
        assert_snapshot!(check("facts.toml", "expires = 2099-12-31", "expires = 2026-01-30"), @r#"
        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/articles/a-long-walk.mdx:55:235
           |
        55 | ...year before and a guess at the rest. {gift-deadline} comes every time, and every time it ...
           |                                         ^^^^^^^^^^^^^^^
           |
           = expected: a fact that has not expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the day of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/articles/every-component.mdx:40:15
           |
        40 | - Another, by {gift-deadline}
           |               ^^^^^^^^^^^^^^^
           |
           = expected: a fact that has not expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the day of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/pages/about.toml:78:9
           |
        78 | when = "{gift-deadline}"
           |         ^^^^^^^^^^^^^^^
           |
           = expected: a fact that has not expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the day of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/pages/services.toml:42:26
           |
        42 | description = "A gift by {gift-deadline} counts for the year. In {senior-allowance-year} peo...
           |                          ^^^^^^^^^^^^^^^
           |
           = expected: a fact that has not expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the day of your review in `reviewed` and the next expiry date in `expires`.
        "#);
        near_misses("fact/expired", &[
            ("facts.toml", "expires = 2099-12-31", "expires = 2026-01-31", "expires = 2026-01-30"),
            // A pinned year is never late.
            ("facts.toml", "[contribution-limit.years.2025]", "[contribution-limit]\nexpires = 2025-12-31\n\n[contribution-limit.years.2025]", "[senior-allowance]\nexpires = 2025-12-31\n\n[contribution-limit.years.2025]"),
        ]);
    }
}
