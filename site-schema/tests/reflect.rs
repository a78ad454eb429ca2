//! Content as a tree of values: the same values, names and order as its JSON.

use serde::Serialize;
use serde_json::json;
use site_schema::Compiled;
use site_schema::model::{Reflect, Value};

/// Converts a value to the JSON that `serde` would write.
fn as_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Absent => json!(null),
        Value::Bool(bool) => json!(bool),
        Value::Number(number) => json!(number),
        Value::Name(name) => json!(name),
        Value::RichText(nodes) => json!(nodes),
        Value::Link(link) => json!(link),
        Value::TimeOfYear(time) => json!(time),
        Value::Weekdays(days) => json!(days),
        Value::OpenHours(hours) => json!(hours),
        Value::String(text)
        | Value::Text(text)
        | Value::Id(text)
        | Value::Date(text)
        | Value::Moment(text)
        | Value::ImageFile(text)
        | Value::ScheduleName(text)
        | Value::ExternalName(text)
        | Value::SubjectName(text)
        | Value::TimeZoneName(text)
        | Value::WebAddress(text) => json!(text),
        Value::List(items) => items.iter().map(as_json).collect(),
        Value::Fields(fields) => {
            let mut map = serde_json::Map::new();
            for (name, field) in fields {
                let known = map.insert((*name).to_owned(), as_json(field));
                assert_eq!(known, None, "{name}");
            }
            serde_json::Value::Object(map)
        }
    }
}

#[track_caller]
fn assert_agrees(part: &(impl Reflect + Serialize)) {
    assert_eq!(as_json(&part.reflect()), json!(part));
}

#[test]
fn the_tree_agrees_with_json() {
    let text = include_str!("../../web/src/testing/content.json");
    let compiled: Compiled = serde_json::from_str(text).expect("a compiled file");
    let content = compiled.first();
    assert_agrees(&content.site);
    assert_agrees(&content.fees);
    assert_agrees(&content.facts);
    assert_agrees(&content.subjects);
    assert_agrees(&content.redirects);
    for page in &content.pages {
        assert_agrees(&page.meta);
        assert_agrees(&page.blocks);
    }
    for article in &content.articles {
        assert_agrees(&article.matter);
    }
}
