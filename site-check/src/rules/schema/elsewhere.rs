//! The table that a key belongs to, where it is written in another.

use super::WrongValue;
use serde_json::Value;
use site_schema::schemas::{choice, resolve};

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
pub(super) fn help(root: &Value, table: WrongValue, key: &str) -> Option<String> {
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
