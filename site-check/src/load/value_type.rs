//! The type that a schema gives the value of a statement of TOML, whose value itself can't be read.

use super::scan::{Bare, Mistake, MistakeKind, Statement, ValueType};
use serde_json::Value;
use site_schema::schemas::resolve;
use std::ops::Range;

/// Changes a mistake in a value without quotes to one that its type can have. The same characters are a mistyped number
/// for a key with a number, and words without quotes for a key with a text.
pub fn fit(mistake: &mut Mistake, text: &str, statements: &[Statement], root: &Value) {
    let may_be_text = matches!(
        mistake.kind,
        MistakeKind::Bare(_) | MistakeKind::BehindValue | MistakeKind::ListWithoutBrackets
    );
    let Some(key) = mistake.key.clone().filter(|_| may_be_text) else {
        return;
    };
    let mut path = section_before(text, statements, key.start);
    path.extend(text[key.clone()].split('.').map(unquoted));
    let inner_key = key_before(text, key.end, mistake.span.start);
    path.extend(inner_key);
    let value_type = type_at(root, &path, kind_of_block(text, statements, key.start));

    if value_type == ValueType::Text {
        let whole = if inner_key.is_some() {
            mistake.span.clone()
        } else {
            value_after(text, key.end)
        };
        if is_bare(&text[whole.clone()]) {
            mistake.span = whole;
            mistake.kind = MistakeKind::Bare(Bare::Text);
        }
    } else if let MistakeKind::Bare(bare) = &mistake.kind {
        mistake.kind = fitted(bare, value_type);
    }
}

/// Returns the mistake that a value is, given its type, which isn't text.
fn fitted(bare: &Bare, value_type: ValueType) -> MistakeKind {
    let is_number = matches!(
        bare,
        Bare::Number(_) | Bare::Rate(_) | Bare::LeadingZero(_) | Bare::Percentage
    );
    let is_boolean = matches!(bare, Bare::Boolean(_));
    let is_day = matches!(bare, Bare::Date(_) | Bare::NoSuchDay);
    let fits = match value_type {
        ValueType::Number => is_number,
        ValueType::Boolean => is_boolean,
        ValueType::Day => is_day,
        ValueType::List => return MistakeKind::ListWithoutBrackets,
        ValueType::Text | ValueType::Unknown => true,
    };
    let is_certain = !is_number && !is_boolean || value_type != ValueType::Unknown;
    MistakeKind::Bare(match (fits, is_certain) {
        (false, _) => Bare::Other(value_type),
        (true, false) => Bare::Words,
        (true, true) => bare.clone(),
    })
}

/// Returns the names of the section that a byte is in; none before the first header.
fn section_before<'a>(text: &'a str, statements: &[Statement], at: usize) -> Vec<&'a str> {
    let mut headers = statements.iter().rev().filter(|it| it.is_header);
    let Some(header) = headers.find(|header| header.name.start < at) else {
        return Vec::new();
    };
    let name = text[header.name.clone()].trim_matches(['[', ']']);
    name.split('.').map(unquoted).collect()
}

/// Returns the kind of the block that a byte is in, as it is written.
fn kind_of_block<'a>(text: &'a str, statements: &[Statement], at: usize) -> Option<&'a str> {
    let mut is_in_block = true;
    let mut kind = None;
    for statement in statements {
        let name = &text[statement.name.clone()];
        if statement.is_header && name == "[[blocks]]" {
            if statement.name.start > at {
                break;
            }
            kind = None;
            is_in_block = true;
        } else if statement.is_header {
            is_in_block = false;
        } else if name == "kind" && is_in_block {
            let value = &text[value_after(text, statement.name.end)];
            kind = Some(value.trim_matches(['"', '\'']));
        }
    }
    kind
}

/// Returns the key of a table in braces that is before a byte, if one is, in the statement whose key ends at another.
fn key_before(text: &str, from: usize, at: usize) -> Option<&str> {
    let before = text.get(from..at)?.trim_end().strip_suffix('=')?;
    let start = before.rfind(['{', ','])? + 1;
    Some(unquoted(before[start..].trim()))
}

/// Returns the place of a value on the line of a key that ends at a byte, without a comment.
fn value_after(text: &str, key_end: usize) -> Range<usize> {
    let line_end = text[key_end..]
        .find('\n')
        .map_or(text.len(), |length| key_end + length);
    let line = &text[key_end..line_end];
    let start = line.find('=').map_or(0, |equals| equals + 1);
    let end = line.find(" #").unwrap_or(line.len()).max(start);
    let value = &line[start..end];
    let first = key_end + start + value.len() - value.trim_start().len();
    first..first + value.trim().len()
}

/// Returns true if a value has no quotes or brackets around it.
fn is_bare(value: &str) -> bool {
    let has_mark = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’');
    !value.is_empty()
        && !value.starts_with(['[', '{'])
        && !value.starts_with(has_mark)
        && !value.ends_with(has_mark)
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\''])
}

/// Returns the type of the value at a path of names in a schema. Of several kinds of block, only the named one counts.
fn type_at(root: &Value, path: &[&str], kind: Option<&str>) -> ValueType {
    let mut schemas = vec![root];
    for name in path {
        let mut inner = Vec::new();
        for schema in schemas {
            for table in tables(root, schema, kind) {
                let others = &table["additionalProperties"];
                inner.push(table["properties"].get(name).unwrap_or(others));
            }
        }
        schemas = inner;
    }
    let mut types: Vec<ValueType> = Vec::new();
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

/// Returns the schemas of the tables that a schema allows.
fn tables<'a>(root: &'a Value, schema: &'a Value, kind: Option<&str>) -> Vec<&'a Value> {
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
        if kind.is_none() || own_kind.is_none() || own_kind == kind {
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
