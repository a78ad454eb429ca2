//! `cargo site check` and `cargo site explain`, as an editor runs them.

use crate::workspace::{Workspace, git, holds, said};
use site_cli::protection::owners::Owners;
use std::fs;
use std::process::Command;

#[test]
fn a_folder_that_is_no_workspace_is_explained() {
    let elsewhere = tempfile::tempdir().expect("a folder for the test");
    let mut site = Command::new(env!("CARGO_BIN_EXE_site"));
    let output = site.arg("check").current_dir(elsewhere.path()).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "the check failed itself");
    holds(
        &said(&output),
        &["expected to be called within the site's repository"],
    );
}

#[test]
fn what_git_ignores_is_passed_over_until_it_is_committed() {
    let workspace = Workspace::small();
    workspace.write("articles/.first.mdx.swp", "an open editor's");
    workspace.done("check");
    workspace.write("pages/plan.private.txt", "x");
    workspace.write("articles/plan.private.mdx", "no front matter");
    workspace.write("images/plan.private.svg", "x");
    // Without Git, the ignore patterns are unknown.
    workspace.prints("check", 1, &[]);

    fs::write(workspace.path().join(".gitignore"), "*.private.*\n*.swp\n").expect("writable");
    let workspace = workspace.committed();
    workspace.is_sound();
    workspace.write("pages/plan.txt", "x");
    let forced = "content/articles/.first.mdx.swp content/pages/plan.private.txt";
    git(&workspace, &format!("add --force {forced}"));
    let hint = "add its name to .gitignore";
    let parts = forced.split(' ').chain(["content/pages/plan.txt", hint]);
    workspace.prints("check", 1, &parts.collect::<Vec<_>>());
}

#[test]
fn a_rule_is_explained_and_a_misspelled_one_is_guessed() {
    let workspace = Workspace::small();
    insta::assert_snapshot!(workspace.done("explain|fees/tiers"));
    workspace.prints("explain|fees/teirs", 2, &["Did you mean `fees/tiers`?"]);
    let all = workspace.prints("explain", 0, &["link/broken"]);
    assert!(all.lines().count() >= 25, "{all}");
}

#[test]
fn stale_generated_files_are_named_with_the_command_that_writes_them() {
    let workspace = Workspace::small().with_fixture();
    workspace.done("schemas");
    let page = "schemas/page.schema.json";
    fs::write(workspace.path().join(page), "{}").expect("writable");
    let stale = format!("{page} is out of date: run `cargo site schemas`");
    workspace.prints("schemas|--check", 1, &[&stale]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_the_system_does_not_let_be_read_is_named() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    let workspace = Workspace::small();
    let set = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    };
    set(workspace.path(), 0o755);
    set(&workspace.file("pages/fees.toml"), 0o000);
    // Root can read every file, and its programs may be in folders that other users can't enter.
    let site = workspace.path().join("site");
    // Copied by a separate program: a file that this process writes can't be executed while another test starts a
    // command.
    let copy = Command::new("cp")
        .args([env!("CARGO_BIN_EXE_site").as_ref(), site.as_os_str()])
        .status();
    assert!(copy.is_ok_and(|status| status.success()));
    let mut command = Command::new(&site);
    if fs::metadata(workspace.path()).expect("there").uid() == 0 {
        command.uid(65_534).gid(65_534);
    }
    command.args(["check", "--format", "plain"]);
    let output = command.current_dir(workspace.path()).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout));
}

/// The examples on GitHub's page about code owners.
#[test]
fn the_last_line_of_the_owners_that_matches_a_file_decides() {
    let text = "\
# This is a comment.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats

/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
/apps/github/kept @doctocat # comment @octocat
/*.md @top
/c# @sharp
";
    let (owners, faults) = Owners::parse(text);
    assert_eq!(faults, []);
    for (path, expected) in [
        ("README", "@global-owner1 @global-owner2"),
        ("a/b/README", "@global-owner1 @global-owner2"),
        ("index.js", "@js-owner"),
        ("a/b/index.js", "@js-owner"),
        ("index.jsx", "@global-owner1 @global-owner2"),
        ("a/main.go", "docs@example.com"),
        ("a/b.txt", "@octo-org/octocats"),
        ("build/log", "@global-owner1 @global-owner2"),
        ("build/logs/a/b", "@octocat"),
        ("sub/docs/start.md", "@global-owner1 @global-owner2"),
        ("docs/start.txt", "@doctocat"),
        ("docs/a/b.js", "@doctocat"),
        ("sub/apps/a/b.js", "@octocat"),
        ("sub/apps", "@global-owner1 @global-owner2"),
        ("scripts/run.js", "@doctocat @octocat"),
        ("deeply/nested/logs/a", "@octocat"),
        ("logs", "@octocat"),
        ("catalogs", "@global-owner1 @global-owner2"),
        ("apps/a.js", "@octocat"),
        ("apps/github", ""),
        ("apps/github/a.js", ""),
        ("apps/github/kept", "@doctocat"),
        ("README.md", "@top"),
        ("sub/README.md", "@global-owner1 @global-owner2"),
        ("c#/a", "@sharp"),
    ] {
        assert_eq!(owners.of(path).join(" "), expected, "{path}");
    }

    for (pattern, matches, others) in [
        ("docs/*", "docs/a.md", "docs/a/b.md sub/docs/a.md"),
        (
            "/build/logs/",
            "build/logs/a build/logs/a/b",
            "build/logs sub/build/logs/a",
        ),
        ("/*", "a", "a/b"),
        ("/a?.rs", "ab.rs", "a.rs a/.rs abc.rs sub/ab.rs"),
        ("/a/**/b", "a/b a/x/b a/x/y/b/c", "b a/bc"),
        ("/a/**", "a/b a/b/c", "a b/a/c"),
        ("/{a,b}", "{a,b}", "a b"),
        ("/a.b", "a.b a.b/c", "axb"),
    ] {
        let line = format!("{pattern} @owner");
        let (owners, faults) = Owners::parse(&line);
        assert_eq!(faults, []);
        for path in matches.split(' ') {
            assert_eq!(owners.of(path), ["@owner"], "{pattern} matches {path}");
        }
        for path in others.split(' ') {
            assert!(owners.of(path).is_empty(), "{pattern} doesn't match {path}");
        }
    }
}
