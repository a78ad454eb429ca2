//! A list of things that each have a name of their own: a table of tables in TOML.

use super::{List, Str};
use databake::{Bake, BakeSize, CrateEnv, TokenStream, quote};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Things under their names, in the order they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<T: Clone + 'static>(pub List<(Str, T)>);

impl<T: Clone> Named<T> {
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }
}

impl<T: Clone + Bake> Bake for Named<T> {
    fn bake(&self, env: &CrateEnv) -> TokenStream {
        env.insert("site_schema");
        let entries = self.0.iter().map(|entry| entry.bake(env));
        quote! { site_schema::model::Named(alloc::borrow::Cow::Borrowed(&[#(#entries,)*])) }
    }
}

impl<T: Clone + BakeSize> BakeSize for Named<T> {
    fn borrows_size(&self) -> usize {
        let entry = |(name, value): &(Str, T)| {
            size_of::<(Str, T)>() + name.borrows_size() + value.borrows_size()
        };
        self.0.iter().map(entry).sum()
    }
}

impl<T: Clone + Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de, T: Clone + Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Clone + Deserialize<'de> + 'static> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a table of named values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    entries.push((Cow::Owned(name), value));
                }
                Ok(Named(Cow::Owned(entries)))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: Clone + JsonSchema> JsonSchema for Named<T> {
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
            "propertyNames": { "pattern": super::NAME_PATTERN },
            "additionalProperties": value,
        })
    }
}
