//! Authorities over HTTP, and publications that use them.

use super::Authority;
use crate::publish::are_installed;
use crate::publish::firm::{Firm, succeeds};
use crate::verify::place::{BEFORE, LIVE, nobody};
use crate::workspace::{holds, said};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The behavior of an authority's server.
#[derive(Clone, Copy)]
pub enum Server {
    /// Answers each query.
    Right,
    /// Answers each query with the response to another query.
    Replay,
    /// Accepts each request, and sends one byte per second forever.
    Slow,
}

/// Serves an authority until the test ends. Returns its URL.
pub fn serve(authority: Authority, server: Server) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("accepted");
            let query = read_query(&stream);
            if matches!(server, Server::Slow) {
                thread::spawn(move || drip(&mut stream));
                continue;
            }
            let is_first = !authority.path("query").exists();
            if is_first || matches!(server, Server::Right) {
                fs::write(authority.path("query"), query).expect("writable");
            }
            let answer = fs::read(authority.answer()).expect("readable");
            let length = answer.len();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/timestamp-reply\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).expect("sent");
            stream.write_all(&answer).expect("sent");
        }
    });
    format!("http://{address}/stamp")
}

/// The body of a request.
fn read_query(stream: &TcpStream) -> Vec<u8> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).expect("readable") > 2 {
        let lower = line.to_ascii_lowercase();
        if let Some(number) = lower.strip_prefix("content-length:") {
            length = number.trim().parse().expect("a number");
        }
        line.clear();
    }
    let mut query = vec![0; length];
    reader.read_exact(&mut query).expect("a whole body");
    query
}

fn drip(stream: &mut TcpStream) {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
    let mut sent = stream.write_all(head.as_bytes());
    while sent.is_ok() {
        thread::sleep(Duration::from_secs(1));
        sent = stream.write_all(b"0");
    }
}

/// Publishes with a file of authorities that has this text. Returns the publication's output.
#[track_caller]
fn publish(firm: &Firm, server: &Path, authorities: &str, live: &str) -> String {
    let file = firm.machine.path("authorities");
    fs::write(&file, authorities).expect("writable");
    let file = file.display().to_string();
    let output = firm.publish(server, &[("SITE_STAMP_AUTHORITIES", &file)]);
    firm.ended(&output, 0, "Live since ", live);
    said(&output)
}

/// Asserts that the record is valid with the roots in a file. Returns the output.
#[track_caller]
fn verifies(firm: &Firm, roots: &Path, parts: &[&str]) -> String {
    let head = succeeds(&mut firm.record(&["head"]));
    let mut verify = firm.record(&["verify", "--head", head.trim(), "--roots"]);
    let printed = succeeds(verify.arg(roots));
    holds(&printed, parts);
    printed
}

#[test]
fn each_entry_of_a_publication_is_stamped_and_a_missing_token_is_made_up_for() {
    let (Some(one), Some(two)) = (Authority::new(), Authority::new()) else {
        return;
    };
    if !are_installed(&["sshd", "ssh-keygen"]) {
        return;
    }
    let firm = Firm::with_record();
    let mut roots = fs::read(one.path("root.pem")).expect("readable");
    roots.extend(fs::read(two.path("root.pem")).expect("readable"));
    let file = firm.machine.path("roots");
    fs::write(&file, roots).expect("writable");
    let one = serve(one, Server::Right);
    let two = serve(two, Server::Right);

    // One of them doesn't answer, so each entry has the other one's token.
    let authorities = format!("# Two\nFirst Example {one}\n\nSecond http://{}\n", nobody());
    let printed = publish(&firm, &BEFORE, &authorities, "before");
    for number in [1, 3, 5] {
        let warning = format!(
            "warning: entry {number} has no time stamp of Second; the token of the next entry covers it"
        );
        assert_eq!(printed.matches(&warning).count(), 1, "{printed}");
    }
    let right = "time stamps that lead to the roots: ";
    let printed = verifies(&firm, &file, &[&format!("{right}3")]);
    assert!(!printed.contains("covers the entries after"), "{printed}");
    holds(&firm.events(), &["First Example"]);

    // Neither answers: the publication goes live, and the next token covers its entries.
    let nobody = format!("First Example http://{0}\nSecond http://{0}\n", nobody());
    let printed = publish(&firm, &LIVE, &nobody, "live");
    holds(&printed, &["entry 7 has no time stamp of First Example"]);
    let uncovered = "no time stamp covers the entries after entry 5";
    verifies(&firm, &file, &[&format!("{right}3"), uncovered]);
    let authorities = firm.machine.path("authorities");
    fs::write(&authorities, format!("First {one}\nSecond {two}\n")).expect("writable");
    let authorities = authorities.display().to_string();
    let output = firm.publish(&LIVE, &[("SITE_STAMP_AUTHORITIES", &authorities)]);
    firm.ended(&output, 0, "Already live", "live");
    let printed = verifies(&firm, &file, &[&format!("{right}5")]);
    assert!(!printed.contains("covers the entries after"), "{printed}");
}

#[test]
fn a_publication_waits_for_a_slow_authority_at_most_ten_seconds() {
    let (Some(slow), Some(replay)) = (Authority::new(), Authority::new()) else {
        return;
    };
    if !are_installed(&["sshd", "ssh-keygen"]) {
        return;
    }
    let firm = Firm::with_record();
    let start = Instant::now();
    let printed = publish(&firm, &BEFORE, "an authority", "before");
    holds(&printed, &["expected NAME URL in line 1 of "]);
    let usual = start.elapsed();
    let authorities = format!(
        "Slow {}\nReplay {}\n",
        serve(slow, Server::Slow),
        serve(replay, Server::Replay)
    );
    let start = Instant::now();
    let printed = publish(&firm, &LIVE, &authorities, "live");
    let wait = start.elapsed().saturating_sub(usual);
    // The machine itself may be slow.
    assert!(wait < Duration::from_secs(14), "{wait:?}: {printed}");
    holds(
        &printed,
        &[
            "has no time stamp of Slow",
            "has no time stamp of Replay",
            "found another answer",
        ],
    );
}
