//! Start, connections, log and shutdown.

use std::fs;
use std::io::{BufReader, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::site::TABLE;
use crate::common::{
    REQUEST, Response, Server, ask, command, command_of, fails, frame, greeting, read_frame,
    read_response, rest, send, wait,
};

const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

#[test]
fn what_it_cannot_start_with_is_explained() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().expect("bound").to_string();
    let found = format!("expected to listen on {taken}, found: Address already in use");
    for (arguments, status, expected) in [
        (&["--addr", &taken][..], 1, &*found),
        (&["--addr", "192.0.2.1:80"], 1, "choose an address that"),
        (&["--addr", "localhost:80"], 2, "'localhost:80' for '--addr"),
        (&["--plain", "redirect"], 2, "--tls-certificate"),
        (&["--tls-certificate", "x"], 2, "--tls-key"),
        (&["--tls-addr", "127.0.0.1:0"], 2, "--tls-certificate"),
    ] {
        fails(command().args(arguments), status, expected);
    }
    let mut command = command();
    fails(command.env("SITE_ADDR", "nonsense"), 2, "value 'nonsense'");
}

#[test]
fn a_damaged_table_is_not_served() {
    let whole = fs::read(&*TABLE).expect("a table");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.bin");
    // The last position is in a body, where postcard accepts any bytes.
    for place in [0, whole.len() / 3, whole.len() - 320] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(&file, bytes).expect("written");
        fails(
            command_of(&file).arg("--check"),
            1,
            "the file is damaged; copy it again",
        );
    }
}

#[test]
fn what_can_be_checked_without_serving_is_checked() {
    let output = command().arg("--check").output().expect("it starts");
    assert!(output.status.success());
    let mut wrong = command();
    wrong.args([
        "--check",
        "--tls-certificate",
        "none.pem",
        "--tls-key",
        "none.pem",
    ]);
    fails(&mut wrong, 1, "expected a CERTIFICATE in PEM in none.pem");
}

#[test]
fn a_probe_says_whether_the_server_lives() {
    let probe = |address: SocketAddr| {
        let mut probe = command();
        probe.args(["--probe", "--admin", &format!("0.0.0.0:{}", address.port())]);
        probe
    };
    let (mut server, admin) = Server::watched("");
    assert!(probe(admin.0).status().expect("it starts").success());
    server.signal("TERM");
    server.ends();
    // Not every system can connect to the unspecified address, so the probe uses the loopback address.
    let asked = format!("expected an answer from 127.0.0.1:{}", admin.0.port());
    for expected in [&asked, "is the server running with this --admin?"] {
        fails(&mut probe(admin.0), 1, expected);
    }
}

#[test]
fn the_version_names_what_is_served() {
    let output = command().arg("--version").output();
    let version = String::from_utf8(output.expect("it starts").stdout).expect("a text");
    let (_, content) = version.split_once("content ").expect("a digest");
    assert_eq!(content.trim_end_matches(")\n").len(), 64, "{version}");
}

#[test]
fn requests_are_logged_as_told() {
    let serve = |form: &str| {
        let server = Server::start_with(&format!("--threads 1 --log {form}"));
        for path in ["/", "/fees?a=%22", "/nowhere"] {
            let strange = ("User-Agent", "a \"b\" \u{e4}\u{9b}2J");
            let referrer = ("Referer", "https://search.example/?q=secret");
            server.get(path, &[strange, referrer, ("X-Request-Id", "r-1")]);
        }
        server.get("/", &[("traceparent", "00-4bf9-00f0-01")]);
        server
    };
    let text = serve("text").log();
    let is_strange = |char: char| char != '\n' && char.is_control();
    assert!(!text.contains(is_strange), "{text:?}");
    assert_eq!(text.lines().count(), 4, "{text}");
    let line = text.lines().nth(2).expect("the third");
    for part in [
        r#" INFO client=127.0.0.1 method="GET" target="/nowhere" protocol="HTTP/1.1" status=404 bytes="#,
        r#" user_agent="a \"b\" "#,
        r#" request_id="r-1""#,
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let lines = serve("json").json();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let line = &lines[1];
    let time = line["timestamp"].as_str().expect("a time");
    let time: jiff::Timestamp = time.parse().expect("RFC 3339");
    assert!(time.duration_until(jiff::Timestamp::now()).as_secs() < 60);
    // The query and the referring page are private.
    assert_eq!(line["target"], "/fees", "{line}");
    assert_eq!(line["referrer"], "search.example", "{line}");
    assert_eq!(line["user_agent"], "a \"b\" \u{e4}\u{9b}2J", "{line}");
    assert_eq!(line["request_id"], "r-1", "{line}");
    assert!(line["bytes"].as_u64() > Some(1000), "{line}");
    assert!(line["duration"].as_f64() > Some(0.0), "{line}");
    assert_eq!(lines[2]["status"], 404, "{lines:?}");
    assert_eq!(lines[3]["request_id"], "4bf9", "{lines:?}");
    assert!(serve("off").log().is_empty());
}

#[test]
fn the_log_has_the_form_that_other_programs_read_and_no_addresses_where_none_are_wanted() {
    let mut server = Server::start_with("--threads 1 --log combined --log-without-addresses");
    let agent = ("User-Agent", "a \"b\"");
    let body = server.get("/fees?portfolio=750000", &[agent]).body.len();
    server.get("/", &[("Referer", "https://search.example/?q=secret")]);
    server.refused("GET\r\n\r\n");
    let log = server.log();
    let lines: Vec<_> = log.lines().collect();
    let times = lines.iter().map(|line| line.starts_with("- - - ["));
    assert_eq!(times.collect::<Vec<_>>(), [true; 3], "{log}");
    let first = format!(" +0000] \"GET /fees HTTP/1.1\" 200 {body} \"-\" \"a \\\"b\\\"\"");
    assert!(lines[0].ends_with(&first), "{log}");
    assert!(
        lines[1].ends_with(" \"https://search.example/\" \"-\""),
        "{log}"
    );
    assert!(lines[2].ends_with(" \"-\" 400 0 \"-\" \"-\""), "{log}");
    assert!(
        !log.contains("127.0.0.1") && !log.contains("750000"),
        "{log}"
    );
}

#[test]
fn a_prefetch_is_marked_and_the_recipe_counts_it_apart() {
    let purposes = [
        "",
        "prefetch",
        "prefetch;prerender",
        "prefetch;anonymous-client-ip",
        "prefetched",
    ];
    let serve = |form: &str| {
        let server = Server::start_with(&format!("--threads 1 --log {form}"));
        for purpose in purposes {
            server.get("/fees", &[("Sec-Purpose", purpose)]);
        }
        server.get("/nowhere", &[("Sec-Purpose", "prefetch")]);
        server
    };
    for line in serve("json").json() {
        let is_marked = line["prefetch"] == true;
        assert_eq!(is_marked, line.get("prefetch").is_some(), "{line}");
    }
    let text = serve("text").log();
    assert_eq!(text.matches(" prefetch=true").count(), 4, "{text}");

    let log = serve("combined").log();
    assert_eq!(log.matches(" - prefetch [").count(), 4, "{log}");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("access.log"), log).expect("written");
    let documentation = include_str!("../../docs/server.md");
    let mut lines = documentation.lines();
    let recipe = lines.find(|line| line.starts_with("awk '$9"));
    let mut shell = Command::new("sh");
    shell.args(["-c", recipe.expect("a recipe")]);
    let output = shell.current_dir(folder.path()).output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 3 /fees\n");
}

#[test]
fn a_log_that_nobody_reads_keeps_nobody_waiting() {
    let (mut server, admin) = Server::watched("--log json");
    let mut stream = server.connect();
    let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
    // More than the pipe and the queue before it can hold.
    wait("a line that is dropped", || {
        send(
            &mut stream,
            "HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n".repeat(300),
        );
        for _ in 0..300 {
            read_response(&mut reader, true).expect(404, &[]);
        }
        admin.metric("site_log_dropped_total") > 0
    });
    server.signal("TERM");
    server.ends();
}

/// Over HTTP/2, whose window holds back the rest of the body until the client reads it, regardless of socket buffers.
#[test]
fn shutdown_finishes_a_body_that_is_read_slowly() {
    let mut server = Server::start();
    let whole = server.get("/", &[]).body;
    let mut stream = server.connect();
    send(&mut stream, greeting(&[0, 4, 0, 0, 3, 0xe8]));
    send(&mut stream, frame(1, 0b101, 1, REQUEST));
    let read_until = |stream: &mut TcpStream, kind: u8| loop {
        let (found, _, _, payload) = read_frame(stream);
        if found == kind {
            break payload;
        }
    };
    let mut body = read_until(&mut stream, 0);
    assert!(body.len() < whole.len(), "the body waits");
    server.signal("INT");
    server.wait_until_refused();
    read_until(&mut stream, 7);
    assert!(server.is_running(), "a body is in flight");
    for id in [0, 1] {
        send(&mut stream, frame(8, 0, id, &[0, 0xff, 0, 0]));
    }
    while body.len() < whole.len() {
        body.extend(read_until(&mut stream, 0));
    }
    assert!(body == whole);
    drop(stream);
    server.ends();
}

#[test]
fn shutdown_is_bounded() {
    let mut server = Server::start_with("--shutdown-seconds 1");
    let mut stream = server.connect();
    send(&mut stream, "GET / HTTP/1.1\r\nHo");
    server.wait_until_accepted();
    let start = Instant::now();
    server.signal("TERM");
    server.ends();
    let took = start.elapsed();
    assert!(took >= Duration::from_millis(900), "{took:?}");
}

#[test]
fn a_load_balancer_learns_of_the_end_and_a_second_signal_ends_at_once() {
    for (first, second) in [("TERM", "TERM"), ("INT", "TERM")] {
        let (mut server, admin) = Server::watched("--drain-seconds 9999 --threads 2");
        server.get("/metrics", &[]).expect(404, &[]);
        admin.get("/ready").expect(200, &[]);
        server.signal(first);
        wait("no more visitors", || admin.get("/ready").status == 503);
        let live = admin.get("/live");
        // A line for each thread, and one for the edition.
        assert_eq!((live.status, live.text().lines().count()), (200, 3));
        server.get("/", &[]).expect(200, &[]);
        server.signal(second);
        server.ends();
    }
}

#[test]
fn garbage_is_refused_in_its_turn_and_leaves_nothing_behind() {
    let (server, admin) = Server::watched("");
    for (garbage, status) in [
        ("\0\0\0\0\r\n\r\n", 400),
        ("GET\r\n\r\n", 400),
        ("GET / HTTP/9.9\r\n\r\n", 505),
        ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
    ] {
        let mut stream = server.connect();
        ask(&mut stream, &format!("{GET}{garbage}{GET}")).expect(200, &[]);
        let refusal = Response::parse(&rest(&mut stream));
        refusal.expect(
            status,
            &[("cache-control", "no-store"), ("connection", "close")],
        );
    }
    // HTTP/2 must be used from the start of a connection; an upgrade is ignored.
    let mut stream = server.connect();
    ask(&mut stream, GET).expect(200, &[]);
    send(&mut stream, greeting(&[]));
    assert!(rest(&mut stream).is_empty());
    // A client that stops sending, and a client that disconnects.
    for at in 0..100_u8 {
        let mut stream = server.connect();
        let garbage = (0..200_u8).map(|place| place.wrapping_mul(at).wrapping_add(at));
        _ = stream.write_all(&garbage.collect::<Vec<_>>());
        _ = stream.shutdown(Shutdown::Write);
    }
    admin.wait_for_closes();
}

#[test]
fn a_refused_body_does_not_cost_the_refusal() {
    let server = Server::start();
    let mut stream = server.connect();
    let length = 8_000_000;
    let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    send(&mut stream, head);
    send(&mut stream, vec![0; length]);
    read_response(&mut stream, false).expect(405, &[]);
}
