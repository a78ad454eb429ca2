//! Things that each have a name of their own: a table of tables in TOML.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;

/// Things by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Named<T>(pub BTreeMap<String, T>);

impl<T> Named<T> {
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.get(name)
    }
}

impl<T> Deref for Named<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": super::NAME_PATTERN, "x-form": super::NAME_FORM },
            "additionalProperties": value,
        })
    }
}
