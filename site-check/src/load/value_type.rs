//! The type that a schema specifies for the value of a TOML statement that can't be parsed.

use super::kind::FileKind;
use super::recovery::header_name;
use super::statements::Statement;
use serde_json::Value;
use site_schema::schemas::{SCHEMAS, resolve};

/// The type of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    Text,
    Number,
    Boolean,
    Day,
    List,
    /// The schema doesn't have the key, or allows several types for it.
    Unknown,
}

/// The place of a value in a schema: the names on the path to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    schema: &'static str,
    names: Vec<String>,
    /// The kind of the block around it.
    block_kind: Option<String>,
    is_in_block: bool,
}

impl Place {
    pub fn of_file(kind: &FileKind) -> Self {
        Self {
            schema: kind.schema_name(),
            ..Self::default()
        }
    }

    /// Moves to the next statement, and to its section.
    pub fn enter(&mut self, text: &str, statement: &Statement) {
        let written = &text[statement.span.clone()];
        if let Some(key) = &statement.key {
            let value = text[key.end..statement.span.end].trim_start_matches([' ', '=']);
            if self.is_in_block && &text[key.clone()] == "kind" {
                let kind = value.split('#').next().unwrap_or_default();
                self.block_kind = Some(unquote(kind).to_owned());
            }
        } else if statement.is_header {
            let name = header_name(written);
            self.names = names(name);
            self.is_in_block = name == "blocks";
            if self.is_in_block {
                self.block_kind = None;
            }
        }
    }

    /// Returns the place of a statement's value in this section.
    pub fn of_statement(&self, text: &str, statement: &Statement) -> Self {
        let mut place = self.clone();
        if let Some(key) = &statement.key {
            place.names.extend(names(&text[key.clone()]));
        }
        place
    }

    /// Returns the type of the value here, or of the value under a key of the table here.
    pub fn value_type(&self, inner_key: Option<&str>) -> ValueType {
        let mut types: Vec<ValueType> = Vec::new();
        let (root, schemas) = self.schemas(inner_key);
        for schema in schemas {
            let value_type = type_of(root, schema);
            if value_type != ValueType::Unknown && !types.contains(&value_type) {
                types.push(value_type);
            }
        }
        match types.as_slice() {
            [one] => *one,
            _ => ValueType::Unknown,
        }
    }

    /// Returns the schemas that a value here may have, and the schema of the file. If the kind of
    /// block is known, only that one counts.
    fn schemas(&self, inner_key: Option<&str>) -> (&'static Value, Vec<&'static Value>) {
        let Some(root) = SCHEMAS.get(self.schema) else {
            return (&Value::Null, Vec::new());
        };
        let mut schemas = vec![root];
        for name in self.names.iter().map(String::as_str).chain(inner_key) {
            let mut inner = Vec::new();
            for schema in schemas {
                for table in tables(root, schema, self.block_kind.as_deref()) {
                    let others = &table["additionalProperties"];
                    inner.push(table["properties"].get(name).unwrap_or(others));
                }
            }
            schemas = inner;
        }
        (root, schemas)
    }
}

/// Returns true if the section at a place is a list of tables, whose headers have two brackets.
pub fn is_list(place: &Place) -> bool {
    let (root, schemas) = place.schemas(None);
    let is_list_of_tables = |schema: &Value| {
        let schema = resolve(root, schema);
        schema["type"] == "array" && resolve(root, &schema["items"])["type"] != "string"
    };
    schemas.into_iter().any(is_list_of_tables)
}

/// Splits a header or a key at its dots.
fn names(written: &str) -> Vec<String> {
    written
        .split('.')
        .map(|name| unquote(name).to_owned())
        .collect()
}

fn unquote(name: &str) -> &str {
    name.trim().trim_matches(['"', '\''])
}

/// Returns the schemas of the tables that a schema allows: that of a list's items, and each of
/// several choices.
fn tables<'a>(root: &'a Value, schema: &'a Value, block_kind: Option<&str>) -> Vec<&'a Value> {
    let mut table = resolve(root, schema);
    if table["type"] == "array" {
        table = resolve(root, &table["items"]);
    }
    let Some(choices) = table["oneOf"].as_array() else {
        return vec![table];
    };
    let mut tables = Vec::new();
    for choice in choices {
        let choice = resolve(root, choice);
        let own_kind = choice["properties"]["kind"]["const"].as_str();
        if block_kind.is_none() || own_kind.is_none() || own_kind == block_kind {
            tables.push(choice);
        }
    }
    tables
}

fn type_of(root: &Value, schema: &Value) -> ValueType {
    let schema = resolve(root, schema);
    let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    if let Some(choices) = choices {
        let mut types = choices.iter().map(|choice| type_of(root, choice));
        let first = types.next().unwrap_or(ValueType::Unknown);
        let is_same = types.all(|other| other == first);
        return if is_same { first } else { ValueType::Unknown };
    }
    let format = schema["format"].as_str();
    match schema["type"].as_str() {
        Some("string") if matches!(format, Some("date" | "moment")) => ValueType::Day,
        Some("string") => ValueType::Text,
        Some("integer") => ValueType::Number,
        Some("boolean") => ValueType::Boolean,
        Some("array") => ValueType::List,
        _ => ValueType::Unknown,
    }
}
