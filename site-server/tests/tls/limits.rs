//! Limits and shutdown.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use super::files::{Files, connect, get, over};
use crate::common::{self, ask, frame, greeting, requests, rest, send, wait};

#[test]
fn handshakes_that_stop_half_way_keep_nobody_out() {
    let files = Files::new();
    let (_server, address, admin) = files.watched("--handshakes 5 --connections 100");
    let client = files.client(&[]);
    let mut held: Vec<_> = (0..5).map(|_| common::connect(address)).collect();
    for stream in &mut held {
        send(stream, [22, 3, 1, 0, 200, 1]);
    }
    // They are spread over several threads. Without this, the visitor could be admitted before the last of them.
    wait("all of them", || admin.metric("site_connections_open") == 5);
    let mut stream = connect(address, &client);
    ask(&mut stream, &get("/fees")).expect(200, &[]);
    assert_eq!(admin.limited("handshakes"), 1);
    // One of them was closed to make room. A connection whose handshake is complete doesn't count.
    let _another = connect(address, &client);
    ask(&mut stream, &get("/fees")).expect(200, &[]);
}

#[test]
fn limits_hold_over_tls_as_well() {
    let files = Files::new();
    let limits = "--header-seconds 1 --idle-seconds 1 --write-seconds 1";
    let (_server, address, admin) = files.watched(limits);
    let client = files.client(&[]);
    let mut idle = connect(address, &client);
    ask(&mut idle, &get("/")).expect(200, &[]);
    // Handshakes that never complete.
    let mut shaking = [&b""[..], &[22, 3, 1, 0, 200, 1]].map(|sent| {
        let mut stream = common::connect(address);
        send(&mut stream, sent);
        stream
    });
    // A client that sends half a head gets a status.
    let mut slow = connect(address, &client);
    ask(&mut slow, "GET / HTTP/1.1\r\nHost: x\r\n").expect(408, &[]);
    assert_eq!(slow.read(&mut [0]).expect("a goodbye"), 0);
    assert_eq!(idle.read(&mut [0]).expect("a goodbye"), 0);
    for stream in &mut shaking {
        assert!(rest(stream).is_empty());
    }
    assert_eq!(admin.limited("header_seconds"), 3);
    let large = "x".repeat(20_000);
    let large = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {large}\r\n\r\n");
    ask(&mut connect(address, &client), &large).expect(431, &[]);
    // A client that requests more than any buffer holds, and reads nothing.
    let mut deaf = connect(address, &client);
    deaf.conn.complete_io(&mut deaf.sock).expect("a handshake");
    deaf.sock.set_nonblocking(true).expect("a socket");
    wait("a reset", || {
        _ = deaf.conn.writer().write(get("/").repeat(100).as_bytes());
        _ = deaf.conn.write_tls(&mut deaf.sock);
        admin.limited("write_seconds") == 1
    });
}

#[test]
fn who_reads_slowly_is_not_taken_for_one_who_does_not() {
    let files = Files::new();
    let (_server, address, admin) = files.watched("--write-seconds 1");
    let mut slow = over(common::connect(address), &files.client(&["h2"]));
    // The windows hold nothing back; only the socket does.
    let mut sent = greeting(&[0, 4, 0x7f, 0, 0, 0]);
    sent.extend(frame(8, 0, 0, &[0x7f, 0, 0, 0]));
    sent.extend(requests(50));
    send(&mut slow, sent);
    let start = Instant::now();
    // Longer than a client that doesn't read may take.
    while start.elapsed() < Duration::from_secs(3) {
        let read = slow.sock.read(&mut [0; 12_000]).expect("more");
        assert!(read > 0, "an end");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(admin.limited("write_seconds"), 0);
}

#[test]
fn the_end_is_calm() {
    let files = Files::new();
    let (mut server, address) = files.serve("--plain serve");
    let client = files.client(&[]);
    let [mut idle, mut first, mut next] = [0; 3].map(|_| connect(address, &client));
    for stream in [&mut idle, &mut next] {
        ask(stream, &get("/")).expect(200, &[]);
    }
    let mut plain = server.connect();
    let mut silent = common::connect(address);
    for stream in [&mut first, &mut next] {
        send(stream, "GET /fees HTTP/1.1\r\nHo");
    }
    send(&mut plain, "GET /fees HTTP/1.1\r\nHo");
    ask(&mut connect(address, &client), &get("/")).expect(200, &[]);
    server.wait_until_accepted();

    server.signal("TERM");
    server.wait_until_refused();
    // Idle connections are closed after a second.
    assert_eq!(idle.read(&mut [0]).expect("a goodbye"), 0);
    rest(&mut silent);
    assert!(server.is_running(), "requests are in flight");
    let last = [("connection", "close")];
    ask(&mut plain, "st: x\r\n\r\n").expect(200, &last);
    for stream in [&mut first, &mut next] {
        ask(stream, "st: x\r\n\r\n").expect(200, &last);
        assert_eq!(stream.read(&mut [0]).expect("a goodbye"), 0);
    }
    server.ends();
}
