//! Checks that no text of the content can change without changing the reading of a page.

use serde_json::{Value, json};
use site_check::reading::{readings, settings};
use site_schema::Compiled;
use site_schema::model::Content;

/// The parts that `cargo site diff` compares separately, and derived values.
const ELSEWHERE: [&str; 6] = [
    "/facts/",
    "/fees/acknowledged_difference",
    "/fees/schedules/",
    "/fees/terms/",
    "/redirects/",
    "/headings/",
];

/// Returns the compiled content of the test site.
fn fixture() -> Value {
    let text = include_str!("../../web/src/testing/content.json");
    let fixture: Compiled = serde_json::from_str(text).expect("a compiled file");
    serde_json::to_value(fixture.first()).expect("plain data")
}

fn read(value: &Value) -> String {
    let content: Content = serde_json::from_value(value.clone()).expect("content");
    format!("{:?} {:?}", readings(&content), settings(&content))
}

/// Appends a unique mark to every text that has words, and collects the places of these texts.
fn mark(value: &mut Value, pointer: &str, places: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                mark(inner, &format!("{pointer}/{key}"), places);
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter_mut().enumerate() {
                mark(inner, &format!("{pointer}/{at}"), places);
            }
        }
        // A category must be one of a fixed list.
        Value::String(text) if text.contains(' ') && !pointer.ends_with("/category") => {
            *text += &format!("-mark{}-", places.len());
            places.push(pointer.to_owned());
        }
        _ => {}
    }
}

#[test]
fn no_words_are_left_unread() {
    let (mut content, mut places) = (fixture(), Vec::new());
    mark(&mut content, "", &mut places);
    let read = read(&content);
    let unread = places.iter().enumerate().filter(|(at, place)| {
        let is_elsewhere = ELSEWHERE.iter().any(|part| place.contains(part));
        !is_elsewhere && !read.contains(&format!("-mark{at}-"))
    });
    let unread: Vec<_> = unread.map(|(_, place)| place).collect();
    assert!(places.len() > 300, "{}", places.len());
    assert!(unread.is_empty(), "{unread:#?}");
}

#[test]
fn what_is_no_words_is_read_too() {
    let content = fixture();
    let before = read(&content);
    for (pointer, value) in [
        ("/site/contact/phone", json!("(918) 555-0142")),
        ("/site/header/action/href/href", json!("/elsewhere")),
        ("/site/newsletter/prompt/delay_ms", json!(1)),
        ("/site/theme_color", json!("#000000")),
        ("/fees/tax_services/0/minimum", json!(1)),
        ("/pages/0/meta/noindex", json!(true)),
        ("/articles/0/minutes", json!(99)),
        ("/articles/0/matter/author", json!("firm")),
        ("/articles/0/matter/hero/src", json!("other.jpg")),
        ("/articles/0/matter/published", json!("2025-01-31")),
        ("/articles/0/matter/keywords", json!(["other"])),
        ("/articles/0/matter/subjects", json!(["papers"])),
    ] {
        let mut changed = content.clone();
        let place = changed.pointer_mut(pointer).expect(pointer);
        assert_ne!(*place, value, "{pointer}");
        *place = value;
        assert_ne!(read(&changed), before, "{pointer}");
    }
}
