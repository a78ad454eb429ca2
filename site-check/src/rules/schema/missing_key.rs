use super::WrongValue;
use crate::names::listed;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static MISSING_KEY: Rule = Rule {
    code: "schema/missing-key",
    severity: Severity::Error,
    scope: Scope::ReportedBy("schema/value"),
    summary: "A required key is missing.",
    why: "A page without its description, or case studies without their disclaimer, may not be published.",
    example: Example::InFile {
        file: "content/pages/index.toml",
        wrong: r#"
kind = "case_studies"
id = "examples"
heading = "Examples"
"#,
        right: r#"
kind = "case_studies"
id = "examples"
heading = "Examples"
disclaimer = "Hypothetical."
"#,
    },
};

/// Reports a table without a key, with the key's description.
pub(super) fn report(
    table: WrongValue,
    key: &str,
    description: Option<&str>,
    out: &mut Diagnostics,
) {
    let keys = table.keys();
    let found = if keys.is_empty() {
        "an empty table".to_owned()
    } else {
        format!("only {}", listed(&keys))
    };
    let mut help = format!("Add `{key} = …`.");
    if let Some(description) = description {
        help += &format!(" Its description: {}", description.replace('\n', " "));
    }
    out.for_rule(&MISSING_KEY)
        .at(table.file, table.span(), format!("missing key `{key}`"))
        .expected(format!("a key `{key}`"))
        .found(found)
        .help(help);
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn missing_key() {
        assert_snapshot!(check("pages/index.toml", "disclaimer = \"Hypothetical.\"\n", ""), @r#"
        error[schema/missing-key]: missing key `disclaimer`
          --> content/pages/index.toml:14:1
           |
        14 | [[blocks]]
           | ^^^^^^^^^^
           |
           = expected: a key `disclaimer`
           = found: only `heading`, `id`, `kind` and `studies`
           = help: Add `disclaimer = …`. Its description: That the examples are illustrative only. Required: the page may not be published without it.
        "#);
        finds("schema/missing-key", &[
            ("articles/first.mdx", "title = \"First\"\n", "", (2, 1)),
            ("pages/fees.toml", "kind = \"fee_tiers\"\n", "", (10, 1)),
        ]);
    }
}
