//! Checks that no earlier edition contains scheduled content.

use crate::planned::{AHEAD, planned_site};
use crate::site::Site;
use serde_json::Value;
use site_check::{Loaded, Moments, load_for};

fn load(site: &Site) -> Loaded {
    let committed = "2026-01-31T18:00:00Z".parse().ok();
    load_for(site.folder(), Moments::all_at(committed), false).expect("the folder is there")
}

/// Returns the content of an edition that the web gets, except the facts and the subjects. Pages
/// show only the ones that they name.
fn shown(loaded: &Loaded, edition: usize) -> String {
    let content = &loaded.editions[edition].content;
    let mut json = serde_json::to_value(content).expect("plain data");
    json["facts"] = Value::Null;
    json["subjects"] = Value::Null;
    json.to_string()
}

#[test]
fn nothing_ahead_is_in_an_edition_before() {
    let site = planned_site();
    let loaded = load(&site);
    assert_eq!(loaded.errors(), 0, "{:#?}", loaded.diagnostics);
    let first = shown(&loaded, 0);
    let mut later = String::new();
    for edition in 1..loaded.editions.len() {
        later += &shown(&loaded, edition);
    }
    for (word, _) in AHEAD {
        assert!(later.contains(word), "{word} is nowhere");
        assert!(!first.contains(word), "{word} is there before its day");
    }
}
