//! A record with two publishers: each has a clone, and the other one pushes in between.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::make_executable;
use super::whole::PROGRAMS;
use crate::record::stamps::Authority;
use crate::record::stamps::publishing::{Server, serve};
use crate::verify::place::{BEFORE, LIVE};
use crate::workspace::{git, holds, said};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A firm whose record has two clones of a bare repository, with a timestamp authority.
struct Pushes {
    firm: Firm,
    bare: PathBuf,
    clones: [PathBuf; 2],
    roots: PathBuf,
}

impl Pushes {
    /// Returns `None` if a program is missing.
    fn new() -> Option<Self> {
        let authority = Authority::new()?;
        if !are_installed(&PROGRAMS) {
            return None;
        }
        let firm = Firm::with_record();
        let path = |name: &str| firm.machine.path(name);
        fs::copy(authority.path("root.pem"), path("roots")).expect("readable");
        let url = serve(authority, Server::Right);
        fs::write(path("authorities"), format!("An authority {url}\n")).expect("writable");
        let output = firm.publish(&BEFORE, &[]);
        firm.ended(&output, 0, "Live since ", "before");
        let (record, bare) = (path("record"), path("record.git"));
        git(&record, "init --quiet --initial-branch=main");
        git(&record, "add --all");
        git(&record, "commit --quiet --message=Begin");
        let words = format!("clone --quiet --bare . {}", bare.display());
        git(&record, &words);
        let clones = ["one", "two"].map(path);
        for clone in &clones {
            clone_to(&bare, clone);
        }
        let roots = path("roots");
        Some(Self {
            firm,
            bare,
            clones,
            roots,
        })
    }

    /// Makes a command write to a clone of the record.
    fn at(&self, mut command: Command, clone: usize) -> Command {
        command.env("SITE_RECORD", &self.clones[clone]);
        let authorities = self.firm.machine.path("authorities");
        command.env("SITE_STAMP_AUTHORITIES", authorities);
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "publish");
            command.env(format!("GIT_{role}_EMAIL"), "publish@localhost");
        }
        command
    }

    /// Makes the first clone run a line of Bash once, before it pushes a commit with this subject.
    fn before_push(&self, subject: &str, line: &str) {
        let hook = self.clones[0].join(".git/hooks/pre-push");
        let log = self.firm.machine.path("hook");
        let text = format!(
            "#!/bin/bash\ngit log -1 --format=%s | grep -q '{subject}' || exit 0\nrm \"$0\"\nunset GIT_DIR GIT_INDEX_FILE\n{{ {line}; }} > {} 2>&1 < /dev/null\n",
            log.display()
        );
        fs::write(&hook, text).expect("writable");
        make_executable(&hook);
    }

    /// Asserts that a new clone is valid, including its timestamps. Returns the list of its events.
    #[track_caller]
    fn is_right(&self) -> String {
        let check = self.firm.machine.path("check");
        clone_to(&self.bare, &check);
        let ask = |words: &[&str]| succeeds(self.firm.record(words).env("SITE_RECORD", &check));
        let head = ask(&["head"]);
        let roots = self.roots.to_str().expect("UTF-8");
        let printed = ask(&["verify", "--head", head.trim(), "--roots", roots]);
        holds(&printed, &["time stamps that lead to the roots"]);
        assert!(!printed.contains("covers the entries after"), "{printed}");
        let list = ask(&["list"]);
        fs::remove_dir_all(&check).expect("ours");
        is_pushed(&self.clones[0]);
        list
    }
}

fn clone_to(bare: &Path, clone: &Path) {
    let words = format!("clone --quiet {} {}", bare.display(), clone.display());
    git(&bare, &words);
}

/// Asserts that every entry in the clone was pushed.
#[track_caller]
fn is_pushed(clone: &Path) {
    assert_eq!(git(&clone, "status --porcelain"), "");
    assert_eq!(git(&clone, "rev-list @{upstream}..HEAD"), "");
}

/// The number of events with this name in a list.
fn count(list: &str, event: &str) -> usize {
    list.matches(&format!("  {event} ")).count()
}

#[test]
fn two_people_who_write_at_once_write_each_event_once() {
    let Some(pushes) = Pushes::new() else {
        return;
    };
    let line = format!(
        "SITE_RECORD={} {} release --who ben --reason right",
        pushes.clones[1].display(),
        env!("CARGO_BIN_EXE_site-ops")
    );
    pushes.before_push("the place changed", &line);
    let hold = pushes
        .firm
        .ops(&["hold", "--who", "ann", "--reason", "wrong"]);
    let output = pushes.at(hold, 0).output().expect("site-ops runs");
    let hook = fs::read_to_string(pushes.firm.machine.path("hook")).expect("it ran");
    assert!(!hook.contains("warning"), "{hook}");
    assert!(output.status.success(), "{}", said(&output));
    assert!(!said(&output).contains("warning"), "{}", said(&output));
    let list = pushes.is_right();
    assert_eq!(
        [count(&list, "held"), count(&list, "released")],
        [1, 1],
        "{list}"
    );
    assert!(pushes.firm.machine.state().events.is_empty());
}

#[test]
fn a_publication_whose_first_push_is_refused_has_another_number() {
    let Some(pushes) = Pushes::new() else {
        return;
    };
    let line = format!(
        "cd {} && git pull --quiet --ff-only && {} record write held --actor ben --reason wrong --record . && git add --all && git commit --quiet --message=Held && git push --quiet",
        pushes.clones[1].display(),
        env!("CARGO_BIN_EXE_site-ops")
    );
    pushes.before_push("a publication begins", &line);
    let output = pushes.at(pushes.firm.publishing(&LIVE), 0).output();
    let output = output.expect("site-ops runs");
    pushes.firm.ended(&output, 0, "Live since ", "live");
    let list = pushes.is_right();
    assert_eq!(
        [count(&list, "held"), count(&list, "begins")],
        [1, 2],
        "{list}"
    );
    let words = ["live       at live  publication 6  commit: live"];
    holds(&list, &words);
}

#[test]
fn a_clone_takes_what_others_pushed_and_pushes_what_a_run_left() {
    let Some(pushes) = Pushes::new() else {
        return;
    };
    // A run that is killed before its push.
    let held = ["write", "held", "--actor", "ann", "--reason", "wrong"];
    succeeds(&mut pushes.at(pushes.firm.record(&held), 1));
    let release = ["hold", "--who", "ben", "--reason", "also wrong"];
    for clone in [1, 0] {
        let output = pushes.at(pushes.firm.ops(&release), clone).output();
        let output = output.expect("site-ops runs");
        assert!(!said(&output).contains("warning"), "{}", said(&output));
    }
    let list = pushes.is_right();
    assert_eq!(count(&list, "held"), 3, "{list}");

    // Each clone has a different entry with the same number.
    for clone in [0, 1] {
        succeeds(&mut pushes.at(pushes.firm.record(&held), clone));
    }
    let words = [
        "warning: the record doesn't have this yet",
        "found one with entries that no one pushed",
    ];
    let output = pushes.at(pushes.firm.ops(&release), 0).output();
    assert!(!said(&output.expect("it runs")).contains("warning"));
    let output = pushes.at(pushes.firm.ops(&release), 1).output();
    holds(&said(&output.expect("it runs")), &words);
}
