//! The check reports every lost public address: real changes in real repositories.

use crate::workspace::{Workspace, git, holds, lacks, said, site_in};
use std::fs;

const LOST: &str = "published address /blog/a-long-walk no longer exists";
const RENAMED: &str = "Its file was renamed";
const FROM: &str = "articles/a-long-walk.mdx";
const TO: &str = "articles/what-a-long-walk-asks.mdx";
const PAGE: &str = "pages/riverton-planning.toml";

/// Creates a branch for a change.
fn on_a_branch() -> Workspace {
    let workspace = Workspace::small().committed();
    git(&workspace, "switch --quiet --create change");
    workspace
}

#[test]
fn the_fix_writes_the_redirect_of_a_rename_that_is_not_committed() {
    let workspace = Workspace::small().committed();
    let chain = "\n[[redirects]]\nfrom = \"/walk\"\nto = \"/blog/a-long-walk#the-second-mile\"\n";
    workspace.append("redirects.toml", chain);
    workspace.rename(FROM, TO);
    let index = || fs::read(workspace.path().join(".git/index")).expect("readable");
    let before = index();
    workspace.prints("build", 2, &[LOST, RENAMED]);
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
    let workspace = on_a_branch();
    workspace.rename(FROM, "articles/a-drop.mdx");
    workspace.rename(PAGE, "pages/riverton.toml");
    workspace.commit();
    workspace.rename("articles/a-drop.mdx", TO);
    workspace.commit();
    workspace.done("check|--fix");
    let redirects = workspace.read("redirects.toml");
    let expected = [
        "from = \"/blog/a-long-walk\"\nto = \"/blog/what-a-long-walk-asks\"",
        "from = \"/riverton-planning\"\nto = \"/riverton\"",
    ];
    holds(&redirects, &expected);
    // An address that exists only on the branch was never public.
    lacks(&redirects, &["/blog/a-drop"]);
}

#[test]
fn a_rename_that_was_merged_is_known_and_one_before_another_page_came_is_not_meant() {
    let workspace = on_a_branch();
    workspace.rename(FROM, TO);
    workspace.commit();
    git(&workspace, "switch --quiet main");
    git(&workspace, "merge --quiet --no-ff --message=Merge change");
    workspace.prints("check", 1, &[LOST, RENAMED]);
    // Another article takes the address and is then deleted. Its history doesn't determine where the first one moved.
    workspace.write(FROM, "Another one.\n");
    workspace.commit();
    workspace.remove(FROM);
    lacks(&workspace.prints("check", 1, &[LOST]), &[RENAMED]);
}

#[test]
fn a_deleted_page_leads_nowhere_and_has_no_fix() {
    let workspace = Workspace::small().committed();
    workspace.remove(PAGE);
    let lost = "published address /riverton-planning no longer exists";
    workspace.refuses("check|--fix", lost);
}

#[test]
fn each_is_told_at_the_file_in_which_an_editor_can_act() {
    let workspace = on_a_branch();
    workspace.rename(FROM, TO);
    workspace.remove(PAGE);
    workspace.replace("pages/fees.toml", "[meta]\n", "[meta]\ndraft = true\n");
    workspace.replace("redirects.toml", "from = \"/old\"", "from = \"/older\"");
    workspace.commit();
    let found = workspace.prints("check|--format|plain", 1, &[]);
    for (address, file) in [
        (
            "/blog/a-long-walk",
            "content/articles/what-a-long-walk-asks.mdx",
        ),
        ("/riverton-planning", "content/redirects.toml"),
        ("/fees", "content/pages/fees.toml, line 2"),
        ("/old", "content/redirects.toml"),
    ] {
        let message = format!("published address {address} no longer exists");
        let paragraph = found.split("\n\n").find(|told| told.contains(&message));
        holds(paragraph.unwrap_or(&found), &[file]);
    }
}

#[test]
fn what_a_branch_loses_is_found_whatever_main_has_done_since() {
    let workspace = on_a_branch();
    workspace.remove(PAGE);
    workspace.commit();
    git(&workspace, "switch --quiet main");
    let gone = "\n[[redirects]]\nfrom = \"/archive\"\ngone = true\n";
    workspace.append("redirects.toml", gone);
    workspace.commit();
    git(&workspace, "switch --quiet change");
    let lost = "published address /riverton-planning no longer exists";
    lacks(&workspace.prints("check", 1, &[lost]), &["/archive"]);
    workspace.prints("check|--base|main", 1, &[lost]);
    workspace.prints("check|--head|change|--base|main", 1, &[lost]);

    // After the merge, the previous commit still knows the address; the commit after it doesn't.
    git(&workspace, "switch --quiet main");
    git(&workspace, "merge --quiet --no-ff --message=Merge change");
    workspace.prints("check", 1, &[lost]);
    // For a push of several commits, the event names the commit before all of them.
    workspace.append("redirects.toml", "# Another commit.\n");
    workspace.commit();
    lacks(&said(&workspace.site("check")), &[lost]);
    workspace.prints("check|--base|main~2", 1, &[lost]);
}

#[test]
fn what_nobody_knows_is_said_in_one_line() {
    let workspace = Workspace::small();
    let line = "not compared: there is no Git repository with a branch main here";
    let shown = workspace.prints("check", 0, &[line]);
    assert_eq!(shown.matches("not compared").count(), 1, "{shown}");

    let whole = workspace.committed();
    lacks(&whole.done("check"), &["not compared"]);
    whole.append("redirects.toml", "# Another commit.\n");
    whole.commit();
    lacks(&whole.done("check"), &["not compared"]);
    let parent = tempfile::tempdir().expect("a folder for the test");
    let clone = parent.path().join("clone");
    let from = format!("file://{}", whole.path().display());
    let clone_it = format!("clone --quiet --depth=1 {from} {}", clone.display());
    git(&parent.path(), &clone_it);
    let shown = said(&site_in(&clone, "check", &[]));
    holds(
        &shown,
        &["not compared: this clone of main lacks the previous commit"],
    );
}
