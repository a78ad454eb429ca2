//! Content as JSON whose keys stand in the order of the types.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use site_schema::fees::grouped;
use site_schema::model::Node;

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum Ordered {
    Null(()),
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Self>),
    Map(IndexMap<String, Self>),
}

/// The values in anything, each under the keys that lead to it.
///
/// # Errors
/// Where it can't be written as JSON.
pub fn values(of: &impl Serialize) -> serde_json::Result<Vec<(String, String)>> {
    Ok(named(Ordered::of(of)?.flat("")))
}

/// Values under names for people: `terms.transfer_days` is "terms transfer days".
pub(super) fn named(values: Vec<(String, String)>) -> Vec<(String, String)> {
    let named = |(key, value): (String, String)| (key.replace(['.', '_'], " "), value);
    values.into_iter().map(named).collect()
}

impl Ordered {
    pub fn of(value: &impl Serialize) -> serde_json::Result<Self> {
        serde_json::from_str(&serde_json::to_string(value)?)
    }

    pub fn get(&self, key: &str) -> &Self {
        match self {
            Self::Map(map) => map.get(key).unwrap_or(&Self::Null(())),
            _ => &Self::Null(()),
        }
    }

    pub fn list(&self, key: &str) -> &[Self] {
        match self.get(key) {
            Self::List(items) => items,
            _ => &[],
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Rich text, compiled.
    pub fn nodes(&self) -> Vec<Node> {
        let json = serde_json::to_value(self);
        json.and_then(Vec::deserialize).unwrap_or_default()
    }

    /// A value that holds no others, in words.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Bool(whether) => whether.to_string(),
            // What is smaller may be a year.
            Self::Number(number) => match number.as_u64() {
                Some(number) if number >= 10_000 => grouped(number),
                _ => number.to_string(),
            },
            Self::Null(()) | Self::List(_) | Self::Map(_) => String::new(),
        }
    }

    /// The values in it, each under the keys that lead to it, with dots between.
    pub fn flat(&self, key: &str) -> Vec<(String, String)> {
        let below = |inner: &str| format!("{key}.{inner}").trim_start_matches('.').to_owned();
        let is_simple = |item: &Self| !matches!(item, Self::List(_) | Self::Map(_));
        match self {
            Self::Null(()) => Vec::new(),
            Self::List(items) if items.is_empty() => Vec::new(),
            Self::Map(map) => map
                .iter()
                .flat_map(|(inner, value)| value.flat(&below(inner)))
                .collect(),
            Self::List(items) if items.iter().all(is_simple) => {
                let items: Vec<String> = items.iter().map(Self::shown).collect();
                vec![(key.to_owned(), items.join(", "))]
            }
            Self::List(items) => items
                .iter()
                .enumerate()
                .flat_map(|(at, item)| {
                    let place = (at + 1).to_string();
                    item.flat(&below(item.get("id").text().unwrap_or(&place)))
                })
                .collect(),
            simple => vec![(key.to_owned(), simple.shown())],
        }
    }
}
