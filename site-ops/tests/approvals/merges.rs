//! Which commits an approval covers, and changes that reached main without one.

use super::{MERGED, Site, comment, tip};
use crate::workspace::git;
use serde_json::json;
use std::fs;

#[test]
fn an_approval_holds_for_what_was_read_and_its_update_from_main() {
    let mut site = Site::new();
    let read = site.propose_words();
    git(&site.workspace, "switch --quiet main");
    site.commit("pages/fees.toml", "title = \"", "title = \"Our ");
    site.base = site.answer_push("amy", "erin");
    git(&site.workspace, "switch --quiet change");
    git(&site.workspace, "merge --quiet --no-edit main");
    site.merge("amy");
    // The button that merges main into a branch doesn't make anyone its author.
    let update = site.head();
    for commit in site.answers["pulls"][0]["commits"]
        .as_array_mut()
        .expect("a list")
    {
        if commit["sha"] == update.as_str() {
            commit["author"] = json!({ "login": "erin" });
        }
    }
    site.review("erin", "APPROVED", &read, "");
    site.asks(0, &["Erin Editor"]);

    let mut later = Site::new();
    let read = later.propose_words();
    later.commit("pages/index.toml", "title = \"Hello", "title = \"Goodbye");
    later.merge("amy");
    later.review("erin", "APPROVED", &read, "");
    later.asks(1, &["erin approved another commit", "it has changed since"]);
    later.approve("erin");
    let head = later.head();
    later.review("erin", "COMMENTED", &head, "Nice.");
    later.asks(0, &[]);
    later.review("cora", "CHANGES_REQUESTED", &head, "");
    later.asks(1, &["cora requested changes and has not approved since"]);
    later.approve("cora");
    later.approve("erin");
    later.dismiss(Some("approved"));
    later.asks(0, &["Cora Compliance"]);
}

#[test]
fn what_was_merged_is_what_git_makes_of_what_was_approved() {
    // Squashed, and rebased as two commits.
    let mut squashed = Site::new();
    squashed.propose_words();
    git(&squashed.workspace, "switch --quiet main");
    git(&squashed.workspace, "merge --quiet --squash change");
    squashed.workspace.commit();
    let merge = tip(&squashed.workspace);
    squashed.answer("amy", &[merge]);
    squashed.approve("erin");
    squashed.asks(0, &["1 change between"]);

    let mut rebased = Site::new();
    rebased.propose_words();
    rebased.commit("pages/index.toml", "title = \"Hello", "title = \"Goodbye");
    git(&rebased.workspace, "switch --quiet main");
    rebased.commit("pages/fees.toml", "title = \"", "title = \"Our ");
    rebased.base = rebased.answer_push("amy", "erin");
    git(&rebased.workspace, "cherry-pick change~1 change");
    let commits = [
        git(&rebased.workspace, "rev-parse HEAD~1")
            .trim()
            .to_owned(),
        tip(&rebased.workspace),
    ];
    rebased.answer("amy", &commits);
    rebased.approve("erin");
    rebased.asks(0, &["1 change between"]);

    let mut evil = Site::new();
    evil.propose_words();
    git(&evil.workspace, "switch --quiet main");
    git(&evil.workspace, "merge --quiet --no-ff --no-edit change");
    evil.workspace.replace(
        "pages/index.toml",
        "title = \"Hello",
        "title = \"Guaranteed",
    );
    git(&evil.workspace, "commit --quiet --all --amend --no-edit");
    let merge = tip(&evil.workspace);
    evil.answer("amy", &[merge]);
    evil.approve("dan");
    let parts = [
        "is not what Git makes of the head",
        "the merge differs from the approved change",
        "below the commit on GitHub",
    ];
    evil.asks(1, &parts);
    // Someone who has reviewed the merge approves it separately, but not the person who made it.
    let merge = tip(&evil.workspace);
    let approve = format!("/approve {}", &merge[..10]);
    evil.answers["commits"][0]["comments"] = json!([comment("erin", &approve, MERGED, MERGED)]);
    evil.asks(1, &["editor: not approved"]);
    evil.answers["commits"][0]["comments"] = json!([comment("dan", &approve, MERGED, MERGED)]);
    evil.asks(0, &["is not what Git makes of the head", "Dan Deputy"]);

    // A merge attribute in the checkout doesn't resolve a conflict.
    let mut union = Site::new();
    union.propose_words();
    git(&union.workspace, "switch --quiet main");
    union.commit("pages/index.toml", "title = \"Welcome", "title = \"Howdy");
    union.base = union.answer_push("amy", "erin");
    let attributes = union.workspace.path().join(".gitattributes");
    fs::write(attributes, "* merge=union\n").expect("writable");
    git(&union.workspace, "merge --quiet --no-ff --no-edit change");
    let merge = tip(&union.workspace);
    union.answer("amy", &[merge]);
    union.approve("erin");
    union.asks(1, &parts);

    // A merge that adds a change to an officer's pull request isn't the officer's change.
    let mut added = Site::new();
    added.propose_words();
    git(&added.workspace, "switch --quiet main");
    git(&added.workspace, "merge --quiet --no-ff --no-edit change");
    added
        .workspace
        .replace("fees.toml", "rate = 60", "rate = 65");
    git(&added.workspace, "commit --quiet --all --amend --no-edit");
    let merge = tip(&added.workspace);
    added.answer("cora", std::slice::from_ref(&merge));
    let approve = format!("/approve {merge}");
    added.answers["commits"][0]["comments"] = json!([comment("dan", &approve, MERGED, MERGED)]);
    added.asks(1, &["the role of dan, deputy, can't give"]);

    let mut other = Site::new();
    other.propose_words();
    other.merge("amy");
    other.approve("dan");
    other.answers["pulls"][0]["merge_commit_sha"] = json!(other.head());
    other.asks(1, &["GitHub names another commit than"]);
}

#[test]
fn a_push_around_the_rules_is_named_and_can_be_approved_afterwards() {
    let mut site = Site::new();
    let pushed = site.commit("pages/index.toml", "title = \"Welcome", "title = \"Hello");
    let amy = json!({ "login": "amy" });
    site.add(
        "commits",
        json!({ "sha": pushed, "pulls": [], "author": amy, "committer": amy, "comments": [] }),
    );
    site.asks(
        1,
        &[
            "direct push",
            "pushed to main without a pull request",
            "editor: not approved",
        ],
    );
    let approve = format!("/approve {}", &pushed[..10]);
    site.answers["commits"][0]["comments"] = json!([
        comment("amy", &approve, MERGED, MERGED),
        comment("erin", "/approve 0000000000", MERGED, MERGED),
    ]);
    site.asks(1, &["editor: not approved"]);
    site.answers["commits"][0]["comments"] = json!([comment("erin", &approve, MERGED, MERGED)]);
    site.asks(0, &["direct push", "Erin Editor", "by comment"]);
}

#[test]
fn snapshots_alone_need_nobody_if_they_come_as_the_workflows_commit_them() {
    let bot = "user.email=41898282+github-actions[bot]@users.noreply.github.com";
    for (path, email, code, said) in [
        (
            "site-server/tests/snapshots/pages/fees.snap",
            bot,
            0,
            "only snapshots differ",
        ),
        (
            "site-server/tests/snapshots/pages/fees.snap",
            "user.email=a@example.com",
            1,
            "direct push",
        ),
        ("web/public/snapshots/a.snap", bot, 1, "direct push"),
    ] {
        let mut site = Site::new();
        let file = site.workspace.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, "new\n").expect("writable");
        git(&site.workspace, "add --all");
        git(
            &site.workspace,
            &format!("-c {email} commit --quiet --message=Snapshots"),
        );
        let machine = json!({ "login": "github-actions[bot]" });
        let sha = tip(&site.workspace);
        site.add(
            "commits",
            json!({ "sha": sha, "author": machine, "committer": machine }),
        );
        site.asks(code, &[said]);
    }
}

#[test]
fn only_what_main_once_was_needs_no_more_approval() {
    let mut site = Site::new();
    let before = site.base.clone();
    let unread = site.propose_words();
    site.commit("pages/index.toml", "title = \"Hello", "title = \"Goodbye");
    site.merge("amy");
    let merged = tip(&site.workspace);
    // A return to the previous version, and to a commit that was only part of a change.
    for (base, head, code, said) in [
        (&merged, &before, 0, "0 changes between"),
        (
            &merged,
            &unread,
            2,
            "but it isn't; name the commit that was published last",
        ),
        (
            &unread,
            &merged,
            2,
            "but it isn't; name the commit that was published last",
        ),
    ] {
        site.asks_between(base, head, "", code, &[said]);
    }
}
