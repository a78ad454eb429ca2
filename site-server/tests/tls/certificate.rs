//! The certificate: at the start, and read again.

use std::fs;
use std::io;
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustls::pki_types::CertificateDer;

use super::files::Files;
use super::stream::{Stream, ask, connect, get};
use crate::common::{PATIENCE, Server, command, wait};

#[test]
fn the_certificate_is_read_again_without_a_gap() {
    let mut files = Files::new();
    let (server, address) = files.serve(&[]);
    let first = files.client(&[]);
    let mut kept = connect(address, &first);
    assert_eq!(ask(&mut kept, &get("/")).status, 200);
    let old = files.issued.clone();
    files.issue(|_| {});
    let second = files.client(&[]);

    let (answered, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for at in 0..4 {
            let (first, second, files) = (&first, &second, &files);
            let (answered, is_over) = (&answered, &is_over);
            scope.spawn(move || {
                let mut stream = None;
                while !is_over.load(Ordering::Relaxed) {
                    // Half of them come anew each time; who trusts the old certificate comes until the other is shown.
                    let mut open = stream.take().unwrap_or_else(|| {
                        let mut open = connect(address, first);
                        if let Err(error) = open.conn.complete_io(&mut open.sock) {
                            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
                            open = connect(address, second);
                            open.conn.complete_io(&mut open.sock).expect("the other");
                            assert_eq!(shown(&open), files.issued);
                        }
                        open
                    });
                    assert_eq!(ask(&mut open, &get("/fees")).status, 200);
                    answered.fetch_add(1, Ordering::Relaxed);
                    stream = (at < 2).then_some(open);
                }
            });
        }
        let wait_for = |more: usize| {
            let before = answered.load(Ordering::Relaxed);
            wait("requests", || {
                answered.load(Ordering::Relaxed) >= before + more
            });
        };
        wait_for(20);
        server.signal("HUP");
        files.wait_for("certificate reloaded");
        wait_for(40);
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(ask(&mut kept, &get("/fees")).status, 200);
    assert_eq!(shown(&kept), old);
    let mut stream = connect(address, &second);
    assert_eq!(ask(&mut stream, &get("/")).status, 200);
}

#[test]
fn systemd_is_told_that_the_certificate_is_read_again() {
    let files = Files::new();
    let path = files.folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout that is not zero");
    let told = || {
        let mut bytes = [0; 200];
        let length = manager.recv(&mut bytes).expect("a message");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command = files.command(&[]);
    command.env("NOTIFY_SOCKET", &path);
    let server = Server::start_from(command);
    assert_eq!(told(), "READY=1\n");
    server.signal("HUP");
    let reloading = told();
    assert!(
        reloading.starts_with("RELOADING=1\nMONOTONIC_USEC="),
        "{reloading}"
    );
    assert_eq!(told(), "READY=1\n");
}

#[test]
fn a_certificate_that_cannot_be_used_changes_nothing() {
    let files = Files::new();
    let (server, address) = files.serve(&[]);
    let other = Files::new();
    let good = fs::read(files.certificate()).expect("a file");
    for (bad, expected) in [
        (
            fs::read(other.certificate()).expect("a file"),
            "found another's",
        ),
        (b"nothing".to_vec(), "found none"),
        (good[..good.len() / 2].to_vec(), "found what is not PEM"),
    ] {
        fs::write(files.certificate(), bad).expect("written");
        server.signal("HUP");
        files.wait_for(expected);
        assert!(files.errors().contains("certificate not reloaded"));
        let mut stream = connect(address, &files.client(&[]));
        assert_eq!(ask(&mut stream, &get("/")).status, 200, "{expected}");
    }
}

#[test]
fn what_is_wrong_with_a_certificate_is_said_at_the_start() {
    let files = Files::new();
    let fails = |command: &mut Command, expected: &str| {
        let output = command.stderr(std::process::Stdio::piped()).output();
        let output = output.expect("the binary starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{message}");
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    };
    let key = fs::read(files.key()).expect("a key");
    fs::write(files.key(), fs::read(files.certificate()).expect("a file")).expect("written");
    fails(&mut files.command(&[]), "expected a private key in PEM in");
    fs::write(files.key(), fs::read(Files::new().key()).expect("a key")).expect("written");
    fails(
        &mut files.command(&[]),
        "expected the private key of the certificate in",
    );
    fs::write(files.key(), "-----BEGIN PRIVATE KEY-----\n secret").expect("written");
    fails(&mut files.command(&[]), "found what is not PEM");
    fs::remove_file(files.key()).expect("removed");
    fails(&mut files.command(&[]), "(--tls-key), found: No such file");
    fs::write(files.key(), key).expect("written");
    fs::write(files.certificate(), "").expect("written");
    fails(&mut files.command(&[]), "expected a certificate in PEM in");
    let nonsense = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    fs::write(files.certificate(), nonsense).expect("written");
    fails(&mut files.command(&[]), "that can be used, found");
    fs::remove_file(files.certificate()).expect("removed");
    fails(
        &mut files.command(&[]),
        "(--tls-certificate), found: No such file",
    );
    fails(command().args(["--tls-certificate", "x"]), "--tls-key");
    fails(
        command().args(["--tls-addr", "127.0.0.1:0"]),
        "--tls-certificate",
    );
}

#[test]
fn a_certificate_out_of_its_time_is_told_of() {
    let mut files = Files::new();
    for (begins, ends, expected) in [
        (2001, 2002, "found one that expired on Tue, 01 Jan 2002"),
        (4000, 4001, "found one that begins on Sat, 01 Jan 4000"),
    ] {
        files.issue(|wanted| {
            wanted.not_before = rcgen::date_time_ymd(begins, 1, 1);
            wanted.not_after = rcgen::date_time_ymd(ends, 1, 1);
        });
        let (_server, _, admin) = files.watched(&[]);
        files.wait_for(expected);
        let expires = admin.metric("site_tls_certificate_expires_timestamp_seconds");
        assert_eq!(1970 + expires / 31_556_952, ends as u64);
    }
}

/// The certificate that a server shows.
fn shown(stream: &Stream) -> CertificateDer<'static> {
    let chain = stream.conn.peer_certificates().expect("a certificate");
    chain[0].clone().into_owned()
}
