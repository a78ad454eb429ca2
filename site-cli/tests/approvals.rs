//! Which approvals a range of main requires, from merges in real repositories and GitHub's answers about them.

use crate::workspace::{Workspace, git, holds, lacks};
use jiff::{SignedDuration, Timestamp};
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

/// A site whose main is approved up to `base`, and GitHub's answers about what came after.
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

    /// Commits a change on a branch of its own; returns the head.
    fn propose(&self, file: &str, from: &str, to: &str) -> String {
        git(&self.workspace, "switch --quiet --create change");
        self.commit(file, from, to)
    }

    fn commit(&self, file: &str, from: &str, to: &str) -> String {
        self.workspace.replace(file, from, to);
        self.workspace.commit();
        tip(&self.workspace)
    }

    /// Proposes what no one but an editor has to see.
    fn propose_words(&self) -> String {
        self.propose("pages/index.toml", "title = \"Welcome", "title = \"Hello")
    }

    fn propose_rate(&self) -> String {
        self.propose("fees.toml", "rate = 60", "rate = 65")
    }

    /// Merges the branch as GitHub does, and answers for it: `author` opened it and wrote its commits.
    fn merge(&mut self, author: &str) {
        git(&self.workspace, "switch --quiet main");
        git(&self.workspace, "merge --quiet --no-ff --no-edit change");
        let merge = tip(&self.workspace);
        self.answer(author, &[merge]);
    }

    /// Answers for the pull request of the branch, merged as these commits of main.
    fn answer(&mut self, author: &str, commits: &[String]) {
        let head = git(&self.workspace, "rev-parse change").trim().to_owned();
        let account = json!({ "login": author });
        let mut written = Vec::new();
        let list = format!("rev-list {}..change", self.base);
        for sha in git(&self.workspace, &list).lines() {
            written.push(
                json!({ "sha": sha, "author": account, "committer": { "login": "web-flow" } }),
            );
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
        let review = json!({
            "user": { "login": login }, "state": state, "body": body, "commit_id": commit, "submitted_at": at,
        });
        let reviews = self.answers["pulls"][0]["reviews"].as_array_mut();
        reviews.expect("a list").push(review);
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

    /// Asks about all of main after the base.
    fn asks(&self, code: i32, parts: &[&str]) -> String {
        self.asks_for("", code, parts)
    }

    fn asks_for(&self, arguments: &str, code: i32, parts: &[&str]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("answers.json");
        fs::write(&file, self.answers.to_string()).expect("writable");
        let range = format!("{}..{}", self.base, tip(&self.workspace));
        let asked = format!("approvals|{range}|--answers|{}{arguments}", file.display());
        self.workspace.prints(&asked, code, parts)
    }
}

fn comment(login: &str, body: &str, created: &str, updated: &str) -> Value {
    json!({ "user": { "login": login }, "body": body, "created_at": created, "updated_at": updated })
}

fn tip(workspace: &Workspace) -> String {
    git(workspace, "rev-parse HEAD").trim().to_owned()
}

/// The digest that a report asks for.
fn digest(report: &str) -> String {
    let (_, after) = report
        .split_once("`/accept-fees ")
        .expect("a line to write");
    let (digest, _) = after.split_once('`').expect("its end");
    digest.to_owned()
}

#[test]
fn words_are_an_editors_and_never_her_own() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    let parts = [
        "pull request 3 “A change”",
        "merged by erin",
        "editor: not approved",
        "1 change between",
    ];
    site.asks(1, &parts);
    site.approve("stranger");
    site.asks(
        1,
        &["stranger approved, but .github/approvers.toml did not have her on that day"],
    );
    site.approve("amy");
    site.approve("ERIN");
    let parts = [
        "editor: Erin Editor (erin, editor), 2026-03-09T12:00:00Z, by review",
        "all approvals are there",
    ];
    site.asks(0, &parts);

    let mut own = Site::new();
    own.propose_words();
    own.merge("erin");
    own.approve("erin");
    own.asks(1, &["nobody approves her own"]);
    own.approve("dan");
    own.asks(0, &["Dan Deputy"]);
}

#[test]
fn a_fee_table_needs_compliance_and_a_yes_to_its_digest() {
    let mut site = Site::new();
    site.propose_rate();
    site.merge("amy");
    site.approve("erin");
    let report = site.asks(
        1,
        &["compliance (content/fees.toml, For compliance: fees): not approved"],
    );
    let line = format!("Read.\r\n/accept-fees {}", digest(&report));
    site.approve("cora");
    site.asks(
        1,
        &[
            "compliance (content/fees.toml",
            "Cora Compliance",
            "fees (fee table `graduated`): not approved",
        ],
    );

    // Of three, only a comment as it was written, by somebody who may, counts.
    site.comment("erin", &line, MERGED);
    site.comment("cora", "/accept-fees 0123456789abcdef", MERGED);
    let edited = comment("cora", &line, MERGED, "2026-03-10T12:00:01Z");
    site.answers["pulls"][0]["comments"]
        .as_array_mut()
        .expect("a list")
        .push(edited);
    site.asks(
        1,
        &[
            "fees (fee table `graduated`): not approved",
            "was changed after it was written",
        ],
    );
    site.comment("cora", &line, MERGED);
    site.asks(0, &["by comment"]);

    // One review can say both.
    site.answers["pulls"][0]["comments"] = json!([]);
    site.answers["pulls"][0]["reviews"] = json!([]);
    let head = site.head();
    site.review("cora", "APPROVED", &head, &line);
    site.asks(0, &[]);
}

#[test]
fn facts_phrases_disclaimers_and_approvers_are_for_compliance() {
    for (file, from, to, because) in [
        (
            "facts.toml",
            "value = \"",
            "value = \"9",
            "content/facts.toml",
        ),
        (
            "words.toml",
            "why = \"",
            "why = \"Now: ",
            "content/words.toml",
        ),
        (
            "site.toml",
            "\"Hypothetical.\"",
            "\"Hypothetical alone.\"",
            "For compliance: disclaimers",
        ),
        (
            "../.github/approvers.toml",
            "login = \"erin\"",
            "login = \"eve\"",
            ".github/approvers.toml",
        ),
    ] {
        let mut site = Site::new();
        site.propose(file, from, to);
        site.merge("amy");
        // Eve is in the list of the change, and not of the main that it is merged into.
        site.approve("eve");
        site.approve("erin");
        site.asks(1, &[because, "): not approved"]);
        site.approve("cora");
        site.asks(0, &[because]);
    }
}

#[test]
fn an_approval_holds_for_what_was_read_and_its_update_from_main() {
    let mut site = Site::new();
    let read = site.propose_words();
    git(&site.workspace, "switch --quiet main");
    site.commit("pages/fees.toml", "title = \"", "title = \"Our ");
    site.base = tip(&site.workspace);
    git(&site.workspace, "switch --quiet change");
    git(&site.workspace, "merge --quiet --no-edit main");
    site.merge("amy");
    // The button that brings a branch up to date makes nobody its author.
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
    later.asks(
        1,
        &["cora has asked for changes and has not approved since"],
    );
    later.approve("cora");
    later.review("erin", "DISMISSED", &head, "");
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
    rebased.base = tip(&rebased.workspace);
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
        "something else was merged than was approved",
        "below the commit on GitHub",
    ];
    evil.asks(1, &parts);
    // Who has read it as it is approves the merge itself; not the one who made it.
    let merge = tip(&evil.workspace);
    let approve = format!("/approve {}", &merge[..10]);
    evil.answers["commits"][0]["comments"] = json!([comment("erin", &approve, MERGED, MERGED)]);
    evil.asks(1, &["editor: not approved"]);
    evil.answers["commits"][0]["comments"] = json!([comment("dan", &approve, MERGED, MERGED)]);
    evil.asks(0, &["is not what Git makes of the head", "Dan Deputy"]);

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
fn a_deputy_stands_in_for_compliance_only_where_every_officer_is_an_author() {
    let mut site = Site::new();
    site.propose("words.toml", "why = \"", "why = \"Now: ");
    site.merge("cora");
    site.approve("erin");
    site.approve("cora");
    site.asks(1, &["cora approved, but has a hand in the change"]);
    site.approve("dan");
    site.asks(0, &["Dan Deputy (dan, deputy)"]);

    let mut others = Site::new();
    others.propose("words.toml", "why = \"", "why = \"Now: ");
    others.merge("amy");
    others.approve("dan");
    others.asks(1, &["found none; somebody with that role"]);
    // Who was an officer until February approves nothing in March.
    others.approve("fred");
    others.asks(
        1,
        &["fred approved, but .github/approvers.toml did not have her on that day"],
    );
}

#[test]
fn broken_glass_stands_for_a_week_by_name_and_reason() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("erin");
    let ago = |hours| (Timestamp::now() - SignedDuration::from_hours(hours)).to_string();
    let line = format!(
        "/break-glass {} The phone number was wrong",
        &site.head()[..10]
    );
    site.comment("erin", "/break-glass The phone number was wrong", &ago(1));
    site.comment("stranger", &line, &ago(1));
    site.asks(1, &["editor: not approved"]);
    site.comment("erin", &line, &ago(1));
    site.asks(
        0,
        &[
            "Erin Editor broke the glass: “The phone number was wrong”",
            "still missing",
        ],
    );
    let old = ago(170);
    site.answers["pulls"][0]["comments"] = json!([comment("erin", &line, &old, &old)]);
    site.asks(1, &["that held until", "nobody has approved it since"]);
    let head = site.head();
    site.review_at("dan", "APPROVED", &head, "", &ago(1));
    let report = site.asks(0, &["approved by Dan Deputy after it was merged"]);
    lacks(&report, &["glass"]);
}

#[test]
fn what_nobody_can_tell_is_neither_yes_nor_no() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    site.approve("erin");
    let whole = site.answers.clone();
    let refused = |site: &mut Site, parts: &[&str]| {
        site.asks(2, parts);
        site.answers = whole.clone();
    };

    site.answers["incomplete"] = json!("GET /pulls/3/reviews: 403");
    refused(&mut site, &["GitHub did not answer all", "403"]);
    site.answers["commits"] = json!([]);
    refused(&mut site, &["expected GitHub's answer about the commit"]);
    site.answers["pulls"] = json!([]);
    refused(&mut site, &["expected pull request 3"]);
    site.answers["pulls"] = json!(7);
    refused(&mut site, &["in the form that docs/approvals.md describes"]);
    site.answers["pulls"][0]["commits"][0]["author"] = Value::Null;
    refused(&mut site, &["GitHub knows no account", "nobody could tell"]);
    site.answers["pulls"][0]["commits"] = json!([]);
    refused(&mut site, &["do not name the author"]);
    site.answers["pulls"][0]["head"]["sha"] = json!("0123456789012345678901234567890123456789");
    refused(
        &mut site,
        &["is not here; fetch it first: git fetch origin refs/pull/3/head"],
    );

    let mut without = Site::new();
    fs::remove_file(without.workspace.path().join(".github/approvers.toml")).expect("removed");
    without.workspace.commit();
    without.base = tip(&without.workspace);
    without.propose_words();
    without.merge("amy");
    without.approve("erin");
    without.asks(2, &["main has no .github/approvers.toml"]);
}

#[test]
fn an_open_pull_request_is_judged_as_it_would_be_merged() {
    let mut site = Site::new();
    let head = site.propose_words();
    site.answer("amy", std::slice::from_ref(&head));
    site.answers["pulls"][0]["merged_at"] = Value::Null;
    site.answers["commits"] = json!([]);
    site.asks_for("|--pull|3", 1, &["editor: not approved"]);
    site.approve("erin");
    site.asks_for("|--pull|3", 0, &[]);
    site.asks_for("|--pull|4", 2, &["expected pull request 4"]);
    site.answers["pulls"][0]["head"]["sha"] = json!("elsewhere");
    site.asks_for("|--pull|3", 2, &["it has moved on"]);
}

#[test]
fn a_program_reads_who_approved_what_and_when() {
    let mut site = Site::new();
    site.propose_rate();
    site.merge("amy");
    site.approve("cora");
    let line = format!("/accept-fees {}", digest(&site.asks(1, &[])));
    site.comment("cora", &line, MERGED);
    let report: Value =
        serde_json::from_str(&site.asks_for("|--format|json", 0, &[])).expect("JSON");
    assert_eq!(report["answer"], "all");
    assert_eq!(report["base"], site.base.as_str());
    let change = &report["changes"][0];
    assert_eq!(change["kind"], "pull_request");
    assert_eq!(change["pull"], 3);
    assert_eq!(change["head"], site.head().as_str());
    assert_eq!(change["authors"], json!(["amy"]));
    let approval = json!({
        "login": "cora", "name": "Cora Compliance", "role": "compliance", "at": "2026-03-09T12:00:00Z",
        "commit": site.head(), "by": "review",
    });
    assert_eq!(change["requirements"][0]["duty"], "compliance");
    assert_eq!(change["requirements"][0]["approval"], approval);
    assert_eq!(change["requirements"][1]["duty"], "fees");
    assert_eq!(change["requirements"][1]["approval"]["by"], "comment");
    // The tree that was approved is the one that is online.
    let tree = git(&site.workspace, "rev-parse HEAD^{tree}");
    assert_eq!(change["tree"], tree.trim());
}

#[test]
fn mistakes_in_the_list_of_approvers_are_shown_with_their_places() {
    let site = Site::new();
    let list = "people = 1\n\n[[approvers]]\nlogin = \"@cora\"\nname = \"\"\nrole = \"boss\"\nstarts = \"2026-01-01\"\nbegins = 1\n";
    fs::write(site.workspace.path().join(".github/approvers.toml"), list).expect("writable");
    fs::write(site.workspace.path().join(".github/CODEOWNERS"), "* @a/b\n").expect("writable");
    let shown = site.workspace.prints(
        "check",
        1,
        &["error: .github/approvers.toml:1: column 1: expected [[approvers]]"],
    );
    let parts = [
        ".github/approvers.toml:8: column 1: expected one of login, name, role, starts, ends, found `begins`",
        ".github/approvers.toml:5: column 8: expected name = her own name",
        ".github/approvers.toml:7: column 10: expected starts = a day as year-month-day without quotes",
    ];
    holds(&shown, &parts);
}
