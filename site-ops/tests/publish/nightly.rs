//! The check of each night: what is wrong is said, and a night without an answer is no news.

use super::{are_installed, script};
use crate::verify::place::{CHANGED, LIVE, live, nobody};
use crate::verify::proxy::{self, Lie};
use crate::workspace::{holds, said};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output};
use std::sync::Arc;

/// The check of the night with these variables.
fn night(variables: &[(&str, &str)]) -> Output {
    let mut nightly = Command::new("bash");
    nightly.arg(script("nightly.sh"));
    crate::name_programs(&mut nightly);
    nightly.env("SITE_SERVER", &*LIVE);
    for name in ["SITE_PLACE", "SITE_URL", "SITE_STATE", "SITE_REPOSITORY"] {
        nightly.env_remove(name);
    }
    nightly.envs(variables.iter().copied());
    nightly.output().expect("bash runs")
}

#[test]
fn what_differs_is_said_each_night_and_silence_after_three() {
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

/// A GitHub whose last scheduled run was at this moment.
fn github(last: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a client");
            _ = stream.read(&mut [0; 4096]);
            let body = format!("{{\"workflow_runs\": [{{\"created_at\": \"{last}\"}}]}}");
            let length = body.len();
            let head =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
            _ = stream.write_all((head + &body).as_bytes());
        }
    });
    address
}

#[test]
fn a_schedule_that_has_ended_is_said() {
    if !are_installed(&["curl"]) {
        return;
    }
    let server = live();
    let origin = format!("http://{}", server.address);
    let asked = |api: SocketAddr| {
        let api = format!("http://{api}");
        night(&[
            ("SITE_ORIGIN", &origin),
            ("SITE_REPOSITORY", "firm/site"),
            ("SITE_API", &api),
        ])
    };
    let output = asked(github("2999-01-01T04:23:00Z"));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = asked(github("2026-01-01T04:23:00Z"));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    holds(
        &said(&output),
        &["found 2026-01-01T04:23:00Z", "Enable workflow"],
    );
    let output = asked(nobody());
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
        // The program is not on this machine.
        let program = "ExecStart=/usr/local/lib/site-nightly/nightly.sh";
        let unit = folder.path().join(name);
        fs::write(&unit, text.replace(program, "ExecStart=/bin/true")).expect("writable");
        analyze.arg(unit);
    }
    let output = analyze.output().expect("it runs");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output), "");
}
