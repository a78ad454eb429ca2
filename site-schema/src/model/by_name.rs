use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Deref;

// Values that each have a name of their own: a table of tables in TOML. No doc
// comment: it would become the description of every such table in the schemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, rename = "ByName{T}", extend("propertyNames" = { "pattern": super::NAME_PATTERN, "x-form": super::NAME_FORM }))]
pub struct ByName<T>(BTreeMap<String, T>);

impl<T> Deref for ByName<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
