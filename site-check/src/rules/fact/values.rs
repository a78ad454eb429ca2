//! The values of facts in `content/facts.toml`, and their years.

use crate::load::File;
use crate::names::{listed, nearest};
use crate::rule::Diagnostics;
use serde_json::{Map, Value};
use site_schema::schemas::SCHEMAS;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Reports a fact with neither one value nor values by tax year, or with both.
pub(super) fn check_values(file: &File, out: &mut Diagnostics) {
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let Some(fact) = fact.as_object() else {
            continue;
        };
        match fact.get("years") {
            Some(Value::Object(years)) => check_years(file, name, fact, years, out),
            // A value of another type is reported as such.
            Some(_) => {}
            None => check_plain(file, name, fact, out),
        }
    }
}

/// The keys that a fact with years has in the table of each year.
const OF_A_YEAR: [&str; 5] = ["value", "source", "url", "record", "reviewed"];

/// The keys of a fact and of its years, as the schema has them, for those that are misspelled.
static KEYS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let definitions = &SCHEMAS["facts"]["$defs"];
    let mut keys = BTreeSet::new();
    for definition in ["Fact", "ValueOfYear"] {
        let properties = definitions[definition]["properties"].as_object();
        keys.extend(
            properties
                .into_iter()
                .flatten()
                .map(|(key, _)| key.as_str()),
        );
    }
    keys
});

/// Reports what a fact without years lacks.
fn check_plain(file: &File, name: &str, fact: &Map<String, Value>, out: &mut Diagnostics) {
    for (key, noun) in [("value", "value"), ("source", "source")] {
        if fact.contains_key(key) || is_misspelled(key, fact) {
            continue;
        }
        let place = file.document.key_span(&format!("/{name}"));
        out.at(file, place, format!("the fact `{name}` has no {noun}"))
            .expected("`value` and `source`, or a table for each tax year")
            .quoting(name)
            .help(format!(
                "Add `{key} = \"…\"` below [{name}]. For a figure that changes each tax year, write [{name}.years.2025] with the `value` and the `source` of that year."
            ));
        return;
    }
}

/// Returns whether a table has a key that must be meant as another.
fn is_misspelled(key: &str, table: &Map<String, Value>) -> bool {
    let mut written = table.keys().map(String::as_str);
    written.any(|written| {
        !KEYS.contains(written) && nearest(written, KEYS.iter().copied()) == Some(key)
    })
}

fn check_years(
    file: &File,
    name: &str,
    fact: &Map<String, Value>,
    years: &Map<String, Value>,
    out: &mut Diagnostics,
) {
    let mut stray = OF_A_YEAR.to_vec();
    stray.retain(|key| fact.contains_key(*key));
    if let Some(first) = stray.first() {
        let place = file.document.key_span(&format!("/{name}/{first}"));
        let message = format!(
            "the fact `{name}` has years, and {} besides",
            listed(&stray)
        );
        out.at(file, place, message)
            .expected("either `value` and `source`, or `years`")
            .quoting(first)
            .help(format!(
                "Move {} into the table of its tax year, such as [{name}.years.2025], or delete the tables of years.",
                listed(&stray)
            ));
    }
    if years.is_empty() {
        let place = file.document.key_span(&format!("/{name}/years"));
        out.at(file, place, format!("the fact `{name}` has no year"))
            .expected("a table for each tax year")
            .quoting("years")
            .help(format!(
                "Write [{name}.years.2025] with the `value` and the `source` of that year."
            ));
    }
    for (year, value) in years {
        if let Some(value) = value.as_object() {
            let pointer = format!("/{name}/years/{year}");
            check_value(file, &pointer, value, out);
            check_through(file, name, year, years, out);
        }
    }
}

/// Reports a year that has not exactly one of a value and a date.
fn check_value(file: &File, pointer: &str, value: &Map<String, Value>, out: &mut Diagnostics) {
    let has = |key: &str| value.contains_key(key);
    let (message, help) = if has("value") && has("date") {
        (
            "this year has a value and a date",
            "Delete one of the two: `date` is for deadlines, `value` for all else.",
        )
    } else if !has("value") && !has("date") && !is_misspelled("value", value) {
        (
            "this year has no value",
            "Add `value = \"…\"`, or for a deadline `date = 2026-01-15`.",
        )
    } else if has("show") && !has("date") {
        (
            "`show` is for dates, and this year has none",
            "Delete `show`, or write the deadline as `date = 2026-01-15` instead of `value`.",
        )
    } else {
        return;
    };
    let place = file.document.key_span(pointer);
    let (_, year) = pointer.rsplit_once('/').unwrap_or_default();
    out.at(file, place, message)
        .expected("`value`, or `date` for a deadline")
        .quoting(year)
        .help(help);
}

/// Reports a `through` that is before its year, or that reaches a year with a value of its own.
fn check_through(
    file: &File,
    name: &str,
    year: &str,
    years: &Map<String, Value>,
    out: &mut Diagnostics,
) {
    let (Ok(first), Some(through)) = (year.parse::<i64>(), years[year]["through"].as_i64()) else {
        return;
    };
    let pointer = format!("/{name}/years/{year}/through");
    if through < first {
        out.at_value(
            file,
            &pointer,
            format!("`through` is before {year}, from when the value holds"),
        )
        .expected(format!("{year} or a later year"))
        .quoting(&through.to_string())
        .help(
            "Write the last year in which the law leaves the value as it is, or delete the line.",
        );
        return;
    }
    if let Some(next) = next_year(years, first)
        && next <= through
    {
        let before = next - 1;
        let help = if before > first {
            format!("Write through = {before}, or delete [{name}.years.{next}].")
        } else {
            format!("Delete the line, or delete [{name}.years.{next}].")
        };
        out.at_value(
            file,
            &pointer,
            format!("`through` says that the value stays until {through}, but {next} has its own"),
        )
        .expected(format!("{before} or an earlier year"))
        .quoting(&through.to_string())
        .help(help);
    }
}

/// The first year after another that has a value of its own.
fn next_year(years: &Map<String, Value>, after: i64) -> Option<i64> {
    let mut next = None;
    for year in years.keys() {
        let Ok(year) = year.parse::<i64>() else {
            continue;
        };
        if year > after && next.is_none_or(|next| year < next) {
            next = Some(year);
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found, near_misses};
    use insta::assert_snapshot;

    const SENIOR: &str = "[senior-allowance.years.2025]\n";
    const VALUE: &str = "through = 2099\nvalue = \"$6,000\"\n";

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check("facts.toml", SENIOR, "[senior-allowance]\nvalue = \"$6,000\"\nsource = \"Act 1\"\n\n[senior-allowance.years.2025]\n"), @r#"
        error[fact/definition]: the fact `senior-allowance` has years, and `value` and `source` besides
          --> content/facts.toml:20:1
           |
        20 | value = "$6,000"
           | ^^^^^
           |
           = expected: either `value` and `source`, or `years`
           = found: `value`
           = help: Move `value` and `source` into the table of its tax year, such as [senior-allowance.years.2025], or delete the tables of years.
        "#);
        assert_snapshot!(check("facts.toml", VALUE, "value = \"$6,000\"\nthrough = 2030\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n\n[senior-allowance.years.2026]\nvalue = \"$6,100\"\n"), @r#"
        error[fact/definition]: `through` says that the value stays until 2030, but 2026 has its own
          --> content/facts.toml:21:11
           |
        21 | through = 2030
           |           ^^^^
           |
           = expected: 2025 or an earlier year
           = found: `2030`
           = help: Delete the line, or delete [senior-allowance.years.2026].
        "#);
        assert_snapshot!(check("facts.toml", "value = \"thirty minutes\"\n", ""), @r#"
        error[fact/definition]: the fact `consultation-length` has no value
          --> content/facts.toml:46:2
           |
        46 | [consultation-length]
           |  ^^^^^^^^^^^^^^^^^^^
           |
           = expected: `value` and `source`, or a table for each tax year
           = found: `consultation-length`
           = help: Add `value = "…"` below [consultation-length]. For a figure that changes each tax year, write [consultation-length.years.2025] with the `value` and the `source` of that year.
        "#);
        finds("fact/definition", &[
            ("facts.toml", SENIOR, "[senior-allowance]\nreviewed = 2025-07-21\n\n[senior-allowance.years.2025]\n", (20, 1)),
            ("facts.toml", VALUE, "through = 2099\n", (19, 25)),
            ("facts.toml", "[contribution-limit.years.2025]\n", "[contribution-limit.years.2025]\nthrough = 2024\n", (8, 11)),
            ("facts.toml", "value = \"$6,000\"", "value = \"$6,000\"\nshow = \"day\"", (19, 25)),
            ("facts.toml", "date = 2026-01-15", "date = 2026-01-15\nvalue = \"January 15\"", (33, 21)),
        ]);
        near_misses("fact/definition", &[
            ("facts.toml", SENIOR, "[senior-allowance]\nnote = \"A person.\"\n\n[senior-allowance.years.2025]\n", "[senior-allowance]\nvalue = \"A person.\"\n\n[senior-allowance.years.2025]\n"),
        ]);
    }

    /// What follows from it on pages is not reported besides.
    #[test]
    fn a_wrong_through_is_reported_alone() {
        for (wrong, code) in [
            ("through = 2024", "fact/definition "),
            ("through = 2208", "schema/value "),
            ("through = \"2099\"", "schema/type "),
        ] {
            let found = found("facts.toml", "through = 2099", wrong);
            assert!(
                found.len() == 1 && found[0].starts_with(code),
                "{wrong}: {found:#?}"
            );
        }
    }
}
