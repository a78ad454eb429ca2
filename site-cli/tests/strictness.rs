//! When snapshots must match exactly, and when they may be older than the content: real changes in real repositories.

use crate::workspace::{Workspace, git};
use site_cli::revision::Revision;
use site_cli::strictness::reason_to_be_exact;
use std::fs;

const CODE: &str = "site-server/src/page.rs";
const SNAPSHOT: &str = "site-server/tests/snapshots/pages/blog.snap";

/// Returns a site whose snapshots on main are exact.
fn merged() -> Workspace {
    let workspace = Workspace::small().committed();
    write(&workspace, CODE, "<p>");
    write(&workspace, SNAPSHOT, "<p>");
    workspace.commit();
    workspace
}

/// Writes a file that isn't content.
fn write(workspace: &Workspace, path: &str, text: &str) {
    let path = workspace.path().join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    fs::write(path, text).expect("writable");
}

/// Adds an article, and commits it.
fn add_article(workspace: &Workspace, name: &str) {
    let article = workspace.read("articles/first.mdx");
    workspace.write(&format!("articles/{name}.mdx"), &article);
    workspace.commit();
}

fn switch(workspace: &Workspace, branch: &str) {
    git(workspace, &format!("switch --quiet --create {branch} main"));
}

/// Merges a branch into main with only Git, without conflicts.
fn merge(workspace: &Workspace, branch: &str) {
    git(workspace, "switch --quiet main");
    git(
        workspace,
        &format!("merge --quiet --no-ff --message=Merge {branch}"),
    );
}

/// Returns the reason why snapshots must match exactly; `None` if they may be stale.
fn reason(workspace: &Workspace, base: Option<&str>) -> Option<String> {
    let site = site_cli::workspace::Workspace::at(workspace.path().to_owned());
    let base = base.map(|name| Revision::named(&site, name).expect("a commit"));
    reason_to_be_exact(&site, base.as_ref())
}

fn is_lenient(workspace: &Workspace) {
    assert_eq!(reason(workspace, None), None);
}

/// Checks that snapshots must match exactly since this file changed.
fn is_exact_since(workspace: &Workspace, file: &str) {
    let reason = reason(workspace, None);
    assert_eq!(
        reason,
        Some(format!("{file} has changed and isn't content"))
    );
}

#[test]
fn two_pull_requests_that_add_an_article_are_lenient_alone_and_merged() {
    let workspace = merged();
    switch(&workspace, "first");
    add_article(&workspace, "a-new-one");
    is_lenient(&workspace);
    switch(&workspace, "second");
    add_article(&workspace, "another-new-one");
    is_lenient(&workspace);
    for branch in ["first", "second"] {
        merge(&workspace, branch);
        is_lenient(&workspace);
    }
    // The nightly commit: snapshots in a commit must be exact.
    write(&workspace, SNAPSHOT, "<p><p>");
    workspace.commit();
    is_exact_since(&workspace, SNAPSHOT);
    switch(&workspace, "third");
    add_article(&workspace, "a-third-one");
    is_lenient(&workspace);
}

#[test]
fn a_change_of_code_is_exact_with_content_or_without_committed_or_not() {
    let workspace = merged();
    switch(&workspace, "code");
    write(&workspace, CODE, "<p class>");
    is_exact_since(&workspace, CODE);
    workspace.commit();
    is_exact_since(&workspace, CODE);
    add_article(&workspace, "a-new-one");
    is_exact_since(&workspace, CODE);
    merge(&workspace, "code");
    is_exact_since(&workspace, CODE);
    // The next change affects only content.
    switch(&workspace, "words");
    add_article(&workspace, "another-new-one");
    is_lenient(&workspace);
    // An untracked file may be code.
    write(&workspace, "site-server/src/other.rs", "");
    is_exact_since(&workspace, "site-server/src/other.rs");
}

#[test]
fn the_merge_that_github_tests_is_what_the_pull_request_brings() {
    let workspace = merged();
    for (branch, file) in [("words", "content/subjects.toml"), ("code", CODE)] {
        switch(&workspace, branch);
        write(&workspace, file, "<p class>");
        workspace.commit();
    }
    // Main has new commits with code and content.
    git(&workspace, "switch --quiet main");
    write(&workspace, "site-server/src/other.rs", "");
    workspace.commit();
    add_article(&workspace, "a-new-one");
    for (branch, is_lenient) in [("words", true), ("code", false)] {
        git(&workspace, "switch --quiet --detach main");
        let merge = format!("merge --quiet --no-ff --message=Merge {branch}");
        git(&workspace, &merge);
        let reason = reason(&workspace, Some("main"));
        assert_eq!(reason.is_none(), is_lenient, "{branch}: {reason:?}");
    }
}

#[test]
fn a_push_of_several_commits_is_compared_with_the_one_before_it() {
    let workspace = merged();
    write(&workspace, CODE, "<p class>");
    workspace.commit();
    add_article(&workspace, "a-new-one");
    is_lenient(&workspace);
    assert!(reason(&workspace, Some("HEAD~2")).is_some());
}

#[test]
fn content_that_is_not_committed_is_exact() {
    let workspace = merged();
    add_article(&workspace, "a-new-one");
    is_lenient(&workspace);
    workspace.append("redirects.toml", "# Changed.\n");
    let why = "content/ has changes that are not committed";
    assert_eq!(reason(&workspace, None).as_deref(), Some(why));
    workspace.commit();
    workspace.write("articles/untracked.mdx", "");
    assert_eq!(reason(&workspace, None).as_deref(), Some(why));
}

#[test]
fn where_nobody_knows_snapshots_are_exact() {
    let workspace = Workspace::small();
    let unknown = |workspace: &Workspace| {
        let reason = reason(workspace, None).expect("a reason");
        assert!(
            reason.starts_with("the changes couldn't be determined: "),
            "{reason}"
        );
    };
    unknown(&workspace);
    // The first commit has no parent.
    let workspace = workspace.committed();
    unknown(&workspace);
}
