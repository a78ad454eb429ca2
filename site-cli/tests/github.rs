//! The workflows' scripts, with a fake GitHub and real repositories; the owners of files. checks/workflows.test.mjs has
//! rules for the workflows themselves.

use crate::workspace::{are_installed, git, said};
use site_cli::duties::{Duty, duty_of_path};
use site_cli::protection::owners::Owners;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn github() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github")
}

/// The files of the scripts' tests. Slow ones have their own group: each group is a test below, so the groups run in
/// parallel.
const SCRIPTS: [&[&str]; 5] = [
    &["approvals"],
    &["report"],
    &["snapshots"],
    &["suggestions"],
    &["api", "issues", "preview", "program", "publish"],
];

#[test]
fn scripts_tell_of_approvals() {
    scripts_hold(SCRIPTS[0]);
}

#[test]
fn scripts_report_what_a_pull_request_means() {
    scripts_hold(SCRIPTS[1]);
}

#[test]
fn scripts_take_snapshots_by_night() {
    if !are_installed(&["curl", "jq"]) {
        return;
    }
    scripts_hold(SCRIPTS[2]);
}

#[test]
fn scripts_suggest_fixes() {
    scripts_hold(SCRIPTS[3]);
}

#[test]
fn scripts_show_previews_and_tell_of_publications() {
    if !are_installed(&["curl", "jq"]) {
        return;
    }
    scripts_hold(SCRIPTS[4]);
}

#[test]
fn every_file_of_the_scripts_tests_is_in_a_group() {
    let mut files = Vec::new();
    for entry in fs::read_dir(github().join("scripts/tests")).expect("readable") {
        let name = entry.expect("readable").file_name();
        if let Some(script) = name.to_string_lossy().strip_suffix(".test.mjs") {
            files.push(script.to_owned());
        }
    }
    files.sort();
    let mut grouped = SCRIPTS.concat();
    grouped.sort();
    assert_eq!(files, grouped);
}

/// Runs these test files, with this program as main's version.
fn scripts_hold(scripts: &[&str]) {
    // Deletes the scripts' files at the end of the test. On GitHub, the runner is deleted.
    let temporary = tempfile::tempdir().expect("a folder");
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec"]);
    for script in scripts {
        node.arg(github().join(format!("scripts/tests/{script}.test.mjs")));
    }
    let output = node
        .env("TMPDIR", temporary.path())
        .env("SITE_PROGRAM", env!("CARGO_BIN_EXE_site"))
        .env("SITE_OPS_PROGRAM", neighbor("site-ops"))
        .env("SITE_PLACE_PROGRAM", neighbor("site-place"))
        .output()
        .expect("node runs");
    assert!(output.status.success(), "{}", said(&output));
}

/// Returns the program of another crate, which Cargo builds next to this crate's program if it builds both.
fn neighbor(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_site")).with_file_name(name)
}

/// The owners of each file, by the same rule as the program's: compliance for its own files, an editor for content,
/// docs and snapshots, and a maintainer or compliance for the rest. GitHub doesn't know what a change means, so
/// compliance also owns the pages with disclaimers and the snapshots of fee tables.
#[test]
fn owners_and_the_program_agree_on_every_file() {
    let root = github().join("..");
    let text = fs::read_to_string(github().join("CODEOWNERS")).expect("readable");
    let (owners, faults) = Owners::parse(&text);
    assert_eq!(faults, []);
    let files = git(&root, "ls-files -z");
    let files: Vec<_> = files.split_terminator('\0').collect();
    assert!(files.len() > 100, "{files:?}");
    let mut by_meaning = Vec::new();
    for path in files {
        let teams = owners.of(path).join(" ");
        let expected = teams_of_path(path);
        if expected == EDITORS && teams == COMPLIANCE {
            by_meaning.push(path);
            continue;
        }
        assert_eq!(teams, expected, "{path}");
    }
    // A file may be deleted and not committed yet: `cargo site test --accept` deletes the snapshots before it takes them again.
    by_meaning.retain(|path| root.join(path).exists());
    for path in by_meaning {
        let text = fs::read_to_string(root.join(path)).expect("readable");
        let has_disclaimer = path.starts_with("content/pages/") && text.contains("disclaimer = ");
        let is_of_fees = path.starts_with("site-content/tests/snapshots/fees");
        assert!(has_disclaimer || is_of_fees, "{path}");
    }
    // Files that don't exist yet.
    for (path, expected) in [
        ("content/facts.toml", COMPLIANCE),
        (".github/rulesets/other.json", COMPLIANCE),
        ("content/articles/new.mdx", EDITORS),
        ("docs/new/page.md", EDITORS),
        ("site-server/tests/snapshots/pages/new.snap", EDITORS),
        ("site-server/tests/snapshots/new.rs", MAINTAINERS),
        (".github/workflows/new.yml", MAINTAINERS),
        ("new", MAINTAINERS),
    ] {
        assert_eq!(owners.of(path).join(" "), expected, "{path}");
        assert_eq!(teams_of_path(path), expected, "{path}");
    }
}

const COMPLIANCE: &str = "@example/compliance";
const MAINTAINERS: &str = "@example/maintainers @example/compliance";
const EDITORS: &str = "@example/editors";

/// Returns the teams that own a file, by its duty.
fn teams_of_path(path: &str) -> &'static str {
    match duty_of_path(path) {
        Duty::Compliance => COMPLIANCE,
        Duty::Maintenance => MAINTAINERS,
        Duty::Editor => EDITORS,
    }
}
