//! What is served over TLS, in HTTP/1 and in HTTP/2.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::version::{TLS12, TLS13};

use super::files::{Files, NAME};
use super::stream::{Stream, connect, get, over};
use crate::common::{ask, frame, greeting, narrow, read_response, send, wait};

#[test]
fn the_same_site_over_tls() {
    let files = Files::new();
    let (server, address, admin) = files.watched(&["--plain", "serve"]);
    for version in [&TLS13, &TLS12] {
        let client = files.client_of(&[version], &["http/1.1"]);
        let mut stream = connect(address, &client);
        for path in ["/", "/fees", "/picture.png", "/nowhere"] {
            let response = ask(&mut stream, &get(path));
            let plain = server.get(path, &[("Accept-Encoding", "br")]);
            assert_eq!(response.status, plain.status, "{path}");
            assert!(response.body == plain.body, "{path}");
            assert!(response.header("strict-transport-security").is_some());
        }
        assert_eq!(stream.conn.alpn_protocol(), Some(&b"http/1.1"[..]));
        assert_eq!(stream.conn.protocol_version(), Some(version.version));
    }
    assert_eq!(admin.metric("site_tls_handshakes_total{end=\"done\"}"), 2);
}

#[test]
fn a_client_that_names_no_protocol_speaks_http1_and_one_of_another_is_refused() {
    let files = Files::new();
    let (_server, address, admin) = files.watched(&[]);
    let mut stream = connect(address, &files.client(&[]));
    ask(&mut stream, &get("/")).expect(200, &[]);
    let mut stream = connect(address, &files.client(&["smtp"]));
    assert!(stream.write_all(b"GET / HTTP/1.1\r\n\r\n").is_err());
    let failed = "site_tls_handshakes_total{end=\"failed\"}";
    wait("the count", || admin.metric(failed) == 1);
}

#[test]
fn the_end_of_a_response_is_not_left_behind() {
    let files = Files::new();
    let (server, address) = files.serve(&["--plain", "serve"]);
    // hyper takes for written what TLS has taken. Among so many there is one that the system has no room for, and TLS has.
    let requests =
        |count: usize| format!("GET /contact HTTP/1.1\r\nHost: {NAME}\r\n\r\n").repeat(count);
    let expected = server.get("/contact", &[]);
    for count in 2..8 {
        let mut stream = asked_and_not_read(address, &files.client(&[]), &requests(count));
        for _ in 0..count {
            assert!(read_response(&mut stream, false).body == expected.body);
        }
    }
    let (_server, address, admin) = files.watched(&["--write-seconds", "1"]);
    let _deaf = asked_and_not_read(address, &files.client(&[]), &requests(8));
    wait("the end", || admin.limited("write_seconds") == 1);
}

#[test]
fn http2_by_agreement() {
    let files = Files::new();
    let (server, address) = files.serve(&["--plain", "serve"]);
    let mut stream = connect(address, &files.client(&["h2", "http/1.1"]));
    let paths = ["/", "/fees", "/blog", "/picture.png"].repeat(12);
    // Windows that hold back nothing: INITIAL_WINDOW_SIZE, and that of the connection.
    let mut sent = greeting(&[0, 4, 0, 0x10, 0, 0]);
    sent.extend(frame(8, 0, 0, &[0x7f, 0, 0, 0]));
    for (path, id) in paths.iter().zip((1..).step_by(2)) {
        // GET and https of HPACK's table, and literals for the path and the host.
        let mut fields = vec![0x82, 0x87, 4, u8::try_from(path.len()).expect("short")];
        fields.extend(path.as_bytes());
        fields.extend(b"\x01\x0fwww.example.com");
        sent.extend(frame(1, 0b101, id, &fields));
    }
    send(&mut stream, sent);
    assert_eq!(stream.conn.alpn_protocol(), Some(&b"h2"[..]));

    let mut bodies: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    let mut ended = 0;
    while ended < paths.len() {
        let mut header = [0; 9];
        stream.read_exact(&mut header).expect("a frame");
        let [a, b, c, kind, flags, id @ ..] = header;
        let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut payload).expect("its payload");
        match kind {
            0 => bodies
                .entry(u32::from_be_bytes(id))
                .or_default()
                .extend(payload),
            // The status 200 of HPACK's table.
            1 => assert_eq!(payload[0], 0x88, "{id:?}"),
            3 | 7 => panic!("an error: {payload:?}"),
            _ => {}
        }
        ended += usize::from(kind < 2 && flags & 1 == 1);
    }
    for (path, body) in paths.iter().zip(bodies.values()) {
        assert!(*body == server.get(path, &[]).body, "{path}");
    }
}

/// A connection whose responses do not fit into what the system keeps, and are not read.
fn asked_and_not_read(address: SocketAddr, client: &Arc<ClientConfig>, request: &str) -> Stream {
    let mut stream = over(narrow(address), client);
    let shaken = stream.conn.complete_io(&mut stream.sock);
    shaken.expect("a handshake");
    send(&mut stream, request);
    stream.sock.peek(&mut [0]).expect("an answer");
    std::thread::sleep(Duration::from_millis(50));
    stream
}
