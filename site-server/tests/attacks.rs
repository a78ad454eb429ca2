//! Clients that mean no good: each meets its limit, which is counted, and a visitor is served all the while.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{Admin, PATIENCE, Response, Server, ask, frame, greeting, rest, send, wait};

const HEAD: &str = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n";

/// Of HPACK: indexed fields of its table for GET, http and /, and a host.
const REQUEST: &[u8] = b"\x82\x86\x84\x41\x01x";
/// A server with these limits, and where it tells what it met.
fn server(limits: &[&str]) -> (Server, Admin) {
    let mut server = Server::start_with(&[&["--admin", "127.0.0.1:0"], limits].concat());
    let admin = Admin::of(&mut server);
    (server, admin)
}

fn visit(server: &Server) {
    let response = server.get("/fees", &[("Accept-Encoding", "br")]);
    response.expect(200, &[("content-encoding", "br")]);
}

/// Waits until a limit was met so often.
fn wait_for(admin: &Admin, limit: &str, times: u64) {
    wait(limit, || admin.limited(limit) >= times);
    assert_eq!(admin.limited(limit), times, "{limit}");
}

#[test]
fn a_head_that_comes_byte_by_byte_ends_in_time() {
    let (server, admin) = server(&["--header-seconds", "1"]);
    let mut slow: Vec<_> = (0..50).map(|_| server.connect()).collect();
    let start = Instant::now();
    // Each byte comes in time; the head does not.
    'sending: for byte in "GET / HTTP/1.1\r\nHost: x\r\nX: "
        .bytes()
        .chain(std::iter::repeat(b'x'))
    {
        for stream in &mut slow {
            if stream.write_all(&[byte]).is_err() {
                break 'sending;
            }
        }
        visit(&server);
        assert!(start.elapsed() < PATIENCE, "still reading");
        std::thread::sleep(Duration::from_millis(50));
    }
    wait_for(&admin, "header_seconds", 50);
    visit(&server);
}

#[test]
fn where_all_connections_are_taken_the_longest_idle_makes_room() {
    let (server, admin) = server(&["--connections", "20"]);
    let ask = |stream: &mut TcpStream| ask(stream, HEAD).expect(200, &[]);
    let mut held: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut held {
        ask(stream);
    }
    // The first is idle for less time than the second.
    ask(&mut held[0]);
    visit(&server);
    assert_eq!(admin.limited("connections"), 1);
    assert!(rest(&mut held[1]).is_empty());
    ask(&mut held[0]);
}

#[test]
fn where_none_is_idle_one_connection_too_many_is_refused() {
    let (server, admin) = server(&["--connections", "20"]);
    let mut held = Vec::new();
    // One whose bytes have not been read yet is idle, and makes room for the next.
    wait("a refusal", || {
        let mut stream = server.connect();
        _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n");
        held.push(stream);
        admin.metric("site_responses_total{status=\"503\"}") > 0
    });
    let response = Response::parse(&rest(&mut server.connect()));
    response.expect(503, &[("retry-after", "5")]);
    drop(held);
    wait("closes", || admin.metric("site_connections_open") == 0);
    visit(&server);
}

#[test]
fn one_address_does_not_take_all_connections() {
    let (server, admin) = server(&["--connections-per-address", "5"]);
    let mut held: Vec<_> = (0..5).map(|_| server.connect()).collect();
    for stream in &mut held {
        ask(stream, HEAD).expect(200, &[]);
    }
    Response::parse(&rest(&mut server.connect())).expect(503, &[]);
    wait_for(&admin, "connections_per_address", 1);
}

#[test]
fn half_open_and_garbage_leave_nothing_behind() {
    let (server, admin) = server(&[]);
    for at in 0..200_u8 {
        let mut stream = server.connect();
        let garbage: Vec<_> = (0..200_u8)
            .map(|place| place.wrapping_mul(at).wrapping_add(at))
            .collect();
        _ = stream.write_all(&garbage);
        _ = stream.shutdown(std::net::Shutdown::Write);
        if at.is_multiple_of(2) {
            rest(&mut stream);
        }
    }
    visit(&server);
    wait("closes", || admin.metric("site_connections_open") == 0);
}

/// The frames of its round.
type Flood<'f> = &'f dyn Fn(u32) -> Vec<u8>;

/// Each costs the server less than a request of as many bytes does, so there is no limit on them but h2's own on resets.
#[test]
fn frames_that_ask_for_nothing_keep_no_visitor_waiting_and_no_connection_open() {
    let (server, admin) = server(&["--idle-seconds", "1", "--header-seconds", "1"]);
    let rapid_reset = |at: u32| {
        let stream = 2 * at + 1;
        [
            frame(1, 0b101, stream, REQUEST),
            frame(3, 0, stream, &8_u32.to_be_bytes()),
        ]
        .concat()
    };
    let floods: [Flood; 4] = [
        &rapid_reset,
        &|_| frame(6, 0, 0, &[0; 8]),
        &|_| frame(4, 0, 0, &[]),
        &|_| frame(2, 0, 3, &[0, 0, 0, 1, 9]),
    ];
    for flood in floods {
        let mut stream = server.connect();
        let mut reader = stream.try_clone().expect("a socket");
        let reading = std::thread::spawn(move || rest(&mut reader).len());
        send(&mut stream, greeting(&[]));
        let start = Instant::now();
        for at in 0.. {
            let flood: Vec<_> = (0..100).flat_map(|more| flood(100 * at + more)).collect();
            if stream.write_all(&flood).is_err() {
                break;
            }
            visit(&server);
            assert!(start.elapsed() < PATIENCE, "it goes on");
        }
        reading.join().expect("no panic");
    }
    wait("closes", || admin.metric("site_connections_open") == 0);
}

#[test]
fn streams_that_are_too_many_are_refused() {
    let server = Server::start();
    let mut stream = server.connect();
    // With windows of nothing no body is sent, and no stream ends.
    send(&mut stream, greeting(&[0, 4, 0, 0, 0, 0]));
    for at in 0..53 {
        send(&mut stream, frame(1, 0b101, 2 * at + 1, REQUEST));
    }
    let refused = |stream: u32| frame(3, 0, stream, &7_u32.to_be_bytes());
    let mut said: Vec<u8> = Vec::new();
    while ![101, 103, 105]
        .map(refused)
        .iter()
        .all(|frame| said.windows(frame.len()).any(|part| part == frame))
    {
        let mut part = [0; 4096];
        let length = stream.read(&mut part).expect("more");
        assert!(length > 0, "an end");
        said.extend(&part[..length]);
    }
    visit(&server);
}

#[test]
fn what_is_refused_unread_is_counted_and_logged() {
    let (mut server, admin) = server(&["--log", "json"]);
    let large = format!("X: {}\r\n", "x".repeat(17_000));
    let [many, very_many] = [65, 150].map(|count| "X: y\r\n".repeat(count));
    for (request, status) in [
        ("\u{16}\u{3}\u{1} a hello of TLS\r\n\r\n", 400),
        ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        (&format!("GET / HTTP/1.1\r\n{large}"), 431),
        (&format!("POST / HTTP/1.1\r\n{large}\r\n"), 431),
        (&format!("GET / HTTP/1.1\r\n{many}\r\n"), 431),
        (&format!("GET / HTTP/1.1\r\n{very_many}\r\n"), 431),
    ] {
        let mut stream = server.connect();
        send(&mut stream, request);
        let refusal = Response::parse(&rest(&mut stream));
        refusal.expect(status, &[("cache-control", "no-store")]);
    }
    // HTTP/2, where the request has been read: one long field and references to it, and many short ones.
    let long = [b"\x40\x01x\x7f\xe9\x06", &[b'y'; 1000][..], &[0xbe; 17]].concat();
    let mut held = Vec::new();
    for head in [long, b"\x00\x01x\x01y".repeat(65)] {
        let mut stream = server.connect();
        send(&mut stream, greeting(&[]));
        let head = [REQUEST, &head].concat();
        send(&mut stream, frame(1, 0b101, 1, &head));
        held.push(stream);
    }
    wait_for(&admin, "header_size", 6);
    assert_eq!(admin.metric("site_responses_total{status=\"431\"}"), 6);
    visit(&server);
    drop(held);
    let log = server.log();
    let logged = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let target = line["target"].as_str().map(str::to_owned);
        (target, line["status"].as_u64())
    };
    let mut found: Vec<_> = log.lines().map(logged).collect();
    // A client may know the end of its connection before it is logged.
    found.sort();
    let unread = [400, 400, 400, 431, 431, 431].map(|status| (None, Some(status)));
    let read = [("/", 431), ("/", 431), ("/", 431), ("/fees", 200)];
    let read = read.map(|(path, status)| (Some(path.to_owned()), Some(status)));
    assert_eq!(found, [&unread[..], &read[..]].concat(), "{log}");
}

#[test]
fn health_is_told_apart_from_the_site() {
    let (server, admin) = server(&["--threads", "2"]);
    assert_eq!(admin.get("/ready").status, 200);
    let live = admin.get("/live");
    assert_eq!((live.status, live.text().lines().count()), (200, 2));
    assert_eq!(server.get("/metrics", &[]).status, 404);
    let mut stream = server.connect();
    send(&mut stream, b"GET / HTTP/1.1\r\nHo");
    server.get("/", &[]);
    server.signal("TERM");
    wait("no more visitors", || admin.get("/ready").status == 503);
    assert_eq!(admin.get("/live").status, 200);
}

#[test]
fn a_load_balancer_learns_of_the_end_and_a_second_signal_ends_at_once() {
    for (first, second) in [("TERM", "TERM"), ("INT", "TERM")] {
        let (mut server, admin) = server(&["--drain-seconds", "9999"]);
        server.signal(first);
        wait("no more visitors", || admin.get("/ready").status == 503);
        visit(&server);
        server.signal(second);
        assert_eq!(server.ended().code(), Some(0));
    }
}
