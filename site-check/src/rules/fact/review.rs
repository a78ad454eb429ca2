//! Facts that need a review because of the date or a change.

use super::{Definition, definitions, is_article, pinned_token};
use crate::load::facts::shown;
use crate::load::{File, FileKind, Reference, Target, TokenForm, Tree};
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;
use serde_json::Value;
use std::collections::HashSet;

pub(super) static CHANGED: Rule = Rule {
    code: "fact/changed",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Facts, check_changed),
    summary: "A change gives a fact a different value, but not a different source or review date.",
    why: "Without either, a correction that someone checked against the source looks the same as a slip.",
    example: Example::Planted {
        wrong: "A change of `value` in content/facts.toml that leaves `source`, `url`, `record` and `reviewed` unchanged",
        right: "The same change, with the date of the comparison in `reviewed`",
        plant: |tree| {
            begin_change(tree);
            replace(
                tree,
                "content/facts.toml",
                "thirty minutes",
                "forty minutes",
            );
        },
    },
};

/// The keys that give a value's source, and the date when it was last compared with it.
const ORIGIN: [&str; 4] = ["source", "url", "record", "reviewed"];

fn check_changed(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(before) = tree.toml_before(&FileKind::Facts) else {
        return;
    };
    for Definition { pointer, value } in definitions(file) {
        let Some(old) = value_before(&before, &file.document.value, &pointer) else {
            continue;
        };
        let (Some(was), Some(is)) = (shown(old), shown(value)) else {
            continue;
        };
        let is_origin_same = ORIGIN.iter().all(|key| old.get(*key) == value.get(*key));
        if was == is || is.is_empty() || !is_origin_same {
            continue;
        }
        let key = if value.get("date").is_some() {
            "date"
        } else {
            "value"
        };
        let day = match out.today {
            Some(today) => format!("reviewed = {today}"),
            None => "`reviewed`".to_owned(),
        };
        let place = format!("{pointer}/{key}");
        let message = "this value has changed, but not its source or its review date";
        out.at_value(file, &place, message)
            .expected("a different `source` or `url`, or the date of the comparison in `reviewed`")
            .found(format!("`{is}`, and `{was}` before the change"))
            .help(format!(
                "Compare the value with its source, and write the date: {day}. If it comes from a different document, name that document."
            ));
    }
}

/// Returns the definition of a value at the merge base. If the fact had no years there, its value belongs to the year that the change
/// adds; if the change adds several, the year of the old value is unknown.
fn value_before<'a>(before: &'a Value, now: &Value, pointer: &str) -> Option<&'a Value> {
    if let Some(value) = before.pointer(pointer) {
        return Some(value);
    }
    let (fact, _) = pointer.split_once("/years/")?;
    let years = now.pointer(fact)?["years"].as_object()?;
    if years.len() > 1 {
        return None;
    }
    before.pointer(fact).filter(|fact| fact["years"].is_null())
}

pub(super) static EXPIRED: Rule = Rule {
    code: "fact/expired",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_expired),
    summary: "A text shows a fact that has passed its expiry date.",
    why: "The fact has an expiry date because its value may not hold after it.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: "expires = 2025-12-31",
        right: "expires = 2099-12-31",
    },
};

fn check_expired(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    let mut reported = HashSet::new();
    for token in file.references_of(Target::Token) {
        let Some((name, expires)) = expiry(token, tree) else {
            continue;
        };
        if expires < today && reported.insert(name) {
            let message = format!("`{{{}}}` has expired", token.name);
            out.at(file, token.span.clone(), message)
                .expected("a fact that hasn't expired")
                .found(format!("`{name}`, which expired on {expires}"))
                .help("Compare the fact with its source. In content/facts.toml, write the current value, the date of your review in `reviewed` and the next expiry date in `expires`.");
        }
    }
}

/// Returns the fact that a token shows, and the fact's expiry date. `None` if it doesn't expire, or if the token is pinned to a year.
fn expiry<'a>(token: &'a Reference, tree: &'a Tree) -> Option<(&'a str, Date)> {
    let name = match tree.yearly_token(&token.name) {
        None => token.name.as_str(),
        Some(quoted) if matches!(quoted.form, TokenForm::Pinned(_)) => return None,
        Some(quoted) => quoted.name,
    };
    let fact = tree.value(&FileKind::Facts, &format!("/{name}"))?;
    let expires: Date = fact.get("expires")?.as_str()?.parse().ok()?;
    let reviewed: Option<Date> = match &fact["reviewed"] {
        Value::String(day) => day.parse().ok(),
        _ => None,
    };
    // One of the two is mistyped: `date/order` reports it.
    if reviewed.is_some_and(|reviewed| expires < reviewed) {
        return None;
    }
    Some((name, expires))
}

pub(super) static OUTDATED: Rule = Rule {
    code: "fact/outdated",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_outdated),
    summary: "A page shows the value in force of a fact, and the value's last year is over.",
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

fn check_outdated(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    if is_article(file) {
        return;
    }
    let this_year = today.year();
    let mut reported = HashSet::new();
    for token in file.references_of(Target::Token) {
        let Some(quoted) = tree.yearly_token(&token.name) else {
            continue;
        };
        if quoted.form != TokenForm::InForce || quoted.fact.is_deadline() {
            continue;
        }
        // The value of this year, even if the commit was made last year.
        let Some(value) = quoted.fact.newest_at(this_year) else {
            continue;
        };
        if value.last < this_year && reported.insert(quoted.name) {
            let name = quoted.name;
            let last = value.last;
            let message = format!("`{{{name}}}` shows the {last} value, and {last} is over");
            out.at(file, token.span.clone(), message)
                .expected(format!("a value for {this_year} in content/facts.toml"))
                .found(format!("`{}`, for {last}", value.shown))
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
    use crate::load::FileKind;
    use crate::load::document::Document;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, check, found_since, near_misses, site_with};

    /// The problems after a change replaces some text of content/facts.toml.
    fn found_in_change(from: &str, to: &str) -> Vec<String> {
        let found = found_since(&Site::new(), &site_with(&[("facts.toml", from, to)]));
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn changed() {
        let shown = found_in_change("\"thirty minutes\"", "\"forty minutes\"");
        assert_snapshot!(shown.join("\n\n"), @r#"
        warning[fact/changed]: this value has changed, but not its source or its review date
          --> content/facts.toml:47:9
           |
        47 | value = "forty minutes"
           |         ^^^^^^^^^^^^^^^
           |
           = expected: a different `source` or `url`, or the date of the comparison in `reviewed`
           = found: `forty minutes`, and `thirty minutes` before the change
           = help: Compare the value with its source, and write the date: reviewed = 2026-01-31. If it comes from a different document, name that document.
        "#);
        assert_eq!(
            found_in_change("date = 2026-01-15", "date = 2026-01-16").len(),
            1
        );
        assert_eq!(found_in_change("\"$72,000\"", "\"$73,000\"").len(), 1);
    }

    #[test]
    fn another_source_or_day_or_note_is_no_reason_to_warn() {
        let source = "\nsource = \"The firm's own record\"\n";
        let reviewed = format!("\"thirty minutes\"{source}reviewed = 2025-07-21");
        let compared = format!("\"forty minutes\"{source}reviewed = 2026-01-30");
        assert_eq!(found_in_change(&reviewed, &compared), Vec::<String>::new());
        assert_eq!(
            found_in_change("The first meeting.", "Before all others."),
            Vec::<String>::new()
        );
        let quoted = "value = \"$72,000\"\nsource = \"Authority of examples, Notice 26-1\"";
        let other = "value = \"$73,000\"\nsource = \"Authority of examples, Notice 26-2\"";
        assert_eq!(found_in_change(quoted, other), Vec::<String>::new());
    }

    #[test]
    fn a_fact_that_is_given_several_years_has_not_changed() {
        let plain = "[a-limit]\nvalue = \"$1\"\nsource = \"Act 1\"\n";
        let year = "value = \"$2\"\nsource = \"Act 1\"\n";
        let one = format!("[a-limit.years.2025]\n{year}");
        let two = format!("{one}\n[a-limit.years.2026]\n{year}");
        for (text, is_compared) in [(one, true), (two, false)] {
            let before = Document::parse(plain, 0..plain.len(), &FileKind::Facts).value;
            let now = Document::parse(&text, 0..text.len(), &FileKind::Facts).value;
            let old = super::value_before(&before, &now, "/a-limit/years/2025");
            assert_eq!(old.is_some(), is_compared, "{text}");
        }
    }

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
           = expected: a fact that hasn't expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the date of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/articles/every-component.mdx:40:15
           |
        40 | - Another, by {gift-deadline}
           |               ^^^^^^^^^^^^^^^
           |
           = expected: a fact that hasn't expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the date of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/pages/about.toml:80:9
           |
        80 | when = "{gift-deadline}"
           |         ^^^^^^^^^^^^^^^
           |
           = expected: a fact that hasn't expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the date of your review in `reviewed` and the next expiry date in `expires`.

        warning[fact/expired]: `{gift-deadline}` has expired
          --> content/pages/services.toml:42:26
           |
        42 | description = "A gift by {gift-deadline} counts for the year. In {senior-allowance-year} peo...
           |                          ^^^^^^^^^^^^^^^
           |
           = expected: a fact that hasn't expired
           = found: `gift-deadline`, which expired on 2026-01-30
           = help: Compare the fact with its source. In content/facts.toml, write the current value, the date of your review in `reviewed` and the next expiry date in `expires`.
        "#);
        near_misses("fact/expired", &[
            ("facts.toml", "expires = 2099-12-31", "expires = 2026-01-31", "expires = 2026-01-30"),
            // A token that is pinned to a year shows the same value forever.
            ("facts.toml", "[contribution-limit.years.2025]", "[contribution-limit]\nexpires = 2025-12-31\n\n[contribution-limit.years.2025]", "[senior-allowance]\nexpires = 2025-12-31\n\n[contribution-limit.years.2025]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn outdated() {
        assert_snapshot!(check("facts.toml", "through = 2099\n", ""), @r#"
        warning[fact/outdated]: `{senior-allowance}` shows the 2025 value, and 2025 is over
          --> content/pages/services.toml:42:120
           |
        42 | ...ear} people of 65 and older deduct {senior-allowance}."
           |                                       ^^^^^^^^^^^^^^^^^^
           |
           = expected: a value for 2026 in content/facts.toml
           = found: `$6,000`, for 2025
           = help: Add [senior-allowance.years.2026] with the `value` and the `source` of that year. If the law hasn't changed the value, write `through = 2026` in [senior-allowance.years.2025] instead. To keep showing the old figure, pin it: write {senior-allowance-2025} next to the year 2025.
        "#);
        near_misses("fact/outdated", &[
            ("facts.toml", "through = 2099", "through = 2026", "through = 2025"),
        ]);
    }
}
