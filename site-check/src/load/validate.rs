//! Where a document departs from its schema.
//!
//! The validator says that one of several choices should have matched; what an
//! editor needs is what is wrong with the choice they meant. The `kind` of a
//! block says which one that is.

use super::document::escaped;
use super::kind::FileKind;
use crate::names::nearest;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use site_schema::fees::grouped;
use site_schema::model::{NAME_FORM, format, is_time_zone};
use site_schema::schemas::{SCHEMAS, resolve};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A validator for each schema, made once.
static VALIDATORS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let validators = SCHEMAS.iter().map(|(name, schema)| {
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format(format::TIME_ZONE, is_time_zone)
            .build(schema)
            .expect("a schema made by schemars is a valid schema");
        (*name, validator)
    });
    validators.collect()
});

/// One departure from the schema.
#[derive(Debug, Clone)]
pub struct Violation {
    /// JSON pointer of the value.
    pub pointer: String,
    /// The value.
    pub found: Value,
    pub kind: ViolationKind,
}

/// What the schema asks for.
#[derive(Debug, Clone)]
pub enum ViolationKind {
    /// The object has a key that the schema does not know.
    UnknownKey { key: String, known: Vec<String> },
    /// The object lacks a key.
    MissingKey {
        key: String,
        description: Option<String>,
    },
    /// The value is not one of a closed list.
    NotOneOf { options: Vec<Value> },
    /// The value has another type.
    Type { expected: String },
    /// Anything else: what is wrong with the value, such as "is too long", and
    /// what is expected.
    Value { fault: String, expected: String },
}

/// All departures of a file's value from its schema.
pub fn violations(kind: &FileKind, value: &Value) -> Vec<Violation> {
    let name = kind.schema_name();
    let mut found = Vec::new();
    for error in VALIDATORS[name].iter_errors(value) {
        explain(&SCHEMAS[name], &error, &mut found);
    }
    found
}

fn explain(schema: &Value, error: &ValidationError, found: &mut Vec<Violation>) {
    let mut pointer = error.instance_path().to_string();
    let mut value = error.instance().clone().into_owned();
    let keyword = error.schema_path().as_str();
    // The schema that the keyword belongs to.
    let around = schema.pointer(&keyword[..keyword.rfind('/').unwrap_or(0)]);
    let around = around.unwrap_or(&Value::Null);
    let known = around["properties"].as_object().into_iter().flatten();
    let known: Vec<String> = known.map(|(key, _)| key.clone()).collect();
    let kind = match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            found.extend(unexpected.iter().map(|key| Violation {
                pointer: pointer.clone(),
                found: value.clone(),
                kind: ViolationKind::UnknownKey {
                    key: key.clone(),
                    known: known.clone(),
                },
            }));
            return;
        }
        ValidationErrorKind::Required { property } => {
            let key = property.as_str().unwrap_or_default().to_owned();
            let mut written = value.as_object().into_iter().flatten();
            // A key that is there but misspelt is one departure, not two.
            if written.any(|(written, _)| {
                let near = nearest(written, known.iter().map(String::as_str));
                !known.contains(written) && near == Some(&key)
            }) {
                return;
            }
            let described = &around["properties"][&key];
            let own = described["description"].as_str();
            let own = own.or_else(|| resolve(schema, described)["description"].as_str());
            let description = own.map(|description| description.replace('\n', " "));
            ViolationKind::MissingKey { key, description }
        }
        ValidationErrorKind::Enum { options } => ViolationKind::NotOneOf {
            options: options.as_array().cloned().unwrap_or_default(),
        },
        ValidationErrorKind::Constant { expected_value } => ViolationKind::NotOneOf {
            options: vec![(**expected_value).clone()],
        },
        ValidationErrorKind::Type { .. } => ViolationKind::Type {
            expected: type_name(around["type"].as_str().unwrap_or_default()).to_owned(),
        },
        ValidationErrorKind::PropertyNames { error: inner } => {
            let key = inner.instance().as_str().unwrap_or_default();
            pointer = format!("{pointer}/{}", escaped(key));
            value = Value::String(key.to_owned());
            not_of(NAME_FORM)
        }
        ValidationErrorKind::OneOfNotValid { context } => {
            return explain_choice(schema, around, error, context, found);
        }
        _ => value_fault(around, error),
    };
    found.push(Violation {
        pointer,
        found: value,
        kind,
    });
}

/// What is wrong with the one of several choices that the editor meant, or why none can be.
fn explain_choice(
    schema: &Value,
    around: &Value,
    error: &ValidationError,
    context: &[Vec<ValidationError>],
    found: &mut Vec<Violation>,
) {
    let choices = around["oneOf"].as_array().map_or(&[][..], Vec::as_slice);
    let constants = |pointer: &str| -> Vec<Value> {
        let constants = choices.iter().filter_map(|choice| choice.pointer(pointer));
        constants.cloned().collect()
    };
    let (options, kinds) = (constants("/const"), constants("/properties/kind/const"));
    let value = error.instance();
    let meant = value.get("kind");
    if let Some(meant) = kinds.iter().position(|kind| Some(kind) == meant) {
        let errors = context.get(meant).into_iter().flatten();
        return errors.for_each(|inner| explain(schema, inner, found));
    }
    let mut pointer = error.instance_path().to_string();
    let kind = match meant {
        _ if options.len() == choices.len() => ViolationKind::NotOneOf { options },
        _ if !value.is_object() => ViolationKind::Type {
            expected: type_name("object").to_owned(),
        },
        None => ViolationKind::MissingKey {
            key: "kind".to_owned(),
            description: Some("What kind of block it is.".to_owned()),
        },
        Some(_) => {
            pointer.push_str("/kind");
            ViolationKind::NotOneOf { options: kinds }
        }
    };
    found.push(Violation {
        pointer,
        found: meant.unwrap_or(value).clone(),
        kind,
    });
}

/// A JSON type in an editor's words.
pub fn type_name(name: &str) -> &str {
    match name {
        "string" => "text in quotes",
        "integer" => "a whole number without quotes",
        "number" => "a number without quotes",
        "boolean" => "true or false, without quotes",
        "array" => "a list in square brackets",
        "object" => "a table",
        other => other,
    }
}

fn value_fault(around: &Value, error: &ValidationError) -> ViolationKind {
    let many = |limit: u64, one: &str, many: &str| match limit {
        1 => format!("1 {one}"),
        limit => format!("{} {many}", grouped(limit)),
    };
    let entries = |limit| many(limit, "entry", "entries");
    let number = |limit: &Value| limit.as_u64().map_or(limit.to_string(), grouped);
    use ValidationErrorKind as Kind;
    let (fault, expected) = match (error.kind(), around["x-form"].as_str()) {
        (Kind::MinLength { .. }, _) => ("is empty", "text that is not empty".to_owned()),
        (Kind::MaxLength { limit }, _) => {
            let most = many(*limit, "character", "characters");
            ("is too long", format!("at most {most}"))
        }
        (Kind::MinItems { limit }, _) => {
            let least = entries(*limit);
            ("has too few entries", format!("at least {least}"))
        }
        (Kind::MaxItems { limit }, _) => {
            let most = entries(*limit);
            ("has too many entries", format!("at most {most}"))
        }
        (Kind::Format { format }, _) if format == "date" => {
            return not_of("a date, such as 2025-07-23");
        }
        (_, Some(form)) => return not_of(form),
        (Kind::Minimum { limit }, _) => {
            let least = number(limit);
            ("is too small", format!("a whole number, at least {least}"))
        }
        (Kind::Maximum { limit }, _) => {
            let most = number(limit);
            ("is too large", format!("a whole number, at most {most}"))
        }
        _ => ("is not valid", error.to_string()),
    };
    ViolationKind::Value {
        fault: fault.to_owned(),
        expected,
    }
}

/// A value that is not of a form, such as "a phone number, such as (918) 555-0142".
fn not_of(form: &str) -> ViolationKind {
    let noun = form.split(", such as").next().unwrap_or_default();
    let noun = noun.trim_start_matches("an ").trim_start_matches("a ");
    ViolationKind::Value {
        fault: format!("is not a valid {noun}"),
        expected: form.to_owned(),
    }
}
