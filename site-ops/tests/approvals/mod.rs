//! The approvals that a range of main requires, based on merges in real repositories and GitHub's responses about them.

mod answers;
mod duties;
mod earlier;
mod merges;
mod people;

use crate::workspace::{Workspace, git};
use serde_json::{Value, json};
use std::fs;

const APPROVERS: &str = r#"
[[approvers]]
login = "cora"
name = "Cora Compliance"
role = "compliance"
starts = 2026-01-01

[[approvers]]
login = "dan"
name = "Dan Deputy"
role = "deputy"
starts = 2026-01-01

[[approvers]]
login = "dora"
name = "Dora Deputy"
role = "deputy"
starts = 2026-03-05

[[approvers]]
login = "max"
name = "Max Maintainer"
role = "maintainer"
starts = 2026-01-01

[[approvers]]
login = "erin"
name = "Erin Editor"
role = "editor"
starts = 2026-01-01

[[approvers]]
login = "fred"
name = "Fred Former"
role = "compliance"
starts = 2026-01-01
ends = 2026-02-28
"#;

const MERGED: &str = "2026-03-10T12:00:00Z";

/// A site whose main is approved up to `base`, and GitHub's responses about later commits.
struct Site {
    workspace: Workspace,
    base: String,
    answers: Value,
}

impl Site {
    fn new() -> Self {
        let workspace = Workspace::small();
        fs::create_dir(workspace.path().join(".github")).expect("writable");
        fs::write(workspace.path().join(".github/approvers.toml"), APPROVERS).expect("writable");
        let workspace = workspace.committed();
        Self {
            base: tip(&workspace),
            workspace,
            answers: json!({ "commits": [], "pulls": [] }),
        }
    }

    /// Commits a change on a separate branch. Returns the head.
    fn propose(&self, file: &str, from: &str, to: &str) -> String {
        git(&self.workspace, "switch --quiet --create change");
        self.commit(file, from, to)
    }

    fn commit(&self, file: &str, from: &str, to: &str) -> String {
        self.workspace.replace(file, from, to);
        self.workspace.commit();
        tip(&self.workspace)
    }

    /// Proposes a change that only an editor must approve.
    fn propose_words(&self) -> String {
        self.propose("pages/index.toml", "title = \"Welcome", "title = \"Hello")
    }

    fn propose_rate(&self) -> String {
        self.propose("fees.toml", "rate = 60", "rate = 65")
    }

    /// Merges the branch like GitHub, and adds the response: `author` opened the pull request and wrote its commits.
    fn merge(&mut self, author: &str) {
        git(&self.workspace, "switch --quiet main");
        git(&self.workspace, "merge --quiet --no-ff --no-edit change");
        let merge = tip(&self.workspace);
        self.answer(author, &[merge]);
    }

    /// Adds the response about the branch's pull request, merged as these commits of main.
    fn answer(&mut self, author: &str, commits: &[String]) {
        let head = git(&self.workspace, "rev-parse change").trim().to_owned();
        let account = json!({ "login": author });
        let mut written = Vec::new();
        let list = format!("rev-list {}..change", self.base);
        for sha in git(&self.workspace, &list).lines() {
            written.push(json!({
                "sha": sha, "author": account, "committer": { "login": "web-flow" },
                "verification": { "verified": true },
            }));
        }
        for sha in commits {
            self.add("commits", json!({ "sha": sha, "pulls": [3] }));
        }
        self.add(
            "pulls",
            json!({
                "number": 3,
                "title": "A change",
                "user": account,
                "merged_at": MERGED,
                "merged_by": { "login": "erin" },
                "merge_commit_sha": commits.last(),
                "head": { "sha": head },
                "commits": written,
                "reviews": [],
                "comments": [],
            }),
        );
    }

    /// Adds the response about the last commit, which one person pushed to main and another approved. Returns the commit.
    fn answer_push(&mut self, author: &str, approver: &str) -> String {
        let sha = tip(&self.workspace);
        let account = json!({ "login": author });
        let approval = comment(approver, &format!("/approve {sha}"), MERGED, MERGED);
        self.add(
            "commits",
            json!({ "sha": sha, "author": account, "committer": account, "comments": [approval] }),
        );
        sha
    }

    fn add(&mut self, list: &str, entry: Value) {
        self.answers[list]
            .as_array_mut()
            .expect("a list")
            .push(entry);
    }

    fn review(&mut self, login: &str, state: &str, commit: &str, body: &str) {
        self.review_at(login, state, commit, body, "2026-03-09T12:00:00Z");
    }

    fn review_at(&mut self, login: &str, state: &str, commit: &str, body: &str, at: &str) {
        let reviews = self.answers["pulls"][0]["reviews"].as_array_mut();
        let reviews = reviews.expect("a list");
        reviews.push(json!({
            "id": reviews.len(), "user": { "login": login }, "state": state, "body": body, "commit_id": commit,
            "submitted_at": at,
        }));
    }

    /// Dismisses the last review, and adds the event if its earlier state is known.
    fn dismiss(&mut self, earlier_state: Option<&str>) {
        let pull = &mut self.answers["pulls"][0];
        let reviews = pull["reviews"].as_array_mut().expect("a list");
        let id = reviews.len() - 1;
        reviews[id]["state"] = json!("DISMISSED");
        let mut events = Vec::new();
        if let Some(state) = earlier_state {
            events.push(json!({
                "event": "review_dismissed", "dismissed_review": { "review_id": id, "state": state },
            }));
        }
        pull["events"] = json!(events);
    }

    fn approve(&mut self, login: &str) {
        let head = self.head();
        self.review(login, "APPROVED", &head, "");
    }

    fn comment(&mut self, login: &str, body: &str, at: &str) {
        let comments = self.answers["pulls"][0]["comments"].as_array_mut();
        comments.expect("a list").push(comment(login, body, at, at));
    }

    fn head(&self) -> String {
        let head = self.answers["pulls"][0]["head"]["sha"].as_str();
        head.expect("a head").to_owned()
    }

    /// Checks all of main after the base.
    fn asks(&self, code: i32, parts: &[&str]) -> String {
        self.asks_for("", code, parts)
    }

    fn asks_for(&self, arguments: &str, code: i32, parts: &[&str]) -> String {
        let head = tip(&self.workspace);
        self.asks_between(&self.base, &head, arguments, code, parts)
    }

    fn asks_between(
        &self,
        base: &str,
        head: &str,
        arguments: &str,
        code: i32,
        parts: &[&str],
    ) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("answers.json");
        fs::write(&file, self.answers.to_string()).expect("writable");
        let file = file.display();
        let asked = format!("approvals|{base}..{head}|--answers|{file}{arguments}");
        self.workspace.prints(&asked, code, parts)
    }
}

fn comment(login: &str, body: &str, created: &str, updated: &str) -> Value {
    json!({ "user": { "login": login }, "body": body, "created_at": created, "updated_at": updated })
}

fn tip(workspace: &Workspace) -> String {
    git(workspace, "rev-parse HEAD").trim().to_owned()
}
