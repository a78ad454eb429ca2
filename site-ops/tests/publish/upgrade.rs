//! Upgrades a place that an older site-place created: its live server has a version 7 table, and its state is in several files.

use super::firm::{Firm, succeeds};
use super::whole::PROGRAMS;
use super::{Over, PAUSE, are_installed, make_executable};
use crate::verify::place::{CHANGED, LIVE};
use crate::workspace::{git, said};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A version 7 table, as a program of that version wrote it.
const TABLE: &[u8] = include_bytes!("../../../site-table/tests/table-7.bin");

/// The commit in that table.
const COMMIT: &[u8] = b"0123456789abcdef0123456789abcdef01234567";

/// The host of that table's site. The server redirects requests for other hosts.
const HOST: &str = "www.example.com";

/// The length of the ending after the table: its digest, its length and a mark.
const ENDING: usize = 48;

/// A hold as written by the older site-place, which used no-break spaces in names.
const HOLD: &str = "Ann\u{a0}Lee since 2026-01-04T00:00:00Z: the fees were wrong\n";

#[test]
fn an_older_place_is_upgraded_under_traffic() {
    if !are_installed(&PROGRAMS) {
        return;
    }
    let firm = Firm::new();
    let commit = git(&firm.clone, "rev-parse before").trim().to_owned();
    let old = make_older_place(&firm, &commit);
    start_unit(&firm, &old);

    let is_over = AtomicBool::new(false);
    let answers = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| visit(&firm, &is_over, &answers));
        let _over = Over(&is_over);
        upgrade(&firm, &commit, &old);
    });
    println!("{} requests, none failed", answers.load(Ordering::Relaxed));
}

/// Upgrades the place, publishes a version 8 server, and rolls back to the version 7 server.
fn upgrade(firm: &Firm, commit: &str, old: &str) {
    let machine = &firm.machine;
    machine.init(commit);
    for _ in 0..2 {
        let output = machine.site_place(&["repair"]);
        assert!(output.status.success(), "{}", said(&output));
        assert_eq!(machine.systemd.running(), [old]);
    }
    assert_eq!(machine.live(), (old.to_owned(), commit.to_owned()));
    let state = machine.state();
    assert!(state.live().expect("live").is_checked);
    assert_eq!(state.approved.commit, commit);
    let hold = state.hold.expect("the hold of the older place");
    assert_eq!(
        (&*hold.who, &*hold.reason),
        ("Ann Lee", "the fees were wrong")
    );

    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 1, "the place is held by Ann Lee since ", commit);
    let release = ["release", "--who", "ann", "--reason", "the fees are right"];
    succeeds(&mut firm.ops(&release));
    let output = firm.publish(&LIVE, &[]);
    firm.ended(&output, 0, "Live since ", "live");
    let new = machine.live().0;
    assert_eq!(machine.systemd.running(), [&*new]);

    // The responses in that table contradict each other, so `cargo site-ops rollback` would report them.
    let back = [
        "back",
        old,
        "--who",
        "ann",
        "--reason",
        "the fees were right before",
    ];
    let output = machine.site_place(&back);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(machine.live(), (old.to_owned(), commit.to_owned()));
    assert_eq!(machine.systemd.running(), [old]);
    let hold = machine.state().hold.expect("a rollback holds the place");
    assert_eq!(hold.reason, "the fees were right before");
    assert!(answer(firm).ends_with("\r\n\r\n<p>1.25%</p>"));
}

/// Requests a page repeatedly.
fn visit(firm: &Firm, is_over: &AtomicBool, answers: &AtomicUsize) {
    while !is_over.load(Ordering::Relaxed) {
        let answer = answer(firm);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        answers.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(PAUSE);
    }
}

/// The response at a page of both servers, on a new connection.
fn answer(firm: &Firm) -> String {
    let mut stream =
        TcpStream::connect(firm.machine.systemd.address).expect("systemd holds the socket");
    let request = format!("GET {CHANGED} HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .expect("the server reads");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the server answers");
    answer
}

/// Creates the folder of an older site-place with a live server. Returns the server's digest.
fn make_older_place(firm: &Firm, commit: &str) -> String {
    let place = firm.machine.path("place");
    fs::remove_file(place.join("state.json")).expect("the place has a state");
    let table = table_of(commit);
    let digest = blake3::hash(&table[..table.len() - ENDING]).to_string();
    let folder = place.join("publications").join(&digest);
    fs::create_dir_all(&folder).expect("writable");
    let server = folder.join("site-server");
    let program = fs::read(program()).expect("the server is built");
    fs::write(&server, [program, table].concat()).expect("writable");
    make_executable(&server);

    let since = "2026-01-03T00:00:00Z";
    for (name, text) in [
        ("live", format!("{digest} {commit} {since}\n")),
        ("switches", format!("checked {digest} {since}\n")),
        ("history", format!("{digest} {commit} {since}\n")),
        ("hold", HOLD.to_owned()),
    ] {
        fs::write(place.join(name), text).expect("writable");
    }
    let target = Path::new("publications").join(&digest);
    std::os::unix::fs::symlink(target, place.join("current")).expect("writable");
    digest
}

/// The version 7 table with another commit.
fn table_of(commit: &str) -> Vec<u8> {
    let mut table = TABLE.to_vec();
    let place = table
        .windows(COMMIT.len())
        .position(|bytes| bytes == COMMIT);
    let place = place.expect("the table has its commit");
    table[place..place + COMMIT.len()].copy_from_slice(commit.as_bytes());
    let ending = table.len() - ENDING;
    let digest = blake3::hash(&table[..ending]);
    table[ending..ending + blake3::OUT_LEN].copy_from_slice(digest.as_bytes());
    table
}

/// Starts the unit of a server, like the older site-place.
fn start_unit(firm: &Firm, digest: &str) {
    let mut systemctl = Command::new(firm.machine.systemd.systemctl());
    systemctl.args(["start", &format!("site-server@{digest}.service")]);
    assert!(systemctl.status().expect("it runs").success());
}

/// The program of the server, without a table.
fn program() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_site-ops")).with_file_name("site-server")
}
