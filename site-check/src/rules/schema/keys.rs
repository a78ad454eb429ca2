//! Missing and unknown keys.

use super::WrongValue;
use crate::fix::Fix;
use crate::load::document::escaped;
use crate::names::{did_you_mean, listed, nearest, one_of};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use serde_json::Value;
use site_schema::model::format;
use site_schema::schemas::{SCHEMAS, choice, resolve};

pub(super) static MISSING_KEY: Rule = Rule {
    code: "schema/missing-key",
    severity: Severity::Error,
    scope: Scope::ByAnother,
    summary: "A required key is missing.",
    why: "A page without its description, or case studies without their disclaimer, must not be published.",
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

/// Reports that a table lacks a key, with the key's description in the table's schema.
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

/// Returns the description of a key, or of its type.
fn description<'a>(root: &'a Value, property: &'a Value) -> Option<&'a str> {
    let own = property["description"].as_str();
    own.or_else(|| resolve(root, property)["description"].as_str())
}

/// Returns a line of TOML with a key and an example of its value.
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

/// Returns an example of a value that a schema allows, as TOML, with … for words.
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

/// Returns a table in braces with the keys that its schema requires.
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

/// Reports a key that isn't in the schema of its table. `help` says what to do if the schema refuses the key, or if another
/// table knows it.
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
        // Entries can move from one list of sections, such as `[[blocks]]`, to another.
        if is_sections(&table.value[key]) && is_sections(&table.value[near]) {
            meant.push(near);
            format!("Did you mean `{near}`?")
        } else {
            format!("The table already has `{near}`: delete one of the two.")
        }
    } else if absent.is_empty() {
        format!(
            "This section already has all of its keys, {}: delete this one.",
            listed(known)
        )
    } else {
        let near = did_you_mean(key, absent.iter().copied());
        let help = near.unwrap_or_else(|| match (known, absent.as_slice()) {
            ([only], _) => format!("Use `{only}`."),
            // The only missing key may mean something else.
            (_, [_]) => "Delete this key: the table doesn't know it.".to_owned(),
            _ => format!("Delete this key, or use {}.", one_of(key, &absent, &list)),
        });
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

/// Returns true if a value is a list of tables.
fn is_sections(value: &Value) -> bool {
    let list = value.as_array();
    list.is_some_and(|list| list.iter().any(Value::is_object))
}

/// A table on the way from the root of a file to the table with an unknown key.
struct Table<'a> {
    /// Its names from the root, without the numbers of entries.
    names: Vec<&'a str>,
    /// True for an entry of a list.
    is_entry: bool,
    schema: &'a Value,
    value: &'a Value,
}

/// Returns the help for a key that another table knows: a table around its own, or one directly within these. Returns `None`
/// if none of them knows it.
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
        // Any entry of a list could be the intended one, but there is only one table.
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

/// The most sections that a message names for one key.
const MOST_SECTIONS: usize = 3;

/// Returns the help for a key that belongs to a table around the one at `inner`, above the header of a section.
fn move_up(table: &Table, inner: &[&str], key: &str) -> String {
    let first = inner[..=table.names.len()].join(".");
    if table.names.is_empty() {
        return format!(
            "`{key}` doesn't belong to a section: move the line up, above the section `{first}`."
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

/// A section of a file, with the names in its header.
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
    use crate::rules::tests::{assert_snapshot, check, finds_in_files, found, helps_at_marks};

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
        finds_in_files("schema/missing-key", &[
            ("articles/first.mdx", "id = 1\ntitle = \"First\"\n", "«id = 1\n"),
            ("pages/fees.toml", "[[blocks]]\nkind = \"fee_tiers\"\n", "«[[blocks]]\n"),
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
        helps_at_marks("schema/unknown-key", &[
            ("pages/about.toml", "[meta]", "«starts = 2027-01-01\n[meta]", "`starts` belongs below [meta]: move the line there."),
            ("pages/about.toml", "[meta]", "«heading = \"About\"\n[meta]", "`heading` belongs below [[blocks]]: move the line there."),
            ("pages/index.toml", "kind = \"newsletter_signup\"", "kind = \"newsletter_signup\"\n«draft = true", "`draft` belongs below [meta]: move the line there."),
            ("pages/index.toml", "kind = \"newsletter_signup\"", "kind = \"newsletter_signup\"\n«short_title = \"Home\"", "`short_title` belongs below [meta], which has one already: delete one of the two."),
            ("pages/faq.toml", "question = \"Can I leave?\"", "question = \"Can I leave?\"\n«draft = true", "`draft` belongs below [meta]: move the line there."),
            ("articles/first.mdx", "hero = { src = \"picture.svg\", alt = \"A square\" }\n", "[hero]\nsrc = \"picture.svg\"\nalt = \"A square\"\n«", "`subjects` doesn't belong to a section: move the line up, above the section `hero`."),
            ("site.toml", "[newsletter]", "[newsletter]\n«hours_note = \"\"", "This section already has all of its keys, `label`, `link` and `prompt`: delete this one."),
            ("fees.toml", "rate = 100", "rate = 100\n«label = \"Above\"", "Delete `label`: the site makes it from `from` and `up_to`."),
            ("pages/questions-to-ask.toml", "title = \"Quarter's end\"", "title = \"Quarter's end\", «moves = true", "Delete this key: the table doesn't know it."),
            ("articles/first.mdx", "alt = \"A square\" }", "alt = \"A square\" }\n«moves = true", "Delete this key, or use one of the 11 in schemas/article.schema.json, such as `modified`, `badge`, `draft`, `ends` and `starts`."),
            ("facts.toml", "[contribution-limit.years.2026]", "[contribution-limit]\n«through = 2027\n[contribution-limit.years.2026]", "`through` belongs below [contribution-limit.years.2025]: move the line there."),
            ("pages/about.toml", "kind = \"hero\"", "kind = \"hero\"\n«end = 2027-01-01", "Did you mean `ends`?"),
        ]);
        // A key of a block below the header of its items.
        let items = "\n[[blocks.items]]\ntitle = \"Minimum\"";
        let heading = "heading = \"Terms of the Agreement\"\n";
        let below_items = found("pages/fees.toml", &format!("{heading}{items}"), &format!("{items}\n{heading}"));
        let moved = "schema/unknown-key 63:1 `heading` belongs directly below [[blocks]]: move the line up, above the section `blocks.items`.";
        assert_eq!(below_items, [moved]);
        finds_in_files("schema/unknown-key", &[
            ("pages/fees.toml", "kind = \"fee_tiers\"", "«Kind = \"fee_tiers\""),
            ("pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers\"\n«scedule = \"small\""),
        ]);
    }
}
