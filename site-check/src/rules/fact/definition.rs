//! The definitions of facts in `content/facts.toml`.

use super::{Definition, definitions, facts};
use crate::load::facts::{YEAR_IN_FORCE, split_pinned, stated};
use crate::load::{File, FileKind, Tree};
use crate::names::{listed, nearest};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::{Map, Value};
use site_schema::schemas::SCHEMAS;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(super) static DEFINITION: Rule = Rule {
    code: "fact/definition",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "The definition of a fact has a reserved or taken name, no value, two values, years that contradict each other or are after next year, or a source that can't be looked up.",
    why: "It would be unclear which value a text shows, or a reviewer couldn't compare it with its source.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[senior-allowance.years.2025]
through = 2024
"#,
        right: r#"
[senior-allowance.years.2025]
through = 2099
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    check_reserved(file, out);
    check_taken(file, tree, out);
    check_years_ahead(file, tree, out);
    // A mistake in the TOML may hide the other keys.
    if file.is_parsed() {
        check_sources(file, out);
        check_values(file, out);
    }
}

/// Reports a name that texts use to quote a fact's years.
fn check_reserved(file: &File, out: &mut Diagnostics) {
    for (name, _) in facts(file) {
        let help = if let Some((base, year)) = split_pinned(name) {
            format!(
                "Write [{base}.years.{year}] instead of [{name}]. Texts still quote it as {{{name}}}."
            )
        } else if let Some(base) = name.strip_suffix(YEAR_IN_FORCE) {
            format!(
                "Choose a different name. If `{base}` has years, {{{name}}} shows its tax year in force."
            )
        } else {
            continue;
        };
        out.at_key(
            file,
            &format!("/{name}"),
            format!("the name `{name}` is reserved"),
        )
        .expected("a name that doesn't end in a year or in `-year`")
        .quoting(name)
        .help(help);
    }
}

/// Reports a name that content/site.toml or content/fees.toml defines with a different value.
fn check_taken(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let stated = stated(tree.toml(&FileKind::Site), tree.toml(&FileKind::Fees));
    for (name, fact) in facts(file) {
        let Some(stated) = stated.get(name) else {
            continue;
        };
        if fact["value"] != **stated {
            let message = format!("`{{{name}}}` is already defined as `{stated}`");
            out.at_key(file, &format!("/{name}"), message)
                .expected("a name that content/site.toml and content/fees.toml don't define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose a different name.");
        }
    }
}

/// Reports a value of a year after next year.
fn check_years_ahead(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(today) = tree.today else { return };
    let next = i64::from(today.year()) + 1;
    for (name, fact) in facts(file) {
        for (year, _) in fact["years"].as_object().into_iter().flatten() {
            if year.parse::<i64>().is_ok_and(|year| year > next) {
                let place = format!("/{name}/years/{year}");
                out.at_key(file, &place, format!("{year} is after next year"))
                    .expected(format!("{next} or an earlier year"))
                    .quoting(year)
                    .help("Correct the year. If the law keeps a value for several years, write the last one as `through` in the table of the first.");
            }
        }
    }
}

/// Reports a source that a reviewer can't look up.
fn check_sources(file: &File, out: &mut Diagnostics) {
    for Definition { pointer, value } in definitions(file) {
        let Some(source) = value["source"].as_str() else {
            continue;
        };
        if value["record"].is_string() {
            continue;
        }
        match value["url"].as_str() {
            None => {
                let place = format!("{pointer}/source");
                let message = "this source has no address and no record";
                out.at_value(file, &place, message)
                    .expected("`url`, or `record`")
                    .quoting(source)
                    .help("Add `url = \"https://…\"`, the address of the document. If it isn't on a website, add `record = \"…\"`, which says where it is kept.");
            }
            Some(url) if is_home_page(url) => {
                let place = format!("{pointer}/url");
                let message = "this is the address of a home page, not of a document";
                out.at_value(file, &place, message)
                    .expected("the address of the document that states the value")
                    .quoting(url)
                    .help("Open the document and copy its address. If it isn't on a website, write `record = \"…\"` instead, which says where it is kept.");
            }
            Some(_) => {}
        }
    }
}

/// Returns true if a web address is that of a home page.
fn is_home_page(url: &str) -> bool {
    let without_scheme = url.strip_prefix("https://").unwrap_or(url);
    let name = without_scheme.strip_suffix('/').unwrap_or(without_scheme);
    !name.contains(['/', '?', '#'])
}

/// Reports a fact that has neither one value nor values by tax year, or has both.
fn check_values(file: &File, out: &mut Diagnostics) {
    for (name, fact) in facts(file) {
        let Some(fact) = fact.as_object() else {
            continue;
        };
        match fact.get("years") {
            Some(Value::Object(years)) => check_years(file, name, fact, years, out),
            // A value of a different type: `schema/type` reports it.
            Some(_) => {}
            None => check_plain(file, name, fact, out),
        }
    }
}

/// The keys that belong in the table of each year, if a fact has years.
const OF_A_YEAR: [&str; 5] = ["value", "source", "url", "record", "reviewed"];

/// The keys of a fact and of its years in the schema, to recognize misspelled keys.
static KEYS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let definitions = &SCHEMAS["facts"]["$defs"];
    let mut keys = BTreeSet::new();
    for definition in ["Fact", "ValueOfYear"] {
        let properties = definitions[definition]["properties"].as_object();
        for (key, _) in properties.into_iter().flatten() {
            keys.insert(key.as_str());
        }
    }
    keys
});

/// Reports a missing value or source of a fact without years.
fn check_plain(file: &File, name: &str, fact: &Map<String, Value>, out: &mut Diagnostics) {
    let is_missing = |key: &&str| !fact.contains_key(*key) && !is_misspelled(key, fact);
    if let Some(key) = ["value", "source"].into_iter().find(is_missing) {
        let message = format!("the fact `{name}` has no {key}");
        out.at_key(file, &format!("/{name}"), message)
            .expected("`value` and `source`, or a table for each tax year")
            .quoting(name)
            .help(format!(
                "Add `{key} = \"…\"` below [{name}]. For a figure that changes each tax year, write [{name}.years.2025] with the `value` and the `source` of that year."
            ));
    }
}

/// Returns true if a table has a misspelling of a key: `schema/unknown-key` reports it.
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
        let message = format!("the fact `{name}` has both years and {}", listed(&stray));
        out.at_key(file, &format!("/{name}/{first}"), message)
            .expected("either `value` and `source`, or `years`")
            .quoting(first)
            .help(format!(
                "Move {} into the table of its tax year, such as [{name}.years.2025], or delete the tables of years.",
                listed(&stray)
            ));
    }
    if years.is_empty() {
        let message = format!("the fact `{name}` has no year");
        out.at_key(file, &format!("/{name}/years"), message)
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

/// Reports a year that doesn't have exactly one of a value and a date.
fn check_value(file: &File, pointer: &str, value: &Map<String, Value>, out: &mut Diagnostics) {
    let has = |key: &str| value.contains_key(key);
    let (message, help) = if has("value") && has("date") {
        (
            "this year has a value and a date",
            "Delete one of the two: `date` is for deadlines, `value` for everything else.",
        )
    } else if !has("value") && !has("date") && !is_misspelled("value", value) {
        (
            "this year has no value",
            "Add `value = \"…\"`, or for a deadline `date = 2026-01-15`.",
        )
    } else if has("show") && !has("date") {
        (
            "`show` is for dates, and this year doesn't have one",
            "Delete `show`, or write the deadline as `date = 2026-01-15` instead of `value`.",
        )
    } else {
        return;
    };
    let (_, year) = pointer.rsplit_once('/').unwrap_or_default();
    out.at_key(file, pointer, message)
        .expected("`value`, or `date` for a deadline")
        .quoting(year)
        .help(help);
}

/// Reports a `through` that is before its year, or that includes a year with its own value.
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
        let message = format!("`through` is before {year}, the first year of the value");
        out.at_value(file, &pointer, message)
            .expected(format!("{year} or a later year"))
            .quoting(&through.to_string())
            .help("Write the last year when the law keeps the value, or delete the line.");
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
        let message = format!(
            "`through` says that the value applies until {through}, but {next} has its own"
        );
        out.at_value(file, &pointer, message)
            .expected(format!("{before} or an earlier year"))
            .quoting(&through.to_string())
            .help(help);
    }
}

/// Returns the first year after another that has its own value.
fn next_year(years: &Map<String, Value>, after: i64) -> Option<i64> {
    let years = years.keys().filter_map(|year| year.parse().ok());
    years.filter(|year| *year > after).min()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check_at_marks, finds_in_files, near_misses};

    #[test]
    #[rustfmt::skip]
    fn reserved() {
        let after = "url = \"https://www.irs.gov/gifts\"\n";
        assert_snapshot!(check_at_marks("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[«gift-limit-2024»]\nvalue = \"$1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"), @r#"
        error[fact/definition]: the name `gift-limit-2024` is reserved
        --> content/facts.toml
         = expected: a name that doesn't end in a year or in `-year`
         = found: `gift-limit-2024`
         = help: Write [gift-limit.years.2024] instead of [gift-limit-2024]. Texts still quote it as {gift-limit-2024}.
        "#);
        assert_snapshot!(check_at_marks("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[«best-year»]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"), @r#"
        error[fact/definition]: the name `best-year` is reserved
        --> content/facts.toml
         = expected: a name that doesn't end in a year or in `-year`
         = found: `best-year`
         = help: Choose a different name. If `best` has years, {best-year} shows its tax year in force.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[form-1099]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n", "url = \"https://www.irs.gov/gifts\"\n\n[form-1999]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn taken() {
        assert_snapshot!(check_at_marks("facts.toml", "[withdrawal-rule]", "[«phone»]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"), @r#"
        error[fact/definition]: `{phone}` is already defined as `(918) 555-0199`
        --> content/facts.toml
         = expected: a name that content/site.toml and content/fees.toml don't define
         = found: `phone`
         = help: Change the value in content/site.toml or content/fees.toml and delete this one, or choose a different name.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]", "[commitment]\nvalue = \"two years\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn year_ahead() {
        assert_snapshot!(check_at_marks("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.«2062»]"), @r#"
        error[fact/definition]: 2062 is after next year
        --> content/facts.toml
         = expected: 2027 or an earlier year
         = found: `2062`
         = help: Correct the year. If the law keeps a value for several years, write the last one as `through` in the table of the first.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2027]", "[contribution-limit.years.2028]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn source() {
        assert_snapshot!(check_at_marks("facts.toml", "\"Bengen, 1994\"\nreviewed = 2025-07-21\nrecord = \"The library\"\n", "«\"Bengen, 1994\"»\nreviewed = 2025-07-21\n"), @r#"
        error[fact/definition]: this source has no address and no record
        --> content/facts.toml
         = expected: `url`, or `record`
         = found: `Bengen, 1994`
         = help: Add `url = "https://…"`, the address of the document. If it isn't on a website, add `record = "…"`, which says where it is kept.
        "#);
        assert_snapshot!(check_at_marks("facts.toml", "\"https://www.irs.gov/gifts\"", "«\"https://www.irs.gov/\"»"), @r#"
        error[fact/definition]: this is the address of a home page, not of a document
        --> content/facts.toml
         = expected: the address of the document that states the value
         = found: `https://www.irs.gov/`
         = help: Open the document and copy its address. If it isn't on a website, write `record = "…"` instead, which says where it is kept.
        "#);
        finds_in_files("fact/definition", &[
            ("facts.toml", "\"Authority of examples, Notice 25-1\"\nurl = \"https://www.irs.gov/limits\"\n", "«\"Authority of examples, Notice 25-1\"\n"),
        ]);
        near_misses("fact/definition", &[
            ("facts.toml", "https://www.irs.gov/gifts", "https://www.irs.gov/?gifts", "https://www.irs.gov"),
        ]);
    }

    const SENIOR: &str = "[senior-allowance.years.2025]\n";
    const VALUE: &str = "through = 2099\nvalue = \"$6,000\"\n";

    #[test]
    #[rustfmt::skip]
    fn form() {
        assert_snapshot!(check_at_marks("facts.toml", SENIOR, "[senior-allowance]\n«value» = \"$6,000\"\nsource = \"Act 1\"\n\n[senior-allowance.years.2025]\n"), @r#"
        error[fact/definition]: the fact `senior-allowance` has both years and `value` and `source`
        --> content/facts.toml
         = expected: either `value` and `source`, or `years`
         = found: `value`
         = help: Move `value` and `source` into the table of its tax year, such as [senior-allowance.years.2025], or delete the tables of years.
        "#);
        assert_snapshot!(check_at_marks("facts.toml", VALUE, "value = \"$6,000\"\nthrough = «2030»\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n\n[senior-allowance.years.2026]\nvalue = \"$6,100\"\n"), @r#"
        error[fact/definition]: `through` says that the value applies until 2030, but 2026 has its own
        --> content/facts.toml
         = expected: 2025 or an earlier year
         = found: `2030`
         = help: Delete the line, or delete [senior-allowance.years.2026].
        "#);
        assert_snapshot!(check_at_marks("facts.toml", "consultation-length]\nvalue = \"thirty minutes\"\n", "«consultation-length»]\n"), @r#"
        error[fact/definition]: the fact `consultation-length` has no value
        --> content/facts.toml
         = expected: `value` and `source`, or a table for each tax year
         = found: `consultation-length`
         = help: Add `value = "…"` below [consultation-length]. For a figure that changes each tax year, write [consultation-length.years.2025] with the `value` and the `source` of that year.
        "#);
        finds_in_files("fact/definition", &[
            ("facts.toml", SENIOR, "[senior-allowance]\n«reviewed = 2025-07-21\n\n[senior-allowance.years.2025]\n"),
            ("facts.toml", "2025]\nthrough = 2099\nvalue = \"$6,000\"\n", "«2025]\nthrough = 2099\n"),
            ("facts.toml", "[contribution-limit.years.2025]\n", "[contribution-limit.years.2025]\nthrough = «2024\n"),
            ("facts.toml", "2025]\nthrough = 2099\nvalue = \"$6,000\"", "«2025]\nthrough = 2099\nvalue = \"$6,000\"\nshow = \"day\""),
            ("facts.toml", "2025]\ndate = 2026-01-15", "«2025]\ndate = 2026-01-15\nvalue = \"January 15\""),
        ]);
        near_misses("fact/definition", &[
            ("facts.toml", SENIOR, "[senior-allowance]\nnote = \"A person.\"\n\n[senior-allowance.years.2025]\n", "[senior-allowance]\nvalue = \"A person.\"\n\n[senior-allowance.years.2025]\n"),
        ]);
    }

    /// A page that quotes the fact isn't reported, too.
    #[test]
    fn a_wrong_through_is_reported_alone() {
        for (code, drawn) in [
            ("fact/definition", "through = «2024"),
            ("schema/value", "through = «2208"),
            ("schema/type", "through = «\"2099\""),
        ] {
            finds_in_files(code, &[("facts.toml", "through = 2099", drawn)]);
        }
    }
}
