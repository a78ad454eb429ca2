//! `cargo site-ops record shown`: the facts, fees and disclaimers on each page in each edition of a commit, for `write begins --shown`.

use crate::diff::side::Side;
use crate::revision::Revision;
use crate::run::print;
use crate::workspace::Workspace;
use anyhow::Result;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use site_check::load::Target;
use site_check::reading::{schedule, values};
use std::collections::{BTreeMap, BTreeSet};

/// A page's facts, fees and disclaimers, by kind, in order.
type Shown = BTreeMap<&'static str, Vec<Value>>;

/// Prints the list as JSON. Returns true.
///
/// `head` is a Git revision. Without it, the list describes the files on disk.
pub fn shown(head: Option<&str>) -> Result<bool> {
    print(&json(head)?)?;
    Ok(true)
}

/// The list as JSON.
pub fn json(head: Option<&str>) -> Result<String> {
    let workspace = Workspace::find()?;
    let revision = match head {
        Some(name) => Some(Revision::named(&workspace, name)?),
        None => None,
    };
    let mut list = Vec::new();
    for side in Side::all(&workspace, revision)? {
        let mut pages: BTreeMap<String, Shown> = BTreeMap::new();
        add_facts(&side, &mut pages);
        add_fees(&side, &mut pages);
        add_disclaimers(&side, &mut pages);
        let starts = side.starts.map(Timestamp::as_second);
        list.push(json!({ "starts": starts, "pages": pages }));
    }
    Ok(format!("{}\n", Value::Array(list)))
}

/// Adds an item to a page, unless the page already has it.
fn add(pages: &mut BTreeMap<String, Shown>, page: &str, kind: &'static str, part: Value) {
    let parts = pages.entry(page.to_owned()).or_default();
    let of_kind = parts.entry(kind).or_default();
    if !of_kind.contains(&part) {
        of_kind.push(part);
    }
}

/// Adds the facts that pages and articles quote, with the quoted value and all fields of each fact.
fn add_facts(side: &Side, pages: &mut BTreeMap<String, Shown>) {
    for file in &side.tree.files {
        let Some(page) = file.route() else {
            continue;
        };
        let mut tokens = BTreeSet::new();
        for quote in file.references_of(Target::Token) {
            tokens.insert(quote.name.as_str());
        }
        for token in tokens {
            let yearly = side.tree.yearly_token(token);
            let name = yearly.map_or(token, |quoted| quoted.name);
            let Some(fact) = side.content.facts.get(name) else {
                continue;
            };
            let mut about = named(values(fact));
            about.insert("name".to_owned(), token.into());
            if let Some(value) = side.tree.tokens.get(token) {
                about.insert("shown".to_owned(), value.as_str().into());
            }
            add(pages, &page, "facts", Value::Object(about));
        }
    }
}

/// Adds the fee schedules that pages show.
fn add_fees(side: &Side, pages: &mut BTreeMap<String, Shown>) {
    for (name, fees) in side.content.fees.schedules.iter() {
        let mut about = named(values(fees));
        about.insert("name".to_owned(), name.as_str().into());
        let is_shown = schedule(name);
        for page in side.pages(|reading| reading.shows.contains(&is_shown)) {
            add(pages, &page, "fees", Value::Object(about.clone()));
        }
    }
}

/// Adds the disclaimers that pages show.
fn add_disclaimers(side: &Side, pages: &mut BTreeMap<String, Shown>) {
    for reading in &side.readings {
        for (name, words) in &reading.disclaimers {
            let about = json!({ "name": name, "words": words });
            for page in &reading.pages {
                add(pages, page, "disclaimers", about.clone());
            }
        }
    }
}

/// Named values as an object. The names are field names, so they are ASCII.
fn named(values: Vec<(String, String)>) -> Map<String, Value> {
    let mut object = Map::new();
    for (name, value) in values {
        if name.is_ascii() {
            object.insert(name, value.into());
        }
    }
    object
}
