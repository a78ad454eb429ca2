//! How GitHub's responses are read and reported.

use super::{MERGED, Site};
use crate::workspace::git;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::fs;

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
    refused(&mut site, &["GitHub did not answer every question", "403"]);
    site.answers["commits"] = json!([]);
    refused(&mut site, &["expected GitHub's answer about the commit"]);
    site.answers["pulls"] = json!([]);
    refused(&mut site, &["expected pull request 3"]);
    site.answers["pulls"] = json!(7);
    refused(&mut site, &["in the form that docs/approvals.md describes"]);
    site.answers["pulls"][0]["commits"][0]["author"] = Value::Null;
    refused(
        &mut site,
        &["GitHub doesn't know the account", "is unknown"],
    );
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
    without.base = without.answer_push("amy", "cora");
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
    // Before the merge, only a review approves.
    site.comment("erin", &format!("/approve {head}"), MERGED);
    let miss =
        "the comment of erin does not count, because a comment approves only after the merge";
    site.asks_for("|--pull|3", 1, &["editor: not approved", miss]);
    site.approve("erin");
    site.asks_for("|--pull|3", 0, &[]);
    site.asks_for("|--pull|4", 2, &["expected pull request 4"]);
    site.answers["pulls"][0]["head"]["sha"] = json!("elsewhere");
    site.asks_for("|--pull|3", 2, &["it has changed"]);
}

#[test]
fn an_open_pull_request_has_a_status_for_github() {
    let status = |site: &Site, code, expected: &str| {
        let text = site.asks_for("|--pull|3|--format|status", code, &[]);
        let line = text.lines().next().expect("a status");
        let status: Value = serde_json::from_str(line).expect("JSON");
        let [state, description] = ["state", "description"].map(|name| status[name].as_str());
        let found = format!("{}: {}", state.expect("one"), description.expect("one"));
        assert!(found.starts_with(expected), "{found}");
    };
    let opened = |propose: &dyn Fn(&Site) -> String| {
        let mut site = Site::new();
        let head = propose(&site);
        site.answer("amy", std::slice::from_ref(&head));
        site.answers["pulls"][0]["merged_at"] = Value::Null;
        site.answers["commits"] = json!([]);
        (site, head)
    };
    let (mut site, head) = opened(&Site::propose_words);
    status(&site, 1, "pending: Waits for the approval of an editor");
    let now = Timestamp::now();
    let day = (now + SignedDuration::from_hours(7 * 24)).strftime("%F");
    let command = format!("/break-glass {head} The phone\nnumber was wrong");
    site.comment("erin", &command, &now.to_string());
    let glass = format!(
        "success: Erin Editor broke the glass, approve by {day}: The phone number was wrong"
    );
    status(&site, 0, &glass);
    site.approve("erin");
    status(&site, 0, "success: Approved by Erin Editor");
    site.review("cora", "CHANGES_REQUESTED", &head, "");
    status(&site, 1, "failure: cora requested changes");
    site.answers["pulls"][0]["commits"][0]["author"] = Value::Null;
    site.answers["pulls"][0]["reviews"] = json!([]);
    site.approve("erin");
    status(&site, 2, "error: GitHub doesn't know the account");

    let (site, _) = opened(&Site::propose_rate);
    status(
        &site,
        1,
        "pending: Waits for the approval of compliance: content/fees.toml",
    );
}

#[test]
fn a_program_reads_who_approved_what_and_when() {
    let mut site = Site::new();
    site.propose_rate();
    site.merge("amy");
    site.approve("cora");
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
    assert_eq!(
        change["requirements"].as_array().map(Vec::len),
        Some(1),
        "{report}"
    );
    assert!(change["requirements"][0].get("digest").is_none());
    // The approved tree is online.
    let tree = git(&site.workspace, "rev-parse HEAD^{tree}");
    assert_eq!(change["tree"], tree.trim());
}
