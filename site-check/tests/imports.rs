//! Dependencies lead one way: between the crates, and between the files of each,
//! but for a file and the folder of files below it.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// The crates, and which of the others each may depend on.
const CRATES: [(&str, &[&str]); 5] = [
    ("site-schema", &[]),
    ("site-check", &["site-schema"]),
    ("site-content", &["site-schema"]),
    ("site-server", &["site-content", "site-schema"]),
    ("site-cli", &["site-check", "site-schema"]),
];

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn crates_depend_one_way() {
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).expect("readable");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        let used = ["dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|kind| manifest.get(kind)?.as_table())
            .flat_map(toml::Table::keys)
            .filter(|used| used.starts_with("site-"));
        for used in used {
            assert!(allowed.contains(&used.as_str()), "{name} depends on {used}");
        }
    }
}

#[test]
fn files_import_in_no_circle() {
    for (name, _) in CRATES {
        let found = circles(graph(&root().join(name).join("src")));
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn a_circle_is_found() {
    let edge = |from: &str, to: &str| (from.to_owned(), BTreeSet::from([to.to_owned()]));
    let circle = Graph::from([edge("a", "b"), edge("b::c", "a"), edge("b", "b::c")]);
    let mut graph = circle.clone();
    graph.extend([edge("d", "e"), edge("e", "f")]);
    assert_eq!(circles(graph), circle);
}

/// Which modules of a crate import which, by their paths.
fn graph(src: &Path) -> Graph {
    let modules: BTreeMap<String, String> = WalkDir::new(src)
        .into_iter()
        .map(|entry| entry.expect("readable").into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| {
            let below = path.strip_prefix(src).expect("below").with_extension("");
            let parts: Vec<_> = below.iter().filter_map(|part| part.to_str()).collect();
            let parts = parts.strip_suffix(&["mod"]).unwrap_or(&parts).join("::");
            (parts, fs::read_to_string(&path).expect("readable"))
        })
        .collect();
    let import = Regex::new(r"\b(crate|super(?:::super)*)((?:::\w+)+)").expect("a pattern");
    let edges = modules.iter().map(|(module, text)| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        let imported = import.captures_iter(&code).filter_map(|found| {
            let above = found[1].matches("super").count();
            let own: Vec<_> = module.split("::").collect();
            let base = match above {
                0 => &[][..],
                _ => &own[..own.len() - above],
            };
            let path = [base, &found[2].split("::").skip(1).collect::<Vec<_>>()].concat();
            // The longest part of the path that is a file; the rest is an item in it.
            let mut lengths = (1..=path.len()).rev();
            lengths.find_map(|length| modules.get_key_value(&path[..length].join("::")))
        });
        let others = imported.map(|(other, _)| other.clone());
        let others = others.filter(|other| !related(module, other)).collect();
        (module.clone(), others)
    });
    edges.collect()
}

/// Whether one of two modules is the other, or stands above it.
fn related(one: &str, other: &str) -> bool {
    let above = |a: &str, b: &str| b.strip_prefix(a).is_some_and(|rest| rest.starts_with("::"));
    one == other || above(one, other) || above(other, one)
}

/// What is left once all is taken away that imports nothing of the rest: circles, and what leads to them.
fn circles(mut graph: Graph) -> Graph {
    loop {
        let rest = graph.clone();
        graph.retain(|_, imported| imported.iter().any(|other| rest.contains_key(other)));
        if graph.len() == rest.len() {
            return graph;
        }
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
