//! The nightly check: differences are reported, and a night without an answer isn't.

use super::machine::Machine;
use super::whole::PROGRAMS;
use super::{are_installed, script};
use crate::verify::place::{BEFORE, CHANGED, LIVE, live, nobody};
use crate::verify::proxy::{self, Lie};
use crate::workspace::{holds, said};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output};
use std::sync::Arc;

/// Runs the nightly check with these variables.
fn night(variables: &[(&str, &str)]) -> Output {
    let mut nightly = Command::new(env!("CARGO_BIN_EXE_site-ops"));
    nightly.arg("nightly").env("SITE_SERVER", &*LIVE);
    for name in ["SITE_PLACE", "SITE_URL", "SITE_STATE", "SITE_REPOSITORY"] {
        nightly.env_remove(name);
    }
    nightly.envs(variables.iter().copied());
    nightly.output().expect("site-ops runs")
}

#[test]
fn differences_are_reported_each_night_and_silence_after_three() {
    let server = live();
    let origin = format!("http://{}", server.address);
    let output = night(&[("SITE_ORIGIN", &origin)]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let lie: Lie = Arc::new(|request, response| {
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = format!("http://{}", proxy::before(server.address, lie));
    let output = night(&[("SITE_ORIGIN", &liar)]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    // The server itself is right, but the public address isn't.
    let output = night(&[("SITE_ORIGIN", &origin), ("SITE_URL", &liar)]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));

    let folder = tempfile::tempdir().expect("a folder for the test");
    let state = folder.path().to_str().expect("UTF-8");
    let silent = format!("http://{}", nobody());
    for expected in [0, 0, 2, 2] {
        let output = night(&[("SITE_ORIGIN", &silent), ("SITE_STATE", state)]);
        assert_eq!(output.status.code(), Some(expected), "{}", said(&output));
    }
    let output = night(&[("SITE_ORIGIN", &origin), ("SITE_STATE", state)]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = night(&[("SITE_ORIGIN", &silent), ("SITE_STATE", state)]);
    assert_eq!(output.status.code(), Some(0), "the count starts again");
    // Without a count, as on GitHub, where the issue counts.
    let output = night(&[("SITE_ORIGIN", &silent)]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_night_asks_the_place_for_the_live_version() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let mut machine = Machine::start();
    let night = |machine: &Machine| {
        let mut nightly = machine.ops();
        nightly.arg("nightly").env_remove("SITE_SERVER");
        nightly
            .env_remove("SITE_STATE")
            .env_remove("SITE_REPOSITORY");
        nightly.output().expect("site-ops runs")
    };
    let output = night(&machine);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["expected a live version, found none"]);
    let digest = machine.publish(&LIVE);
    let output = night(&machine);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));

    // The file of the live version isn't the published one.
    let kept = machine
        .path("place/publications")
        .join(digest)
        .join("site-server");
    fs::remove_file(&kept).expect("ours");
    fs::copy(&*BEFORE, &kept).expect("writable");
    let output = night(&machine);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    holds(&said(&output), &["the place keeps a damaged file"]);
    machine.go_down();
    let output = night(&machine);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

/// GitHub's API, with the same response to every request.
pub fn github(body: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a client");
            _ = stream.read(&mut [0; 4096]);
            let length = body.len();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
            );
            _ = stream.write_all((head + &body).as_bytes());
        }
    });
    address
}

#[test]
fn a_schedule_that_has_ended_is_reported() {
    let server = live();
    let origin = format!("http://{}", server.address);
    let ask = |api: SocketAddr| {
        let api = format!("http://{api}");
        night(&[
            ("SITE_ORIGIN", &origin),
            ("SITE_REPOSITORY", "firm/site"),
            ("SITE_API", &api),
        ])
    };
    let run = |at: &str| format!("{{\"workflow_runs\": [{{\"created_at\": \"{at}\"}}]}}");
    let output = ask(github(run("2999-01-01T04:23:00Z")));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = ask(github(run("2026-01-01T04:23:00Z")));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(
        &said(&output),
        &["found 2026-01-01T04:23:00Z", "Enable workflow"],
    );
    let output = ask(nobody());
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn the_units_of_the_night_are_good() {
    if !are_installed(&["systemd-analyze"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["verify", "--man=no"]);
    for name in ["site-nightly.service", "site-nightly.timer"] {
        let text = fs::read_to_string(script(name)).expect("there");
        // The program isn't installed on this machine.
        let program = "ExecStart=/usr/local/lib/site-nightly/site-ops nightly";
        assert!(name.ends_with(".timer") || text.contains(program), "{text}");
        let unit = folder.path().join(name);
        fs::write(&unit, text.replace(program, "ExecStart=/bin/true")).expect("writable");
        analyze.arg(unit);
    }
    let output = analyze.output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output), "");
}
