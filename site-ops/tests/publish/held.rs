//! An operator who holds the place, and goes back, while a publication is under way.

use super::are_installed;
use super::killed::Killed;
use super::order::write_server;
use super::{Place as _, make_executable, script};
use crate::verify::place::{BEFORE, CHANGED, LIVE};
use crate::verify::proxy;
use crate::workspace::{holds, said};
use std::fs;
use std::sync::Arc;

/// A firm whose operator acts at a step of a publication.
struct Operator(Killed);

impl Operator {
    fn new() -> Self {
        let operator = Self(Killed::new(false));
        let machine = operator.0.machine();
        let server = write_server(&machine.path(""), 'a').display().to_string();
        machine.done(&["put", &server]);
        operator
    }

    /// Publishes, and calls the place with these words once the publication is at a step; returns its status and what it says.
    fn publish(&self, step: &str, calls: &[&str], origin: Option<&str>) -> (Option<i32>, String) {
        let machine = self.0.machine();
        let file = machine.path("operator");
        let mut text = "#!/bin/bash\nset -e\n".to_owned();
        for call in calls {
            text += &format!("bash {} {call} > /dev/null\n", script("place.sh").display());
        }
        fs::write(&file, text).expect("writable");
        make_executable(&file);
        let mut publish = self
            .0
            .publishing(&LIVE, step, file.to_str().expect("UTF-8"));
        if let Some(origin) = origin {
            publish.env("SITE_ORIGIN", origin);
        }
        let output = publish.output().expect("bash runs");
        (output.status.code(), said(&output))
    }
}

const HOLD: &str = "hold ann 'the fees were wrong'";

#[test]
fn an_uploaded_publication_does_not_go_live_over_an_operator_who_holds_the_place() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let operator = Operator::new();
    let earlier = "a".repeat(64);
    let back = format!("back {earlier}");
    let (status, text) = operator.publish("before ssh * switch *", &[HOLD, &back], None);
    assert_eq!(status, Some(1), "{text}");
    holds(
        &text,
        &[
            "held by ann since ",
            "Not published: a person holds the place",
        ],
    );
    assert_eq!(operator.0.machine().live_digest(), earlier, "{text}");
}

#[test]
fn a_failed_publication_does_not_go_back_over_an_operator_who_went_back() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let operator = Operator::new();
    let earlier = "a".repeat(64);
    let back = format!("back {earlier}");
    let (status, text) = operator.publish("after ssh * switch *", &[HOLD, &back], None);
    assert_eq!(status, Some(1), "{text}");
    holds(
        &text,
        &["Not live: ", "A person has switched the place since"],
    );
    assert_eq!(operator.0.machine().live_digest(), earlier, "{text}");
}

#[test]
#[ignore = "long"]
fn a_failed_publication_goes_back_under_a_hold() {
    if !are_installed(&["sshd", "ssh-keygen", "flock"]) {
        return;
    }
    let operator = Operator::new();
    let machine = operator.0.machine();
    let lie: proxy::Lie = Arc::new(|request, response| {
        if request.path == CHANGED {
            response.status = 500;
        }
    });
    let liar = format!("http://{}", proxy::before(machine.systemd.address, lie));
    let (status, text) = operator.publish("after ssh * switch *", &[HOLD], Some(&liar));
    assert_eq!(status, Some(1), "{text}");
    holds(&text, &["Went back because the origin answered otherwise"]);
    assert!(operator.0.serves(&BEFORE), "{text}");
    holds(&machine.done(&["status"]), &["held: ann since "]);
}
