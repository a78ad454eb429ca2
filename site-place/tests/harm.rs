//! Crashes at every step, damaged states, and uploads that aren't built servers.

use crate::support::{
    Place, SERVERS, Server, approved, file_of_state, printed, server, server_for, steps,
};
use site_place::request::Request;
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

/// Asserts that a request was refused with this code and text, and that the same version is live.
#[track_caller]
fn refused(place: &Place, output: &Output, code: i32, words: &str) {
    let text = printed(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(words), "expected {words:?} in: {text}");
    assert_eq!(place.state().live_digest(), Some(&*SERVERS[0].digest));
}

/// A place whose live version is the first server.
fn published() -> Place {
    let place = Place::new();
    place.publish(&SERVERS[0]);
    place
}

#[test]
fn a_crash_at_any_step_is_repaired() {
    for step in steps() {
        let place = published();
        let next = &SERVERS[1];
        let kept = place.keep(next, false, Some(&step));
        let mut was_killed = kept.status.code().is_none();
        if !was_killed {
            let switched = place.switch(&next.digest, approved(next), Some(&step));
            was_killed = switched.status.code().is_none();
        }
        assert!(
            was_killed,
            "expected the step {step} on the way of a publication"
        );
        assert!(!place.running().is_empty(), "{step}: a server answers");

        let output = place.run(&["repair"]);
        assert!(output.status.success(), "{step}: {}", printed(&output));
        let live = place
            .state()
            .live_digest()
            .expect("a live version")
            .to_owned();
        let running: Vec<String> = place.running().into_iter().collect();
        assert_eq!(running, [live], "{step}: exactly one answers");

        // The same publication continues.
        if place.state().live_digest() != Some(&*next.digest) {
            place.publish(next);
        }
        assert_eq!(place.state().live_digest(), Some(&*next.digest), "{step}");
    }
}

#[test]
fn a_reboot_at_any_step_ends_with_one_server() {
    for step in steps() {
        let place = published();
        let next = &SERVERS[1];
        place.keep(next, false, Some(&step));
        place.switch(&next.digest, approved(next), Some(&step));
        place.lose_power();
        assert!(place.run(&["repair"]).status.success(), "{step}");
        let live = place
            .state()
            .live_digest()
            .expect("a live version")
            .to_owned();
        let running: Vec<String> = place.running().into_iter().collect();
        assert_eq!(running, [live], "{step}");
    }
}

#[test]
fn a_cut_connection_does_not_stop_a_switch_halfway() {
    let place = published();
    let next = &SERVERS[1];
    assert!(place.keep(next, false, None).status.success());
    // The parts of a damaged file can't be kept, and no one reads the warning.
    let live = place.path("publications").join(&SERVERS[0].digest);
    fs::write(live.join("site-server"), "damaged").expect("writable");
    let state = place.state();
    let switch = Request::Switch {
        digest: next.digest.clone(),
        revision: state.revision,
        base: state.approved.commit,
        grounds: approved(next),
        withdraws: Vec::new(),
    };
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = place.command(&["key", "write"]);
    let json = serde_json::to_string(&switch).expect("JSON");
    command.env("SSH_ORIGINAL_COMMAND", json);
    command.stdout(writer.try_clone().expect("a pipe"));
    let status = command.stderr(writer).status();
    assert!(status.expect("site-place runs").success());
    assert_eq!(place.state().live_digest(), Some(&*next.digest));
    assert!(place.running().contains(&next.digest));
    assert_eq!(place.running().len(), 1);
}

#[test]
fn a_server_that_does_not_start_leaves_the_live_one() {
    let place = published();
    let next = &SERVERS[1];
    place.keep(next, false, None);
    place.break_server(&next.digest);
    let output = place.switch(&next.digest, approved(next), None);
    refused(&place, &output, 1, "The live version hasn't changed");
    let running: Vec<String> = place.running().into_iter().collect();
    assert_eq!(running, [SERVERS[0].digest.clone()]);
    assert_eq!(place.state().starting, None);
}

#[test]
fn a_state_that_is_damaged_or_foreign_is_refused() {
    let place = published();
    let path = place.path("state.json");
    let good = fs::read(&path).expect("a state");
    let mut newer = file_of_state(&place);
    newer["format"] = 99.into();
    let mut other = file_of_state(&place);
    other["color"] = "blue".into();
    let half = &good[..good.len() / 2];
    for (bytes, words) in [
        (half.to_vec(), "found damage"),
        (Vec::new(), "found damage"),
        (b"\xff\xfe".to_vec(), "found damage"),
        (newer.to_string().into_bytes(), "found format 99"),
        (other.to_string().into_bytes(), "unknown field `color`"),
    ] {
        fs::write(&path, bytes).expect("writable");
        for words_of_command in [&["status"][..], &["repair"], &["init", "--approved", "x"]] {
            let output = place.run(words_of_command);
            assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
            assert!(printed(&output).contains(words), "{}", printed(&output));
        }
    }

    // A file that others can change, and a link in its place.
    fs::write(&path, &good).expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).expect("ours");
    let output = place.run(&["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(
        printed(&output).contains("chmod 644"),
        "{}",
        printed(&output)
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("ours");
    assert!(place.run(&["status"]).status.success());
    let elsewhere = place.path("elsewhere.json");
    fs::rename(&path, &elsewhere).expect("ours");
    symlink(&elsewhere, &path).expect("writable");
    let output = place.run(&["status"]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(
        printed(&output).contains("must be a regular one"),
        "{}",
        printed(&output)
    );
}

#[test]
fn an_upload_is_read_and_never_run() {
    let place = published();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let good = fs::read(&SERVERS[1].path).expect("built");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("writable");
        Server {
            digest: SERVERS[1].digest.clone(),
            commit: SERVERS[1].commit.clone(),
            path,
        }
    };
    let text = |from: &str, to: &str| {
        let at = good
            .windows(from.len())
            .rposition(|part| part == from.as_bytes());
        let at = at.expect("it is in the trailer");
        [&good[..at], to.as_bytes(), &good[at + from.len()..]].concat()
    };
    let digest = &SERVERS[1].digest;
    let script = b"#!/bin/sh\ntouch /tmp/it-ran\n".to_vec();
    for (name, bytes) in [
        ("script", script),
        ("empty", Vec::new()),
        ("half", good[..good.len() / 2].to_vec()),
        ("forged digest", text(digest, &"0".repeat(64))),
        ("version 6", text("version 8", "version 6")),
        ("version 9", text("version 8", "version 9")),
        ("damaged", [&good[..70], b"!", &good[71..]].concat()),
    ] {
        let output = place.keep(&file(name, &bytes), false, None);
        println!("{name}");
        refused(&place, &output, 1, "site-place: expected");
    }
    let versions = place.state().versions;
    assert_eq!(versions.len(), 1, "{versions:?}");
    assert_eq!(
        fs::read_dir(place.path("publications"))
            .expect("readable")
            .count(),
        1
    );

    let own = std::env::consts::ARCH;
    let other = if own == "x86_64" { "aarch64" } else { "x86_64" };
    let foreign = server_for(other, folder.path(), "foreign");
    let words = format!("expected a built server for {own}, found one for {other}");
    refused(&place, &place.keep(&foreign, false, None), 1, &words);

    // Files that arrive incomplete.
    let mut upload = site_place::request::Upload {
        bytes: good.len() as u64,
        sha256: "0".repeat(64),
        revision: place.state().revision,
        is_take_down: false,
    };
    let output = place.send(&Request::Keep(upload.clone()), Some(&SERVERS[1].path), None);
    refused(&place, &output, 1, "it didn't arrive complete");
    upload.bytes = u64::MAX;
    let output = place.send(&Request::Keep(upload), None, None);
    refused(&place, &output, 1, "at most");
}

#[test]
fn a_key_sends_its_own_requests_only() {
    let place = published();
    let send = |rights: &str, text: &str| {
        let mut command = place.command(&["key", rights]);
        command.env("SSH_ORIGINAL_COMMAND", text);
        command.output().expect("site-place runs")
    };
    assert!(send("read", r#"{"request":"status"}"#).status.success());
    let digest = &SERVERS[0].digest;
    for text in [
        format!(r#"{{"request":"get","digest":"{digest}"}}"#),
        r#"{"request":"hold","who":"eve","reason":"none"}"#.to_owned(),
    ] {
        refused(&place, &send("read", &text), 1, "another one");
    }
    let approve = r#"{"request":"approve","commit":"x","who":"eve","reason":"none"}"#;
    refused(&place, &send("write", approve), 1, "another one");
    for text in ["", "status; id", "rm -rf /", "{}", r#"{"request":"burn"}"#] {
        refused(&place, &send("write", text), 2, "expected a request");
    }
    let output = send("write", r#"{"request":"get","digest":"../../etc/passwd"}"#);
    refused(&place, &output, 1, "at the place, found none");
}

#[test]
fn a_request_waits_for_the_one_before_it() {
    let place = published();
    let lock = File::options().write(true).open(place.path("lock"));
    let lock = lock.expect("the lock of earlier requests");
    lock.lock().expect("free");
    let mut waiting = place.command(&["repair"]).spawn().expect("site-place runs");
    sleep(Duration::from_millis(100));
    assert!(waiting.try_wait().expect("readable").is_none(), "it waits");
    drop(lock);
    assert!(waiting.wait().expect("it ends").success());
}

#[test]
fn a_request_for_an_earlier_state_is_refused() {
    let place = published();
    let next = server(place.path("").as_path(), "next");
    assert!(place.keep(&next, false, None).status.success());
    let state = place.state();
    let switch = Request::Switch {
        digest: next.digest.clone(),
        revision: state.revision,
        base: state.approved.commit.clone(),
        grounds: approved(&next),
        withdraws: Vec::new(),
    };
    // In the meantime, a person sets and releases a hold.
    let (who, reason) = ("ann".to_owned(), "a look".to_owned());
    let hold = Request::Hold {
        who: who.clone(),
        reason: reason.clone(),
        if_free: false,
    };
    let release = Request::Release {
        who,
        reason,
        of: None,
    };
    assert!(place.send(&hold, None, None).status.success());
    assert!(place.send(&release, None, None).status.success());
    let output = place.send(&switch, None, None);
    refused(&place, &output, 1, "the place has changed");

    // The base isn't the newest approved commit.
    let mut request = switch;
    if let Request::Switch { revision, base, .. } = &mut request {
        *revision = place.state().revision;
        "another".clone_into(base);
    }
    let output = place.send(&request, None, None);
    refused(&place, &output, 1, "the newest approved commit");
}
