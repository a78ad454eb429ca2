//! A run that is killed, or whose machine goes down, at each step of publish.sh: visitors have one publication whole, and the next run repairs
//! what it left, in the record as well.

use super::are_installed;
use super::machine::Machine;
use super::whole::Firm;
use crate::verify::host::Host;
use crate::verify::place::{BEFORE, LIVE, verify};
use crate::workspace::{holds, said};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the program of its own name that it stands before, and does harm before or after a call that is named.
const KILLER: &str = r#"#!/bin/bash
name=$(basename "$0")
echo >> "$TEST_COUNT.$name"
step="$name $(wc -l < "$TEST_COUNT.$name") $*"
case "before $step" in $TEST_STEP) $TEST_HARM ;; esac
status=0
env PATH="$TEST_PATH" "$name" "$@" || status=$?
case "after $step" in $TEST_STEP) $TEST_HARM ;; esac
exit "$status"
"#;

/// The steps of a publication by ssh, each before or after the call of a program.
const BY_SSH: [&str; 8] = [
    "before site * record write begins*",
    "after site * record write begins*",
    "before ssh * put *",
    "after ssh * put *",
    "before ssh * switch *",
    "after ssh * switch *",
    "before site * record write live*",
    "after site * record write live*",
];

/// A firm with a place and a record, whose runs can be killed.
pub struct Killed {
    firm: Firm,
    host: Option<Host>,
}

impl Killed {
    /// A firm that publishes to a machine, or to a folder, and has published once.
    pub fn new(is_folder: bool) -> Self {
        let firm = Firm::new();
        let mut create = of_record(&firm.machine, &["create", "--zone", "America/Chicago"]);
        create.args(["--fiscal-year-ends", "12-31", "--actor", "ann"]);
        succeeds(&mut create);
        fs::write(firm.machine.path("answers"), "{}").expect("writable");
        fs::create_dir_all(firm.machine.path("www")).expect("writable");
        let host = is_folder.then(|| Host::start(firm.machine.path("www/site")));
        let killed = Self { firm, host };
        killed.publishes(&BEFORE, "before");
        killed
    }

    /// Publishes a server, and kills the run at a step; returns true where it came so far.
    fn is_killed(&self, server: &Path, step: &str) -> bool {
        let output = self.publish(server, step, "kill -KILL 0");
        let is_killed = output.status.signal() == Some(9);
        assert!(
            is_killed || output.status.success(),
            "{step}: {}",
            said(&output)
        );
        is_killed
    }

    /// Publishes a server, and does harm at a step.
    fn publish(&self, server: &Path, step: &str, harm: &str) -> Output {
        let mut publish = self.publishing(server, step, harm);
        publish.process_group(0).output().expect("bash runs")
    }

    /// The command that publishes a server, and does harm at a step.
    pub fn publishing(&self, server: &Path, step: &str, harm: &str) -> Command {
        let machine = &self.firm.machine;
        let programs = machine.path("killers");
        _ = fs::remove_dir_all(&programs);
        fs::create_dir(&programs).expect("writable");
        let mut publish = self.firm.publishing(server, "none", "0");
        for name in ["ssh", "rsync", "site"] {
            let file = programs.join(name);
            fs::write(&file, KILLER).expect("writable");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("ours");
        }
        let path = std::env::var("PATH").expect("a PATH");
        // Behind the one that kills is the program of the firm.
        let behind = machine.path("behind");
        fs::create_dir_all(&behind).expect("writable");
        _ = fs::remove_file(behind.join("site"));
        symlink(machine.path("program"), behind.join("site")).expect("writable");
        publish.env("SITE_OPS_PROGRAM", programs.join("site"));
        publish.env("PATH", format!("{}:{path}", programs.display()));
        publish.env("TEST_PATH", format!("{}:{path}", behind.display()));
        publish.env("TEST_COUNT", programs.join("count"));
        publish.env("TEST_STEP", step).env("TEST_HARM", harm);
        publish.env("TEST_REAL_RECORD", "yes");
        if let Some(host) = &self.host {
            publish.env("SITE_PLACE", machine.path("www"));
            publish.env("SITE_URL", format!("http://{}", host.address));
        }
        publish
    }

    pub fn machine(&self) -> &Machine {
        &self.firm.machine
    }

    /// Publishes a server by a run that is not killed, after which the record says what the place serves.
    fn publishes(&self, server: &Path, name: &str) {
        assert!(!self.is_killed(server, "never"));
        let machine = &self.firm.machine;
        assert!(self.serves(server), "{name} is served");
        let mut status = of_record(machine, &["status", "--place", "live"]);
        let status: Value = serde_json::from_str(&succeeds(&mut status)).expect("JSON");
        assert_eq!(status["under_way"], Value::Null, "{status}");
        assert_eq!(status["served"]["commit"], name, "{status}");
        let head = succeeds(&mut of_record(machine, &["head"]));
        succeeds(&mut of_record(machine, &["verify", "--head", head.trim()]));
    }

    /// Returns true where visitors are served exactly this.
    pub fn serves(&self, server: &Path) -> bool {
        let server = server.to_str().expect("UTF-8");
        let verified = match &self.host {
            Some(host) => verify(host.address, &["--server", server, "--files"]),
            None => verify(self.firm.machine.systemd.address, &["--server", server]),
        };
        verified.status == Some(0)
    }
}

/// The command `cargo site-ops record` on the firm's record.
fn of_record(machine: &Machine, arguments: &[&str]) -> Command {
    let mut site = Command::new(env!("CARGO_BIN_EXE_site-ops"));
    site.arg("record").args(arguments);
    site.env("SITE_RECORD", machine.path("record"));
    site
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Kills a run by ssh at each of these steps, and has the next one repair.
fn are_repaired(steps: &[&str]) {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    for step in steps {
        let killed = Killed::new(false);
        assert!(killed.is_killed(&LIVE, step), "{step}");
        assert!(
            killed.serves(&BEFORE) || killed.serves(&LIVE),
            "{step}: one of both is served, whole"
        );
        killed.publishes(&LIVE, "live");
    }
}

#[test]
fn a_run_that_is_killed_is_repaired_by_the_next() {
    are_repaired(&BY_SSH[4..6]);
}

#[test]
#[ignore = "long"]
fn a_run_that_is_killed_at_any_step_is_repaired_by_the_next() {
    are_repaired(&BY_SSH);
}

#[test]
#[ignore = "long"]
fn a_run_that_is_killed_at_any_copy_to_a_folder_is_repaired_by_the_next() {
    if !are_installed(&["sshd", "ssh-keygen", "rsync"]) {
        return;
    }
    let mut step = 1;
    loop {
        let killed = Killed::new(true);
        if !killed.is_killed(&LIVE, &format!("after rsync {step} *")) {
            break;
        }
        // Its files take their places one by one, but each page is whole, and finds its parts.
        assert!(pages_are_whole(&killed.firm.machine.path("www/site")));
        killed.publishes(&LIVE, "live");
        step += 1;
    }
    println!("a publication to a folder calls rsync {} times", step - 1);
    assert!(step > 5, "it was killed at few steps");
}

#[test]
fn a_machine_that_goes_down_half_way_is_repaired_by_the_next_run() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    for (step, status, words) in [
        ("before ssh * put *", 1, "the place did not take it"),
        ("before ssh * switch *", 2, "See the place at once"),
    ] {
        let mut killed = Killed::new(false);
        let harm = format!("kill -KILL {}", killed.firm.machine.sshd_id());
        let output = killed.publish(&LIVE, step, &harm);
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
        holds(&said(&output), &[words]);
        assert!(
            killed.serves(&BEFORE),
            "{step}: visitors keep what they had"
        );
        // While nobody answers, no run does anything.
        let output = killed.publish(&LIVE, "never", "");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        holds(&said(&output), &["the live version hasn't changed"]);
        killed.firm.machine.come_up();
        killed.publishes(&LIVE, "live");
    }
}

/// Returns true where all pages of a folder end as pages do, and all of their parts are there.
fn pages_are_whole(site: &Path) -> bool {
    let mut pages: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(site).expect("published") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|end| end == "html") {
            pages.push(path);
        }
    }
    assert!(pages.len() > 5, "a site has pages");
    pages.iter().all(|page| {
        let text = fs::read_to_string(page).expect("UTF-8");
        let parts = super::folder::parts(&text);
        text.trim_end().ends_with("</html>")
            && parts.iter().all(|part| site.join(&part[1..]).exists())
    })
}
