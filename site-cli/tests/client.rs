//! The client for tests and exports: it sends only what the caller provides.

use site_cli::client::Client;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};

/// Starts a server that sends these responses, and returns the requests it read. It closes a connection after `each` responses.
fn server(responses: &'static [&str], each: usize) -> (SocketAddr, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    let requests = thread::spawn(move || {
        // The first connection only checks whether something listens.
        listener.accept().expect("a connection");
        let mut requests = Vec::new();
        for responses in responses.chunks(each) {
            let (mut stream, _) = listener.accept().expect("a connection");
            for response in responses {
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    stream.read_exact(&mut byte).expect("a whole request");
                    request.push(byte[0]);
                }
                requests.push(String::from_utf8(request).expect("UTF-8"));
                stream.write_all(response.as_bytes()).expect("open");
            }
        }
        requests
    });
    (address, requests)
}

#[test]
fn one_connection_carries_each_request_as_it_is_given() {
    let responses = &[
        "HTTP/1.1 301 Moved Permanently\r\nLocation: /fees\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\nno",
    ];
    let (address, requests) = server(responses, responses.len());
    let client = Client::connect(address).expect("it listens");
    let moved = client.get("/old", &[]).expect("a response");
    assert_eq!(
        (moved.status, moved.header("location")),
        (301, Some("/fees"))
    );
    let encoded = client.get("//fees?a=1", &[("accept-encoding", "br")]);
    let encoded = encoded.expect("a response");
    assert_eq!(encoded.header("x-one"), Some("1"));
    assert_eq!(encoded.body, b"abc");
    let head = client.request("HEAD", "/", &[]).expect("a response");
    assert_eq!((head.status, head.body.len()), (200, 0));
    let purged = client.request("PURGE", "/", &[("cache-tag", "a b")]);
    let purged = purged.expect("a response");
    assert_eq!((purged.status, purged.body.as_slice()), (503, &b"no"[..]));

    let requests = requests.join().expect("it answered");
    assert_eq!(
        requests,
        [
            "GET /old HTTP/1.1\r\nhost: localhost\r\n\r\n",
            "GET //fees?a=1 HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n",
            "HEAD / HTTP/1.1\r\nhost: localhost\r\n\r\n",
            "PURGE / HTTP/1.1\r\nhost: localhost\r\ncache-tag: a b\r\n\r\n",
        ]
    );
}

#[test]
fn a_closed_connection_is_opened_again_and_half_a_body_is_an_error() {
    let responses = &[
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none",
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\ntwo",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthr",
    ];
    let (address, requests) = server(responses, 1);
    let client = Client::connect(address).expect("it listens");
    for body in [b"one", b"two"] {
        let response = client.get("/", &[]).expect("a response");
        assert_eq!((response.status, &response.body[..]), (200, &body[..]));
    }
    let error = client.get("/half", &[]).err().expect("half a body");
    let error = format!("{error:#}");
    assert_eq!(
        error,
        "cannot read the response to /half: the response ends early"
    );
    assert_eq!(requests.join().expect("it answered").len(), 3);
}
