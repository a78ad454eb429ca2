//! Drafts: every rule reads them, no build includes them, and nothing links to them.

use crate::workspace::{Workspace, lacks};

const DRAFT: &str = "articles/a-draft.mdx";

/// Returns a site in a repository, with a draft.
fn with_draft() -> Workspace {
    let workspace = Workspace::small();
    let text = workspace.read("articles/a-long-walk.mdx");
    let id = text.lines().find(|line| line.starts_with("id = "));
    let text = text.replacen(id.expect("an id"), "id = 999999\ndraft = true", 1);
    workspace.write(DRAFT, &text);
    workspace.committed()
}

#[test]
fn a_draft_is_not_due() {
    let workspace = with_draft();
    workspace.done("check");
    let reviews = workspace.prints("reviews|--on|2040-01-01", 0, &["a-long-walk"]);
    lacks(&reviews, &["a-draft"]);
}

#[test]
fn leaving_draft_adds_a_page() {
    let workspace = with_draft();
    workspace.replace(DRAFT, "id = 999999", "id = 999998");
    lacks(&workspace.done("diff|HEAD"), &["a-draft"]);
    workspace.replace(DRAFT, "draft = true\n", "");
    workspace.prints("diff|HEAD", 0, &["1 added page", "/blog/a-draft"]);
}

#[test]
fn what_was_published_can_t_go_back_unseen() {
    let workspace = with_draft();
    let line = "title = ";
    workspace.replace("articles/a-long-walk.mdx", line, "draft = true\ntitle = ");
    let parts = [
        "published address /blog/a-long-walk no longer exists",
        "The page is a draft, which isn't built",
        "error[link/broken]",
    ];
    workspace.prints("check", 1, &parts);
}
