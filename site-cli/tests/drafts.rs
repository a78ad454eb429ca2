//! Drafts: every rule reads them, no build has them, and nothing leads to them.

use crate::workspace::{Workspace, stderr, stdout};

const DRAFT: &str = "articles/a-draft.mdx";

/// A site in a repository, and a draft in it.
fn with_draft() -> Workspace {
    let workspace = Workspace::small();
    assert!(workspace.site(&["ledger"]).status.success());
    let text = workspace.read("articles/a-long-walk.mdx");
    let id = text.lines().find(|line| line.starts_with("id = "));
    let text = text.replacen(id.expect("an id"), "id = 999999\ndraft = true", 1);
    workspace.write(DRAFT, &text);
    workspace.committed()
}

#[test]
fn no_build_has_a_draft() {
    let workspace = with_draft();
    let output = workspace.site(&["check"]);
    assert!(output.status.success(), "{}", stdout(&output));
    // A build takes nothing but this.
    let loaded = site_check::load(&workspace.path().join("content")).expect("readable");
    let content = serde_json::to_string(&loaded.content.expect("no error")).expect("JSON");
    assert!(!content.contains("a-draft"));
    assert!(workspace.done("ledger").contains("has every address"));
    let reviews = stdout(&workspace.site(&["reviews", "--on", "2040-01-01"]));
    assert!(reviews.contains("a-long-walk") && !reviews.contains("a-draft"));
}

#[test]
fn leaving_draft_adds_a_page() {
    let workspace = with_draft();
    let changed = || {
        let output = workspace.site(&["diff", "HEAD"]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    workspace.replace(DRAFT, "id = 999999", "id = 999998");
    assert!(!changed().contains("a-draft"));
    workspace.replace(DRAFT, "draft = true\n", "");
    let changes = changed();
    assert!(changes.contains("1 added page"), "{changes}");
    assert!(changes.contains("/blog/a-draft"), "{changes}");
}

#[test]
fn what_was_published_can_t_go_back_unseen() {
    let workspace = with_draft();
    let line = "title = ";
    workspace.replace("articles/a-long-walk.mdx", line, "draft = true\ntitle = ");
    let output = workspace.site(&["check"]);
    let said = stdout(&output);
    assert!(!output.status.success());
    assert!(said.contains("published address /blog/a-long-walk no longer exists"));
    assert!(said.contains("It is a draft, which is not built"));
    assert!(said.contains("error[link/draft]"), "{said}");
}
