//! The plain listener leads to TLS.

use super::files::{Files, NAME};
use crate::common::ask;

#[test]
fn the_plain_listener_leads_to_the_same_address_over_tls() {
    let files = Files::new();
    let (server, address, admin) = files.watched(&[]);
    let ask = |head: &str| ask(&mut server.connect(), &format!("{head}\r\n\r\n"));
    let port = address.port();
    for method in ["GET", "HEAD", "POST"] {
        let response = ask(&format!("{method} /fees?a=1 HTTP/1.1\r\nHost: {NAME}:80"));
        let location = format!("https://{NAME}:{port}/fees?a=1");
        // The second is of no worth where nothing is encrypted (RFC 6797, 7.2).
        let headers = [("location", &*location), ("strict-transport-security", "")];
        response.expect(308, &headers);
    }
    for head in [
        "GET / HTTP/1.1\r\nHost: WWW.Example.com:80",
        "GET / HTTP/1.1\r\nHost: www.example.com.",
        "GET http://www.example.com/ HTTP/1.1\r\nHost: evil.example",
    ] {
        let location = format!("https://{NAME}:{port}/");
        ask(head).expect(308, &[("location", &location)]);
    }
    for (head, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.example", 421),
        (
            "GET http://evil.example/ HTTP/1.1\r\nHost: www.example.com",
            421,
        ),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1", 421),
        ("GET / HTTP/1.1\r\nHost: www.example.com.evil.example", 421),
        ("GET / HTTP/1.1\r\nHost: ", 421),
        ("GET / HTTP/1.1\r\nHost: www.example.com@evil.example", 400),
        ("GET / HTTP/1.0", 421),
        ("GET / HTTP/1.1", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a", 400),
        ("OPTIONS * HTTP/1.1\r\nHost: www.example.com", 204),
    ] {
        ask(head).expect(status, &[("location", "")]);
    }
    assert_eq!(admin.metric("site_responses_total{status=\"421\"}"), 6);
}

#[test]
fn the_redirect_names_the_port_that_visitors_use_and_the_brackets_of_an_address() {
    let mut files = Files::new();
    files.issue(|wanted| {
        let address = "::1".parse().expect("an address");
        let address = rcgen::SanType::IpAddress(address);
        wanted.subject_alt_names.push(address);
    });
    let (server, _) = files.serve(&["--redirect-port", "443"]);
    for (host, path, location) in [
        (
            NAME,
            "//evil.example/",
            "https://www.example.com//evil.example/",
        ),
        ("[::1]:80", "/", "https://[::1]/"),
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let response = ask(&mut server.connect(), &request);
        response.expect(308, &[("location", location)]);
    }
}
