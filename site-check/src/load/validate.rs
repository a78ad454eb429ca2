//! Where a document departs from its schema.

use super::kind::FileKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use site_schema::model::{format, is_time_zone};
use site_schema::schemas::SCHEMAS;
use std::collections::HashMap;
use std::sync::LazyLock;

/// One departure from the schema, as the validator reports it.
pub type SchemaError = ValidationError<'static>;

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

/// All departures of a file's value from its schema.
pub fn schema_errors(kind: &FileKind, value: &Value) -> Vec<SchemaError> {
    let errors = VALIDATORS[kind.schema_name()].iter_errors(value);
    errors.map(ValidationError::to_owned).collect()
}
