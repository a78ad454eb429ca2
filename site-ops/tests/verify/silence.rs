//! A place that doesn't answer, which proves nothing against the publication.

use super::place::{live, nobody, run, verify, verify_url};
use super::proxy::{self, Lie};
use crate::workspace::{holds, said};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[test]
fn nobody_there_is_no_difference() {
    let verified = verify(nobody(), &[]);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
    assert_eq!(verified.report["result"], "unasked");
    let verified = verify_url("http://nowhere.invalid", &["--seconds", "20"]);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
    let output = run(&format!("http://{}", nobody()), &[]);
    holds(&said(&output), &["says nothing against the publication"]);
    let verified = verify_url("ftp://example.com", &[]);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
    let verified = verify(nobody(), &["--server", "/nowhere/site-server"]);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
}

#[test]
fn a_place_that_never_answers_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let start = Instant::now();
    let verified = verify(
        listener.local_addr().expect("its address"),
        &["--seconds", "3"],
    );
    assert_eq!(verified.status, Some(2), "{}", verified.said);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_place_that_is_slow_is_asked_for_as_long_as_there_is_time() {
    let server = live();
    let lie: Lie = Arc::new(|request, _| {
        if request.path != "/" {
            std::thread::sleep(Duration::from_millis(700));
        }
    });
    let start = Instant::now();
    let arguments = ["--seconds", "4", "--at-once", "2"];
    let verified = verify(proxy::before(server.address, lie), &arguments);
    assert_eq!(verified.status, Some(2), "{}", verified.said);
    assert!(start.elapsed() < Duration::from_secs(20));
}
