//! Schema errors: where a document does not fit its JSON Schema.

use super::kind::FileKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use site_schema::model::{format, is_time_zone};
use site_schema::schemas::SCHEMAS;
use std::collections::HashMap;
use std::sync::LazyLock;

/// An error of a document by its schema, as the validator reports it.
pub type SchemaError = ValidationError<'static>;

/// A validator for each schema, made once.
static VALIDATORS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let mut validators = HashMap::new();
    for (name, schema) in SCHEMAS.iter() {
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format(format::TIME_ZONE, is_time_zone)
            .build(schema)
            .expect("a schema made by schemars is a valid schema");
        validators.insert(*name, validator);
    }
    validators
});

/// All schema errors of the value of a file.
pub fn schema_errors(kind: &FileKind, value: &Value) -> Vec<SchemaError> {
    let errors = VALIDATORS[kind.schema_name()].iter_errors(value);
    errors.map(ValidationError::to_owned).collect()
}
