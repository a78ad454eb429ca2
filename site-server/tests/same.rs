//! Whether a request is answered with the table's bytes or by hyper, the answer is the same.
//!
//! A `Content-Length: 0` is what makes a request one for hyper; it changes nothing else.

mod common;

use std::io::Write as _;
use std::net::TcpStream;

use common::{Admin, Response, Server};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const PATHS: [&str; 22] = [
    "/",
    "/fees",
    "/fees/",
    "/blog",
    "/blog/first",
    "/blog/first.html",
    "/favicon.svg",
    "/picture.png",
    "/sitemap.xml",
    "/nowhere",
    "//",
    "//fees",
    "/%66ees",
    "/%2ffees",
    "/%zz",
    "/a/../fees",
    "/fees?a=1&b=%20",
    "/nowhere?x",
    "/fees/?q",
    "/?",
    "/;,+",
    "/~!$&'()*",
];

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "(gzip|br|zstd|identity|\\*|x)(;q=(0|1|0\\.[0-9]{1,4}))?(, ?(gzip|br|zstd|identity|\\*)(;q=0)?){0,3}"
            .prop_map(|value| format!("Accept-Encoding: {value}")),
        "accept-ENCODING:[ \\t]{0,3}(br|gzip)[ \\t]{0,2}",
        "(\\*|W/\"[a-f0-9]{3}\"|\"x\", TAG|W/TAG|TAG, \"y\"|TAG)".prop_map(|value| format!("If-None-Match: {value}")),
        "Range: bytes=([0-9]{0,3}-[0-9]{0,4}|-5|x)",
        "If-Range: (TAG|\"x\")",
        "Connection: (keep-alive|Keep-Alive|close)",
        "[A-Za-z-]{1,12}: [ -~]{0,30}".prop_filter("no field with a meaning of its own", |line| {
            let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
            !["te", "host", "expect", "upgrade", "trailer", "connection"].contains(&name.as_str())
        }),
    ]
}

#[test]
fn both_answers_are_the_same() {
    let server = Server::start_with(&["--requests-per-connection", "1000000"]);
    let response = server.get("/fees", &[("Accept-Encoding", "br")]);
    let tag = response.header("etag").expect("a tag");
    let method = prop_oneof![4 => Just("GET"), 1 => Just("HEAD")];
    let path = prop::sample::select(&PATHS[..]);
    let fields = prop::collection::vec(field(), 0..5);
    let config = ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let same = TestRunner::new(config).run(&(method, path, fields), |(method, path, fields)| {
        let fields: String = fields
            .iter()
            .map(|field| format!("{}\r\n", field.replace("TAG", tag)))
            .collect();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost:8080\r\n{fields}");
        let plain = exchange(&server, &format!("{head}\r\n"), method);
        let whole = exchange(&server, &format!("{head}Content-Length: 0\r\n\r\n"), method);
        prop_assert_eq!(comparable(&plain), comparable(&whole), "{}", head);
        prop_assert!(plain.body == whole.body, "{}", head);
        Ok(())
    });
    same.expect("the same answers");
}

fn exchange(server: &Server, request: &str, method: &str) -> Response {
    let mut stream = server.connect();
    stream.write_all(request.as_bytes()).expect("sent");
    common::read_response(&mut stream, method == "HEAD")
}

fn comparable(response: &Response) -> (u16, Vec<(String, String)>) {
    let mut headers = response.headers.clone();
    headers.retain(|(name, _)| name != "date");
    headers.sort();
    (response.status, headers)
}

/// Else the test above would compare hyper with itself.
#[test]
fn plain_requests_are_not_hypers() {
    let mut server = Server::start_with(&["--admin", "127.0.0.1:0"]);
    let admin = Admin::of(&mut server);
    for path in ["/", "/fees", "/nowhere", "/favicon.svg"] {
        server.get(path, &[("Accept-Encoding", "gzip, deflate, br, zstd")]);
    }
    assert_eq!(admin.metric("site_requests_whole_total"), 0);
    server.get("/", &[("Content-Length", "0")]);
    assert_eq!(admin.metric("site_requests_whole_total"), 1);
}

#[test]
fn pipelined_requests_are_answered_in_order_whoever_answers() {
    let server = Server::start();
    let mut stream = server.connect();
    let paths = ["/", "/fees", "/nowhere", "/fees/", "/blog", "/sitemap.xml"];
    for round in 0..2 {
        let mut requests: String = paths
            .iter()
            .map(|path| format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
            .collect();
        requests += "HEAD / HTTP/1.1\r\nHo";
        stream.write_all(requests.as_bytes()).expect("sent");
        for path in paths {
            let response = common::read_response(&mut stream, false);
            let alone = server.get(path, &[]);
            assert_eq!(response.status, alone.status, "{round} {path}");
            assert!(response.body == alone.body, "{round} {path}");
        }
        stream.write_all(b"st: x\r\n\r\n").expect("sent");
        assert_eq!(common::read_response(&mut stream, true).status, 200);
    }
}

#[test]
fn a_request_without_a_proper_host_is_refused() {
    let server = Server::start();
    for (head, status) in [
        ("GET / HTTP/1.1\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a b\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: user@a\r\n", 400),
        ("GET http://a/ HTTP/1.1\r\n", 400),
        ("GET http://a/fees HTTP/1.1\r\nHost: a\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: [::1]:80\r\n", 200),
        ("GET / HTTP/1.1\r\nHost:\r\n", 200),
        ("GET / HTTP/1.0\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded: x\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n", 400),
    ] {
        let mut stream: TcpStream = server.connect();
        stream
            .write_all(format!("{head}\r\n").as_bytes())
            .expect("sent");
        assert_eq!(
            common::read_response(&mut stream, false).status,
            status,
            "{head:?}"
        );
    }
}
