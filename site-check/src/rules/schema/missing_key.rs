use super::WrongValue;
use crate::names::listed;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{SCHEMAS, resolve};

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

/// Reports a table without a key, by the table's schema, with the key's description.
pub(super) fn report(table: WrongValue, key: &str, schema: &Value, out: &mut Diagnostics) {
    let root = &SCHEMAS[table.file.kind.schema_name()];
    let property = &schema["properties"][key];
    let keys = table.keys();
    let found = if keys.is_empty() {
        "an empty table".to_owned()
    } else {
        format!("only {}", listed(&keys))
    };
    let mut help = format!("Add `{}`.", line_of(root, property, key));
    if let Some(description) = description(root, property) {
        help += &format!(" Its description: {}", description.replace('\n', " "));
    }
    out.for_rule(&MISSING_KEY)
        .at(table.file, table.span(), format!("missing key `{key}`"))
        .expected(format!("a key `{key}`"))
        .found(found)
        .help(help);
}

/// Returns the description of a key, its own or that of its type.
fn description<'a>(root: &'a Value, property: &'a Value) -> Option<&'a str> {
    let own = property["description"].as_str();
    own.or_else(|| resolve(root, property)["description"].as_str())
}

/// Returns a line of TOML with a key and a value as its schema wants one.
fn line_of(root: &Value, property: &Value, key: &str) -> String {
    let schema = resolve(root, property);
    let is_list_of_tables = schema["type"] == "array" && is_table(root, &schema["items"]);
    if is_list_of_tables {
        format!("[[{key}]]")
    } else {
        format!("{key} = {}", example(root, property, 0))
    }
}

fn is_table(root: &Value, schema: &Value) -> bool {
    let schema = resolve(root, schema);
    schema["type"] == "object" || schema["oneOf"][0]["properties"].is_object()
}

/// Returns a value as a schema wants one, as TOML; … stands for words.
fn example(root: &Value, property: &Value, depth: usize) -> String {
    let schema = resolve(root, property);
    for known in [
        &schema["const"],
        &schema["enum"][0],
        &schema["oneOf"][0]["const"],
    ] {
        if !known.is_null() {
            return known.to_string();
        }
    }
    let form = schema["x-form"].as_str().or(property["x-form"].as_str());
    let sample = form.and_then(|form| form.rsplit_once(", such as "));
    match (schema["type"].as_str(), schema["format"].as_str(), sample) {
        (_, Some("date"), _) => "2026-01-31".to_owned(),
        (_, Some(format::IMAGE), _) => "\"picture.svg\"".to_owned(),
        (_, Some(format::LINK), _) => "\"/fees\"".to_owned(),
        (Some("string"), _, Some((_, sample))) => format!("\"{sample}\""),
        (Some("integer"), ..) => schema["minimum"].as_u64().unwrap_or(1).max(1).to_string(),
        (Some("boolean"), ..) => "true".to_owned(),
        (Some("array"), ..) => format!("[{}]", example(root, &schema["items"], depth)),
        (Some("object"), ..) if depth < 2 => table_example(root, schema, depth),
        (Some("object"), ..) => "{ … }".to_owned(),
        _ => "\"…\"".to_owned(),
    }
}

/// Returns a table in braces with the keys that a schema requires.
fn table_example(root: &Value, schema: &Value, depth: usize) -> String {
    let mut entries = Vec::new();
    for key in schema["required"].as_array().into_iter().flatten() {
        let key = key.as_str().unwrap_or_default();
        let value = example(root, &schema["properties"][key], depth + 1);
        entries.push(format!("{key} = {value}"));
    }
    format!("{{ {} }}", entries.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, found};
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
           = help: Add `disclaimer = "…"`. Its description: That the examples are illustrative only. Required: the page may not be published without it.
        "#);
        let hero = "hero = { src = \"picture.svg\", alt = \"A square\" }\n";
        let found = &found("articles/first.mdx", hero, "")[0];
        assert!(found.contains("Add `hero = { src = \"picture.svg\", alt = \"…\" }`."), "{found}");
        finds("schema/missing-key", &[
            ("articles/first.mdx", "title = \"First\"\n", "", (2, 1)),
            ("pages/fees.toml", "kind = \"fee_tiers\"\n", "", (40, 1)),
        ]);
    }
}
