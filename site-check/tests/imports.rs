//! Checks that dependencies between crates go in one direction.

use std::fs;
use std::path::Path;

/// The crates, and the other crates that each may depend on.
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

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
