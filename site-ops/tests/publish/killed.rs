//! A killed run, a cut connection, or a machine that goes down, at each request of a publication: visitors get one complete version, the
//! outcome is right, and the next run repairs the place and the record.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::make_executable;
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, LIVE, verify};
use crate::workspace::said;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::Command;

/// Replaces `ssh`: logs each request, and runs the harmful command before or after one of them.
const SSH: &str = r#"#!/bin/bash
request=tunnel
for word in "$@"; do
    if [[ $word == '{"request":"'* ]]; then
        request=${word#'{"request":"'}
        request=${request%%'"'*}
    fi
done
echo "$request" >> "$TEST_REQUESTS"
export PATH=$TEST_PATH
if [ "$TEST_STEP" = "before $request" ]; then eval "$TEST_HARM"; fi
if [ "$TEST_STEP" != "after $request" ]; then exec ssh "$@"; fi
answer=$(mktemp "$TEST_REQUESTS.XXXXXX")
status=0
ssh "$@" > "$answer" || status=$?
eval "$TEST_HARM"
cat "$answer"
exit "$status"
"#;

/// Ends the run and every program that it started, like a GitHub runner.
const KILL: &str = "kill -KILL 0";

/// Cuts a connection, after which ssh exits with this code.
const CUT: &str = "exit 255";

/// Cuts the connection during the upload of the server.
const CUT_UPLOAD: &str = r#"
exec 3<&0
ssh "$@" < <(head -c 1000000 <&3; exec sleep 20 2> /dev/null) > /dev/null 2>&1 &
for _ in {1..1000}; do
    if cat "$TEST_PLACE"/incoming.*/site-server 2> /dev/null | grep -q ELF; then break; fi
    sleep 0.02
done
kill -KILL $!
exit 255
"#;

/// Cuts the connection while the place starts the server, which takes several seconds.
const CUT_SWITCH: &str = r#"
sed -i '2i if [ "$1" = start ]; then sleep 3; fi' "$TEST_PLACE/../systemd/systemctl"
ssh "$@" < /dev/null > /dev/null 2>&1 &
for _ in {1..1000}; do
    if grep -q '"starting": "' "$TEST_PLACE/state.json"; then break; fi
    sleep 0.02
done
kill -KILL $!
exit 255
"#;

/// Every step where a run is killed. A publication sends these requests, and opens a tunnel to the origin.
const STEPS: [&str; 17] = [
    "before status",
    "after status",
    "before get",
    "after get",
    "before parts",
    "after parts",
    "before keep",
    "after keep",
    "before switch",
    "after switch",
    "before tunnel",
    "before confirm",
    "after confirm",
    "before recorded",
    "after recorded",
    "before undo",
    "after undo",
];

/// Every step where a connection is cut: the harmful command, the exit code of the run, and the live commit afterward.
const CUTS: [(&str, &str, i32, &str); 19] = [
    ("before status", CUT, 2, "before"),
    ("after status", CUT, 2, "before"),
    ("before get", CUT, 2, "before"),
    ("after get", CUT, 2, "before"),
    ("before parts", CUT, 2, "before"),
    ("after parts", CUT, 2, "before"),
    ("before keep", CUT, 1, "before"),
    ("before keep", CUT_UPLOAD, 1, "before"),
    ("after keep", CUT, 1, "before"),
    ("before switch", CUT, 1, "before"),
    ("before switch", CUT_SWITCH, 0, "live"),
    ("after switch", CUT, 0, "live"),
    ("before tunnel", CUT, 2, "live"),
    ("before confirm", CUT, 0, "live"),
    ("after confirm", CUT, 0, "live"),
    ("before recorded", CUT, 0, "live"),
    ("after recorded", CUT, 0, "live"),
    ("before undo", CUT, 2, "live"),
    ("after undo", CUT, 2, "before"),
];

/// Runs a harmful command at a step of a run.
pub fn interrupt(firm: &Firm, run: &mut Command, step: &str, harm: &str) {
    let programs = firm.machine.path("programs");
    fs::create_dir_all(&programs).expect("writable");
    let ssh = programs.join("ssh");
    fs::write(&ssh, SSH).expect("writable");
    make_executable(&ssh);
    let path = std::env::var("PATH").expect("a PATH");
    run.env("PATH", format!("{}:{path}", programs.display()));
    run.env("TEST_PATH", path);
    // A killed run leaves its temporary files.
    run.env("TMPDIR", &programs);
    run.env("TEST_REQUESTS", firm.machine.path("requests"));
    run.env("TEST_PLACE", firm.machine.path("place"));
    run.env("TEST_STEP", step).env("TEST_HARM", harm);
    if step.ends_with(" undo") {
        run.env("SITE_ORIGIN", firm.liar_at_changed());
    }
}

/// Returns true if visitors get exactly this version.
pub fn serves(firm: &Firm, server: &Path) -> bool {
    let server = server.to_str().expect("UTF-8");
    let verified = verify(firm.machine.systemd.address, &["--server", server]);
    verified.status == Some(0)
}

/// The units of running servers, one per line.
pub fn running(firm: &Firm) -> Vec<String> {
    let mut list = Command::new(firm.machine.systemd.systemctl());
    let units = succeeds(list.args(["list-units", "site-server@*.service"]));
    units.lines().map(str::to_owned).collect()
}

/// A firm that keeps a record, after its first publication.
pub fn published() -> Firm {
    let firm = Firm::with_record();
    let output = firm.publish(&BEFORE, &[]);
    firm.ended(&output, 0, "Live since ", "before");
    firm
}

/// Asserts that the next run makes the version live, and that the record has it.
#[track_caller]
fn is_repaired(firm: &Firm, step: &str) {
    let output = firm.publish(&LIVE, &[]);
    assert_eq!(output.status.code(), Some(0), "{step}: {}", said(&output));
    assert!(serves(firm, &LIVE), "{step}: it is live");
    assert_eq!(running(firm).len(), 1, "{step}: one server runs");
    let recorded = firm.recorded();
    assert!(recorded["under_way"].is_null(), "{step}: {recorded}");
    assert_eq!(recorded["served"]["commit"], "live", "{step}: {recorded}");
    let head = succeeds(&mut firm.record(&["head"]));
    succeeds(&mut firm.record(&["verify", "--head", head.trim()]));
}

/// Kills a run at each of these steps, and asserts that the next run repairs the damage.
fn are_repaired(steps: &[&str]) {
    if !are_installed(&PROGRAMS) {
        return;
    }
    for step in steps {
        let firm = published();
        let mut publish = firm.publishing(&LIVE);
        interrupt(&firm, &mut publish, step, KILL);
        let output = publish.process_group(0).output().expect("site-ops runs");
        assert_eq!(output.status.signal(), Some(9), "{step}: {}", said(&output));
        assert!(
            serves(&firm, &BEFORE) || serves(&firm, &LIVE),
            "{step}: one of both is live as a whole"
        );
        is_repaired(&firm, step);
    }
}

#[test]
fn a_run_that_is_killed_is_repaired_by_the_next() {
    are_repaired(&["before switch", "after confirm"]);
}

#[test]
#[ignore = "long"]
fn a_run_that_is_killed_at_any_step_is_repaired_by_the_next() {
    are_repaired(&STEPS);
}

#[test]
fn the_steps_have_every_request_of_a_publication() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = published();
    // A run whose origin serves something else, and a run that succeeds.
    for (step, code) in [("never undo", 1), ("never", 0)] {
        let mut publish = firm.publishing(&LIVE);
        interrupt(&firm, &mut publish, step, "exit 9");
        let output = publish.output().expect("site-ops runs");
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    }
    let sent = fs::read_to_string(firm.machine.path("requests")).expect("written");
    let sent: BTreeSet<&str> = sent.lines().collect();
    let cuts = CUTS.map(|(step, ..)| step);
    for steps in [&STEPS[..], &cuts[..]] {
        for when in ["before ", "after "] {
            let mut requests = BTreeSet::new();
            for step in steps {
                requests.extend(step.strip_prefix(when));
            }
            // There is no step after a tunnel.
            if when == "after " {
                requests.insert("tunnel");
            }
            assert_eq!(requests, sent, "{when}");
        }
    }
}

/// Cuts the connection at each of these steps.
fn are_right(cuts: &[(&str, &str, i32, &str)]) {
    if !are_installed(&PROGRAMS) {
        return;
    }
    for (step, harm, code, live) in cuts {
        let firm = published();
        let mut publish = firm.publishing(&LIVE);
        interrupt(&firm, &mut publish, step, harm);
        let output = publish.output().expect("site-ops runs");
        let text = format!("{step}: {harm}: {}", said(&output));
        assert_eq!(output.status.code(), Some(*code), "{text}");
        assert_eq!(firm.machine.live().1, *live, "{text}");
        let server = if *live == "live" { &LIVE } else { &BEFORE };
        assert!(serves(&firm, server), "{text}");
        is_repaired(&firm, step);
    }
}

#[test]
fn a_connection_that_is_cut_leaves_a_right_outcome() {
    let mut quick = CUTS.to_vec();
    quick.retain(|(_, harm, ..)| *harm != CUT);
    are_right(&quick);
}

#[test]
#[ignore = "long"]
fn a_connection_that_is_cut_at_any_step_leaves_a_right_outcome() {
    are_right(&CUTS);
}

/// The place keeps its events until it knows that the record has them.
#[test]
fn an_event_is_in_the_record_once_if_the_place_is_not_told() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = published();
    let cut = |mut run: Command, code: i32| {
        interrupt(&firm, &mut run, "before recorded", CUT);
        let output = run.output().expect("site-ops runs");
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    };
    let person = ["--who", "ann", "--reason", "the fees were wrong"];
    for change in ["hold", "release", "hold", "release"] {
        cut(firm.ops(&[&[change], &person[..]].concat()), 0);
    }
    let mut publish = firm.publishing(&LIVE);
    publish.env("SITE_ORIGIN", firm.liar_at_changed());
    // The place keeps the events, and the next runs read them again.
    let output = publish.output().expect("site-ops runs");
    firm.ended(&output, 1, "Rolled back because ", "before");
    is_repaired(&firm, "before recorded");
    let events = firm.events();
    for (event, count) in [("held ", 2), ("released ", 2), ("back ", 1)] {
        assert_eq!(events.matches(event).count(), count, "{event}: {events}");
    }
}

#[test]
#[ignore = "long"]
fn a_machine_that_goes_down_halfway_is_repaired_by_the_next_run() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    for (step, code, words) in [
        ("before keep", 1, "expected the place to keep the version"),
        (
            "before switch",
            2,
            "has stopped answering while it switched",
        ),
    ] {
        let mut firm = published();
        let mut publish = firm.publishing(&LIVE);
        let mut again = firm.publishing(&LIVE);
        let harm = format!("kill -KILL {}", firm.machine.sshd_id());
        interrupt(&firm, &mut publish, step, &harm);
        let output = publish.output().expect("site-ops runs");
        firm.ended(&output, code, words, "before");
        assert!(serves(&firm, &BEFORE), "{step}: visitors keep the version");
        // While the machine doesn't answer, no run changes anything.
        let output = again.output().expect("site-ops runs");
        firm.ended(&output, 2, "the live version hasn't changed", "before");
        firm.machine.come_up();
        is_repaired(&firm, step);
    }
}
