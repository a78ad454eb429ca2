//! Checks that content without errors has the types of the model: each kind of value in every kind
//! of file is replaced with a value of every other type, removed, and repeated.

use crate::site::fixture;
use rayon::prelude::*;
use site_check::load::File;
use site_check::{Loaded, load};
use site_schema::{Compiled, Edition};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use toml::{Table, Value};

/// A step from a table or a list to one of its values.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Place(usize),
}

/// Returns values of every type, including the limits of types.
fn values() -> Vec<Value> {
    let toml = r#"values = [
        true, "", "x", 17.0, -1, 5_000_000_000, 9_223_372_036_854_775_807, 2025-02-28, ["x"], {},
    ]"#;
    let table: Table = toml.parse().expect("TOML");
    table["values"].as_array().expect("a list").clone()
}

/// Collects the paths to each value within one, except the value itself, by the name of its place
/// in the schema. Items of a list with the same `kind` share a place.
fn ways(value: &Value, here: &[Step], name: &str, found: &mut BTreeMap<String, Vec<Step>>) {
    let mut inner = |step: Step, value: &Value| {
        let way = [here, &[step]].concat();
        let name = match way.last() {
            Some(Step::Key(key)) => format!("{name}.{key}"),
            _ => {
                let kind = value.get("kind").and_then(Value::as_str);
                format!("{name}[{}]", kind.unwrap_or_default())
            }
        };
        ways(value, &way, &name, found);
        found.entry(name).or_insert(way);
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                inner(Step::Key(key.clone()), value);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                inner(Step::Place(place), value);
            }
        }
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, way: &[Step]) -> &'a mut Value {
    way.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Place(place) => &mut value[*place],
    })
}

/// Returns the mutations of a document at one of its values.
fn mutations(document: &Value, way: &[Step]) -> Vec<Value> {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        document
    };
    let replaced = values()
        .into_iter()
        .map(|value| changed(&|document| *at(document, way) = value.clone()));
    let mut all: Vec<Value> = replaced.collect();
    let (last, around) = way.split_last().expect("a way has a step");
    all.push(changed(&|document| match (at(document, around), last) {
        (Value::Table(table), Step::Key(key)) => drop(table.remove(key)),
        (Value::Array(list), Step::Place(place)) => drop(list.remove(*place)),
        _ => unreachable!("steps lead through tables and lists"),
    }));
    all.push(changed(&|document| match (at(document, around), last) {
        (Value::Table(table), _) => drop(table.insert("extra".to_owned(), Value::Integer(1))),
        (Value::Array(list), Step::Place(place)) => list.push(list[*place].clone()),
        _ => unreachable!("steps lead through tables and lists"),
    }));
    all
}

/// Replaces the text of a file. The content must compile, unless the schema or a rule reports an
/// error. Returns true if it compiles.
fn recheck(loaded: &mut Loaded, path: &str, text: &str) -> bool {
    loaded.tree.put(path, text);
    let departs = |file: &File| file.path == path && !file.schema_errors.is_empty();
    if loaded.tree.files.iter().any(|file| departs(file)) {
        return false;
    }
    loaded.tree.rebuild_index();
    loaded.recheck();
    for found in &loaded.diagnostics {
        let unfit = "internal error: valid content failed to compile";
        assert_ne!(found.message, unfit, "{found}");
    }
    assert_eq!(loaded.content.is_some(), loaded.errors() == 0);
    if let Some(content) = &loaded.content {
        let text = Compiled::text(&[Edition::only(content.clone())], 2026).expect("plain data");
        let read: Compiled = serde_json::from_str(&text).expect("it reads back");
        assert_eq!(read.first(), content);
    }
    loaded.content.is_some()
}

#[test]
fn what_passes_the_check_has_the_types_of_the_model() {
    try_mutations(4);
}

#[test]
#[ignore = "long"]
fn what_passes_of_all_mutations_has_the_types_of_the_model() {
    try_mutations(1);
}

/// Checks one in `one_of` mutations of each value, and different ones for the next value.
fn try_mutations(one_of: usize) {
    let loaded = load(&fixture()).expect("the folder is there");
    assert_eq!(loaded.errors(), 0);
    let mut cases = Vec::new();
    let mut seen = BTreeSet::new();
    for file in &loaded.tree.files {
        let (toml, body) = match file.text.strip_prefix("+++\n") {
            Some(rest) => rest.split_once("+++\n").expect("front matter has an end"),
            None => (&*file.text, ""),
        };
        let document = Value::Table(toml.parse().expect("TOML"));
        let mut all = BTreeMap::new();
        let kind = file.path.split('/').nth(1).unwrap_or_default();
        ways(&document, &[], kind, &mut all);
        all.retain(|name, _| seen.insert(name.clone()));
        let ways = all.into_values();
        for way in ways {
            let skipped = cases.len() % one_of;
            cases.push((file, document.clone(), body, way, skipped));
        }
    }
    let tried = cases.par_iter().map_init(
        || load(&fixture()).expect("the folder is there"),
        |loaded, (file, document, body, way, skipped)| {
            let (mut passed, mut refused) = (0, 0);
            let mutations = mutations(document, way).into_iter();
            for document in mutations.skip(*skipped).step_by(one_of) {
                let toml = toml::to_string(&document).expect("TOML");
                let text = match *body {
                    "" => toml,
                    body => format!("+++\n{toml}+++\n{body}"),
                };
                match catch_unwind(AssertUnwindSafe(|| recheck(loaded, &file.path, &text))) {
                    Ok(true) => passed += 1,
                    Ok(false) => refused += 1,
                    Err(_) => panic!("{}, {way:?}:\n{text}", file.path),
                }
            }
            loaded.tree.put(&file.path, &file.text);
            (passed, refused)
        },
    );
    let (passed, refused) = tried.reduce(|| (0, 0), |one, two| (one.0 + two.0, one.1 + two.1));
    assert!(passed > 100 && refused > passed, "{passed}, {refused}");
}
