//! An editor's TOML extension and the check agree: Taplo, with the profile in the repository, on valid and invalid
//! content.

use crate::workspace::{Workspace, holds, said};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the files that Taplo rejects, relative to the workspace.
fn refused_by_taplo(workspace: &Workspace) -> BTreeSet<String> {
    let program = root().join("checks/node_modules/@taplo/cli/dist/cli.js");
    assert!(
        program.is_file(),
        "expected Taplo in checks/node_modules; `npm ci` in checks/ brings it"
    );
    let output = Command::new("node")
        .arg(program)
        .args(["lint", "--colors", "never"])
        .current_dir(workspace.path())
        .output()
        .expect("node runs");
    let said = said(&output);
    let files: BTreeSet<String> = said
        .lines()
        .filter_map(|line| line.split_once("invalid file ")?.1.split_once("/content/"))
        .map(|(_, path)| format!("content/{}", path.trim_end_matches('"')))
        .collect();
    assert_eq!(output.status.success(), files.is_empty(), "{said}");
    files
}

/// The file, the original text, and the text with a mistake. Each kind of file has a misspelled key or value, a wrong
/// type, or a missing key.
const SLIPS: [(&str, &str, &str); 9] = [
    ("site.toml", "tagline =", "taglime ="),
    ("fees.toml", "rate = 125", "rate = \"1.25 %\""),
    ("facts.toml", "source =", "sourse ="),
    ("redirects.toml", "gone = true", "gone = \"yes\""),
    ("pages/404.toml", "noindex = true", "noindex = \"yes\""),
    ("pages/about.toml", "kind = \"hero\"", ""),
    ("pages/contact.toml", "kind = \"hero\"", "kind = \"heroe\""),
    ("pages/faq.toml", "kind = \"hero\"", "kind = 1"),
    ("pages/fees.toml", "title =", "# title ="),
];

#[test]
fn taplo_and_the_check_refuse_the_same_files_and_every_file_has_a_schema() {
    let workspace = Workspace::small().with_fixture();
    let profile = workspace.path().join(".taplo.toml");
    fs::copy(root().join(".taplo.toml"), profile).expect("copied");
    workspace.done("schemas");
    assert_eq!(refused_by_taplo(&workspace), BTreeSet::new());
    let mut broken = BTreeSet::new();
    for (path, text) in workspace.content() {
        let below = path.strip_prefix(workspace.path()).expect("below");
        let below = below.to_string_lossy().into_owned();
        if below.ends_with(".toml") {
            if !SLIPS.iter().any(|(file, ..)| below.ends_with(file)) {
                fs::write(&path, [b"no-such-key = 1\n", &text[..]].concat()).expect("writable");
            }
            broken.insert(below);
        }
    }
    for (file, right, wrong) in SLIPS {
        workspace.replace(file, right, wrong);
    }
    assert!(broken.len() >= 15, "{broken:?}");
    assert_eq!(refused_by_taplo(&workspace), broken);
    let shown = workspace.prints("check|--format|plain", 1, &[]);
    for file in broken {
        holds(&shown, &[&format!("Error in {file}")]);
    }
}

#[test]
fn saving_a_file_in_vs_code_rewrites_nothing() {
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(root().join(".vscode").join(name)).expect("readable");
        serde_json::from_str(&text).expect("JSON")
    };
    let settings = read("settings.json");
    for language in ["[toml]", "[mdx]"] {
        assert_eq!(settings[language]["editor.formatOnSave"], false);
    }
    let wanted = read("extensions.json")["recommendations"].to_string();
    holds(
        &wanted,
        &["tamasfe.even-better-toml", "unifiedjs.vscode-mdx"],
    );
}
