//! The errors of a file's value against the JSON Schema of its kind.
//!
//! It reads the keywords that the schemas of `site-schema` have; a test refuses any other. The jsonschema crate reads all keywords, and
//! would add more than 30 crates, a tenth of what a first start compiles. `fuzz/run schema 60` compares its errors with these.

use super::document::escaped;
use super::kind::FileKind;
use jiff::civil::Date;
use regex::Regex;
use serde_json::Value;
use site_schema::model::{format, is_time_zone};
use site_schema::schemas::{SCHEMAS, discriminator, resolve};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A value that its schema doesn't allow.
#[derive(Debug, Clone)]
pub struct SchemaError {
    /// The JSON pointer of the value.
    pub pointer: String,
    /// The schema with the violated keyword.
    pub schema: &'static Value,
    pub violation: Violation,
}

/// The keyword that a value violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// `additionalProperties`: the schema doesn't have this key.
    UnknownKey(String),
    /// `required`: the table lacks this key.
    MissingKey(String),
    /// `propertyNames`: a key of the table has another form.
    KeyForm(String),
    /// `oneOf`: no choice has the `kind` of the table, or is the name.
    NoChoice,
    /// Any other keyword.
    Keyword(&'static str),
}

/// Returns all errors of the value of a file.
pub fn schema_errors(kind: &FileKind, value: &Value) -> Vec<SchemaError> {
    let root = &SCHEMAS[kind.schema_name()];
    let mut validation = Validation {
        root,
        pointer: String::new(),
        errors: Vec::new(),
    };
    validation.validate(root, value);
    validation.errors
}

/// The validation of a value, with the place that it has reached.
struct Validation {
    root: &'static Value,
    pointer: String,
    errors: Vec<SchemaError>,
}

impl Validation {
    fn validate(&mut self, schema: &'static Value, value: &Value) {
        for (keyword, expected) in schema.as_object().into_iter().flatten() {
            match keyword.as_str() {
                "$ref" => self.validate(resolve(self.root, schema), value),
                "oneOf" => self.validate_choice(schema, expected, value),
                "properties" => self.validate_properties(expected, value),
                "additionalProperties" => self.validate_others(schema, expected, value),
                "required" => self.validate_required(schema, expected, value),
                "propertyNames" => self.validate_names(schema, expected, value),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.validate_at(&index.to_string(), expected, item);
                    }
                }
                keyword => {
                    if !is_valid(keyword, expected, value) {
                        self.report(schema, Violation::Keyword(keyword));
                    }
                }
            }
        }
    }

    /// Validates a value against the choice that it means; at most one can be valid.
    fn validate_choice(&mut self, schema: &'static Value, choices: &'static Value, value: &Value) {
        let written = value.get("kind").unwrap_or(value);
        let mut choices = choices.as_array().into_iter().flatten();
        match choices.find(|choice| discriminator(choice) == Some(written)) {
            Some(choice) => self.validate(choice, value),
            None => self.report(schema, Violation::NoChoice),
        }
    }

    fn validate_properties(&mut self, properties: &'static Value, value: &Value) {
        for (key, value) in value.as_object().into_iter().flatten() {
            if let Some(schema) = properties.get(key) {
                self.validate_at(key, schema, value);
            }
        }
    }

    /// Validates the values of keys that aren't in `properties`.
    fn validate_others(&mut self, schema: &'static Value, others: &'static Value, value: &Value) {
        for (key, value) in value.as_object().into_iter().flatten() {
            if schema["properties"].get(key).is_some() {
                continue;
            }
            if others == &Value::Bool(false) {
                self.report(schema, Violation::UnknownKey(key.clone()));
            } else {
                self.validate_at(key, others, value);
            }
        }
    }

    fn validate_required(&mut self, schema: &'static Value, required: &Value, value: &Value) {
        let Value::Object(table) = value else {
            return;
        };
        for key in required.as_array().into_iter().flatten() {
            let key = key.as_str().unwrap_or_default();
            if !table.contains_key(key) {
                self.report(schema, Violation::MissingKey(key.to_owned()));
            }
        }
    }

    fn validate_names(&mut self, schema: &'static Value, names: &'static Value, value: &Value) {
        for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
            let errors_before = self.errors.len();
            self.validate(names, &Value::String(key.clone()));
            if self.errors.len() > errors_before {
                self.errors.truncate(errors_before);
                self.report(schema, Violation::KeyForm(key.clone()));
            }
        }
    }

    fn validate_at(&mut self, key: &str, schema: &'static Value, value: &Value) {
        let length = self.pointer.len();
        self.pointer += "/";
        self.pointer += &escaped(key);
        self.validate(schema, value);
        self.pointer.truncate(length);
    }

    fn report(&mut self, schema: &'static Value, violation: Violation) {
        self.errors.push(SchemaError {
            pointer: self.pointer.clone(),
            schema,
            violation,
        });
    }
}

/// Returns true if a value satisfies a keyword. It satisfies keywords for other types, and keywords without a constraint, such as
/// `title`.
fn is_valid(keyword: &str, expected: &Value, value: &Value) -> bool {
    match (keyword, value) {
        ("type", _) => is_type(expected.as_str().unwrap_or_default(), value),
        ("const", _) => value == expected,
        ("enum", _) => expected.as_array().is_some_and(|all| all.contains(value)),
        ("format", Value::String(text)) => has_format(expected.as_str().unwrap_or_default(), text),
        ("pattern", Value::String(text)) => {
            PATTERNS[expected.as_str().unwrap_or_default()].is_match(text)
        }
        ("minLength", Value::String(text)) => text.chars().count() as u64 >= limit(expected),
        ("maxLength", Value::String(text)) => text.chars().count() as u64 <= limit(expected),
        ("minItems", Value::Array(items)) => items.len() as u64 >= limit(expected),
        ("maxItems", Value::Array(items)) => items.len() as u64 <= limit(expected),
        ("uniqueItems", Value::Array(items)) => {
            let mut entries = items.iter().enumerate();
            entries.all(|(index, item)| !items[..index].contains(item))
        }
        ("minProperties", Value::Object(table)) => table.len() as u64 >= limit(expected),
        ("minimum", Value::Number(number)) => number.as_i64() >= expected.as_i64(),
        ("maximum", Value::Number(number)) => number.as_i64() <= expected.as_i64(),
        _ => true,
    }
}

fn limit(expected: &Value) -> u64 {
    expected.as_u64().unwrap_or_default()
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        // A document has no other numbers.
        "integer" => value.is_i64(),
        _ => false,
    }
}

/// Returns true if a text has a format. Patterns and rules check the other formats.
fn has_format(name: &str, text: &str) -> bool {
    match name {
        "date" => text.len() == "2027-01-31".len() && text.parse::<Date>().is_ok(),
        format::TIME_ZONE => is_time_zone(text),
        _ => true,
    }
}

/// The patterns of all schemas, compiled once.
static PATTERNS: LazyLock<HashMap<&str, Regex>> = LazyLock::new(|| {
    let mut patterns = HashMap::new();
    for schema in SCHEMAS.values() {
        add_patterns(schema, &mut patterns);
    }
    patterns
});

fn add_patterns(schema: &'static Value, patterns: &mut HashMap<&'static str, Regex>) {
    match schema {
        Value::Object(table) => {
            for (keyword, value) in table {
                if let ("pattern", Value::String(pattern)) = (keyword.as_str(), value) {
                    patterns.entry(pattern).or_insert_with(|| compiled(pattern));
                }
                add_patterns(value, patterns);
            }
        }
        Value::Array(items) => {
            for item in items {
                add_patterns(item, patterns);
            }
        }
        _ => {}
    }
}

/// Compiles a pattern of JSON Schema, which has the classes of JavaScript: other digits than 0 to 9 aren't digits, and a byte order
/// mark is white space, but a next line (U+0085) is none.
fn compiled(pattern: &str) -> Regex {
    let mut classes = pattern.replace(r"\d", "[0-9]");
    classes = classes.replace(r"\S", r"[^\s]");
    classes = classes.replace(r"\s", r"[\s--\x{85}]\x{feff}");
    Regex::new(&classes).expect("the patterns of our schemas are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keywords that describe a value.
    const DESCRIPTIONS: [&str; 8] = [
        "$comment",
        "$defs",
        "$schema",
        "default",
        "description",
        "title",
        "x-form",
        "x-refused",
    ];

    /// The keywords that constrain a value.
    const CONSTRAINTS: [&str; 20] = [
        "$ref",
        "additionalProperties",
        "const",
        "enum",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "oneOf",
        "pattern",
        "properties",
        "propertyNames",
        "required",
        "type",
        "uniqueItems",
    ];

    #[test]
    fn the_schemas_have_no_other_keywords() {
        for (name, schema) in SCHEMAS.iter() {
            assert_known(name, schema);
        }
    }

    fn assert_known(place: &str, schema: &Value) {
        let Value::Object(keywords) = schema else {
            assert!(schema.is_boolean(), "{place}");
            return;
        };
        for (keyword, value) in keywords {
            let place = &format!("{place}/{keyword}");
            let is_known = CONSTRAINTS.contains(&keyword.as_str());
            assert!(
                is_known || DESCRIPTIONS.contains(&keyword.as_str()),
                "{place}"
            );
            match keyword.as_str() {
                "$defs" | "properties" => {
                    for (name, schema) in value.as_object().into_iter().flatten() {
                        assert_known(&format!("{place}/{name}"), schema);
                    }
                }
                "additionalProperties" | "items" | "propertyNames" => assert_known(place, value),
                "oneOf" => {
                    let mut discriminators = Vec::new();
                    for choice in value.as_array().into_iter().flatten() {
                        let discriminator = discriminator(choice);
                        assert!(discriminator.is_some(), "{place}: {choice:#}");
                        assert!(!discriminators.contains(&discriminator), "{place}");
                        discriminators.push(discriminator);
                        assert_known(place, choice);
                    }
                }
                "pattern" => {
                    let pattern = value.as_str().unwrap_or_default();
                    for class in [r"\D", r"\w", r"\W", r"\b", r"\B", r"\p", r"[\S", r"[^\S"] {
                        assert!(!pattern.contains(class), "{place}: {pattern}");
                    }
                }
                "type" => {
                    let known = ["object", "array", "string", "boolean", "integer"];
                    assert!(
                        known.contains(&value.as_str().unwrap_or_default()),
                        "{place}"
                    );
                }
                _ => {}
            }
        }
    }

    #[test]
    fn white_space_and_digits_are_those_of_javascript() {
        let blank = compiled(r"\S");
        assert!(!blank.is_match(" \t\n\u{a0}\u{2003}\u{feff}"));
        assert!(blank.is_match("\u{85}") && blank.is_match("a"));
        let digit = compiled(r"^\d$");
        assert!(digit.is_match("7") && !digit.is_match("\u{667}"));
        let rest = compiled(r"^[^@\s]+$");
        assert!(rest.is_match("a\u{85}") && !rest.is_match("a\u{feff}"));
    }
}
