//! The certificate: at start, and when it is reloaded.

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;

use super::files::{Files, connect, get};
use crate::common::{Server, TIMEOUT, ask, fails};

#[test]
fn the_certificate_is_read_again_without_a_gap() {
    let mut files = Files::new();
    let (server, address) = files.serve("");
    let mut kept = connect(address, &files.client(&[]));
    ask(&mut kept, &get("/")).expect(200, &[]);
    let old = files.issued.clone();
    files.issue(|_| {});
    server.signal("HUP");
    files.wait_for("certificate reloaded");
    let mut new = connect(address, &files.client(&[]));
    for (stream, issued) in [(&mut kept, &old), (&mut new, &files.issued)] {
        ask(stream, &get("/fees")).expect(200, &[]);
        let chain = stream.conn.peer_certificates().expect("a certificate");
        assert_eq!(chain[0], *issued);
    }
    // An unusable file changes nothing.
    let good = fs::read(files.certificate()).expect("a file");
    let other = fs::read(Files::new().certificate()).expect("a file");
    for (bad, expected) in [
        (&other[..], "its private key in"),
        (&good[..good.len() / 2], "found: none"),
    ] {
        fs::write(files.certificate(), bad).expect("written");
        server.signal("HUP");
        files.wait_for("certificate not reloaded");
        files.wait_for(expected);
        let mut stream = connect(address, &files.client(&[]));
        ask(&mut stream, &get("/")).expect(200, &[]);
    }
}

#[test]
fn systemd_is_told_what_happens() {
    let files = Files::new();
    let path = files.folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(TIMEOUT)).expect("not zero");
    let notified = || {
        let mut bytes = [0; 200];
        let length = manager.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = files.command("");
    command.env("NOTIFY_SOCKET", &path);
    let mut server = Server::start_from(command);
    assert_eq!(notified(), "READY=1\n");
    server.signal("HUP");
    let reloading = notified();
    let expected = "RELOADING=1\nMONOTONIC_USEC=";
    assert!(reloading.starts_with(expected), "{reloading}");
    assert_eq!(notified(), "READY=1\n");
    server.log();
    assert_eq!(notified(), "STOPPING=1\n");
}

#[test]
fn what_is_wrong_with_a_certificate_is_said_at_the_start() {
    let files = Files::new();
    let fails = |expected: &str| fails(&mut files.command(""), 1, expected);
    let read = |file: PathBuf| fs::read(file).expect("a file");
    let write = |file: PathBuf, bytes: &[u8]| fs::write(file, bytes).expect("written");
    let key = read(files.key());
    write(files.key(), &read(files.certificate()));
    fails("expected a PRIVATE KEY in PEM in");
    write(files.key(), &read(Files::new().key()));
    fails("KeyMismatch; give the two files");
    write(files.key(), b"-----BEGIN PRIVATE KEY-----\n secret");
    fails("found: none");
    fs::remove_file(files.key()).expect("removed");
    fails("found: No such file");
    write(files.key(), &key);
    write(files.certificate(), b"");
    fails("expected a CERTIFICATE in PEM in");
    let nonsense = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    write(files.certificate(), nonsense);
    fails("give the two files");
}

#[test]
fn the_end_of_a_certificate_is_a_metric() {
    let mut files = Files::new();
    files.issue(|wanted| wanted.not_after = rcgen::date_time_ymd(2002, 1, 1));
    let (_server, _, admin) = files.watched("");
    let expires = admin.metric("site_tls_certificate_expires_timestamp_seconds");
    assert_eq!(expires, 1_009_843_200);
}
