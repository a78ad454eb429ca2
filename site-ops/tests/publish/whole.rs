//! A complete publication with `cargo site-ops publish`: approved, recorded before the place changes, checked, and undone if the origin differs.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::servers::write_server;
use crate::verify::place::{BEFORE, CHANGED, LIVE, nobody};
use crate::workspace::{holds, said};
use site_place::request::Request;
use std::fs;

pub const PROGRAMS: [&str; 2] = ["sshd", "ssh-keygen"];

#[test]
fn a_publication_is_live_and_recorded_or_the_version_before_it_stays() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    let output = firm.publish(&BEFORE, &[]);
    firm.ended(&output, 0, "Live since ", "before");
    assert_eq!(firm.recorded()["served"]["commit"], "before");

    // Without the gate's approval, during a hold, or without the record, nothing is published.
    let output = firm
        .publishing_without_gate(&LIVE)
        .output()
        .expect("it runs");
    firm.ended(
        &output,
        1,
        "expected the approvals of before..live",
        "before",
    );
    firm.machine.done(&hold());
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the place is held by ann since ", "before");
    firm.machine.done(&release());
    let output = firm.publish(&LIVE, &[("SITE_RECORD", "/nonexistent")]);
    firm.ended(
        &output,
        1,
        "only a recorded publication goes live",
        "before",
    );
    assert_eq!(
        firm.machine.state().versions.len(),
        1,
        "the place wasn't touched"
    );

    // The origin serves something else: the place returns to the previous version, and the record has both.
    let liar = firm.liar_at_changed();
    let output = firm.publish(&LIVE, &[("SITE_ORIGIN", &liar)]);
    firm.ended(
        &output,
        1,
        "Rolled back because the origin served something else",
        "before",
    );
    assert_eq!(firm.recorded()["served"]["commit"], "before");
    assert!(firm.recorded()["under_way"].is_null());
    holds(
        &firm.events(),
        &[
            "held",
            "released",
            "back",
            "differs from what it should answer",
        ],
    );

    // The origin is right, but the proxy in front differs. That is reported, without a rollback.
    let output = firm.publish(&LIVE, &[("SITE_URL", &liar)]);
    firm.ended(&output, 4, "serves something else", "live");
    assert_eq!(firm.recorded()["served"]["commit"], "live");
    holds(&firm.events(), &["verified: the origin: http://127.0.0.1"]);

    // The same version again, and an older one.
    for server in [&LIVE, &BEFORE] {
        let output = firm.publish(server, &[]);
        firm.ended(&output, 0, "Already live with live", "live");
    }
    let head = succeeds(&mut firm.record(&["head"]));
    succeeds(&mut firm.record(&["verify", "--head", head.trim()]));
}

#[test]
fn a_version_that_was_not_checked_is_checked_by_the_next_run() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    let silent = format!("http://{}", nobody());
    let output = firm.publish(&LIVE, &[("SITE_ORIGIN", &silent)]);
    firm.ended(&output, 2, "not checked", "live");
    let today = ["show", CHANGED, "--on", &today()];
    let unsure = succeeds(&mut firm.record(&today));
    holds(&unsure, &["2 of 2", "no check saw it"]);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
    assert!(firm.machine.state().live().expect("live").is_checked);
    let sure = succeeds(&mut firm.record(&today));
    assert!(!sure.contains("no check saw it"), "{sure}");
    holds(&sure, &["at least from", "live: the origin: "]);
}

#[test]
fn an_urgent_version_does_not_wait_for_the_check_of_the_one_before() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.git("commit --quiet --allow-empty --message=Other");
    firm.git("tag other");
    firm.publish(&BEFORE, &[]);
    let silent = format!("http://{}", nobody());
    let output = firm.publish(&LIVE, &[("SITE_ORIGIN", &silent)]);
    firm.ended(&output, 2, "not checked", "live");
    let other = write_server(&firm.machine.path(""), "other");
    let output = firm.publish(&other, &[("SITE_ORIGIN", &silent)]);
    firm.ended(&output, 2, "was never checked", "live");
    let mut urgent = firm.publishing_without_gate(&other);
    urgent.args(["--break-glass", "ann", "--reason", "a wrong fee"]);
    let output = urgent
        .env("SITE_ORIGIN", &silent)
        .output()
        .expect("it runs");
    firm.ended(&output, 2, "not checked", "other");
}

#[test]
fn a_version_that_returned_is_sure_only_after_its_check() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    let liar = firm.liar_at_changed();
    // The origin also differs from the previous version.
    let output = firm.publish(&LIVE, &[("SITE_ORIGIN", &liar)]);
    firm.ended(&output, 1, "Rolled back because", "before");
    let events = firm.events();
    let back = events.find("  back ").expect("it is recorded");
    assert!(
        !events[back..].contains("verified: the origin: "),
        "{events}"
    );

    // A rollback checks the origin directly.
    firm.publish(&LIVE, &[]);
    let by = ["--who", "ann", "--reason", "the fees were wrong"];
    succeeds(firm.ops(&["rollback"]).args(by));
    let events = firm.events();
    let back = events.rfind("  back ").expect("it is recorded");
    assert!(
        events[back..].contains("verified: the origin: "),
        "{events}"
    );
}

#[test]
fn a_rollback_without_the_record_says_why() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    firm.publish(&LIVE, &[]);
    let by = ["--who", "ann", "--reason", "the fees were wrong"];
    let mut rollback = firm.ops(&["rollback"]);
    let output = rollback.args(by).env_remove("SITE_RECORD").output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["--no-record REASON"]);
    assert_eq!(firm.machine.live().1, "live");
    succeeds(rollback.args(["--no-record", "its host is down"]));
    assert_eq!(firm.machine.live().1, "before");

    // A publication without the record is refused. The next one with the record writes what happened.
    firm.machine.done(&release());
    let mut publish = firm.publishing(&LIVE);
    let output = publish.env_remove("SITE_RECORD").output().expect("it runs");
    firm.ended(&output, 1, "because this place has a record", "before");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
    let reason = "the fees were wrong (without the record: its host is down)";
    holds(&firm.events(), &["  back ", reason]);
}

#[test]
fn an_answer_of_the_gate_is_for_one_state_of_the_place() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.publish(&BEFORE, &[]);
    let mut publish = firm.publishing(&LIVE);
    firm.machine.done(&hold());
    firm.machine.done(&release());
    let output = publish.output().expect("it runs");
    firm.ended(&output, 1, "the place has changed since", "before");

    // For another commit, and damaged.
    firm.gate("another");
    let mut publish = firm.publishing_without_gate(&LIVE);
    publish.arg("--gate").arg(firm.machine.path("gate"));
    let output = publish.output().expect("it runs");
    firm.ended(
        &output,
        1,
        "about the commit live, found one about another",
        "before",
    );
    fs::write(firm.machine.path("gate/gate.json"), "{}").expect("writable");
    let output = publish.output().expect("it runs");
    firm.ended(
        &output,
        1,
        "expected a positive answer of the gate",
        "before",
    );
}

#[test]
fn break_glass_leaves_the_approved_commit_where_it_was() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    let mut publish = firm.publishing_without_gate(&LIVE);
    publish.args(["--break-glass", "ann", "--reason", "a wrong figure"]);
    let output = publish.output().expect("it runs");
    firm.ended(&output, 0, "checked: live", "live");
    let state = firm.machine.state();
    assert_eq!(state.approved.commit, "before");
    assert_eq!(state.broken_glass.len(), 1);
    assert_eq!(state.broken_glass[0].to, "live");
    holds(&firm.events(), &["BREAK-GLASS by ann: a wrong figure"]);

    // The gate approves it later, and no server is started again.
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
    let state = firm.machine.state();
    assert_eq!(state.approved.commit, "live");
    assert!(state.broken_glass.is_empty());
    assert_eq!(state.switches.len(), 2);
}

#[test]
fn a_first_publication_needs_its_approvals_too() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    let mut publish = firm.publishing_without_gate(&LIVE);
    let output = publish.output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["expected the approvals of before..live"]);
    assert!(firm.machine.state().live().is_none());
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
}

#[test]
fn a_commit_that_was_approved_by_hand_is_in_the_record() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    // The place's keys may not do this.
    let words = ["approve-by-hand", "live", "--who", "ann", "--reason"];
    let mut ops = firm.ops(&words);
    let output = ops.arg("the gate can't answer").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(&said(&output), &["expected root's login in SITE_PLACE"]);
    assert_eq!(firm.machine.state().approved.commit, "before");

    let reason = "the gate can't answer";
    let output = firm.machine.site_place(&[&words[..], &[reason]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let mut publish = firm.publishing_without_gate(&LIVE);
    let output = publish.output().expect("it runs");
    firm.ended(&output, 0, "checked: live", "live");
    holds(
        &firm.events(),
        &[
            "approved_by_hand",
            "ann",
            "live is approved by hand: the gate can't answer",
        ],
    );
    let show = ["show", CHANGED, "--on", &today()];
    let words = "APPROVED BY HAND by ann: live is approved by hand: the gate can't answer";
    holds(&succeeds(&mut firm.record(&show)), &[words]);
    let head = succeeds(&mut firm.record(&["head"]));
    succeeds(&mut firm.record(&["verify", "--head", head.trim()]));
}

#[test]
fn a_main_that_was_rewritten_is_refused() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.publish(&BEFORE, &[]);
    firm.git("checkout --quiet --orphan rewritten");
    firm.git("commit --quiet --allow-empty --message=Rewritten");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "was main rewritten?", "before");
}

#[test]
fn a_change_of_snapshots_alone_publishes_nothing() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.publish(&BEFORE, &[]);
    fs::write(firm.clone.path().join("fees.snap"), "taken again").expect("writable");
    firm.clone.commit();
    firm.git("tag --force before HEAD^");
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "Already live with before", "before");
    fs::write(firm.clone.path().join("page"), "changed").expect("writable");
    firm.clone.commit();
    firm.git("tag --force live");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
}

#[test]
fn a_dry_run_changes_nothing() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    let state = firm.machine.state();
    let events = firm.events();
    let output = firm
        .publishing(&LIVE)
        .arg("--dry-run")
        .output()
        .expect("it runs");
    firm.ended(&output, 0, "It would publish live over before", "before");
    assert_eq!(firm.machine.state(), state);
    assert_eq!(firm.events(), events);
}

#[test]
fn a_version_that_the_record_does_not_have_is_recorded_first() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    // Someone published without the record.
    firm.machine.publish(&BEFORE);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
    let events = firm.events();
    let found = events
        .find("found by hand: live since")
        .expect("it is recorded");
    assert!(
        events[found..].contains("verified: the origin: "),
        "{events}"
    );
    assert!(
        firm.machine.state().events.is_empty(),
        "the record has them all"
    );
}

/// Takes a page down while the origin differs at one path, during the take-down's own hold.
fn takes_down(address: &str, code: i32, words: &str) {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    firm.git("checkout --quiet before");
    firm.git(&format!(
        "commit --quiet --allow-empty --message=Down --trailer=Taken-down:{address}"
    ));
    firm.git("tag --force live");
    firm.machine.done(&hold());
    let mut publish = firm.publishing_without_gate(&LIVE);
    publish.args(["--break-glass", "ann", "--reason", "a wrong figure"]);
    publish.arg("--take-down");
    publish.env("SITE_ORIGIN", firm.liar_at_changed());
    let output = publish.output().expect("it runs");
    firm.ended(&output, code, words, "live");
    assert_eq!(
        firm.recorded()["served"]["commit"],
        "live",
        "{}",
        said(&output)
    );
    let state = firm.machine.state();
    assert_eq!(state.take_downs[0].address, address);
}

#[test]
fn a_take_down_stays_live_whatever_differs_elsewhere() {
    takes_down("/about", 4, "It stays live");
}

#[test]
fn a_take_down_whose_page_still_answers_is_reported() {
    takes_down(CHANGED, 2, "Check the place immediately");
}

/// Today's date in the firm's time zone.
fn today() -> String {
    let now = jiff::Timestamp::now().in_tz("America/Chicago");
    now.expect("a zone").date().to_string()
}

fn hold() -> Request {
    Request::Hold {
        who: "ann".to_owned(),
        reason: "the fees were wrong".to_owned(),
        if_free: false,
    }
}

fn release() -> Request {
    Request::Release {
        who: "ann".to_owned(),
        reason: "the fees are right".to_owned(),
        of: None,
    }
}
