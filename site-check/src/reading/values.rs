//! Named values that pages don't show but rely on.

use site_schema::fees::grouped;
use site_schema::model::{Reflect, Value, plain_text};

/// Returns the values in a part of the content, each with a readable name.
pub fn values(part: &impl Reflect) -> Vec<(String, String)> {
    name_values(flatten(&part.reflect(), ""))
}

/// Makes names readable: `terms.transfer_days` becomes "terms transfer days".
pub(super) fn name_values(values: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for (key, value) in values {
        named.push((key.replace(['.', '_'], " "), value));
    }
    named
}

/// Returns the values in a value, each under its keys, separated by dots.
///
/// A list item is under its id or its number. A list of single values is one value.
pub(super) fn flatten(value: &Value, key: &str) -> Vec<(String, String)> {
    match value {
        Value::Absent => Vec::new(),
        Value::Fields(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                all.extend(flatten(field, &below(key, name)));
            }
            all
        }
        Value::List(items) if items.is_empty() => Vec::new(),
        Value::List(items) if items.iter().all(is_single) => {
            let items: Vec<String> = items.iter().map(format_value).collect();
            vec![(key.to_owned(), items.join(", "))]
        }
        Value::List(items) => {
            let mut all = Vec::new();
            for (number, item) in (1..).zip(items) {
                let name = match item.field("id") {
                    Some(Value::Id(id)) => (*id).to_owned(),
                    _ => number.to_string(),
                };
                all.extend(flatten(item, &below(key, &name)));
            }
            all
        }
        single => vec![(key.to_owned(), format_value(single))],
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

/// Formats a value that has no values within it.
pub(super) fn format_value(value: &Value) -> String {
    match value {
        Value::Absent | Value::List(_) | Value::Fields(_) => String::new(),
        Value::Bool(bool) => bool.to_string(),
        // A smaller number could be a year.
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
