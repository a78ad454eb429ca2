//! Dependencies lead one way: between the crates, and between the files of each,
//! but for a file and the folder of files below it.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// The crates, and which of the others each may depend on.
const CRATES: [(&str, &[&str]); 10] = [
    ("site-schema", &[]),
    ("site-check", &["site-schema"]),
    ("site-content", &["site-schema"]),
    ("site-table", &[]),
    ("site-server", &["site-table"]),
    (
        "site-prepare",
        &["site-content", "site-schema", "site-table"],
    ),
    ("site-record", &["site-table"]),
    ("site-cli", &["site-check", "site-schema"]),
    ("site-place", &["site-table"]),
    (
        "site-ops",
        &[
            "site-check",
            "site-cli",
            "site-place",
            "site-record",
            "site-schema",
            "site-table",
        ],
    ),
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

#[test]
fn every_path_of_a_group_is_an_import() {
    let code = "use crate::{a::{self, b::C}, d as e,};\n\
        // use crate::comment;\n\
        use super::super::f;\n\
        pub(crate) fn g() -> crate::h::I { super::j() }\n\
        #[cfg(test)]\n\
        mod tests;\n\
        use crate::k;\n\
        #[cfg(test)]\n\
        mod more {\n\
            use crate::l;\n\
        }\n";
    let expected = [
        "crate::a::self",
        "crate::a::b::C",
        "crate::d",
        "super::super::f",
        "crate::h::I",
        "super::j",
        "crate::k",
    ];
    assert_eq!(paths(code), expected);
}

/// Returns which modules of a crate import which, by their paths. Tests are left out.
fn graph(src: &Path) -> Graph {
    let modules = modules(src);
    let mut graph = Graph::new();
    for (module, text) in &modules {
        let mut imported = BTreeSet::new();
        for path in paths(text) {
            if let Some(other) = module_of(&path, module, &modules)
                && !related(module, &other)
            {
                imported.insert(other);
            }
        }
        graph.insert(module.clone(), imported);
    }
    graph
}

/// Returns the text of each module of a crate, by its path.
fn modules(src: &Path) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for entry in WalkDir::new(src) {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let below = path.strip_prefix(src).expect("below").with_extension("");
        let mut parts: Vec<_> = below.iter().filter_map(|part| part.to_str()).collect();
        if parts.contains(&"tests") {
            continue;
        }
        if parts.last() == Some(&"mod") {
            parts.pop();
        }
        modules.insert(
            parts.join("::"),
            fs::read_to_string(&path).expect("readable"),
        );
    }
    modules
}

/// Returns the module that a path in another one leads to: the longest part of it that
/// is a file. The rest is an item in that file.
fn module_of(path: &str, module: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let segments: Vec<&str> = path.split("::").collect();
    let above = segments.iter().filter(|part| **part == "super").count();
    let own: Vec<&str> = module.split("::").collect();
    let (base, below) = match above {
        0 => (&[][..], &segments[1..]),
        _ => (&own[..own.len() - above], &segments[above..]),
    };
    let full = [base, below].concat();
    let prefixes = (1..=full.len())
        .rev()
        .map(|length| full[..length].join("::"));
    prefixes
        .into_iter()
        .find(|prefix| modules.contains_key(prefix))
}

/// Returns the paths from the crate or from a module above that code names, those of a
/// `use` of several one by one.
fn paths(text: &str) -> Vec<String> {
    let start = Regex::new(r"\b(?:crate|super(?:::super)*)::").expect("a pattern");
    let code = without_tests(text);
    let mut paths = Vec::new();
    for found in start.find_iter(&code) {
        let prefix = found.as_str().trim_end_matches("::");
        add_paths(prefix, &code[found.end()..], &mut paths);
    }
    paths
}

/// Returns the lines of a file that are neither comments nor for tests alone.
fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            // An item of one line, or a module of tests at the end of the file.
            if lines.next().is_some_and(|item| item.ends_with('{')) {
                break;
            }
        } else if !line.trim_start().starts_with("//") {
            code += line;
            code += "\n";
        }
    }
    code
}

/// Adds the paths that begin with `prefix` and go on as code does, and returns the code after them.
fn add_paths<'a>(prefix: &str, code: &'a str, paths: &mut Vec<String>) -> &'a str {
    if let Some(group) = code.strip_prefix('{') {
        let mut rest = group.trim_start();
        while !rest.starts_with('}') && !rest.is_empty() {
            let after = add_paths(prefix, rest, paths);
            let end = after.find([',', '}']).unwrap_or(after.len());
            rest = after[end..].trim_start_matches(',').trim_start();
        }
        return rest.strip_prefix('}').unwrap_or_default();
    }
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, after) = code.split_at(end.unwrap_or(code.len()));
    let path = format!("{prefix}::{name}");
    match after.strip_prefix("::") {
        Some(rest) => add_paths(&path, rest, paths),
        None => {
            paths.push(path);
            after
        }
    }
}

/// Returns whether one of two modules is the other, or stands above it.
fn related(one: &str, other: &str) -> bool {
    let above = |a: &str, b: &str| b.strip_prefix(a).is_some_and(|rest| rest.starts_with("::"));
    one == other || above(one, other) || above(other, one)
}

/// Returns what is left once all is taken away that imports nothing of the rest: circles, and what leads to them.
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
