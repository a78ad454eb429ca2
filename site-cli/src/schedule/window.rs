//! Removes a window from the TOML of a file if it's over, or if it has begun and has no end.

use crate::mv::redirect;
use anyhow::Result;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use site_check::load::{Window, WindowKind};
use toml_edit::{DocumentMut, Item, Table, Value};

/// The keys of a fact that describe the value before `next`.
const OF_THE_VALUE_BEFORE: [&str; 2] = ["reviewed", "note"];

/// What happens to a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It's in the future, or must stay for another reason.
    Kept,
    /// The part is permanent, or is shown until its end: the key `starts` no longer has an effect.
    Begun,
    /// The part is no longer shown.
    Over,
    /// The keys of `next` apply.
    Replaces,
}

/// Returns what happens to a window. An article keeps `starts`, its publication date, and `withdrawn` stays.
pub fn fate(window: &Window, now: Timestamp, zone: &TimeZone) -> Fate {
    let has_begun = window.start(zone).is_some_and(|start| start <= now);
    let is_over = window.end(zone).is_some_and(|end| end <= now);
    match window.kind {
        WindowKind::Next if has_begun => Fate::Replaces,
        WindowKind::Next | WindowKind::Withdrawn => Fate::Kept,
        _ if is_over => Fate::Over,
        WindowKind::Closed => Fate::Kept,
        WindowKind::File if window.pointer.is_empty() => Fate::Kept,
        _ if has_begun => Fate::Begun,
        _ => Fate::Kept,
    }
}

/// Returns the text of a TOML file without the given windows, according to each one's fate. The windows are in the
/// order of the file. Keeps comments and everything else.
pub fn without(text: &str, windows: &[(&Window, Fate)]) -> Result<String> {
    redirect::edit(text, |document| {
        // From the end, so that the earlier indexes stay valid.
        for (window, fate) in windows.iter().rev() {
            match fate {
                Fate::Kept => {}
                Fate::Begun => _ = remove(document, &window.pointer, "starts"),
                Fate::Over => {
                    let (list, index) = split(&window.pointer);
                    remove(document, list, index);
                }
                Fate::Replaces => replace(document, split(&window.pointer).0),
            }
        }
        Ok(())
    })
}

/// Splits a pointer into the pointer of the container, and the part's key or index.
fn split(pointer: &str) -> (&str, &str) {
    pointer.rsplit_once('/').unwrap_or(("", pointer))
}

/// Removes a key from a table, or an item from a list, and returns it.
fn remove(document: &mut DocumentMut, pointer: &str, key: &str) -> Option<Item> {
    part(document, pointer)?.remove(key)
}

/// Replaces the keys of a table with the keys of its `next`.
fn replace(document: &mut DocumentMut, pointer: &str) {
    let Some(next) = remove(document, pointer, "next") else {
        return;
    };
    let is_fact = pointer.contains("/years/");
    if is_fact {
        for key in OF_THE_VALUE_BEFORE {
            remove(document, pointer, key);
        }
    }
    let Some(keys) = next.as_table_like() else {
        return;
    };
    for (key, item) in keys.iter() {
        if key == "starts" {
            continue;
        }
        if let Some(mut table) = part(document, pointer) {
            table.insert(key, item.clone());
        }
    }
}

/// A part of a document with keys or items.
enum Part<'d> {
    Item(&'d mut Item),
    Table(&'d mut Table),
    Value(&'d mut Value),
}

/// Returns the part of a document at a JSON pointer.
fn part<'d>(document: &'d mut DocumentMut, pointer: &str) -> Option<Part<'d>> {
    let mut part = Part::Item(document.as_item_mut());
    for key in pointer.split('/').skip(1) {
        part = part.child(&unescaped(key))?;
    }
    Some(part)
}

/// Decodes a key of a JSON pointer.
fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

impl<'d> Part<'d> {
    fn child(self, key: &str) -> Option<Self> {
        match self {
            Self::Item(Item::Table(table)) | Self::Table(table) => {
                table.get_mut(key).map(Part::Item)
            }
            Self::Item(Item::ArrayOfTables(tables)) => {
                tables.get_mut(key.parse().ok()?).map(Part::Table)
            }
            Self::Item(Item::Value(value)) | Self::Value(value) => match value {
                Value::InlineTable(table) => table.get_mut(key).map(Part::Value),
                Value::Array(list) => list.get_mut(key.parse().ok()?).map(Part::Value),
                _ => None,
            },
            Self::Item(Item::None) => None,
        }
    }

    /// Removes a key or an item.
    fn remove(&mut self, key: &str) -> Option<Item> {
        match self {
            Self::Item(Item::Table(table)) => table.remove(key),
            Self::Table(table) => table.remove(key),
            Self::Item(Item::ArrayOfTables(tables)) => {
                tables.remove(key.parse().ok()?);
                None
            }
            Self::Item(Item::Value(value)) => removed_of_value(value, key),
            Self::Value(value) => removed_of_value(value, key),
            Self::Item(Item::None) => None,
        }
    }

    fn insert(&mut self, key: &str, item: Item) {
        match self {
            Self::Item(Item::Table(table)) => _ = table.insert(key, item),
            Self::Table(table) => _ = table.insert(key, item),
            Self::Item(Item::Value(Value::InlineTable(table)))
            | Self::Value(Value::InlineTable(table)) => {
                if let Ok(value) = item.into_value() {
                    table.insert(key, value);
                }
            }
            _ => {}
        }
    }
}

fn removed_of_value(value: &mut Value, key: &str) -> Option<Item> {
    match value {
        Value::InlineTable(table) => table.remove(key).map(Item::Value),
        Value::Array(list) => {
            let index: usize = key.parse().ok()?;
            Some(Item::Value(list.remove(index)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{fate, without};
    use jiff::tz::TimeZone;
    use site_check::load::Tree;

    /// Returns the text of a file without the windows that are over at a fixed moment.
    fn folded(path: &str, text: &str) -> String {
        let now = "2026-06-01T00:00:00Z".parse().expect("a moment");
        let mut tree = Tree::default();
        tree.put(path, text);
        let mut windows = Vec::new();
        for window in &tree.files[0].windows {
            windows.push((window, fate(window, now, &TimeZone::UTC)));
        }
        without(text, &windows).expect("TOML")
    }

    #[test]
    fn what_is_over_goes_and_what_has_begun_stays_without_its_start() {
        let page = r#"# The page.
[meta]
title = "A page"

# Stays.
[[blocks]]
kind = "section"
starts = 2026-01-01 # begun
heading = "Begun"

[[blocks]]
kind = "section"
ends = 2026-05-31
heading = "Over"

[[blocks]]
kind = "faq"

[[blocks.categories]]
title = "Hours"
questions = [
    { question = "Over?", answer = "Yes.", ends = 2026-01-01 },
    { question = "Ahead?", answer = "Yes.", starts = 2026-07-01 },
]
"#;
        let expected = r#"# The page.
[meta]
title = "A page"

# Stays.
[[blocks]]
kind = "section"
heading = "Begun"

[[blocks]]
kind = "faq"

[[blocks.categories]]
title = "Hours"
questions = [
    { question = "Ahead?", answer = "Yes.", starts = 2026-07-01 },
]
"#;
        assert_eq!(folded("content/pages/a.toml", page), expected);
    }

    #[test]
    fn what_holds_takes_the_place_of_what_it_replaces() {
        let fees = r#"[schedules.published]
title = "Fees"
minimum = 1

[[schedules.published.tiers]]
rate = 125

[schedules.published.next]
starts = 2026-05-01
minimum = 2

[[schedules.published.next.tiers]]
rate = 120

[terms]
notice = "30 days"

[terms.next]
starts = 2027-01-01
notice = "60 days"
"#;
        let text = folded("content/fees.toml", fees);
        let value: toml_edit::DocumentMut = text.parse().expect("TOML");
        assert!(!text.contains("published.next"), "{text}");
        let published = &value["schedules"]["published"];
        assert_eq!(published["minimum"].as_integer(), Some(2));
        assert_eq!(published["tiers"][0]["rate"].as_integer(), Some(120));
        assert_eq!(
            published["tiers"]
                .as_array_of_tables()
                .map(|list| list.len()),
            Some(1)
        );
        assert!(
            text.contains("[terms.next]\nstarts = 2027-01-01\n"),
            "{text}"
        );
    }

    #[test]
    fn a_fact_that_has_changed_has_its_value_and_no_review_of_the_one_before() {
        let facts = r#"[mileage.years.2026]
value = "70 cents"
source = "Notice 1"
reviewed = 2026-01-10

[mileage.years.2026.next]
starts = 2026-03-01
value = "72 cents"
source = "Notice 2"
"#;
        let expected = r#"[mileage.years.2026]
value = "72 cents"
source = "Notice 2"
"#;
        assert_eq!(folded("content/facts.toml", facts), expected);
    }
}
