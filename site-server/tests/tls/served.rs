//! The site over TLS, with HTTP/1 and HTTP/2.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::version::{TLS12, TLS13};

use super::files::{Files, NAME, Stream, connect, get, over};
use crate::common::{
    self, ask, frame, greeting, narrow, read_frame, read_response, requests, rest, send, wait,
};

#[test]
fn the_same_site_over_tls() {
    let files = Files::new();
    let (server, address, admin) = files.watched("--plain serve");
    // A client that doesn't negotiate a protocol uses HTTP/1.
    for (version, protocols) in [(&TLS13, &["http/1.1"][..]), (&TLS12, &[])] {
        let mut stream = connect(address, &files.client_of(&[version], protocols));
        for path in ["/", "/fees", "/picture.png", "/nowhere"] {
            let response = ask(&mut stream, &get(path));
            let plain = server.get(path, &[("Accept-Encoding", "br")]);
            assert_eq!(response.status, plain.status, "{path}");
            assert!(response.body == plain.body, "{path}");
            assert!(response.header("strict-transport-security").is_some());
        }
        let agreed = protocols.first().map(|name| name.as_bytes());
        assert_eq!(stream.conn.alpn_protocol(), agreed);
        assert_eq!(stream.conn.protocol_version(), Some(version.version));
    }
    let mut other = connect(address, &files.client(&["smtp"]));
    assert!(other.write_all(b"GET / HTTP/1.1\r\n\r\n").is_err());
    drop(other);
    // Bytes that aren't TLS.
    for garbage in [
        get("/").as_bytes(),
        &[0x16, 3, 1, 0, 4, 1, 0, 0, 0],
        &[255; 900],
    ] {
        let mut stream = common::connect(address);
        send(&mut stream, garbage);
        let said = rest(&mut stream);
        assert!(said.is_empty() || said[0] == 21, "an alert: {said:?}");
    }
    admin.wait_for_closes();
    for (end, count) in [("done", 2), ("failed", 4)] {
        let metric = format!("site_tls_handshakes_total{{end=\"{end}\"}}");
        wait("the count", || admin.metric(&metric) == count);
    }
}

#[test]
fn the_end_of_a_response_is_not_left_behind() {
    let files = Files::new();
    let (server, address) = files.serve("--plain serve");
    // hyper counts bytes as written when TLS accepts them. With this many requests, at least one is accepted by TLS but not by the system.
    let request = format!("GET /contact HTTP/1.1\r\nHost: {NAME}\r\n\r\n");
    let expected = server.get("/contact", &[]);
    for count in 2..8 {
        let mut stream = asked_and_not_read(address, &files.client(&[]), &request.repeat(count));
        for _ in 0..count {
            assert!(read_response(&mut stream, false).body == expected.body);
        }
    }
    let (_server, address, admin) = files.watched("--write-seconds 1");
    let _deaf = asked_and_not_read(address, &files.client(&[]), &request.repeat(8));
    admin.wait_for("write_seconds", 1);
}

#[test]
fn http2_by_agreement() {
    let files = Files::new();
    let (server, address) = files.serve("--plain serve");
    let mut stream = connect(address, &files.client(&["h2", "http/1.1"]));
    // The windows hold nothing back: INITIAL_WINDOW_SIZE, and the connection's window.
    let mut sent = greeting(&[0, 4, 0, 0x10, 0, 0]);
    sent.extend(frame(8, 0, 0, &[0x7f, 0, 0, 0]));
    sent.extend(requests(48));
    send(&mut stream, sent);
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"h2"[..]));

    let mut bodies: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    let mut ended = 0;
    while ended < 48 {
        let (kind, flags, id, payload) = read_frame(&mut stream);
        match kind {
            0 => bodies.entry(id).or_default().extend(payload),
            // The status 200 in HPACK's table.
            1 => assert_eq!(payload[0], 0x88, "{id}"),
            3 | 7 => panic!("an error: {payload:?}"),
            _ => {}
        }
        ended += usize::from(kind < 2 && flags & 1 == 1);
    }
    let alone = server.get("/", &[]).body;
    assert!(bodies.values().all(|body| *body == alone));
}

/// A connection whose responses exceed the system's buffers, and aren't read.
fn asked_and_not_read(address: SocketAddr, client: &Arc<ClientConfig>, request: &str) -> Stream {
    let mut stream = over(narrow(address), client);
    let shaken = stream.conn.complete_io(&mut stream.sock);
    shaken.expect("a handshake");
    send(&mut stream, request);
    stream.sock.peek(&mut [0]).expect("an answer");
    std::thread::sleep(Duration::from_millis(50));
    stream
}
