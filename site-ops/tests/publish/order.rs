//! `cargo site-ops rollback`: which versions it returns to, and which it never does.

use super::are_installed;
use super::firm::{Firm, succeeds};
use super::killed::serves;
use super::servers::{digest, write_server};
use super::whole::PROGRAMS;
use crate::verify::place::{BEFORE, CHANGED, LIVE, WITHDRAWN};
use crate::workspace::{holds, said};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The command `cargo site-ops rollback` with a person and a reason.
fn rollback(firm: &Firm, arguments: &[&str]) -> Command {
    let mut rollback = firm.ops(&["rollback"]);
    rollback.args(arguments);
    rollback.args(["--who", "ann", "--reason", "the fees were wrong"]);
    rollback
}

/// Runs a command that must exit with this code and print these texts, and asserts the live commit afterward.
#[track_caller]
fn ends(firm: &Firm, mut command: Command, code: i32, words: &[&str], live: &str) {
    let output = command.output().expect("the command runs");
    let text = said(&output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    holds(&text, words);
    assert_eq!(firm.machine.live().1, live, "{text}");
}

#[test]
#[ignore = "long"]
fn a_rollback_never_returns_to_a_version_that_failed_its_check() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    for commit in ["first", "second"] {
        let server = write_server(&firm.machine.path(""), commit);
        firm.machine.publish(&server);
    }
    firm.machine.publish(&BEFORE);
    let liar = firm.liar_at_changed();
    let output = firm.publish(&LIVE, &[("SITE_ORIGIN", &liar)]);
    let words = "Rolled back because the origin served something else";
    firm.ended(&output, 1, words, "before");

    ends(&firm, rollback(&firm, &[]), 0, &["Live again: "], "second");
    ends(&firm, rollback(&firm, &[]), 0, &["Live again: "], "first");
    let words = ["expected a version that was live before", "--list"];
    ends(&firm, rollback(&firm, &[]), 2, &words, "first");
    // A person can still choose this version or a later one.
    let live = digest(&LIVE);
    ends(&firm, rollback(&firm, &[&live[..16]]), 0, &[], "live");
}

#[test]
fn a_rollback_lists_previews_and_holds_publishing() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    firm.publish(&LIVE, &[]);
    let [before, live] = [&*BEFORE, &*LIVE].map(|server| digest(server));
    let state = firm.machine.state();
    let list = succeeds(&mut firm.ops(&["rollback", "--list"]));
    holds(
        &list,
        &[
            &format!("live: {live} live "),
            &format!("before: {before}"),
            &format!("kept: {before} before "),
        ],
    );
    let preview = succeeds(&mut firm.ops(&["rollback", "--dry-run"]));
    holds(&preview, &["At once, 2 addresses", CHANGED, WITHDRAWN]);
    // Also with a person and a reason.
    ends(&firm, rollback(&firm, &["--dry-run"]), 0, &[], "live");
    let nobody = firm.ops(&["rollback"]);
    ends(&firm, nobody, 2, &["--who", "--reason"], "live");
    let is_live = [&*format!("found that {live} is")];
    ends(&firm, rollback(&firm, &[&live[..16]]), 1, &is_live, "live");
    ends(&firm, rollback(&firm, &["0000"]), 2, &["found 0"], "live");
    assert_eq!(firm.machine.state(), state);

    let words = [
        "Live again: ",
        "held by ann",
        "open a pull request",
        "answers as it should",
    ];
    ends(&firm, rollback(&firm, &[]), 0, &words, "before");
    assert!(serves(&firm, &BEFORE));
    let list = ["list", "--format", "json"];
    let events = succeeds(&mut firm.record(&list));
    holds(&events, &["\"held\"", "\"back\"", "the fees were wrong"]);
    assert_eq!(firm.recorded()["served"]["commit"], "before");
    let status = succeeds(&mut firm.ops(&["status"]));
    holds(&status, &["held: ann since ", "the fees were wrong"]);
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the place is held by ann", "before");
}

#[test]
fn a_version_that_is_built_again_must_be_the_same() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    firm.machine.publish(&LIVE);
    firm.machine.publish(&BEFORE);
    let live = &digest(&LIVE)[..16];
    let built = |server: &Path| {
        let server = server.to_str().expect("UTF-8");
        rollback(&firm, &[live, "--built", server])
    };
    let folder = firm.machine.path("place/publications").join(digest(&LIVE));
    fs::remove_dir_all(folder).expect("ours");
    ends(&firm, rollback(&firm, &[live]), 2, &[], "before");
    let words = ["it is another publication"];
    ends(&firm, built(&BEFORE), 2, &words, "before");
    ends(&firm, built(&LIVE), 0, &["Live again: "], "live");
    assert!(serves(&firm, &LIVE));
}

#[test]
fn a_rollback_shows_no_page_that_was_taken_down() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::with_record();
    firm.publish(&BEFORE, &[]);
    firm.git("checkout --quiet before");
    firm.git(&format!(
        "commit --quiet --allow-empty --message=Down --trailer=Taken-down:{WITHDRAWN}"
    ));
    firm.git("tag --force live");
    let mut publish = firm.publishing_without_gate(&LIVE);
    publish.args(["--break-glass", "ann", "--reason", "a wrong figure"]);
    publish.arg("--take-down");
    let output = publish.output().expect("it runs");
    firm.ended(&output, 0, "Live since ", "live");

    let before = digest(&BEFORE);
    let file = BEFORE.to_str().expect("UTF-8");
    let words = [WITHDRAWN, "which was taken down"];
    for arguments in [&[][..], &[&*before], &[&*before, "--built", file]] {
        ends(&firm, rollback(&firm, arguments), 1, &words, "live");
    }
    let back = ["back", &before, "--who", "ann", "--reason", "none"];
    let output = firm.machine.site_place(&back);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(serves(&firm, &LIVE));
    assert_eq!(firm.recorded()["served"]["commit"], "live");
}

#[test]
fn a_rollback_asks_in_a_terminal() {
    if !are_installed(&PROGRAMS) || !are_installed(&["script"]) {
        return;
    }
    let firm = Firm::new();
    firm.machine.publish(&BEFORE);
    firm.machine.publish(&LIVE);
    for (key, code, live) in [("n", 1, "live"), ("y", 0, "before")] {
        let command = rollback(&firm, &[]);
        let mut line = String::from("exec");
        for word in std::iter::once(command.get_program()).chain(command.get_args()) {
            line += &format!(" '{}'", word.to_str().expect("UTF-8"));
        }
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
        script.current_dir(command.get_current_dir().expect("it is set"));
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                script.env(name, value);
            }
        }
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = script.spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(key.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        holds(&text, &["Go back to "]);
        assert_eq!(firm.machine.live().1, live, "{text}");
    }
}
