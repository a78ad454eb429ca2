//! An operator puts the place on hold, or rolls back, during a publication.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::killed::{interrupt, published, serves};
use super::machine::site_place_program;
use super::servers::{digest, write_server};
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{holds, said};
use std::fs;
use std::path::Path;
use std::process::Output;

/// A hold by a person on the machine, who has no access to the record.
const HOLD: &str = "hold --who ann --reason 'the fees were wrong'";

/// A firm that keeps a record, whose place has a version before the live one. Returns the earlier version's digest too.
fn with_earlier() -> (Firm, String) {
    let firm = Firm::with_record();
    let server = write_server(&firm.machine.path(""), "earlier");
    let earlier = firm.machine.publish(&server);
    firm.machine.publish(&BEFORE);
    (firm, earlier)
}

/// Publishes, and runs site-place with these arguments on the machine when the publication reaches a step.
fn publish(firm: &Firm, step: &str, calls: &[&str], origin: Option<&str>) -> Output {
    let mut harm = String::new();
    for call in calls {
        harm += &format!(
            "SITE_PLACE_FOLDER={} SITE_PLACE_SYSTEMCTL={} {} {call} < /dev/null > /dev/null || exit 9\n",
            firm.machine.path("place").display(),
            firm.machine.systemd.systemctl().display(),
            site_place_program().display()
        );
    }
    let mut publish = firm.publishing(&LIVE);
    interrupt(firm, &mut publish, step, &harm);
    if let Some(origin) = origin {
        publish.env("SITE_ORIGIN", origin);
    }
    publish.output().expect("site-ops runs")
}

/// Asserts that the next run is refused because of the hold, and that it publishes after the release. The record has all events.
#[track_caller]
fn is_held(firm: &Firm, live: &str) {
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the place is held by ann since ", live);
    let release = ["release", "--who", "ann", "--reason", "the fees are right"];
    succeeds(&mut firm.ops(&release));
    holds(&firm.events(), &["held", "the fees were wrong", "released"]);
    let recorded = firm.recorded();
    assert_eq!(recorded["served"]["commit"], live, "{recorded}");
    assert_eq!(recorded["held"].as_array().map(Vec::len), Some(0));
    assert!(recorded["under_way"].is_null(), "{recorded}");
    let head = succeeds(&mut firm.record(&["head"]));
    succeeds(&mut firm.record(&["verify", "--head", head.trim()]));
}

#[test]
#[ignore = "long"]
fn an_uploaded_version_does_not_go_live_over_an_operator_who_holds_the_place() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let (firm, earlier) = with_earlier();
    let back = format!("back {earlier} --who ann --reason 'the fees were wrong'");
    for step in ["before keep", "before switch"] {
        let calls = [HOLD, &back];
        // The second time, the earlier version is already live.
        let calls = if step == "before keep" {
            &calls[..]
        } else {
            &calls[..1]
        };
        let output = publish(&firm, step, calls, None);
        firm.ended(&output, 1, "Not published: ", "earlier");
        holds(&said(&output), &["the place has changed"]);
        succeeds(&mut firm.ops(&["release", "--who", "ann", "--reason", "for the test"]));
        firm.git("tag --force earlier before");
    }
    holds(&firm.events(), &["held", "the fees were wrong"]);
    assert_eq!(firm.recorded()["served"]["commit"], "earlier");
}

#[test]
fn a_failed_publication_does_not_go_back_over_an_operator_who_went_back() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let (firm, earlier) = with_earlier();
    let back = format!("back {earlier} --who ann --reason 'the fees were wrong'");
    let output = publish(&firm, "after switch", &[HOLD, &back], None);
    firm.ended(&output, 1, "Not live: ", "earlier");
    holds(&said(&output), &["A person has changed the place since"]);
    is_held(&firm, "earlier");
}

#[test]
fn a_failed_publication_goes_back_under_a_hold() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = published();
    let liar = firm.liar_at_changed();
    let output = publish(&firm, "after switch", &[HOLD], Some(&liar));
    let words = "Rolled back because the origin served something else";
    firm.ended(&output, 1, words, "before");
    assert!(serves(&firm, &BEFORE), "{}", said(&output));
    assert_eq!(firm.machine.state().hold.expect("a hold").who, "ann");
    is_held(&firm, "before");
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "checked: live", "live");
}

#[test]
fn a_hold_during_the_check_is_recorded_and_the_checked_version_stays() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = published();
    let output = publish(&firm, "before confirm", &[HOLD], None);
    firm.ended(&output, 0, "checked: live", "live");
    assert_eq!(firm.machine.state().hold.expect("a hold").who, "ann");
    assert_eq!(firm.recorded()["held"].as_array().map(Vec::len), Some(1));
    holds(&firm.events(), &["held", "the fees were wrong"]);
}

/// Rolls back with `cargo site-ops rollback` at a step of a publication.
fn roll_back_at(step: &str) -> (Firm, Output) {
    let (firm, earlier) = with_earlier();
    let mut publish = firm.publishing(&LIVE);
    let log = firm.machine.path("rollback");
    let harm = format!(
        "{} rollback {earlier} --who ann --reason 'the fees were wrong' < /dev/null > {log} 2>&1 || exit 9",
        Path::new(env!("CARGO_BIN_EXE_site-ops")).display(),
        log = log.display()
    );
    interrupt(&firm, &mut publish, step, &harm);
    let output = publish.output().expect("site-ops runs");
    let log = fs::read_to_string(log).expect("written");
    holds(&log, &["Live again: ", "Publishing is held by ann"]);
    (firm, output)
}

#[test]
fn a_rollback_during_a_publication_stays() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    for step in ["before switch", "after switch"] {
        let (firm, output) = roll_back_at(step);
        assert_eq!(output.status.code(), Some(1), "{step}: {}", said(&output));
        let state = firm.machine.state();
        let server = firm.machine.path("earlier");
        assert_eq!(state.live_digest(), Some(&*digest(&server)), "{step}");
        assert!(serves(&firm, &server), "{step}");
        is_held(&firm, "earlier");
    }
}
