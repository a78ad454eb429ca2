//! Keys that a table lacks, and keys that it does not know.

use super::WrongValue;
use crate::fix::Fix;
use crate::load::document::escaped;
use crate::names::{listed, nearest, one_of, suggest_from};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{SCHEMAS, choice, resolve};

pub(super) static MISSING_KEY: Rule = Rule {
    code: "schema/missing-key",
    severity: Severity::Error,
    scope: Scope::ByAnother,
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
pub(super) fn report_missing(table: WrongValue, key: &str, schema: &Value, out: &mut Diagnostics) {
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

pub(super) static UNKNOWN_KEY: Rule = Rule {
    code: "schema/unknown-key",
    severity: Severity::Error,
    scope: Scope::ByAnother,
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
pub(super) fn report_unknown(
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
    let near_absent = nearest(key, absent.iter().copied());
    let mut meant = Vec::new();
    let help = if let Some(help) = help.filter(|_| near_absent.is_none()) {
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

/// A table of a file, on the way from its root to the table that has an unknown key.
struct Table<'a> {
    /// Its names from the root, without the numbers of entries.
    names: Vec<&'a str>,
    /// True for an entry of a list.
    is_entry: bool,
    schema: &'a Value,
    value: &'a Value,
}

/// Says where a key belongs that a table doesn't know. `None` if no table around it, and none directly within one of
/// these, knows the key.
pub(super) fn help_elsewhere(root: &Value, table: WrongValue, key: &str) -> Option<String> {
    let tables = tables_around(root, table);
    let own = tables.last()?;
    let mut is_own = true;
    for around in tables.iter().rev() {
        let lacks_key = around.value.get(key).is_none();
        if !is_own && lacks_key && knows(root, around.schema, key) {
            return Some(move_up(around, &own.names, key));
        }
        let mut sections = sections_within(root, around, key);
        sections.retain(|section| !own.names.starts_with(&section.names));
        let lacks_one = sections.iter().any(|section| !section.has_key);
        sections.retain(|section| section.has_key != lacks_one);
        // Each entry of a list could be meant, but only one table.
        if sections.iter().any(|section| !section.is_list) {
            sections.retain(|section| !section.is_list);
        }
        if !sections.is_empty() && sections.len() <= MOST_SECTIONS {
            let headers: Vec<String> = sections.iter().map(Section::header).collect();
            let sections = headers.join(" or ");
            if !lacks_one {
                return Some(format!(
                    "`{key}` belongs below {sections}, which has one already: delete one of the two."
                ));
            }
            return Some(format!(
                "`{key}` belongs below {sections}: move the line there."
            ));
        }
        is_own = false;
    }
    None
}

/// The most sections that are named for one key.
const MOST_SECTIONS: usize = 3;

/// Says that a key belongs to a table around the one at `inner`, above the header of a section in it.
fn move_up(table: &Table, inner: &[&str], key: &str) -> String {
    let first = inner[..=table.names.len()].join(".");
    if table.names.is_empty() {
        return format!(
            "`{key}` belongs to no section: move the line up, above the section `{first}`."
        );
    }
    let section = Section {
        names: table.names.clone(),
        is_list: table.is_entry,
        has_key: false,
    };
    format!(
        "`{key}` belongs directly below {}: move the line up, above the section `{first}`.",
        section.header()
    )
}

/// A section of a file, by the names in its header.
struct Section<'a> {
    names: Vec<&'a str>,
    is_list: bool,
    has_key: bool,
}

impl Section<'_> {
    fn header(&self) -> String {
        let name = self.names.join(".");
        if self.is_list {
            format!("[[{name}]]")
        } else {
            format!("[{name}]")
        }
    }
}

/// Returns the sections directly within a table that know a key.
fn sections_within<'a>(root: &'a Value, table: &Table<'a>, key: &str) -> Vec<Section<'a>> {
    let mut sections = Vec::new();
    for (name, inner) in table.schema["properties"].as_object().into_iter().flatten() {
        let schema = resolve(root, inner);
        let is_list = schema["type"] == "array";
        let entry = if is_list { &schema["items"] } else { schema };
        let has_key = table.value[name].get(key).is_some();
        let mut names = table.names.clone();
        names.push(name);
        if name == "years" && knows(root, &schema["additionalProperties"], key) {
            names.push("2025");
        } else if !knows(root, entry, key) {
            continue;
        }
        sections.push(Section {
            names,
            is_list,
            has_key,
        });
    }
    sections
}

/// Returns true if a table, or one of several kinds of table, has a key in its schema.
fn knows(root: &Value, schema: &Value, key: &str) -> bool {
    let schema = resolve(root, schema);
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let mut choices = choices.map(|choice| resolve(root, choice));
    let has_key = |table: &Value| table["properties"].get(key).is_some();
    has_key(schema) || choices.any(has_key)
}

/// Returns the tables from the root of a file to a table in it.
fn tables_around<'a>(root: &'a Value, table: WrongValue<'a>) -> Vec<Table<'a>> {
    let mut value = &table.file.document.value;
    let mut schema = choice(root, root, value);
    let mut names = Vec::new();
    let mut tables = vec![Table {
        names: Vec::new(),
        is_entry: false,
        schema,
        value,
    }];
    for part in table.pointer.split('/').skip(1) {
        let is_entry = value.is_array();
        let (inner, next) = if is_entry {
            let index: usize = part.parse().unwrap_or(usize::MAX);
            (&schema["items"], &value[index])
        } else {
            names.push(part);
            let others = &schema["additionalProperties"];
            let inner = schema["properties"].get(part).unwrap_or(others);
            (inner, &value[part])
        };
        value = next;
        schema = choice(root, inner, value);
        if value.is_object() {
            tables.push(Table {
                names: names.clone(),
                is_entry,
                schema,
                value,
            });
        }
    }
    tables
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
           = help: Add `disclaimer = "…"`. Its description: A statement that the examples are only illustrative. Required: the page can't be published without it.
        "#);
        let hero = "hero = { src = \"picture.svg\", alt = \"A square\" }\n";
        let found = &found("articles/first.mdx", hero, "")[0];
        assert!(found.contains("Add `hero = { src = \"picture.svg\", alt = \"…\" }`."), "{found}");
        finds("schema/missing-key", &[
            ("articles/first.mdx", "title = \"First\"\n", "", (2, 1)),
            ("pages/fees.toml", "kind = \"fee_tiers\"\n", "", (40, 1)),
        ]);
    }

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
            ("pages/index.toml", "kind = \"newsletter_signup\"", "kind = \"newsletter_signup\"\nshort_title = \"Home\"", "schema/unknown-key 56:1 `short_title` belongs below [meta], which has one already: delete one of the two."),
            ("pages/faq.toml", "question = \"Can I leave?\"", "question = \"Can I leave?\"\ndraft = true", "schema/unknown-key 56:1 `draft` belongs below [meta]: move the line there."),
            ("articles/first.mdx", "hero = { src = \"picture.svg\", alt = \"A square\" }\n", "[hero]\nsrc = \"picture.svg\"\nalt = \"A square\"\n", "schema/unknown-key 11:1 `subjects` belongs to no section: move the line up, above the section `hero`."),
            ("site.toml", "[newsletter]", "[newsletter]\nhours_note = \"\"", "schema/unknown-key 108:1 This section has all of its keys, `label`, `link` and `prompt`: delete this one."),
            ("fees.toml", "rate = 100", "rate = 100\nlabel = \"Above\"", "schema/unknown-key 15:1 Delete `label`: the site makes it from `from` and `up_to`."),
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit]\nthrough = 2027\n[contribution-limit.years.2026]", "schema/unknown-key 14:1 `through` belongs below [contribution-limit.years.2025]: move the line there."),
        ] {
            assert_eq!(found(file, from, to), [expected]);
        }
        // A key of a block below the header of its items.
        let items = "\n[[blocks.items]]\ntitle = \"Minimum\"";
        let heading = "heading = \"Terms of the Agreement\"\n";
        let below_items = found("pages/fees.toml", &format!("{heading}{items}"), &format!("{items}\n{heading}"));
        let moved = "schema/unknown-key 63:1 `heading` belongs directly below [[blocks]]: move the line up, above the section `blocks.items`.";
        assert_eq!(below_items, [moved]);
        // What is nearest may be missing, though a key that is there is near, too.
        let near_two = found("pages/about.toml", "kind = \"hero\"", "kind = \"hero\"\nend = 2027-01-01");
        assert_eq!(near_two, ["schema/unknown-key 8:1 Did you mean `ends`?"]);
        finds("schema/unknown-key", &[
            ("pages/fees.toml", "kind = \"fee_tiers\"", "Kind = \"fee_tiers\"", (41, 1)),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\nscedule = \"small\"", (44, 1)),
        ]);
    }
}
