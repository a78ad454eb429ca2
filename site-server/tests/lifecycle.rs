//! Start, connections, and the end.

use std::io::{ErrorKind, Read as _};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::common::{self, Admin, Server, ask, command, read_response, rest, send, wait};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};

const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

#[test]
fn what_it_cannot_start_with_is_explained() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().expect("bound").to_string();
    for (arguments, status, expected) in [
        (
            &["--addr", &taken][..],
            1,
            &*format!("expected to listen on {taken}, found: Address already in use"),
        ),
        (
            &["--addr", "192.0.2.1:8080"],
            1,
            "choose an address that this machine has",
        ),
        (
            &["--addr", "localhost:8080"],
            2,
            "invalid value 'localhost:8080' for '--addr <ADDR>'",
        ),
        (
            &["--plain", "redirect"],
            2,
            "--tls-certificate <TLS_CERTIFICATE>",
        ),
        (&["--tls-certificate", "x"], 2, "--tls-key"),
        (&["--tls-addr", "127.0.0.1:0"], 2, "--tls-certificate"),
    ] {
        common::fails(command().args(arguments), status, &[expected]);
    }
    let expected = ["invalid value 'nonsense'"];
    common::fails(command().env("SITE_ADDR", "nonsense"), 2, &expected);
}

#[test]
fn the_version_names_what_is_served() {
    let output = command()
        .arg("--version")
        .output()
        .expect("the binary starts");
    let version = String::from_utf8(output.stdout).expect("a text");
    let (_, content) = version.split_once("content ").expect("a digest");
    assert_eq!(content.trim_end_matches(")\n").len(), 16, "{version}");
}

#[test]
fn requests_are_logged_as_told() {
    let log = |form: &str| {
        let mut server = Server::start_with(&["--log", form]);
        for path in ["/", "/fees?a=%22", "/nowhere", "/"] {
            let strange = ("User-Agent", "a \"b\" \u{e4}\u{9b}2J");
            server.get(path, &[strange, ("X-Request-Id", "r-1")]);
        }
        server.log()
    };
    let text = log("text");
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
    let json = log("json");
    let lines = json.lines().map(serde_json::from_str::<serde_json::Value>);
    let lines: Vec<_> = lines.collect::<Result<_, _>>().expect("JSON");
    assert_eq!(lines.len(), 4, "{json}");
    let line = &lines[1];
    let time = line["timestamp"].as_str().expect("a time");
    let time: jiff::Timestamp = time.parse().expect("RFC 3339");
    assert!(time.duration_until(jiff::Timestamp::now()).as_secs() < 60);
    assert_eq!(line["target"], "/fees?a=%22", "{json}");
    assert_eq!(line["user_agent"], "a \"b\" \u{e4}\u{9b}2J", "{json}");
    assert_eq!(line["request_id"], "r-1", "{json}");
    assert!(line["bytes"].as_u64() > Some(1000), "{json}");
    assert!(line["duration"].as_f64() > Some(0.0), "{json}");
    assert_eq!(lines[2]["status"], 404, "{json}");
    assert!(log("off").is_empty());
}

#[test]
fn a_log_that_nobody_reads_keeps_nobody_waiting() {
    let mut server = Server::start_with(&["--log", "json", "--admin", "127.0.0.1:0"]);
    let admin = Admin::of(&mut server);
    let request = "HEAD /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
    let mut stream = server.connect();
    // More than a pipe has room for, and what waits before it.
    wait("a line that is dropped", || {
        send(&mut stream, request.repeat(100));
        for _ in 0..100 {
            assert_eq!(read_response(&mut stream, true).status, 404);
        }
        admin.metric("site_log_dropped_total") > 0
    });
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0));
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = Server::start();
    let mut stream = server.connect();
    // More than is read at once.
    let paths = ["/", "/fees", "/nowhere", "/fees/", "/blog", "/sitemap.xml"].repeat(100);
    for round in 0..2 {
        let mut requests: String = paths
            .iter()
            .map(|path| format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
            .collect();
        requests += "HEAD / HTTP/1.1\r\nHo";
        send(&mut stream, requests);
        for path in &paths {
            let response = read_response(&mut stream, false);
            let alone = server.get(path, &[]);
            assert_eq!(response.status, alone.status, "{round} {path}");
            assert!(response.body == alone.body, "{round} {path}");
        }
        send(&mut stream, "st: x\r\n\r\n");
        assert_eq!(read_response(&mut stream, true).status, 200);
    }
}

#[test]
fn shutdown_finishes_a_request_whose_head_arrives_slowly() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let [mut idle, mut first, mut next] = [0; 3].map(|_| server.connect());
        for stream in [&mut idle, &mut next] {
            ask(stream, "GET /fees HTTP/1.1\r\nHost: x\r\n\r\n").expect(200, &[]);
        }
        for stream in [&mut first, &mut next] {
            send(stream, "GET /fees HTTP/1.1\r\nHo");
        }
        wait_until_accepted(&server);

        server.signal(signal);
        // One that has asked for nothing is closed after a second.
        assert!(is_closed(&mut idle));
        wait_until_refused(&server);
        assert!(server.is_running(), "{signal}: requests are in flight");

        for stream in [&mut first, &mut next] {
            ask(stream, "st: x\r\n\r\n").expect(200, &[("connection", "close")]);
        }
        assert_eq!(server.ended().code(), Some(0), "{signal}");
    }
}

/// Over HTTP/2, whose window holds the rest of the body back until it is read: no socket buffer hides it.
#[tokio::test]
async fn shutdown_finishes_a_body_that_is_read_slowly() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let expected = server.get("/fees", &[]).body;
        let stream = tokio::net::TcpStream::connect(server.address)
            .await
            .expect("the server accepts");
        let (mut client, connection) =
            hyper::client::conn::http2::Builder::new(TokioExecutor::new())
                .initial_stream_window_size(1000)
                .initial_connection_window_size(1000)
                .handshake(TokioIo::new(stream))
                .await
                .expect("HTTP/2 by prior knowledge");
        tokio::spawn(connection);
        let request = hyper::Request::get(format!("http://{}/fees", server.address));
        let request = request.body(Empty::<Bytes>::new()).expect("a request");
        let response = client.send_request(request).await.expect("a response");
        let mut body = response.into_body();
        let first = body.frame().await.expect("a frame").expect("intact");
        let first = first.into_data().expect("data");
        assert!(first.len() < expected.len(), "the body waits");

        server.signal(signal);
        wait_until_refused(&server);
        assert!(server.is_running(), "{signal}: a body is in flight");

        let rest = body.collect().await.expect("the rest").to_bytes();
        assert!([first, rest].concat() == expected, "{signal}");
        drop(client);
        let status = tokio::task::spawn_blocking(move || server.ended())
            .await
            .expect("no panic");
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}

#[test]
fn shutdown_is_bounded() {
    let mut server = Server::start_with(&["--shutdown-seconds", "1"]);
    let mut stream = server.connect();
    send(&mut stream, "GET / HTTP/1.1\r\nHo");
    wait_until_accepted(&server);

    let start = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0));
    let took = start.elapsed();
    assert!(
        (Duration::from_millis(900)..Duration::from_secs(8)).contains(&took),
        "{took:?}"
    );
}

#[test]
fn a_connection_without_a_head_expires() {
    let server = Server::start_with(&["--header-seconds", "1"]);
    for start in ["", "PRI * HT", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = server.connect();
        send(&mut stream, start);
        assert!(is_closed(&mut stream), "{start:?}");
    }
}

#[test]
fn garbage_is_refused_in_its_turn_and_the_server_goes_on() {
    let server = Server::start();
    for garbage in [
        "\0\0\0\0\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u{16}\u{3}\u{1}\r\n\r\n",
    ] {
        let mut stream = server.connect();
        ask(&mut stream, &format!("{GET}{garbage}{GET}")).expect(200, &[]);
        let refusal = read_response(&mut stream, false);
        refusal.expect(400, &[("cache-control", "no-store")]);
        assert_eq!(stream.read(&mut [0]).expect("a close"), 0, "{garbage:?}");
    }
    assert_eq!(server.get("/", &[]).status, 200);
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

#[test]
fn http2_begins_a_connection_or_is_refused() {
    let server = Server::start();
    let mut stream = server.connect();
    ask(&mut stream, GET).expect(200, &[]);
    send(&mut stream, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assert!(rest(&mut stream).is_empty());
}

/// Whether the server closes the connection within `PATIENCE`, whatever it says before.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

/// Connections are accepted in order: once a later one is served, all before it are the server's.
fn wait_until_accepted(server: &Server) {
    server.get("/", &[]);
}

fn wait_until_refused(server: &Server) {
    wait("refusal", || TcpStream::connect(server.address).is_err());
}
