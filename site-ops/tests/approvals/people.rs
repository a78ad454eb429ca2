//! Who may approve what, and what counts as an approval.

use super::{APPROVERS, MERGED, Site, comment, tip};
use crate::workspace::{git, lacks};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::fs;
use std::path::Path;

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
        &["stranger approved, but .github/approvers.toml did not list them on that day"],
    );
    site.approve("amy");
    site.approve("ERIN");
    let parts = [
        "editor: Erin Editor (erin, editor), 2026-03-09T12:00:00Z, by review",
        "no approval is missing",
    ];
    site.asks(0, &parts);

    let mut own = Site::new();
    own.propose_words();
    own.merge("erin");
    own.approve("erin");
    own.asks(1, &["no one approves their own"]);
    // After the merge, a comment that names the commit counts like a review.
    let head = own.head();
    own.comment("dan", "/approve 0123456789", MERGED);
    own.comment("dan", &format!("/approved {head}"), MERGED);
    own.comment("amy", &format!("/approve {head}"), MERGED);
    let parts = [
        "editor: not approved",
        "the comment of dan names another commit",
        "the comment of amy does not count",
    ];
    own.asks(1, &parts);
    own.comment("dan", &format!("/approve {head}"), MERGED);
    own.asks(
        0,
        &["Dan Deputy (dan, deputy), 2026-03-10T12:00:00Z, by comment"],
    );
    own.answers["pulls"][0]["comments"] = json!([]);
    own.comment("dan", &format!("/approve {head}"), "2026-03-10T11:59:59Z");
    own.asks(1, &["a comment approves only after the merge"]);
}

#[test]
fn a_comment_begins_with_its_command_and_may_go_on() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    let head = site.head();
    let ten = &head[..10];
    let told = format!("`/approve {ten}`");
    let told = told.as_str();
    for (body, note) in [
        (format!("/approve {ten}"), ""),
        (format!("/approve {ten} looks good to me"), ""),
        (format!("/approve {ten}, looks good"), ""),
        (format!("\r\n  /approve {head}\r\nThank you!\r\n"), ""),
        (format!("`/approve {ten}`"), ""),
        (format!("/approve `{ten}`."), ""),
        (format!("```\n/approve {ten}\n```\n"), ""),
        (
            format!("> Is that right?\n\n/approve {ten}\n> Amy wrote:"),
            "",
        ),
        (
            format!("Yes.\n/approve {ten}"),
            "has `/approve` below its first line",
        ),
        (format!("On Monday Amy wrote:\n/approve {ten}"), told),
        (
            "/approve".to_owned(),
            "doesn't have a commit after `/approve`",
        ),
        ("/approve\n".to_owned() + ten, told),
        (
            "/approve it".to_owned(),
            "has `it` after `/approve`, which isn't at least 10 digits",
        ),
        (
            format!("/approve {}", &head[..9]),
            "which isn't at least 10 digits of a commit",
        ),
        (
            "/approve 0123456789 looks good".to_owned(),
            "names another commit, 0123456789",
        ),
        ("/approve 0123456789".to_owned(), told),
    ] {
        site.answers["pulls"][0]["comments"] = json!([]);
        site.comment("erin", &body, MERGED);
        if note.is_empty() {
            site.asks(0, &["Erin Editor (erin, editor)", "by comment"]);
        } else {
            site.asks(
                1,
                &["editor: not approved", "note: the comment of erin", note],
            );
        }
    }

    // A quotation isn't a command and doesn't need a note.
    for body in [
        format!("> /approve {ten}\n\nI don't agree."),
        format!(" > `/approve {ten}`"),
        format!("/approved {ten}"),
    ] {
        site.answers["pulls"][0]["comments"] = json!([]);
        site.comment("erin", &body, MERGED);
        lacks(
            &site.asks(1, &["editor: not approved"]),
            &["comment of erin"],
        );
    }
}

#[test]
fn a_note_says_who_an_approval_would_need() {
    let mut site = Site::new();
    site.propose("words.toml", "why = \"", "why = \"Now: ");
    site.merge("fred");
    let line = format!("/approve {}", site.head());
    site.comment("erin", &line, MERGED);
    site.comment("fred", &line, "2026-02-20T12:00:00Z");
    site.approve("dan");
    site.asks(
        1,
        &[
            "the comment of erin does not count, since the role of erin, editor, can't give",
            "the comment of fred does not count, since fred contributed to the change",
            "dan approved, but the role of dan, deputy, can't give",
        ],
    );
}

#[test]
fn one_compliance_review_covers_the_fees() {
    let mut site = Site::new();
    site.propose_rate();
    site.merge("amy");
    site.approve("erin");
    let missing = "compliance (content/fees.toml, For compliance: fees): not approved";
    let report = site.asks(1, &[missing, "erin approved, but the role of erin, editor"]);
    lacks(&report, &["/accept-fees", "fee table"]);
    // A comment with a digest, as earlier versions of this program required, approves nothing.
    site.comment("cora", "/accept-fees 99b836d79dc88090", MERGED);
    lacks(&site.asks(1, &[missing]), &["comment of cora"]);
    site.approve("cora");
    site.asks(0, &["Cora Compliance (cora, compliance)", "by review"]);

    // An approval of the fees before the last push doesn't cover the current fees.
    let mut later = Site::new();
    let read = later.propose_rate();
    later.commit("fees.toml", "rate = 65", "rate = 66");
    later.merge("amy");
    later.review("cora", "APPROVED", &read, "");
    later.asks(1, &["cora approved another commit", missing]);
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
            "articles/first.mdx",
            "<Disclaimer kind=\"illustrative\" />",
            "That is all.",
            "the disclaimers written in content/articles/first.mdx",
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
        // Eve is in the change's list, but not in the list of main before the merge.
        site.approve("eve");
        site.approve("erin");
        site.asks(1, &[because, "): not approved"]);
        site.approve("cora");
        site.asks(0, &[because]);
    }
}

#[test]
fn a_deputy_stands_in_for_compliance_only_where_every_officer_is_an_author() {
    let mut site = Site::new();
    site.propose("words.toml", "why = \"", "why = \"Now: ");
    site.merge("cora");
    site.approve("erin");
    site.approve("cora");
    site.asks(1, &["cora approved, but contributed to the change"]);
    site.approve("dan");
    site.asks(0, &["Dan Deputy (dan, deputy)"]);

    let mut others = Site::new();
    others.propose("words.toml", "why = \"", "why = \"Now: ");
    others.merge("amy");
    others.approve("dan");
    others.asks(1, &["found none; someone with that role"]);
    // An officer until February can't approve in March.
    others.approve("fred");
    others.asks(
        1,
        &["fred approved, but .github/approvers.toml did not list them on that day"],
    );
}

/// Anyone can write an officer's address into a commit, so an unverified author is only disqualified.
#[test]
fn an_officers_name_in_a_commit_gives_a_deputy_nothing() {
    let mut site = Site::new();
    site.propose_rate();
    site.merge("amy");
    site.approve("dan");
    site.approve("dora");
    let whole = site.answers.clone();
    let cora = json!({ "login": "cora" });
    for (author, committer, is_verified) in [
        ("cora", "web-flow", true),
        ("cora", "amy", true),
        ("cora", "dan", true),
        ("cora", "cora", false),
        ("web-flow", "web-flow", true),
    ] {
        site.answers = whole.clone();
        let commit = &mut site.answers["pulls"][0]["commits"][0];
        commit["author"] = json!({ "login": author });
        commit["committer"] = json!({ "login": committer });
        commit["verification"] = json!({ "verified": is_verified });
        let parts = [
            "compliance (content/fees.toml, For compliance: fees): not approved",
            "dora approved, but the role of dora, deputy, can't give",
            "only if each compliance officer opened the pull request or signed a commit",
        ];
        site.asks(1, &parts);
        // It still disqualifies the officer.
        if author == "cora" {
            site.approve("cora");
            site.asks(1, &["cora approved, but contributed to the change"]);
        }
    }

    // GitHub has authenticated the officer, as the signer of a commit or as the person who opened the pull request.
    site.answers = whole.clone();
    site.answers["pulls"][0]["commits"][0]["committer"] = cora.clone();
    site.asks(0, &["Dan Deputy (dan, deputy)"]);
    site.answers = whole;
    site.answers["pulls"][0]["user"] = cora;
    site.asks(0, &["Dan Deputy (dan, deputy)"]);

    // The same holds for a push to main.
    let mut push = Site::new();
    push.commit("fees.toml", "rate = 60", "rate = 65");
    push.answer_push("cora", "dan");
    push.asks(1, &["the role of dan, deputy, can't give"]);
    push.answers["commits"][0]["verification"] = json!({ "verified": true });
    push.asks(0, &["Dan Deputy (dan, deputy)", "by comment"]);
}

/// Anyone can write GitHub's address into a commit.
#[test]
fn githubs_account_counts_only_as_the_committer_of_a_verified_commit() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    site.approve("erin");
    site.asks(0, &[]);
    let whole = site.answers.clone();
    for (part, verification) in [
        ("author", json!({ "verified": true })),
        ("author", json!({ "verified": false })),
        ("committer", json!({ "verified": false })),
        ("committer", json!(null)),
    ] {
        site.answers = whole.clone();
        let commit = &mut site.answers["pulls"][0]["commits"][0];
        commit[part] = json!({ "login": "web-flow" });
        commit["verification"] = verification;
        let unknown = format!("names its own account, web-flow, as the {part} of");
        site.asks(2, &[&unknown, "is unknown"]);
    }

    // The same applies to a direct push.
    let mut push = Site::new();
    push.commit("pages/index.toml", "title = \"Welcome", "title = \"Hello");
    push.answer_push("web-flow", "erin");
    push.asks(2, &["as the author of", "as the committer of"]);
}

#[test]
fn only_an_approval_ends_a_refusal() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    site.approve("erin");
    let head = site.head();
    let refused = "cora requested changes and has not approved since";
    site.review("cora", "CHANGES_REQUESTED", &head, "");
    site.asks(
        1,
        &[
            refused,
            "cora requested changes and has not approved since: they approve",
        ],
    );
    site.dismiss(Some("changes_requested"));
    site.asks(
        1,
        &[refused, "the dismissal of the review doesn't end that"],
    );
    // Without the event, the review may have been a refusal.
    site.dismiss(None);
    site.asks(2, &["someone dismissed the review of cora", "is unknown"]);
    site.dismiss(Some("approved"));
    site.asks(0, &["Erin Editor"]);
    site.dismiss(Some("changes_requested"));
    let line = format!("/approve {head}");
    site.comment("dan", &line, MERGED);
    site.asks(1, &[refused]);
    site.comment("cora", &line, MERGED);
    site.asks(0, &[]);

    // A dismissed approval doesn't count.
    let mut other = Site::new();
    other.propose_words();
    other.merge("amy");
    other.approve("erin");
    other.dismiss(Some("approved"));
    other.asks(
        1,
        &["editor: not approved", "the approval of erin was dismissed"],
    );
    // A stranger's review has no effect, whatever its state.
    other.answers["pulls"][0]["reviews"] = json!([]);
    other.approve("stranger");
    other.dismiss(None);
    other.approve("dan");
    other.asks(0, &["Dan Deputy"]);
}

#[test]
fn a_compliance_officer_ends_the_refusal_of_an_approver_who_has_left() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    let head = site.head();
    // Fred was an officer in February.
    site.review_at(
        "fred",
        "CHANGES_REQUESTED",
        &head,
        "",
        "2026-02-20T12:00:00Z",
    );
    site.review_at("cora", "APPROVED", &head, "", "2026-02-19T12:00:00Z");
    site.approve("erin");
    site.asks(
        1,
        &[
            "fred requested changes",
            "a compliance officer approves in their place",
        ],
    );
    site.comment("cora", &format!("/approve {head}"), MERGED);
    site.asks(0, &[]);
    // An officer who contributed to the change can't resolve the refusal.
    site.answers["pulls"][0]["user"]["login"] = json!("cora");
    site.asks(1, &["fred requested changes"]);
}

#[test]
fn a_day_begins_at_midnight_for_the_firm() {
    let mut site = Site::new();
    site.propose("words.toml", "why = \"", "why = \"Now: ");
    site.merge("amy");
    let head = site.head();
    // In Chicago, the first is in the last hour of February, and the second is in March.
    for (at, code) in [("2026-03-01T05:59:59Z", 0), ("2026-03-01T06:00:00Z", 1)] {
        site.answers["pulls"][0]["reviews"] = json!([]);
        site.review_at("fred", "APPROVED", &head, "", at);
        site.asks(code, &[]);
    }
}

#[test]
fn an_approval_of_another_head_or_before_the_first_day_counts_for_nothing() {
    let mut site = Site::new();
    site.propose_words();
    site.merge("amy");
    let head = site.head();
    let base = site.base.clone();
    site.review("erin", "APPROVED", &base, "");
    site.comment("erin", &format!("/approve {base}"), MERGED);
    let parts = [
        "editor: not approved",
        "erin approved another commit",
        "the comment of erin names another commit",
    ];
    site.asks(1, &parts);

    // Dora's first day is March 5, which begins in Chicago at 6:00 UTC.
    site.comment("dora", &format!("/approve {head}"), "2026-03-05T05:59:59Z");
    for (at, code) in [("2026-03-05T05:59:59Z", 1), ("2026-03-05T06:00:00Z", 0)] {
        site.answers["pulls"][0]["reviews"] = json!([]);
        site.review_at("dora", "APPROVED", &head, "", at);
        site.asks(code, &[]);
    }
    site.answers["pulls"][0]["reviews"] = json!([]);
    let miss = "did not list dora on that day";
    site.asks(1, &["the comment of dora does not count", miss]);
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
    let parts = [
        "editor: not approved",
        "the comment of erin does not break the glass",
    ];
    site.asks(1, &parts);
    site.comment("erin", &format!("Quick!\n{line}"), &ago(1));
    let quoted = format!("> {line}\n/break-glass {}", &site.head()[..10]);
    site.comment("dan", &quoted, &ago(1));
    let below =
        "the comment of erin does not break the glass: it has `/break-glass` below its first line";
    site.asks(
        1,
        &[
            below,
            "the comment of dan does not break the glass: it doesn't have a commit",
        ],
    );
    site.comment(
        "fred",
        "/break-glass 0123456789 The phone number",
        "2026-02-20T12:00:00Z",
    );
    let short = format!("/break-glass {} Typo", &site.head()[..10]);
    site.comment("cora", &short, &ago(1));
    let other = "the comment of fred does not break the glass: it names another commit, 0123456789";
    site.asks(1, &[other, "it has a reason of fewer than 10 characters"]);
    let marked = line.replacen("/break-glass", "\n`/break-glass`", 1) + "\n> Amy wrote:";
    site.comment("erin", &marked, &ago(1));
    site.asks(
        0,
        &[
            "Erin Editor broke the glass: “The phone number was wrong”",
            "still missing",
        ],
    );
    let old = ago(170);
    site.answers["pulls"][0]["comments"] = json!([comment("erin", &line, &old, &old)]);
    site.asks(1, &["that was valid until", "no one has approved it since"]);
    let head = site.head();
    site.review_at("dan", "APPROVED", &head, "", &ago(1));
    let report = site.asks(0, &["approved by Dan Deputy after it was merged"]);
    lacks(&report, &["glass"]);
}

#[test]
fn mistakes_in_the_list_of_approvers_are_shown_with_their_places() {
    let site = Site::new();
    let list = "people = 1\n\n[[approvers]]\nlogin = \"@cora\"\nname = \"\"\nrole = \"boss\"\nstarts = \"2026-01-01\"\nbegins = 1\n";
    fs::write(site.workspace.path().join(".github/approvers.toml"), list).expect("writable");
    fs::write(site.workspace.path().join(".github/CODEOWNERS"), "* @a/b\n").expect("writable");
    let parts = [
        "approvers.toml, line 1, column 1: expected [[approvers]] above each person, found `people`",
        "approvers.toml, line 4, column 9: expected login = the name of an account on GitHub",
        "found \"@cora\".\n",
        "approvers.toml, line 5, column 8: expected name = the person's own name, such as \"Jo Miller\", found \"\"",
        "approvers.toml, line 6, column 8: expected role = \"compliance\", \"deputy\", \"maintainer\" or \"editor\", found \"boss\"",
        "approvers.toml, line 7, column 10: expected starts = a day as year-month-day without quotes",
        "approvers.toml, line 8, column 1: expected one of login, name, role, starts, ends, found `begins`",
        "What to do: correct or delete it",
    ];
    site.workspace.prints("check|--format|plain", 1, &parts);

    let person = "[[approvers]]\nlogin = \"cora\"\nname = \"Cora\"\nrole = \"compliance\"\n";
    for (list, mistake) in [
        (
            "",
            ", line 1, column 1: expected at least one person under [[approvers]]",
        ),
        (
            "[approvers]\n",
            ", line 1, column 1: expected at least one person under [[approvers]]",
        ),
        (
            "[[approvers]\n",
            ", line 1, column 13: expected TOML, found",
        ),
        (
            person,
            ", line 1, column 1: expected starts = a day as year-month-day without quotes, such as 2026-01-31, found no line for it",
        ),
        (
            &format!("{person}starts = 2026-01-02\nends = 2026-01-01\n"),
            ", line 6, column 8: expected `ends` on or after `starts`, 2026-01-02",
        ),
        (
            &format!("{person}starts = 2026-01-02T09:00:00\n"),
            ", line 5, column 10: expected starts",
        ),
        (
            &format!("{person}starts = 2026-01-02\n").replace("compliance", "editor"),
            ", line 1, column 1: expected at least one person with role = \"compliance\"",
        ),
    ] {
        fs::write(site.workspace.path().join(".github/approvers.toml"), list).expect("writable");
        site.workspace.prints(
            "check|--format|plain",
            1,
            &[&format!("approvers.toml{mistake}")[..]],
        );
    }
}

/// A later version of the program may know the role or key, and its list must not stop this version.
#[test]
fn an_entry_with_an_unknown_role_or_key_approves_nothing_and_the_others_go_on() {
    let list = ".github/approvers.toml";
    for (from, to, mistake) in [
        ("role = \"editor\"", "role = \"auditor\"", "expected role ="),
        (
            "role = \"editor\"",
            "role = \"editor\"\nphone = 1",
            "found `phone`",
        ),
    ] {
        let mut site = Site::new();
        let path = site.workspace.path().join(list);
        fs::write(&path, APPROVERS.replace(from, to)).expect("writable");
        site.workspace.prints("check", 1, &[list, mistake]);
        git(&site.workspace, "commit --quiet --all --amend --no-edit");
        site.base = tip(&site.workspace);
        site.propose_words();
        site.merge("amy");
        site.approve("erin");
        site.asks(1, &["editor: not approved"]);
        site.approve("dan");
        site.asks(0, &["editor: Dan Deputy"]);
    }

    // A deputy acts for the officers only if the program can read all officers' entries.
    for (heading, key, code) in [
        ("approvers", "", 0),
        ("approvers", "phone = 1\n", 1),
        ("approver", "", 1),
    ] {
        let mut site = Site::new();
        let path = site.workspace.path().join(list);
        let person = "login = \"carl\"\nname = \"Carl\"\nrole = \"compliance\"\n";
        let days = "starts = 2026-01-01\nends = 2026-01-02\n";
        let list = format!("{APPROVERS}[[{heading}]]\n{person}{days}{key}");
        fs::write(&path, list).expect("writable");
        git(&site.workspace, "commit --quiet --all --amend --no-edit");
        site.base = tip(&site.workspace);
        site.propose("words.toml", "why = \"", "why = \"Now: ");
        site.merge("cora");
        site.approve("dan");
        site.asks(code, &[]);
    }
}

#[test]
fn a_maintainer_approves_what_does_not_need_compliance() {
    let list = APPROVERS.replace("role = \"editor\"", "role = \"maintainer\"");
    for (file, from, code) in [
        ("pages/index.toml", "title = \"Welcome", 0),
        ("words.toml", "why = \"", 1),
    ] {
        let mut site = Site::new();
        let path = site.workspace.path().join(".github/approvers.toml");
        fs::write(path, &list).expect("writable");
        git(&site.workspace, "commit --quiet --all --amend --no-edit");
        site.base = tip(&site.workspace);
        site.propose(file, from, &format!("{from}: "));
        site.merge("amy");
        site.approve("erin");
        site.asks(code, &[]);
    }
}

#[test]
fn the_entry_that_the_page_for_compliance_shows_can_be_taken_as_it_is() {
    let site = Site::new();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compliance.md");
    let page = fs::read_to_string(page).expect("readable");
    let (_, after) = page.split_once("```toml\n").expect("an example");
    let (example, _) = after.split_once("```").expect("its end");
    let github = site.workspace.path().join(".github");
    fs::write(github.join("approvers.toml"), example).expect("writable");
    fs::write(
        github.join("CODEOWNERS"),
        "* @a/b\n/content/articles/ @a/c\n",
    )
    .expect("writable");
    site.workspace.done("check");
}
