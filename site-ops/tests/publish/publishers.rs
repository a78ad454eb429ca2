//! Two concurrent publishers, both with a positive answer of the gate for the same revision of the place.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::killed::{interrupt, running, serves};
use super::servers::{digest, write_server};
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{git, said};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Waits up to 30 seconds until both reach the step.
const MEET: &str = r#"
echo >> "$TEST_REQUESTS.meet"
for _ in {1..1500}; do
    if [ "$(wc -l < "$TEST_REQUESTS.meet")" -ge 2 ]; then break; fi
    sleep 0.02
done
"#;

/// Runs both concurrently, so that they meet at a step.
fn run(firm: &Firm, mut publishers: [Command; 2], step: &str) -> [Output; 2] {
    for publisher in &mut publishers {
        interrupt(firm, publisher, step, MEET);
        publisher.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let children = publishers.map(|mut publisher| publisher.spawn().expect("site-ops runs"));
    children.map(|child| child.wait_with_output().expect("it ends"))
}

/// Asserts that one publisher succeeds and the other is refused. Returns the index of the first.
#[track_caller]
fn winner(firm: &Firm, servers: [&Path; 2], outputs: &[Output; 2]) -> usize {
    let text = format!("{}\n\n{}", said(&outputs[0]), said(&outputs[1]));
    let codes = outputs.each_ref().map(|output| output.status.code());
    let winner = match codes {
        [Some(0), Some(1)] => 0,
        [Some(1), Some(0)] => 1,
        _ => panic!("{codes:?}: {text}"),
    };
    let live = digest(servers[winner]);
    assert_eq!(firm.machine.state().live_digest(), Some(&*live), "{text}");
    assert!(serves(firm, servers[winner]), "{text}");
    assert_eq!(running(firm).len(), 1, "{text}");
    winner
}

/// A copy of the gate's positive answer for a server.
fn gate(firm: &Firm, server: &Path) -> PathBuf {
    let commit = site_table::identify(server).expect("a server").commit;
    let commit = commit.expect("a commit");
    let copy = firm.machine.path(&format!("gate-{commit}"));
    fs::rename(firm.gate(&commit), &copy).expect("ours");
    copy
}

/// Both publish concurrently, without a record.
fn publish_at_once(step: &str) {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.git("commit --quiet --allow-empty --message=Other");
    firm.git("tag other");
    let other = write_server(&firm.machine.path(""), "other");
    firm.publish(&BEFORE, &[]);
    if step == "before switch" {
        // The place already keeps both.
        for server in [LIVE.as_path(), &other] {
            let output = firm
                .machine
                .send(&firm.machine.upload(server), Some(server));
            assert!(output.status.success(), "{}", said(&output));
        }
    }
    let servers = [LIVE.as_path(), &other];
    let publishers = servers.map(|server| {
        let mut publish = firm.publishing_without_gate(server);
        publish.arg("--gate").arg(gate(&firm, server));
        publish
    });
    let outputs = run(&firm, publishers, step);
    let winner = winner(&firm, servers, &outputs);
    // The loser publishes again, unless the live version has its changes.
    let output = firm.publish(servers[1 - winner], &[]);
    firm.ended(&output, 0, "ive ", "other");
}

#[test]
#[ignore = "long"]
fn one_of_two_publishers_uploads() {
    publish_at_once("before keep");
}

#[test]
fn one_of_two_publishers_switches() {
    publish_at_once("before switch");
}

#[test]
fn one_of_two_publishers_is_in_the_record() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    // Each has a clone of the record, like jobs on GitHub.
    let [record, bare] = ["record", "record.git"].map(|name| firm.machine.path(name));
    git(&record, "init --quiet --initial-branch=main");
    git(&record, "add --all");
    git(&record, "commit --quiet --message=Begin");
    git(
        &record,
        &format!("clone --quiet --bare . {}", bare.display()),
    );
    let clones = ["one", "two"].map(|name| firm.machine.path(name));
    for clone in &clones {
        let words = format!("clone --quiet {} {}", bare.display(), clone.display());
        git(&bare, &words);
    }
    let publishers = clones.each_ref().map(|clone| {
        let mut publish = firm.publishing(&LIVE);
        publish.env("SITE_RECORD", clone);
        // Two entries by the same person in the same second would be the same commit.
        publish.env("SITE_ACTOR", clone.file_name().expect("a name"));
        for role in ["AUTHOR", "COMMITTER"] {
            publish.env(format!("GIT_{role}_NAME"), "publish");
            publish.env(format!("GIT_{role}_EMAIL"), "publish@localhost");
        }
        publish
    });
    let outputs = run(&firm, publishers, "before parts");
    let winner = winner(&firm, [&LIVE, &LIVE], &outputs);

    let check = firm.machine.path("check");
    let words = format!("clone --quiet {} {}", bare.display(), check.display());
    git(&bare, &words);
    for record in [&check, &clones[winner]] {
        let ask = |words: &[&str]| succeeds(firm.record(words).env("SITE_RECORD", record));
        let head = ask(&["head"]);
        ask(&["verify", "--head", head.trim()]);
        let status: serde_json::Value =
            serde_json::from_str(&ask(&["status", "--place", "live"])).expect("JSON");
        let text = format!("{status}\n{}\n{}", ask(&["list"]), said(&outputs[winner]));
        assert_eq!(status["served"]["commit"], "live", "{text}");
        assert!(status["under_way"].is_null(), "{status}");
    }
}

#[test]
fn two_publishers_with_one_folder_of_the_record_leave_it_right() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    let publishers = [firm.publishing(&LIVE), firm.publishing(&LIVE)];
    let outputs = run(&firm, publishers, "before parts");
    winner(&firm, [&LIVE, &LIVE], &outputs);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "Already live with live", "live");
    let recorded = firm.recorded();
    assert_eq!(recorded["served"]["commit"], "live", "{recorded}");
    assert!(recorded["under_way"].is_null(), "{recorded}");
    let head = succeeds(&mut firm.record(&["head"]));
    succeeds(&mut firm.record(&["verify", "--head", head.trim()]));
}
