//! The base that the check compares a change with, and how it reads a revision: real branches in real repositories,
//! like those in the workflows.

use crate::workspace::{Workspace, git, holds, lacks, said, site_in};
use std::fs;

fn branch(workspace: &Workspace, name: &str) {
    git(workspace, &format!("switch --quiet --create {name}"));
}

/// Removes a redirect, whose address is then lost.
fn lose(workspace: &Workspace, address: &str) {
    let from = format!("from = \"{address}\"");
    let another = format!("from = \"{address}-of-another-time\"");
    workspace.replace("redirects.toml", &from, &another);
    workspace.commit();
}

/// Marks an address as gone.
fn add_gone(workspace: &Workspace, address: &str) {
    let gone = format!("\n[[redirects]]\nfrom = \"{address}\"\ngone = true\n");
    workspace.append("redirects.toml", &gone);
    workspace.commit();
}

fn reword(workspace: &Workspace) {
    workspace.replace("site.toml", "tagline = \"", "tagline = \"Well: ");
    workspace.commit();
}

/// Checks that a lost address is reported; returns the report.
fn missed(workspace: &Workspace, arguments: &str) -> String {
    workspace.prints(arguments, 1, &["url/lost"])
}

#[test]
fn what_was_lost_several_commits_ago_is_missed_at_the_branch_head() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    lose(&workspace, "/old");
    reword(&workspace);
    reword(&workspace);
    // A runner passes an empty base if it knows none, and zeros for the first commit of a branch.
    missed(&workspace, "check|--base|");
    let zeros = "0".repeat(40);
    missed(&workspace, &format!("check|--base|{zeros}"));
    // As in a workflow: a detached head, and main only as a remote branch.
    git(&workspace, "update-ref refs/remotes/origin/main main");
    git(&workspace, "switch --quiet --detach");
    git(&workspace, "branch --quiet --delete --force main");
    missed(&workspace, "check");
    add_gone(&workspace, "/old");
    workspace.done("check");
}

#[test]
fn what_main_has_added_since_is_not_missed_and_a_merge_of_both_is_compared_too() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    reword(&workspace);
    git(&workspace, "switch --quiet main");
    add_gone(&workspace, "/archive");
    git(&workspace, "switch --quiet change");
    workspace.done("check");
    workspace.done("check|--base|main");

    // The tests run on the merge commit that GitHub creates.
    lose(&workspace, "/old");
    git(&workspace, "switch --quiet --detach main");
    git(&workspace, "merge --quiet --no-ff --message=Merge change");
    lacks(&missed(&workspace, "check"), &["/archive"]);
}

#[test]
fn a_change_for_another_branch_is_compared_with_that_branch() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "release");
    add_gone(&workspace, "/of-the-release");
    branch(&workspace, "change");
    lose(&workspace, "/of-the-release");
    workspace.done("check");
    missed(&workspace, "check|--base|release");
}

/// Adds an article with an id and a title, and commits it.
fn add_article(workspace: &Workspace, name: &str, id: u32, title: &str) {
    let article = workspace
        .read("articles/first.mdx")
        .replace("id = 1\n", &format!("id = {id}\n"))
        .replace("title = \"First\"", &format!("title = \"{title}\""))
        .replace("The first article.", &format!("{title}, in short."));
    workspace.write(&format!("articles/{name}.mdx"), &article);
    workspace.commit();
}

#[test]
fn two_changes_that_are_sound_alone_and_wrong_together_are_found_before_the_merge() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    add_article(&workspace, "of-the-change", 37, "A Title");
    git(&workspace, "switch --quiet main");
    add_article(&workspace, "of-main", 37, "Another Title");
    workspace.is_sound();
    git(&workspace, "switch --quiet change");
    workspace.is_sound();

    let parts = [
        "error[article/duplicate-id]: the id 37 is taken",
        "content/articles/of-the-change.mdx",
        "this appears once the change is merged",
        "1 error,",
    ];
    workspace.prints("check|--base|main", 1, &parts);
    workspace.prints("check|--base|main|--head|change", 1, &parts);
    let github = workspace.prints("check|--base|main|--format|github", 1, &["::error file="]);
    lacks(&github, &["::notice"]);
    git(&workspace, "merge --quiet --no-edit main");
    workspace.prints("check|--base|main", 1, &["the id 37 is taken"]);
}

#[test]
fn a_page_that_is_added_on_both_sides_is_a_conflict_or_an_address_that_is_taken() {
    let workspace = Workspace::small().committed();
    let page = workspace.read("pages/riverton-planning.toml");
    let page = page.replace("Riverton", "Lakeside");
    branch(&workspace, "change");
    workspace.write("pages/lakeside.toml", &page);
    workspace.commit();
    git(&workspace, "switch --quiet --create folder main");
    workspace.write("pages/lakeside/index.toml", &page);
    workspace.commit();
    git(&workspace, "switch --quiet --create other main");
    workspace.write(
        "pages/lakeside.toml",
        &page.replace("title = \"", "title = \"Other "),
    );
    workspace.commit();
    workspace.prints(
        "check|--head|change|--base|folder",
        1,
        &["this appears once the change is merged"],
    );
    workspace.prints(
        "check|--head|change|--base|other",
        1,
        &["error: content/pages/lakeside.toml: Git can't merge this file with other"],
    );
}

#[test]
fn what_the_branch_has_already_does_not_count_against_a_change() {
    let workspace = Workspace::small().committed();
    workspace.replace("pages/index.toml", "{firm}", "{frim}");
    workspace.commit();
    branch(&workspace, "change");
    reword(&workspace);
    workspace.prints("check", 1, &["unknown fact `{frim}`", "1 error"]);
    let parts = [
        "unknown fact `{frim}`",
        "it doesn't count against the change",
        "0 errors, 0 warnings; 1 problem not counted",
    ];
    workspace.prints("check|--base|main", 0, &parts);
    workspace.prints("check|--base|main|--format|github", 0, &["::notice file="]);
    // The change itself adds another problem of the same kind in the same file.
    workspace.replace(
        "pages/index.toml",
        "title = \"Welcome",
        "title = \"{frim}: Welcome",
    );
    workspace.commit();
    workspace.prints("check|--base|main", 1, &["1 error"]);
    // Main has new commits that fix the problem.
    git(&workspace, "switch --quiet main");
    workspace.replace("pages/index.toml", "{frim}", "{firm}");
    workspace.commit();
    git(&workspace, "switch --quiet change");
    workspace.prints("check|--base|main", 1, &["unknown fact `{frim}`"]);
}

#[test]
fn a_revision_is_checked_without_a_checkout() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    lose(&workspace, "/old");
    reword(&workspace);
    git(&workspace, "switch --quiet main");
    workspace.write("site.toml", "not = committed = TOML");
    let before = workspace.content();
    workspace.done("check|--head|main");
    missed(&workspace, "check|--head|change");
    missed(&workspace, "check|--head|change|--base|main");
    assert_eq!(workspace.content(), before);
}

#[test]
fn a_revision_that_is_unknown_or_shares_no_commit_fails_the_check_itself() {
    let workspace = Workspace::small().committed();
    git(&workspace, "switch --quiet --orphan other");
    workspace.write("site.toml", "");
    workspace.commit();
    git(&workspace, "switch --quiet main");
    let unknown = "expected a Git revision";
    let apart = "expected what is checked out to share a commit with other";
    for (arguments, code, said) in [
        ("check|--base=no-such", 2, unknown),
        ("check|--head=no-such", 2, unknown),
        ("check|--head=--output=x", 2, unknown),
        ("diff|--|--output=x", 2, unknown),
        ("check|--base|other", 2, apart),
    ] {
        workspace.prints(arguments, code, &[said]);
    }
}

#[test]
fn a_site_in_a_folder_of_a_repository_is_read_at_a_revision() {
    let workspace = Workspace::small();
    let repository = tempfile::tempdir().expect("a folder for the test");
    fs::write(workspace.path().join("site-schema/lib.rs"), "").expect("writable");
    git(&repository.path(), "init --quiet --initial-branch=main");
    let site = repository.path().join("office/site");
    fs::create_dir(repository.path().join("office")).expect("writable");
    fs::rename(workspace.path(), &site).expect("moved");
    git(&site, "add --all");
    git(&site, "commit --quiet --message=Change");
    for arguments in ["check|--head|HEAD", "diff|HEAD|--head|HEAD"] {
        let output = site_in(&site, arguments, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
}

#[test]
fn the_words_of_git_are_shown_where_it_cannot_answer() {
    let workspace = Workspace::small();
    let parts = [
        "expected a Git repository that can be read",
        "fatal: not a git repository",
    ];
    workspace.prints("check|--head|HEAD~1", 2, &parts);
    workspace.prints("diff|HEAD~1", 2, &parts);
    lacks(&workspace.done("check"), &["fatal"]);

    let workspace = workspace.committed();
    let foreign = [
        ("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"),
        ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
    ];
    let parts = ["fatal: detected dubious ownership", "safe.directory"];
    for arguments in ["check|--head|HEAD", "diff", "check"] {
        let shown = said(&workspace.site_with(arguments, &foreign));
        holds(&shown, &parts);
        lacks(&shown, &["a branch on GitHub", "shares a commit"]);
    }
}

/// The text of a file that commands must not read.
#[cfg(unix)]
const SECRET: &str = "a secret of the machine's\n";

#[cfg(unix)]
#[test]
fn a_link_in_a_revision_is_not_followed() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    let outside = tempfile::NamedTempFile::new().expect("writable");
    fs::write(&outside, SECRET).expect("writable");
    let link = workspace.file("articles/link.mdx");
    std::os::unix::fs::symlink(outside.path(), link).expect("writable");
    workspace.commit();
    let parts = ["expected plain files below content/", "link.mdx"];
    for (arguments, code) in [("check|--head|change", 2), ("diff|main|--head|change", 2)] {
        lacks(&workspace.prints(arguments, code, &parts), &[SECRET]);
    }
    let kept = fs::read_to_string(&outside).expect("readable");
    assert_eq!(kept, SECRET, "nothing is written through a link");
}

#[test]
fn a_fee_that_changes_while_the_agreement_keeps_its_version_is_a_warning_on_the_branch_alone() {
    let workspace = Workspace::small().committed();
    branch(&workspace, "change");
    workspace.replace("fees.toml", "rate = 60", "rate = 65");
    let warning = "warning[fees/agreement]";
    workspace.prints("check", 0, &[warning, "as before the change"]);
    workspace.commit();
    workspace.prints("check", 0, &[warning]);

    // After the merge, the next change starts from this state.
    git(&workspace, "switch --quiet main");
    git(&workspace, "merge --quiet --ff-only change");
    lacks(&workspace.done("check"), &[warning]);

    branch(&workspace, "agreed");
    workspace.replace("fees.toml", "rate = 65", "rate = 70");
    workspace.replace("site.toml", "version = 2026-01-02", "version = 2026-01-30");
    workspace.commit();
    lacks(&workspace.done("check"), &[warning]);
}
