//! The keys that schedule a part of content, in the schemas for editors.
//!
//! Content is compiled for one moment, when each part is either shown or not. So compiled content
//! doesn't contain these keys, and neither do the types of the model.

use crate::model::{Moment, Text};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

/// The types that accept `starts` and `ends`.
const WITH_WINDOW: [&str; 6] = [
    "Block",
    "FooterColumn",
    "NavigationItem",
    "NavigationLink",
    "PageMeta",
    "Question",
];

/// The types that accept `next`, each with the keys that `next` can't change.
const WITH_NEXT: [(&str, &[&str]); 5] = [
    ("AgreementTerms", &[]),
    ("Contact", &["closed"]),
    ("FeeSchedule", &[]),
    ("TaxService", &["id"]),
    ("ValueOfYear", &["through", "date", "show"]),
];

/// The moments between which a part of the site is shown.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Window {
    /// The start. A day, such as 2027-01-01, means its first moment. For a time, write
    /// 2027-01-01T09:00:00. Without a start, the part is shown from the beginning.
    starts: Option<Moment>,
    /// The end. A day, such as 2026-12-31, means its last moment, so a part that starts on the next
    /// day follows without a gap. A time, such as 2026-12-31T17:00:00, is the first moment without
    /// the part.
    ends: Option<Moment>,
}

/// The moment when new values replace the present ones.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Next {
    /// The moment when these values take effect. A day, such as 2027-01-01, means its first moment.
    /// For a time, write 2027-01-01T09:00:00.
    starts: Moment,
    /// A note for editors. Visitors don't see it.
    note: Option<Text>,
}

const NEXT: &str = "The changes at `starts`. Each key replaces the whole key of the same name, and lists must be complete.";

/// Adds the keys to the schema of a kind of file. `is_article` is true for front matter, which has
/// these keys at its top level.
pub fn add_windows(schema: &mut Value, is_article: bool) {
    let window = properties(super::generate_for_editors::<Window>());
    if is_article {
        add_properties(schema, &window);
    }
    let Some(definitions) = schema.get_mut("$defs").and_then(Value::as_object_mut) else {
        return;
    };
    for name in WITH_WINDOW {
        let Some(definition) = definitions.get_mut(name) else {
            continue;
        };
        match definition.get_mut("oneOf").and_then(Value::as_array_mut) {
            Some(choices) => {
                for choice in choices {
                    add_properties(choice, &window);
                }
            }
            None => add_properties(definition, &window),
        }
    }
    for (name, kept) in WITH_NEXT {
        if let Some(definition) = definitions.get_mut(name) {
            add_next(definition, kept);
        }
    }
}

/// Adds the properties that a schema doesn't have yet.
fn add_properties(schema: &mut Value, added: &Map<String, Value>) {
    let Some(known) = schema["properties"].as_object_mut() else {
        return;
    };
    for (name, property) in added {
        if !known.contains_key(name) {
            known.insert(name.clone(), property.clone());
        }
    }
}

/// Adds `next`: the moment, and every key of the type except `kept`, all optional.
fn add_next(schema: &mut Value, kept: &[&str]) {
    let mut changed = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if !kept.contains(&name.as_str()) {
            changed.insert(name.clone(), property.clone());
        }
    }
    for (name, property) in properties(super::generate_for_editors::<Next>()) {
        changed.entry(name).or_insert(property);
    }
    let next = json!({
        "type": "object",
        "description": NEXT,
        "properties": changed,
        "required": ["starts"],
        "minProperties": 2,
        "additionalProperties": false,
    });
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.insert("next".to_owned(), next);
    }
}

fn properties(schema: Value) -> Map<String, Value> {
    match &schema["properties"] {
        Value::Object(properties) => properties.clone(),
        _ => Map::new(),
    }
}
