//! The ledger of addresses: no address that was published once is lost unseen.

use crate::workspace::{Workspace, git, holds, lacks};
use std::fs;

/// A site in a repository of its own, its ledger written and committed.
fn committed() -> Workspace {
    let workspace = Workspace::small();
    workspace.done("ledger");
    workspace.committed()
}

const LOST: &str = "published address /blog/a-long-walk no longer exists";
const RENAMED: &str = "Its file was renamed";
const FROM: &str = "articles/a-long-walk.mdx";
const TO: &str = "articles/what-a-long-walk-asks.mdx";

#[test]
fn the_ledger_gets_every_new_address_and_loses_none() {
    let workspace = Workspace::small();
    workspace.done("ledger");
    let whole = workspace.read("published.toml");
    let line = |address: &str| format!("    \"{address}\",\n");
    for address in ["/", "/blog/a-long-walk", "/feed.xml", "/old"] {
        holds(&whole, &[&line(address)]);
    }
    lacks(&whole, &["/404"]);
    workspace.prints("ledger", 0, &["has every address"]);

    workspace.replace("published.toml", &line("/about"), "");
    workspace.replace("published.toml", &line("/fees"), &line("/fees").repeat(2));
    // What a pull request has just added may be missing yet: an editor needs no tool.
    workspace.done("check");
    workspace.prints("ledger", 0, &["recorded /about"]);
    assert_eq!(workspace.read("published.toml"), whole);
    workspace.remove("pages/about.toml");
    workspace.done("ledger");
    assert_eq!(workspace.read("published.toml"), whole);
}

#[test]
fn the_fix_writes_the_redirect_of_a_rename_that_is_not_committed() {
    let workspace = committed();
    let chain = "\n[[redirects]]\nfrom = \"/walk\"\nto = \"/blog/a-long-walk#the-second-mile\"\n";
    workspace.append("redirects.toml", chain);
    workspace.rename(FROM, TO);
    let index = || fs::read(workspace.path().join(".git/index")).expect("readable");
    let before = index();
    workspace.prints("build", 1, &[LOST, RENAMED]);
    workspace.prints("check|--fix", 0, &["fixed[url/lost]"]);
    let redirects = [
        "to = \"/blog/what-a-long-walk-asks#the-second-mile\"",
        "[[redirects]]\nfrom = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"\n",
    ];
    holds(&workspace.read("redirects.toml"), &redirects);
    let linking = workspace.read("articles/plain.mdx");
    holds(&linking, &["(/blog/what-a-long-walk-asks)"]);
    assert_eq!(index(), before);
}

#[test]
fn the_fix_follows_several_committed_renames_of_several_files() {
    let workspace = committed();
    workspace.rename(FROM, "articles/a-drop.mdx");
    workspace.rename("pages/riverton-planning.toml", "pages/riverton.toml");
    workspace.commit();
    workspace.rename("articles/a-drop.mdx", TO);
    workspace.commit();
    workspace.done("check|--fix");
    let redirects = [
        "from = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"",
        "from = \"/riverton-planning\"\nto = \"/riverton\"",
    ];
    holds(&workspace.read("redirects.toml"), &redirects);
}

#[test]
fn a_rename_that_was_merged_is_known_and_one_before_another_page_came_is_not_meant() {
    let workspace = committed();
    git(&workspace, "switch --quiet --create branch");
    workspace.rename(FROM, TO);
    workspace.commit();
    git(&workspace, "switch --quiet main");
    git(&workspace, "merge --quiet --no-ff --message=Merge branch");
    workspace.prints("check", 1, &[LOST, RENAMED]);
    // Another article takes the address and is deleted: the first one's way is not its way.
    workspace.write(FROM, "Another one.\n");
    workspace.commit();
    workspace.remove(FROM);
    lacks(&workspace.prints("check", 1, &[LOST]), &[RENAMED]);
}

#[test]
fn a_deleted_page_leads_nowhere_and_has_no_fix() {
    let workspace = committed();
    workspace.remove("pages/riverton-planning.toml");
    let lost = "published address /riverton-planning no longer exists";
    workspace.refuses("check|--fix", lost);
}

#[test]
fn what_is_taken_out_of_the_ledger_is_missed_and_put_back() {
    let workspace = committed();
    let whole = workspace.read("published.toml");
    workspace.replace("published.toml", "    \"/blog/first\",\n", "");
    workspace.replace("published.toml", "    \"/fees\",\n", "");
    insta::assert_snapshot!("erased", workspace.prints("check", 1, &[]));
    workspace.commit();
    // The commit before still knows.
    workspace.prints("check|--fix", 0, &["fixed[url/erased]"]);
    assert_eq!(workspace.read("published.toml"), whole);
}
