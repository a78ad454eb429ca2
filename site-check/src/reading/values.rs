//! Values under names, for what is not read on a page but relied on.

use site_schema::fees::grouped;
use site_schema::model::{Reflect, Value, plain_text};

/// The values in a part of the content, each under a name for people.
pub fn values(part: &impl Reflect) -> Vec<(String, String)> {
    named(flat(&part.reflect(), ""))
}

/// Values under names for people: `terms.transfer_days` is "terms transfer days".
pub(super) fn named(values: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for (key, value) in values {
        named.push((key.replace(['.', '_'], " "), value));
    }
    named
}

/// The values in a value, each under the keys that lead to it, with dots between.
///
/// An item of a list is under its id, or else its number. A list of single
/// values is one value.
pub(super) fn flat(value: &Value, key: &str) -> Vec<(String, String)> {
    match value {
        Value::Absent => Vec::new(),
        Value::Fields(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                all.extend(flat(field, &below(key, name)));
            }
            all
        }
        Value::List(items) if items.is_empty() => Vec::new(),
        Value::List(items) if items.iter().all(is_single) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            vec![(key.to_owned(), items.join(", "))]
        }
        Value::List(items) => {
            let mut all = Vec::new();
            for (number, item) in (1..).zip(items) {
                let name = match item.field("id") {
                    Some(Value::Id(id)) => (*id).to_owned(),
                    _ => number.to_string(),
                };
                all.extend(flat(item, &below(key, &name)));
            }
            all
        }
        single => vec![(key.to_owned(), shown(single))],
    }
}

fn below(key: &str, name: &str) -> String {
    if key.is_empty() {
        name.to_owned()
    } else {
        format!("{key}.{name}")
    }
}

fn is_single(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Fields(_))
}

/// A value that holds no others, in words.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Absent | Value::List(_) | Value::Fields(_) => String::new(),
        Value::Bool(bool) => bool.to_string(),
        // A smaller number may be a year.
        Value::Number(number) if *number >= 10_000 => grouped(*number),
        Value::Number(number) => number.to_string(),
        Value::Name(name) => name.clone(),
        Value::RichText(nodes) => plain_text(nodes),
        Value::Link(link) => link.href.clone(),
        Value::TimeOfYear(time) => time.label.clone(),
        Value::Weekdays(days) => days.label.clone(),
        Value::OpenHours(hours) => hours.label.clone(),
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
        | Value::WebAddress(text) => (*text).to_owned(),
    }
}
