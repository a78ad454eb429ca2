//! What is read of a page: no text of the content may change without it.

use serde_json::Value;
use site_check::reading::{readings, settings};
use site_schema::model::Content;

/// What readers never meet, and what stands for it where they do.
const UNREAD: [&str; 16] = [
    // Facts, fees and their names have sections of their own in `cargo site diff`.
    "/facts/",
    "/fees/acknowledged_difference",
    "/fees/terms/",
    "/fees/schedules/",
    "/fees/tax_services/0/id",
    "/fees/tax_services/1/id",
    "/site/disclaimers/",
    // What the fixture holds and none of its pages shows.
    "/site/articles/contents_heading",
    "/site/articles/neighbors_label",
    "/site/external/",
    // Redirects, too.
    "/redirects/",
    // The web makes the body of an article from it; `body` says the same.
    "/mdx",
    // A heading's text and anchor are those of its node in `body`.
    "/headings/",
    // The words decide the minutes, which are read.
    "/words",
    "/site/security/",
    "/level",
];

/// Of the tests' own site, two pages with every block and two articles with every component.
fn fixture() -> Value {
    let text = include_str!("../../web/src/testing/content.json");
    let mut fixture: Value = serde_json::from_str(text).expect("JSON");
    let mut content = fixture["content"].take();
    for (list, kept) in [
        ("pages", ["/", "/everything"]),
        (
            "articles",
            ["/blog/every-component", "/blog/links-of-every-kind"],
        ),
    ] {
        let entries = content[list].as_array_mut().expect("a list");
        entries.retain(|entry| kept.iter().any(|kept| entry["route"] == *kept));
        assert_eq!(entries.len(), kept.len(), "{kept:?}");
    }
    let articles = content["articles"].as_array_mut().expect("a list");
    articles[0]["related"] = serde_json::json!(["links-of-every-kind"]);
    articles[1]["related"] = serde_json::json!(["every-component"]);
    articles[1]["next"] = Value::Null;
    content
}

fn read(value: &Value) -> Option<String> {
    let content = Content::from_json(value.to_string().as_bytes()).ok()?;
    Some(format!("{:?} {:?}", readings(&content), settings(&content)))
}

fn texts(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                texts(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                texts(value, &format!("{pointer}/{at}"), found);
            }
        }
        Value::String(_) => found.push(pointer.to_owned()),
        _ => {}
    }
}

#[test]
fn no_text_changes_unseen() {
    let fixture = fixture();
    let before = read(&fixture).expect("the fixture is content");
    let mut pointers = Vec::new();
    texts(&fixture, "", &mut pointers);
    let mut unseen = Vec::new();
    for pointer in &pointers {
        let mut changed = fixture.clone();
        let text = changed.pointer_mut(pointer).expect("it is there");
        *text = format!("{}x7", text.as_str().unwrap_or_default()).into();
        // What is no longer content is a name from a closed list.
        if read(&changed).is_some_and(|after| after == before)
            && !UNREAD.iter().any(|unread| pointer.contains(unread))
        {
            unseen.push(pointer);
        }
    }
    assert!(pointers.len() > 300, "{}", pointers.len());
    assert!(unseen.is_empty(), "{unseen:#?}");
}
