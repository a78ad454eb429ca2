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
        let found = circle(&graph(&root().join(name).join("src")));
        assert!(
            found.is_none(),
            "{name}: {}",
            found.unwrap_or_default().join(" -> ")
        );
    }
}

#[test]
fn a_circle_is_found() {
    let edge = |from: &str, to: &str| (from.to_owned(), BTreeSet::from([to.to_owned()]));
    let graph = Graph::from([edge("a", "b"), edge("b::c", "a"), edge("b", "b::c")]);
    let found = circle(&graph).expect("a circle");
    assert_eq!(found.first(), found.last());
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
        let code = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let imported = import.captures_iter(&code).filter_map(|found| {
            let above = found[1].matches("super").count();
            let own: Vec<_> = module.split("::").collect();
            let base = if above == 0 {
                &[][..]
            } else {
                &own[..own.len() - above]
            };
            let path: Vec<_> = base
                .iter()
                .copied()
                .chain(found[2].split("::").skip(1))
                .collect();
            // The longest part of the path that is a file; the rest is an item in it.
            let parts = (1..=path.len())
                .rev()
                .map(|length| path[..length].join("::"));
            parts.into_iter().find(|path| modules.contains_key(path))
        });
        (
            module.clone(),
            imported.filter(|other| !related(module, other)).collect(),
        )
    });
    edges.collect()
}

/// Whether one of two modules is the other, or stands above it.
fn related(one: &str, other: &str) -> bool {
    let above = |a: &str, b: &str| b.strip_prefix(a).is_some_and(|rest| rest.starts_with("::"));
    one == other || above(one, other) || above(other, one)
}

/// A path of imports that ends where it began.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    fn visit(graph: &Graph, at: &str, path: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        path.push(at.to_owned());
        if path[..path.len() - 1].iter().any(|before| before == at) {
            return true;
        }
        if !done.contains(at) {
            for next in graph.get(at).into_iter().flatten() {
                if visit(graph, next, path, done) {
                    return true;
                }
            }
        }
        done.insert(at.to_owned());
        path.pop();
        false
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| {
        let mut path = Vec::new();
        visit(graph, start, &mut path, &mut done).then(|| {
            let end = path.last().cloned();
            let begin = path.iter().position(|at| Some(at) == end.as_ref());
            path.split_off(begin.unwrap_or_default())
        })
    })
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
