//! Malicious clients: each reaches its limit, which is counted, and visitors are served in the meantime.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{
    REQUEST, Response, Server, TIMEOUT, ask, connect, frame, greeting, narrow, read_frame,
    requests, rest, send, wait,
};

const HEAD: &str = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n";

fn visit(server: &Server) {
    let response = server.get("/fees", &[("Accept-Encoding", "br")]);
    response.expect(200, &[("content-encoding", "br")]);
}

#[test]
fn a_head_that_comes_byte_by_byte_ends_in_time() {
    let (server, admin) = Server::watched("--header-seconds 1");
    let mut stopped = ["", "PRI * HT", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"].map(|begun| {
        let mut stream = server.connect();
        send(&mut stream, begun);
        stream
    });
    let mut slow: Vec<_> = (0..50).map(|_| server.connect()).collect();
    let start = Instant::now();
    // Every byte arrives in time, but the head doesn't.
    let head = b"GET / HTTP/1.1\r\nHost: x\r\nX: ";
    let mut bytes = head.iter().chain(std::iter::repeat(&b'x'));
    let mut are_open = true;
    while are_open {
        let byte = [*bytes.next().expect("no end")];
        let is_open = |stream: &mut TcpStream| stream.write_all(&byte).is_ok();
        are_open = slow.iter_mut().all(is_open);
        visit(&server);
        assert!(start.elapsed() < TIMEOUT, "still reading");
        sleep(Duration::from_millis(50));
    }
    for stream in &mut stopped {
        rest(stream);
    }
    admin.wait_for("header_seconds", 54);
}

#[test]
fn a_client_that_reads_nothing_is_reset() {
    let (server, admin) = Server::watched("--write-seconds 1");
    let mut deaf = narrow(server.address);
    // The windows hold nothing back: INITIAL_WINDOW_SIZE, and the connection's window.
    let mut sent = greeting(&[0, 4, 0, 0x10, 0, 0]);
    sent.extend(frame(8, 0, 0, &[0x7f, 0, 0, 0]));
    sent.extend(requests(48));
    send(&mut deaf, sent);
    admin.wait_for("write_seconds", 1);
    admin.wait_for_closes();
    // Without a reset, the system would send the client the rest of its buffer, and then an end.
    let end = deaf.read_to_end(&mut Vec::new());
    assert_eq!(end.expect_err("a reset").kind(), ErrorKind::ConnectionReset);
}

#[test]
fn where_all_connections_are_taken_the_longest_idle_makes_room() {
    let (server, admin) = Server::watched("--connections 20");
    let ask = |stream: &mut TcpStream| ask(stream, HEAD).expect(200, &[]);
    let mut held: Vec<_> = (0..20).map(|_| server.connect()).collect();
    ask(&mut held[1]);
    // The server's clock ticks every 200 ms. The second connection must be at least one tick older than the others.
    sleep(Duration::from_millis(500));
    held.iter_mut().skip(2).for_each(ask);
    // Connections that were just served aren't closed.
    server.refused("").expect(503, &[]);
    sleep(Duration::from_millis(2_500));
    // The first one has just sent a request, and the second one did so before all others.
    ask(&mut held[0]);
    visit(&server);
    assert_eq!(admin.limited("connections"), 2);
    assert!(rest(&mut held[1]).is_empty());
    ask(&mut held[0]);
    // If none has waited for long, a new connection is refused.
    wait("a refusal", || {
        // More than there are places, so that they arrive together even on a busy machine.
        for _ in 0..25 {
            let mut stream = server.connect();
            _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n");
            held.push(stream);
        }
        admin.metric("site_responses_total{status=\"503\"}") > 1
    });
    server
        .refused("")
        .expect(503, &[("retry-after", "5"), ("cache-control", "no-store")]);
    drop(held);
    admin.wait_for_closes();
    visit(&server);
}

/// Each costs the server less than a request with as many bytes, so only h2's own limit on resets applies.
#[test]
fn frames_that_ask_for_nothing_keep_no_visitor_waiting_and_no_connection_open() {
    let (server, admin) = Server::watched("--idle-seconds 1 --header-seconds 1");
    let floods: [fn(u32) -> Vec<u8>; 4] = [
        |at| {
            let stream = 2 * at + 1;
            let reset = frame(3, 0, stream, &8_u32.to_be_bytes());
            [frame(1, 0b101, stream, REQUEST), reset].concat()
        },
        |_| frame(6, 0, 0, &[0; 8]),
        |_| frame(4, 0, 0, &[]),
        |_| frame(2, 0, 3, &[0, 0, 0, 1, 9]),
    ];
    let flood = |frames: fn(u32) -> Vec<u8>| {
        let mut stream = server.connect();
        let short = Some(Duration::from_millis(10));
        stream.set_read_timeout(short).expect("not zero");
        send(&mut stream, greeting(&[]));
        let mut rounds = (0..).map(|at| (100 * at..100 * at + 100).flat_map(frames).collect());
        while rounds
            .next()
            .is_some_and(|round: Vec<_>| stream.write_all(&round).is_ok())
        {
            _ = stream.read(&mut [0; 65_536]);
        }
    };
    let start = Instant::now();
    std::thread::scope(|scope| {
        let flood = &flood;
        let floods = floods.map(|frames| scope.spawn(move || flood(frames)));
        while !floods.iter().all(|flood| flood.is_finished()) {
            visit(&server);
            assert!(start.elapsed() < TIMEOUT, "it goes on");
            sleep(Duration::from_millis(10));
        }
    });
    admin.wait_for_closes();
}

#[test]
fn streams_that_are_too_many_are_refused() {
    let server = Server::start();
    let mut stream = server.connect();
    // With a window of zero, no body is sent, and no stream ends.
    send(&mut stream, greeting(&[0, 4, 0, 0, 0, 0]));
    send(&mut stream, requests(53));
    let mut refused = Vec::new();
    while refused.len() < 3 {
        let (kind, _, id, reason) = read_frame(&mut stream);
        refused.extend((kind == 3).then_some((id, reason)));
    }
    assert_eq!(refused, [101, 103, 105].map(|id| (id, vec![0, 0, 0, 7])));
    visit(&server);
}

#[test]
fn what_is_refused_unread_is_counted_and_logged() {
    let (mut server, admin) = Server::watched("--log json");
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
        server
            .refused(request)
            .expect(status, &[("cache-control", "no-store")]);
    }
    // HTTP/2, whose requests are read before the check: one long field with references to it, and many short fields.
    let long = [b"\x40\x01x\x7f\xe9\x06", &[b'y'; 1000][..], &[0xbe; 16]].concat();
    let held = [long, b"\x00\x01x\x01y".repeat(65)].map(|head| {
        let mut stream = server.connect();
        send(&mut stream, greeting(&[]));
        send(&mut stream, frame(1, 0b101, 1, &[REQUEST, &head].concat()));
        stream
    });
    admin.wait_for("header_size", 6);
    assert_eq!(admin.metric("site_responses_total{status=\"431\"}"), 6);
    visit(&server);
    drop(held);
    let logged = |line: Value| format!("{} {}", line["target"], line["status"]);
    let mut found: Vec<_> = server.json().into_iter().map(logged).collect();
    // A client may notice the end of its connection before it is logged.
    found.sort();
    let read = [r#""/" 431"#, r#""/" 431"#, r#""/" 431"#, r#""/fees" 200"#];
    let unread = [
        "null 400", "null 400", "null 400", "null 431", "null 431", "null 431",
    ];
    assert_eq!(found, [&read[..], &unread].concat());
}

#[test]
fn what_is_refused_says_why() {
    let (server, admin) = Server::watched("");
    let long = "x".repeat(17_000);
    let chunked = |coding: &str| {
        format!("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: {coding}\r\n\r\n0\r\n\r\n")
    };
    for (request, status) in [
        (format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"), 414),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n".to_owned(), 505),
        ("GET / HTTP/1.x\r\nHost: x\r\n\r\n".to_owned(), 400),
        (chunked("chunked, chunked"), 501),
        (chunked("gzip, chunked"), 501),
        (chunked("chunked\r\nTransfer-Encoding: chunked"), 501),
    ] {
        let response = server.refused(&request);
        response.expect(status, &[("connection", "close")]);
    }

    let post = "POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
    let response = ask(&mut connect(admin.0), post);
    response.expect(405, &[("allow", "GET, HEAD")]);
}

#[test]
fn a_client_that_says_no_more_is_sent_all_of_its_response() {
    let server = Server::start();
    let whole = server.get("/", &[]);
    for _ in 0..20 {
        let mut stream = server.connect();
        send(&mut stream, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.shutdown(Shutdown::Write).expect("open");
        let response = Response::parse(&rest(&mut stream));
        assert_eq!(response.body.len(), whole.body.len());
    }
}

/// The statuses 200 and 400 in HPACK's table.
#[test]
fn a_host_of_http2_is_the_same_wherever_it_is_named() {
    let server = Server::start();
    for (host, status) in [(b'x', 0x88), (b'X', 0x88), (b'y', 0x8c)] {
        let field = [b"\x00\x04host\x01", &[host][..]].concat();
        let mut stream = server.connect();
        send(&mut stream, greeting(&[]));
        send(&mut stream, frame(1, 0b101, 1, &[REQUEST, &field].concat()));
        let mut head = read_frame(&mut stream);
        while head.0 != 1 {
            head = read_frame(&mut stream);
        }
        assert_eq!(head.3[0], status, "host: {}", char::from(host));
    }
}
