use crate::load::facts::{YEAR_IN_FORCE, split_pinned};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RESERVED: Rule = Rule {
    code: "fact/reserved",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Facts, check),
    summary: "The name of a fact ends in a year or in `-year`.",
    why: "Such names are those under which texts quote the years of a fact: {name-2025} is its value of 2025, {name-year} the tax year in force.",
    example: Example::InFile {
        file: "content/facts.toml",
        wrong: r#"
[contribution-limit-2025]
"#,
        right: r#"
[contribution-limit.years.2025]
"#,
    },
};

fn check(file: &File, _tree: &Tree, out: &mut Diagnostics) {
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn reserved() {
        let after = "url = \"https://www.irs.gov/gifts\"\n";
        assert_snapshot!(check("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[gift-limit-2024]\nvalue = \"$1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"), @r#"
        error[fact/reserved]: the name `gift-limit-2024` is reserved
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
        error[fact/reserved]: the name `best-year` is reserved
          --> content/facts.toml:58:2
           |
        58 | [best-year]
           |  ^^^^^^^^^
           |
           = expected: a name that does not end in a year or in `-year`
           = found: `best-year`
           = help: Choose another name. Texts have {best-year} for the tax year in force of `best`, once that has years.
        "#);
        near_misses("fact/reserved", &[
            ("facts.toml", after, "url = \"https://www.irs.gov/gifts\"\n\n[form-1099]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n", "url = \"https://www.irs.gov/gifts\"\n\n[form-1999]\nvalue = \"1\"\nsource = \"Act 1\"\nurl = \"https://www.irs.gov/act\"\n"),
        ]);
    }
}
