use super::WrongValue;
use crate::fix::Fix;
use crate::load::document::escaped;
use crate::names::{listed, nearest, one_of, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;

pub(super) static UNKNOWN_KEY: Rule = Rule {
    code: "schema/unknown-key",
    severity: Severity::Error,
    scope: Scope::ReportedBy("schema/value"),
    summary: "A key does not exist in this table, often because it is misspelled.",
    why: "The value of an unknown key would never be shown, and no one would notice.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
[meta]
titel = "Fees"
"#,
        right: r#"
[meta]
title = "Fees"
"#,
    },
};

/// Reports a key of a table that is none of those its schema knows. `help` says what to do, if the schema
/// or another table knows the key.
pub(super) fn report(
    table: WrongValue,
    key: &str,
    known: &[&str],
    help: Option<String>,
    out: &mut Diagnostics,
) {
    let (present, absent): (Vec<&str>, Vec<&str>) = known
        .iter()
        .partition(|known| table.value.get(known).is_some());
    let list = table.schema_path();
    let near_present = nearest(key, known.iter().copied()).filter(|near| present.contains(near));
    let mut meant = Vec::new();
    let help = if let Some(help) = help {
        help
    } else if let Some(near) = near_present {
        // The entries of one list of sections, as `[[blocks]]` is, can move to another.
        if is_sections(&table.value[key]) && is_sections(&table.value[near]) {
            meant.push(near);
            format!("Did you mean `{near}`?")
        } else {
            format!("The table already has `{near}`: delete one of the two.")
        }
    } else if absent.is_empty() {
        format!(
            "This section has all of its keys, {}: delete this one.",
            listed(known)
        )
    } else {
        let help = suggest_from(key, absent.iter().copied(), &list);
        meant = absent;
        help
    };
    let pointer = format!("{}/{}", table.pointer, escaped(key));
    let span = table.file.document.key_span(&pointer);
    let fix = Fix::misspelled(table.file, &span, key, meant);
    out.for_rule(&UNKNOWN_KEY)
        .at(table.file, span, format!("unknown key `{key}`"))
        .expected(one_of(key, known, &list))
        .quoting(key)
        .help(help)
        .fix(fix);
}

/// Returns whether a value is a list with tables.
fn is_sections(value: &Value) -> bool {
    let list = value.as_array();
    list.is_some_and(|list| list.iter().any(Value::is_object))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn unknown_key() {
        assert_snapshot!(check("pages/index.toml", "short_title = \"Home\"", "short_title = \"Home\"\nkeyword = []"), @r#"
        error[schema/unknown-key]: unknown key `keyword`
         --> content/pages/index.toml:4:1
          |
        4 | keyword = []
          | ^^^^^^^
          |
          = expected: one of the 13 in schemas/page.schema.json, such as `keywords`, `noindex`, `starts`, `canonical` and `draft`
          = found: `keyword`
          = help: Did you mean `keywords`?
          = note: `cargo site check --fix` fixes this
        "#);
        for (file, from, to, expected) in [
            ("pages/about.toml", "[meta]", "starts = 2027-01-01\n[meta]", "schema/unknown-key 1:1 `starts` belongs below [meta]: move the line there."),
            ("pages/about.toml", "[meta]", "heading = \"About\"\n[meta]", "schema/unknown-key 1:1 `heading` belongs below [[blocks]]: move the line there."),
            ("pages/index.toml", "kind = \"newsletter_signup\"", "kind = \"newsletter_signup\"\ndraft = true", "schema/unknown-key 56:1 `draft` belongs below [meta]: move the line there."),
            ("pages/faq.toml", "question = \"Can I leave?\"", "question = \"Can I leave?\"\ndraft = true", "schema/unknown-key 56:1 `draft` belongs below [meta]: move the line there."),
            ("articles/first.mdx", "hero = { src = \"picture.svg\", alt = \"A square\" }\n", "[hero]\nsrc = \"picture.svg\"\nalt = \"A square\"\n", "schema/unknown-key 11:1 `subjects` belongs to no section: move the line up, above the section `hero`."),
            ("site.toml", "[newsletter]", "[newsletter]\nhours_note = \"\"", "schema/unknown-key 108:1 This section has all of its keys, `label`, `link` and `prompt`: delete this one."),
            ("fees.toml", "rate = 100", "rate = 100\nlabel = \"Above\"", "schema/unknown-key 15:1 Delete `label`: the site makes it from `from` and `up_to`."),
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit]\nthrough = 2027\n[contribution-limit.years.2026]", "schema/unknown-key 14:1 `through` belongs below [contribution-limit.years.2025]: move the line there."),
        ] {
            assert_eq!(crate::rules::tests::found(file, from, to), [expected]);
        }
        // A key of a block below the header of its items.
        let items = "\n[[blocks.items]]\ntitle = \"Minimum\"";
        let heading = "heading = \"Terms of the Agreement\"\n";
        let found = crate::rules::tests::found("pages/fees.toml", &format!("{heading}{items}"), &format!("{items}\n{heading}"));
        let moved = "schema/unknown-key 63:1 `heading` belongs directly below [[blocks]]: move the line up, above the section `blocks.items`.";
        assert_eq!(found, [moved]);
        // What is nearest may be missing, though a key that is there is near, too.
        let found = crate::rules::tests::found("pages/about.toml", "kind = \"hero\"", "kind = \"hero\"\nend = 2027-01-01");
        assert_eq!(found, ["schema/unknown-key 8:1 Did you mean `ends`?"]);
        finds("schema/unknown-key", &[
            ("pages/fees.toml", "kind = \"fee_tiers\"", "Kind = \"fee_tiers\"", (41, 1)),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\nscedule = \"small\"", (44, 1)),
        ]);
    }
}
