//! Where a document departs from its schema.
//!
//! The validator says that one of several choices should have matched; what an
//! editor needs is what is wrong with the choice they meant. The `kind` of a
//! block says which one that is.

use super::document::escaped;
use crate::names::nearest;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use site_schema::fees::grouped;
use site_schema::model::{NAME_FORM, format, is_time_zone};
use site_schema::schemas::{FileSchema, SCHEMAS, resolve};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A validator for each schema, made once.
static VALIDATORS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let validator = |file: &'static FileSchema| {
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format(format::TIME_ZONE, is_time_zone)
            .build(&file.schema)
            .expect("a schema made by schemars is a valid schema");
        (file.name, validator)
    };
    SCHEMAS.all().map(validator).into()
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

/// All departures of a value from a schema. A required key that is there but
/// misspelt is one departure, not two.
pub fn violations(file: &FileSchema, value: &Value) -> Vec<Violation> {
    let mut found = Vec::new();
    let validator = VALIDATORS.get(file.name).into_iter();
    for error in validator.flat_map(|validator| validator.iter_errors(value)) {
        explain(file, &error, &mut found);
    }
    let misspelt = found.iter().filter_map(|violation| match &violation.kind {
        ViolationKind::UnknownKey { key, known } => {
            let near = nearest(key, known.iter().map(String::as_str))?;
            Some((violation.pointer.clone(), near.to_owned()))
        }
        _ => None,
    });
    let misspelt: HashSet<(String, String)> = misspelt.collect();
    found.retain(|violation| match &violation.kind {
        ViolationKind::MissingKey { key, .. } => {
            !misspelt.contains(&(violation.pointer.clone(), key.clone()))
        }
        _ => true,
    });
    found
}

fn explain(file: &FileSchema, error: &ValidationError, found: &mut Vec<Violation>) {
    let mut pointer = error.instance_path().to_string();
    let mut value = error.instance().clone().into_owned();
    let kind = match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let known = known_keys(file, error);
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
            let description = description(file, error, &key);
            ViolationKind::MissingKey { key, description }
        }
        ValidationErrorKind::Enum { options } => ViolationKind::NotOneOf {
            options: options.as_array().cloned().unwrap_or_default(),
        },
        ValidationErrorKind::Constant { expected_value } => ViolationKind::NotOneOf {
            options: vec![(**expected_value).clone()],
        },
        ValidationErrorKind::Type { kind } => ViolationKind::Type {
            expected: types(kind),
        },
        ValidationErrorKind::PropertyNames { error: inner } => {
            let key = inner.instance().as_str().unwrap_or_default();
            pointer = format!("{pointer}/{}", escaped(key));
            value = Value::String(key.to_owned());
            not_of(NAME_FORM)
        }
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            match meant_choice(file, error) {
                Ok(meant) => {
                    let errors = context.get(meant).into_iter().flatten();
                    return errors.for_each(|inner| explain(file, inner, found));
                }
                Err(kind) => {
                    if let (ViolationKind::NotOneOf { .. }, Some(kind)) = (&kind, value.get("kind"))
                    {
                        pointer.push_str("/kind");
                        value = kind.clone();
                    }
                    kind
                }
            }
        }
        _ => value_fault(file, error),
    };
    found.push(Violation {
        pointer,
        found: value,
        kind,
    });
}

/// The one of several choices that the editor meant, or why none can be.
fn meant_choice(file: &FileSchema, error: &ValidationError) -> Result<usize, ViolationKind> {
    let choices = file.schema.pointer(error.schema_path().as_str());
    let choices = choices
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let constants = |pointer: &str| -> Vec<Value> {
        let constants = choices.iter().filter_map(|choice| choice.pointer(pointer));
        constants.cloned().collect()
    };
    let options = constants("/const");
    if options.len() == choices.len() {
        return Err(ViolationKind::NotOneOf { options });
    }
    let kinds = constants("/properties/kind/const");
    match error.instance().get("kind") {
        _ if !error.instance().is_object() => Err(ViolationKind::Type {
            expected: "a table".to_owned(),
        }),
        None => Err(ViolationKind::MissingKey {
            key: "kind".to_owned(),
            description: Some("What kind of block it is.".to_owned()),
        }),
        Some(kind) => {
            let meant = kinds.iter().position(|known| known == kind);
            meant.ok_or(ViolationKind::NotOneOf { options: kinds })
        }
    }
}

/// The schema that a failed keyword belongs to.
fn schema_around<'a>(file: &'a FileSchema, error: &ValidationError) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    file.schema.pointer(&path[..path.rfind('/')?])
}

fn known_keys(file: &FileSchema, error: &ValidationError) -> Vec<String> {
    let properties = schema_around(file, error).and_then(|schema| schema.get("properties"));
    properties
        .and_then(Value::as_object)
        .map_or_else(Vec::new, |map| map.keys().cloned().collect())
}

fn description(file: &FileSchema, error: &ValidationError, key: &str) -> Option<String> {
    let property = schema_around(file, error)?.get("properties")?.get(key)?;
    let own = property.get("description");
    let described = own.or_else(|| resolve(&file.schema, property).get("description"))?;
    Some(described.as_str()?.replace('\n', " "))
}

fn types(kind: &TypeKind) -> String {
    let names: Vec<String> = match kind {
        TypeKind::Single(name) => vec![name.to_string()],
        TypeKind::Multiple(names) => names.iter().map(|name| name.to_string()).collect(),
    };
    let names: Vec<_> = names.iter().map(|name| type_name(name)).collect();
    names.join(" or ")
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

fn value_fault(file: &FileSchema, error: &ValidationError) -> ViolationKind {
    let form = schema_around(file, error).and_then(|schema| schema.get("x-form"));
    let many = |limit: &u64, one: &str, many: &str| match limit {
        1 => format!("1 {one}"),
        limit => format!("{} {many}", grouped(*limit)),
    };
    let characters = |limit| many(limit, "character", "characters");
    let entries = |limit| many(limit, "entry", "entries");
    let number = |limit: &Value| limit.as_u64().map_or(limit.to_string(), grouped);
    use ValidationErrorKind as Kind;
    let (fault, expected) = match (error.kind(), form.and_then(Value::as_str)) {
        (Kind::MinLength { limit: 1 }, _) => ("is empty", "text that is not empty".to_owned()),
        (Kind::MinLength { limit }, _) => {
            ("is too short", format!("at least {}", characters(limit)))
        }
        (Kind::MaxLength { limit }, _) => ("is too long", format!("at most {}", characters(limit))),
        (Kind::MinItems { limit }, _) => (
            "has too few entries",
            format!("at least {}", entries(limit)),
        ),
        (Kind::MaxItems { limit }, _) => (
            "has too many entries",
            format!("at most {}", entries(limit)),
        ),
        (Kind::Format { format }, _) if format == "date" => {
            return not_of("a date, such as 2025-07-23");
        }
        (_, Some(form)) => return not_of(form),
        (Kind::Minimum { limit }, _) => (
            "is too small",
            format!("a whole number, at least {}", number(limit)),
        ),
        (Kind::Maximum { limit }, _) => (
            "is too large",
            format!("a whole number, at most {}", number(limit)),
        ),
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
