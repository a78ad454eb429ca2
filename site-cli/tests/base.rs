//! With what the check compares the ledger of addresses, and how it reads a
//! revision: real branches in real repositories, as the workflows have them.

use crate::workspace::{Workspace, git, stderr, stdout};
use std::process::Output;

const ERASED: &str = "url/erased";

fn committed() -> Workspace {
    Workspace::small().committed()
}

fn erase(workspace: &Workspace, address: &str) {
    workspace.replace("published.toml", &format!("    \"{address}\",\n"), "");
}

fn record(workspace: &Workspace, address: &str) {
    let line = "    \"/\",\n";
    let with = format!("{line}    \"{address}\",\n");
    workspace.replace("published.toml", line, &with);
    let redirects = workspace.read("redirects.toml");
    let gone = format!("\n[[redirects]]\nfrom = \"{address}\"\ngone = true\n");
    workspace.write("redirects.toml", &(redirects + &gone));
}

fn branch(workspace: &Workspace, name: &str) {
    git(workspace, &["switch", "--quiet", "--create", name]);
}

fn finds(output: &Output, found: bool) {
    let shown = stdout(output);
    assert_eq!(shown.contains(ERASED), found, "{shown}{}", stderr(output));
    assert_eq!(output.status.code(), Some(i32::from(found)), "{shown}");
}

#[test]
fn what_was_erased_several_commits_ago_is_missed_at_the_branch_head() {
    let workspace = committed();
    branch(&workspace, "change");
    erase(&workspace, "/fees");
    workspace.commit();
    for name in ["one", "two"] {
        workspace.replace("site.toml", "tagline = \"", &format!("tagline = \"{name} "));
        workspace.commit();
    }
    finds(&workspace.site(&["check"]), true);
    // As a workflow has it: a detached head, and main as the remote's alone.
    git(
        &workspace,
        &["update-ref", "refs/remotes/origin/main", "main"],
    );
    git(&workspace, &["switch", "--quiet", "--detach"]);
    git(
        &workspace,
        &["branch", "--quiet", "--delete", "--force", "main"],
    );
    finds(&workspace.site(&["check"]), true);
    finds(&workspace.site(&["check", "--base", "origin/main"]), true);
    // A runner that knows of no base hands over an empty one.
    finds(&workspace.site(&["check", "--base", ""]), true);
    let fixed = workspace.site(&["check", "--fix"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stdout(&fixed));
    assert!(workspace.read("published.toml").contains("\"/fees\""));
}

#[test]
fn what_main_has_recorded_since_is_not_missed_and_a_merge_of_both_is_compared_too() {
    let workspace = committed();
    branch(&workspace, "change");
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "main"]);
    record(&workspace, "/archive");
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "change"]);
    finds(&workspace.site(&["check"]), false);
    finds(&workspace.site(&["check", "--base", "main"]), false);

    // The commit that GitHub makes of both, on which the tests run.
    erase(&workspace, "/fees");
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "--detach", "main"]);
    git(
        &workspace,
        &["merge", "--quiet", "--no-ff", "--message=Merge", "change"],
    );
    let merged = workspace.site(&["check"]);
    finds(&merged, true);
    assert!(!stdout(&merged).contains("/archive"), "{}", stdout(&merged));
}

#[test]
fn a_change_for_another_branch_is_compared_with_that_branch() {
    let workspace = committed();
    branch(&workspace, "release");
    record(&workspace, "/of-the-release");
    workspace.commit();
    branch(&workspace, "change");
    erase(&workspace, "/of-the-release");
    workspace.commit();
    finds(&workspace.site(&["check"]), false);
    finds(&workspace.site(&["check", "--base", "release"]), true);
}

#[test]
fn a_revision_is_checked_without_a_checkout() {
    let workspace = committed();
    branch(&workspace, "change");
    erase(&workspace, "/fees");
    workspace.commit();
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "main"]);
    workspace.write("site.toml", "not = committed = TOML");
    let before = workspace.content();
    finds(&workspace.site(&["check", "--head", "main"]), false);
    finds(&workspace.site(&["check", "--head", "change"]), true);
    finds(
        &workspace.site(&["check", "--head", "change", "--base", "main"]),
        true,
    );
    assert_eq!(workspace.content(), before);
}

#[test]
fn a_revision_that_is_unknown_or_shares_no_commit_fails_the_check_itself() {
    let workspace = committed();
    for (argument, said) in [
        ("--base=no-such", "expected a Git revision"),
        ("--head=no-such", "expected a Git revision"),
        ("--head=--output=x", "expected a Git revision"),
    ] {
        let output = workspace.site(&["check", argument]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    let output = workspace.site(&["diff", "--", "--output=x"]);
    let message = "expected a Git revision";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    git(&workspace, &["switch", "--quiet", "--orphan", "other"]);
    workspace.write("site.toml", "");
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "main"]);
    let output = workspace.site(&["check", "--base", "other"]);
    assert_eq!(output.status.code(), Some(2));
    let message = "expected what is checked out to share a commit with other";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_link_in_a_revision_is_not_followed() {
    let workspace = committed();
    branch(&workspace, "change");
    std::os::unix::fs::symlink("/etc/passwd", workspace.file("articles/link.mdx"))
        .expect("writable");
    workspace.commit();
    for arguments in [
        &["check", "--head", "change"][..],
        &["diff", "main", "--head", "change"],
    ] {
        let output = workspace.site(arguments);
        assert!(!output.status.success());
        let (shown, message) = (stdout(&output), stderr(&output));
        assert!(!(shown + &message).contains("root:"), "{message}");
        assert!(
            message.contains("expected plain files below content/") && message.contains("link.mdx"),
            "{message}"
        );
    }
}
