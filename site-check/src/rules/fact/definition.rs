//! The definitions of facts in `content/facts.toml`.

use super::values::check_values;
use super::{Definition, definitions};
use crate::load::facts::{YEAR_IN_FORCE, split_pinned, stated};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static DEFINITION: Rule = Rule {
    code: "fact/definition",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "The definition of a fact has a name that is reserved or taken, no value, two values, years that contradict each other or are after the next one, or a source that can't be looked up.",
    why: "It would be unclear which value a text shows, or a reviewer could not compare it with its source. A name that ends in a year or in `-year` quotes the years of another fact: {name-2025} is its value of 2025, {name-year} the tax year in force.",
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

/// Reports a name that texts quote the years of a fact by.
fn check_reserved(file: &File, out: &mut Diagnostics) {
    for name in file.document.value.as_object().into_iter().flatten() {
        let (name, _) = name;
        let help = if let Some((base, year)) = split_pinned(name) {
            format!(
                "Write [{base}.years.{year}] instead of [{name}]. Texts quote it as {{{name}}} all the same."
            )
        } else if let Some(base) = name.strip_suffix(YEAR_IN_FORCE) {
            format!(
                "Choose another name. Texts have {{{name}}} for the tax year in force of `{base}`, once that has years."
            )
        } else {
            continue;
        };
        let place = file.document.key_span(&format!("/{name}"));
        out.at(file, place, format!("the name `{name}` is reserved"))
            .expected("a name that does not end in a year or in `-year`")
            .quoting(name)
            .help(help);
    }
}

/// Reports a name that content/site.toml or content/fees.toml defines with another value.
fn check_taken(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let stated = stated(tree.toml(&FileKind::Site), tree.toml(&FileKind::Fees));
    for (name, fact) in file.document.value.as_object().into_iter().flatten() {
        let Some(stated) = stated.get(name) else {
            continue;
        };
        if fact["value"] != **stated {
            let place = file.document.key_span(&format!("/{name}"));
            out.at(file, place, format!("`{{{name}}}` is already defined as `{stated}`"))
                .expected("a name that content/site.toml and content/fees.toml do not define")
                .quoting(name)
                .help("Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.");
        }
    }
}

/// Reports a value of a year after the next one.
fn check_years_ahead(file: &File, tree: &Tree, out: &mut Diagnostics) {
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

/// Reports a source that a reviewer could not look up.
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
                    .help("Add `url = \"https://…\"`, the address of the document. If it is on no website, add `record = \"…\"`, which says where it is kept.");
            }
            Some(url) if is_home_page(url) => {
                let place = format!("{pointer}/url");
                let message = "this is the address of a home page, not of a document";
                out.at_value(file, &place, message)
                    .expected("the address of the document that says so")
                    .quoting(url)
                    .help("Open the document and copy its own address. If it is on no website, write `record = \"…\"` instead, which says where it is kept.");
            }
            Some(_) => {}
        }
    }
}

/// Returns whether a web address names a site and nothing in it.
fn is_home_page(url: &str) -> bool {
    let without_scheme = url.strip_prefix("https://").unwrap_or(url);
    let name = without_scheme.strip_suffix('/').unwrap_or(without_scheme);
    !name.contains(['/', '?', '#'])
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn reserved() {
        let after = "url = \"https://www.irs.gov/gifts\"\n";
        assert_snapshot!(check("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[gift-limit-2024]\nvalue = \"$1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"), @r#"
        error[fact/definition]: the name `gift-limit-2024` is reserved
          --> content/facts.toml:58:2
           |
        58 | [gift-limit-2024]
           |  ^^^^^^^^^^^^^^^
           |
           = expected: a name that does not end in a year or in `-year`
           = found: `gift-limit-2024`
           = help: Write [gift-limit.years.2024] instead of [gift-limit-2024]. Texts quote it as {gift-limit-2024} all the same.
        "#);
        assert_snapshot!(check("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[best-year]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"), @r#"
        error[fact/definition]: the name `best-year` is reserved
          --> content/facts.toml:58:2
           |
        58 | [best-year]
           |  ^^^^^^^^^
           |
           = expected: a name that does not end in a year or in `-year`
           = found: `best-year`
           = help: Choose another name. Texts have {best-year} for the tax year in force of `best`, once that has years.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[form-1099]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n", "url = \"https://www.irs.gov/gifts\"\n\n[form-1999]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn taken() {
        assert_snapshot!(check("facts.toml", "[withdrawal-rule]", "[phone]\nvalue = \"(918) 555-0100\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"), @r#"
        error[fact/definition]: `{phone}` is already defined as `(918) 555-0199`
         --> content/facts.toml:1:2
          |
        1 | [phone]
          |  ^^^^^
          |
          = expected: a name that content/site.toml and content/fees.toml do not define
          = found: `phone`
          = help: Change the value in content/site.toml or content/fees.toml and delete this one, or choose another name.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", "[withdrawal-rule]", "[commitment]\nvalue = \"one year\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]", "[commitment]\nvalue = \"two years\"\nsource = \"The firm\"\nrecord = \"The office\"\nreviewed = 2025-07-21\n\n[withdrawal-rule]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn year_ahead() {
        assert_snapshot!(check("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2062]"), @r#"
        error[fact/definition]: 2062 is after next year
          --> content/facts.toml:13:27
           |
        13 | [contribution-limit.years.2062]
           |                           ^^^^
           |
           = expected: 2027 or an earlier year
           = found: `2062`
           = help: Correct the year. Where the law leaves a value as it is for several years, write the last of them as `through` in the table of the first.
        "#);
        near_misses("fact/definition", &[
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit.years.2027]", "[contribution-limit.years.2028]"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn source() {
        assert_snapshot!(check("facts.toml", "record = \"The library\"\n", ""), @r#"
        error[fact/definition]: this source has no address and no record
         --> content/facts.toml:3:10
          |
        3 | source = "Bengen, 1994"
          |          ^^^^^^^^^^^^^^
          |
          = expected: `url`, or `record`
          = found: `Bengen, 1994`
          = help: Add `url = "https://…"`, the address of the document. If it is on no website, add `record = "…"`, which says where it is kept.
        "#);
        assert_snapshot!(check("facts.toml", "https://www.irs.gov/gifts", "https://www.irs.gov/"), @r#"
        error[fact/definition]: this is the address of a home page, not of a document
          --> content/facts.toml:56:7
           |
        56 | url = "https://www.irs.gov/"
           |       ^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: the address of the document that says so
           = found: `https://www.irs.gov/`
           = help: Open the document and copy its own address. If it is on no website, write `record = "…"` instead, which says where it is kept.
        "#);
        finds("fact/definition", &[
            ("facts.toml", "url = \"https://www.irs.gov/limits\"\n", "", (9, 10)),
        ]);
        near_misses("fact/definition", &[
            ("facts.toml", "https://www.irs.gov/gifts", "https://www.irs.gov/?gifts", "https://www.irs.gov"),
        ]);
    }
}
