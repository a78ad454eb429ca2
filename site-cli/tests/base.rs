//! With what the check compares the ledger of addresses, and how it reads a
//! revision: real branches in real repositories, as the workflows have them.

mod house;

use house::{House, git, stderr, stdout};
use std::fs;
use std::process::Output;

const ERASED: &str = "url/erased";

/// The small content, committed on main.
fn committed() -> House {
    let house = House::small();
    git(&house, &["init", "--quiet", "--initial-branch=main"]);
    // An empty folder would not be in a clone.
    fs::write(house.path().join("site-schema/lib.rs"), "").expect("writable");
    commit(&house, "The site");
    house
}

fn commit(house: &House, message: &str) {
    git(house, &["add", "--all"]);
    git(house, &["commit", "--quiet", "--message", message]);
}

fn erase(house: &House, address: &str) {
    house.replace("published.toml", &format!("    \"{address}\",\n"), "");
}

fn record(house: &House, address: &str) {
    let line = "    \"/\",\n";
    let with = format!("{line}    \"{address}\",\n");
    house.replace("published.toml", line, &with);
    let redirects = house.read("redirects.toml");
    let gone = format!("\n[[redirects]]\nfrom = \"{address}\"\ngone = true\n");
    house.write("redirects.toml", &(redirects + &gone));
}

fn branch(house: &House, name: &str) {
    git(house, &["switch", "--quiet", "--create", name]);
}

fn finds(output: &Output, found: bool) {
    let shown = stdout(output);
    assert_eq!(shown.contains(ERASED), found, "{shown}{}", stderr(output));
    assert_eq!(output.status.code(), Some(i32::from(found)), "{shown}");
}

#[test]
fn what_was_erased_several_commits_ago_is_missed_at_the_branch_head() {
    let house = committed();
    branch(&house, "change");
    erase(&house, "/fees");
    commit(&house, "Erase");
    for name in ["one", "two"] {
        house.replace("site.toml", "tagline = \"", &format!("tagline = \"{name} "));
        commit(&house, name);
    }
    finds(&house.site(&["check"]), true);
    // As a workflow has it: a detached head, and main as the remote's alone.
    git(&house, &["update-ref", "refs/remotes/origin/main", "main"]);
    git(&house, &["switch", "--quiet", "--detach"]);
    git(
        &house,
        &["branch", "--quiet", "--delete", "--force", "main"],
    );
    finds(&house.site(&["check"]), true);
    finds(&house.site(&["check", "--base", "origin/main"]), true);
    // A runner that knows of no base hands over an empty one.
    finds(&house.site(&["check", "--base", ""]), true);
    let fixed = house.site(&["check", "--fix"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stdout(&fixed));
    assert!(house.read("published.toml").contains("\"/fees\""));
}

#[test]
fn what_main_has_recorded_since_is_not_missed_and_a_merge_of_both_is_compared_too() {
    let house = committed();
    branch(&house, "change");
    house.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    commit(&house, "Words");
    git(&house, &["switch", "--quiet", "main"]);
    record(&house, "/archive");
    commit(&house, "Record");
    git(&house, &["switch", "--quiet", "change"]);
    finds(&house.site(&["check"]), false);
    finds(&house.site(&["check", "--base", "main"]), false);

    // The commit that GitHub makes of both, on which the tests run.
    erase(&house, "/fees");
    commit(&house, "Erase");
    git(&house, &["switch", "--quiet", "--detach", "main"]);
    git(
        &house,
        &["merge", "--quiet", "--no-ff", "--message=Merge", "change"],
    );
    let merged = house.site(&["check"]);
    finds(&merged, true);
    assert!(!stdout(&merged).contains("/archive"), "{}", stdout(&merged));
}

#[test]
fn a_change_for_another_branch_is_compared_with_that_branch() {
    let house = committed();
    branch(&house, "release");
    record(&house, "/of-the-release");
    commit(&house, "Record");
    branch(&house, "change");
    erase(&house, "/of-the-release");
    commit(&house, "Erase");
    finds(&house.site(&["check"]), false);
    finds(&house.site(&["check", "--base", "release"]), true);
}

#[test]
fn a_revision_is_checked_without_a_checkout() {
    let house = committed();
    branch(&house, "change");
    erase(&house, "/fees");
    commit(&house, "Erase");
    house.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    commit(&house, "Words");
    git(&house, &["switch", "--quiet", "main"]);
    house.write("site.toml", "not = committed = TOML");
    let before = house.content();
    finds(&house.site(&["check", "--head", "main"]), false);
    finds(&house.site(&["check", "--head", "change"]), true);
    finds(
        &house.site(&["check", "--head", "change", "--base", "main"]),
        true,
    );
    assert_eq!(house.content(), before);
}

#[test]
fn a_revision_that_is_unknown_or_shares_no_commit_fails_the_check_itself() {
    let house = committed();
    for (argument, said) in [
        ("--base=no-such", "expected a Git revision"),
        ("--head=no-such", "expected a Git revision"),
        ("--head=--output=x", "expected a Git revision"),
    ] {
        let output = house.site(&["check", argument]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    git(&house, &["switch", "--quiet", "--orphan", "other"]);
    house.write("site.toml", "");
    commit(&house, "Other");
    git(&house, &["switch", "--quiet", "main"]);
    let output = house.site(&["check", "--base", "other"]);
    assert_eq!(output.status.code(), Some(2));
    let told = "expected what is checked out to share a commit with other";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_link_in_a_revision_is_not_followed() {
    let house = committed();
    branch(&house, "change");
    std::os::unix::fs::symlink("/etc/passwd", house.file("articles/link.mdx")).expect("writable");
    commit(&house, "Link");
    for arguments in [
        &["check", "--head", "change"][..],
        &["diff", "main", "--head", "change"],
    ] {
        let output = house.site(arguments);
        assert!(!output.status.success());
        let (shown, told) = (stdout(&output), stderr(&output));
        assert!(!(shown + &told).contains("root:"), "{told}");
        assert!(
            told.contains("expected plain files below content/") && told.contains("link.mdx"),
            "{told}"
        );
    }
}
