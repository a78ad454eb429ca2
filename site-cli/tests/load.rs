//! Every command loads content with the state in Git.

use crate::workspace::{Workspace, git, holds, lacks, said, site_in};
use std::fs;
use std::process::Command;

/// Returns a repository with files that Git ignores: a page, and a text file.
fn with_ignored_files() -> Workspace {
    let workspace = Workspace::small();
    let ignored = "notes.txt\nprivate-notes.toml\n";
    fs::write(workspace.path().join(".gitignore"), ignored).expect("writable");
    let workspace = workspace.committed();
    workspace.write("pages/notes.txt", "Call the printer.");
    let page = workspace.read("pages/fees.toml");
    workspace.write("pages/private-notes.toml", &page);
    workspace
}

#[test]
fn every_command_leaves_out_what_git_ignores() {
    let workspace = with_ignored_files();
    workspace.done("check");
    let diff = workspace.done("diff|main");
    holds(&diff, &["Visitors see no change."]);
    workspace.done("reviews");
    workspace.done("mv|about|who-we-are");
    workspace.done("new|fact|coffee|--value|98,765 cups|--source|The record|--record|The office");
}

#[test]
fn a_page_that_git_ignores_was_never_public() {
    let workspace = with_ignored_files();
    workspace.remove("pages/private-notes.toml");
    workspace.done("check");
}

#[cfg(unix)]
#[test]
fn a_folder_whose_path_the_bundler_cannot_read_is_named_before_anything_is_built() {
    let workspace = Workspace::small();
    for name in ["#2 site", "site?"] {
        let clone = workspace.path().join(name);
        fs::create_dir_all(clone.join("site-schema")).expect("writable");
        fs::create_dir(clone.join("content")).expect("writable");
        for command in [
            "build",
            "dev|--addr|127.0.0.1:0",
            "serve|--addr|127.0.0.1:0",
        ] {
            let output = site_in(&clone, command, &[]);
            assert_eq!(output.status.code(), Some(2), "{}", said(&output));
            let said = said(&output);
            holds(
                &said,
                &["without # and ?", name, "move it or rename the folder"],
            );
            assert_eq!(said.trim().lines().count(), 1, "{said}");
        }
    }
}

/// The articles of the test site have later dates.
const EARLY: &str = "2025-01-15T12:00:00Z";

/// Commits everything, on that day.
fn commit_early(workspace: &Workspace) {
    git(workspace, "add --all");
    let commit = "-c user.name=Editor -c user.email=editor@example.com -c commit.gpgsign=false commit --quiet --amend --no-edit";
    let output = Command::new("git")
        .args(commit.split(' '))
        .env("GIT_COMMITTER_DATE", EARLY)
        .current_dir(workspace.path())
        .output()
        .expect("Git runs");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_build_is_judged_on_the_day_of_its_commit() {
    let workspace = Workspace::small().committed();
    commit_early(&workspace);
    workspace.done("check");
    workspace.prints("build", 2, &["error[date/future]"]);
    let now = seconds_from_now(0);
    let later = said(&workspace.site_with("build", &[("SOURCE_DATE_EPOCH", &now)]));
    lacks(&later, &["date/future", REFUSED]);
    // Uncommitted changes can be committed today at the earliest.
    workspace.append("redirects.toml", "# Changed.\n");
    lacks(&said(&workspace.site("build")), &["date/future"]);
}

/// The start of the message about a commit with a future time.
const REFUSED: &str = "expected a commit dated in the past";

/// Returns the clock's time plus this many seconds, in the format of `SOURCE_DATE_EPOCH`.
fn seconds_from_now(seconds: i64) -> String {
    (jiff::Timestamp::now().as_second() + seconds).to_string()
}

#[test]
fn a_commit_of_the_future_is_refused() {
    let workspace = Workspace::small().committed();
    for (ahead, is_refused) in [(3 * 60, false), (6 * 60, true), (86_400, true)] {
        let committed = seconds_from_now(ahead);
        for command in ["check", "schedule"] {
            let output = workspace.site_with(command, &[("SOURCE_DATE_EPOCH", &committed)]);
            let said = said(&output);
            assert_eq!(said.contains(REFUSED), is_refused, "{command}: {said}");
            if is_refused {
                assert_eq!(output.status.code(), Some(2), "{command}: {said}");
            }
        }
    }
}

#[test]
fn without_git_a_build_begins_now_and_says_so() {
    let workspace = Workspace::small();
    let file = "articles/a-long-walk.mdx";
    workspace.replace(
        file,
        "published = 2024-09-12",
        "published = 2024-09-12\nmodified = 2999-09-12",
    );
    workspace.prints("check", 1, &["error[date/future]"]);
    let said = said(&workspace.site("build"));
    assert!(said.contains("the build begins now"), "{said}");
    assert!(said.contains("error[date/future]"), "{said}");
}
