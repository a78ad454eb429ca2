//! The ledger of addresses: no address that was published once is lost unseen.

use crate::workspace::{Workspace, git, stdout};
use std::fs;

/// A site in a repository of its own, its ledger written and committed.
fn committed() -> Workspace {
    let workspace = Workspace::small();
    assert!(workspace.site(&["ledger"]).status.success());
    workspace.committed()
}

fn rename(workspace: &Workspace, from: &str, to: &str) {
    fs::rename(workspace.file(from), workspace.file(to)).expect("renamed");
}

const LOST: &str = "published address /blog/a-long-walk no longer exists";
const TO: &str = "articles/what-a-long-walk-asks.mdx";

#[test]
fn the_ledger_gets_every_new_address_and_loses_none() {
    let workspace = Workspace::small();
    let record = || workspace.done("ledger");
    record();
    let whole = workspace.read("published.toml");
    for address in ["/", "/blog/a-long-walk", "/feed.xml", "/old"] {
        let line = format!("    \"{address}\",\n");
        assert!(whole.contains(&line), "{address}");
    }
    assert!(!whole.contains("/404"));
    assert!(record().contains("has every address"));

    workspace.replace("published.toml", "    \"/about\",\n", "");
    let fees = "    \"/fees\",\n";
    workspace.replace("published.toml", fees, &fees.repeat(2));
    // What a pull request has just added may be missing yet: an editor needs no tool.
    assert!(workspace.site(&["check"]).status.success());
    assert!(record().contains("recorded /about"));
    assert_eq!(workspace.read("published.toml"), whole);
    fs::remove_file(workspace.file("pages/about.toml")).expect("removed");
    record();
    assert!(workspace.read("published.toml").contains("\"/about\""));
}

#[test]
fn without_git_a_lost_address_is_an_error_that_says_what_to_do() {
    let workspace = Workspace::small();
    assert!(workspace.site(&["ledger"]).status.success());
    rename(&workspace, "articles/a-long-walk.mdx", TO);
    let output = workspace.site(&["check"]);
    let shown = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        shown.contains(LOST) && shown.contains("gone = true"),
        "{shown}"
    );
    workspace.replace(
        "redirects.toml",
        "[[redirects]]",
        "[[redirects]]\nfrom = \"/blog/a-long-walk\"\ngone = true\n\n[[redirects]]",
    );
    assert!(!stdout(&workspace.site(&["check"])).contains(LOST));
}

#[test]
fn the_fix_writes_the_redirect_of_a_rename_that_is_not_committed() {
    let workspace = committed();
    workspace.replace("redirects.toml", "[[redirects]]", "[[redirects]]\nfrom = \"/walk\"\nto = \"/blog/a-long-walk#the-second-mile\"\n\n[[redirects]]");
    rename(&workspace, "articles/a-long-walk.mdx", TO);
    let index = fs::read(workspace.path().join(".git/index")).expect("readable");
    let shown = stdout(&workspace.site(&["check"]));
    assert!(
        shown.contains(LOST) && shown.contains("Its file was renamed"),
        "{shown}"
    );
    let built = workspace.site(&["build"]);
    assert!(!built.status.success());
    assert!(stdout(&built).contains("Its file was renamed"));

    let output = workspace.site(&["check", "--fix"]);
    let shown = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(shown.contains("fixed[url/lost]"), "{shown}");
    let redirects = workspace.read("redirects.toml");
    assert!(
        redirects.ends_with(
            "[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"\n"
        ),
        "{redirects}"
    );
    assert!(
        redirects.contains("to = \"/blog/what-a-long-walk-asks#the-second-mile\""),
        "{redirects}"
    );
    assert!(
        workspace
            .read("articles/plain.mdx")
            .contains("(/blog/what-a-long-walk-asks)")
    );
    assert_eq!(
        fs::read(workspace.path().join(".git/index")).expect("readable"),
        index
    );
}

#[test]
fn the_fix_follows_several_committed_renames_of_several_files() {
    let workspace = committed();
    rename(
        &workspace,
        "articles/a-long-walk.mdx",
        "articles/a-drop.mdx",
    );
    rename(
        &workspace,
        "pages/riverton-planning.toml",
        "pages/riverton.toml",
    );
    workspace.commit();
    rename(&workspace, "articles/a-drop.mdx", TO);
    workspace.commit();
    let output = workspace.site(&["check", "--fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let redirects = workspace.read("redirects.toml");
    for entry in [
        "from = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"",
        "from = \"/riverton-planning\"\nto = \"/riverton\"",
    ] {
        assert!(redirects.contains(entry), "{redirects}");
    }
}

#[test]
fn a_rename_that_was_merged_is_known_and_one_before_another_page_came_is_not_meant() {
    let workspace = committed();
    git(&workspace, &["switch", "--quiet", "--create", "branch"]);
    rename(&workspace, "articles/a-long-walk.mdx", TO);
    workspace.commit();
    git(&workspace, &["switch", "--quiet", "main"]);
    git(
        &workspace,
        &["merge", "--quiet", "--no-ff", "--message=Merge", "branch"],
    );
    let shown = stdout(&workspace.site(&["check"]));
    assert!(
        shown.contains(LOST) && shown.contains("Its file was renamed"),
        "{shown}"
    );
    // Another article takes the address and is deleted: the first one's way is not its way.
    workspace.write("articles/a-long-walk.mdx", "Another one.\n");
    workspace.commit();
    fs::remove_file(workspace.file("articles/a-long-walk.mdx")).expect("removed");
    let shown = stdout(&workspace.site(&["check"]));
    assert!(
        shown.contains(LOST) && !shown.contains("Its file was renamed"),
        "{shown}"
    );
}

#[test]
fn a_deleted_page_leads_nowhere_and_has_no_fix() {
    let workspace = committed();
    fs::remove_file(workspace.file("pages/riverton-planning.toml")).expect("removed");
    let before = workspace.content();
    let shown = stdout(&workspace.site(&["check", "--fix"]));
    assert!(
        shown.contains("published address /riverton-planning no longer exists"),
        "{shown}"
    );
    assert!(!shown.contains("fixed["), "{shown}");
    assert_eq!(workspace.content(), before);
}

#[test]
fn what_is_taken_out_of_the_ledger_is_missed_and_put_back() {
    let workspace = committed();
    let whole = workspace.read("published.toml");
    workspace.replace("published.toml", "    \"/blog/first\",\n", "");
    workspace.replace("published.toml", "    \"/fees\",\n", "");
    insta::assert_snapshot!("erased", stdout(&workspace.site(&["check"])));
    workspace.commit();
    let merged = workspace.site(&["check"]);
    assert_eq!(
        merged.status.code(),
        Some(1),
        "the commit before still knows: {}",
        stdout(&merged)
    );
    let fixed = workspace.site(&["check", "--fix"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", stdout(&fixed));
    assert_eq!(workspace.read("published.toml"), whole);
}
