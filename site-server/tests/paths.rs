//! Methods and paths: what is served, what is redirected, what is refused.

use std::io::Write as _;

use crate::common::{self, Server, read_response, site};

#[test]
fn pages_are_served_at_their_routes() {
    let server = Server::start();
    for path in site::PAGES {
        let response = server.get(path, &[]);
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(
            response.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{path}"
        );
        assert!(
            response
                .text()
                .to_ascii_lowercase()
                .starts_with("<!doctype html>"),
            "{path}"
        );
    }
}

#[test]
fn the_documents_for_machines_are_served() {
    let server = Server::start();
    for (path, kind, beginning) in [
        ("/robots.txt", "text/plain; charset=utf-8", "User-Agent: *"),
        ("/sitemap.xml", "application/xml; charset=utf-8", "<?xml"),
        ("/feed.xml", "application/atom+xml; charset=utf-8", "<?xml"),
        ("/manifest.webmanifest", "application/manifest+json", "{"),
    ] {
        let response = server.get(path, &[]);
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.header("content-type"), Some(kind), "{path}");
        assert!(response.text().starts_with(beginning), "{path}");
    }
}

#[test]
fn an_unknown_path_gets_the_not_found_page_with_its_status() {
    let server = Server::start();
    for path in [
        "/nowhere",
        "/404",
        "/404.html",
        "/blog/nowhere",
        "/Fees",
        "/%2e%2e/etc/passwd",
        "/fees%00",
        "/%ff",
        "/%zz",
        "/%2565",
        "/%2ffees",
        "/blog%2Ffirst",
        "/.html",
    ] {
        let response = server.get(path, &[]);
        assert_eq!(response.status, 404, "{path}");
        assert!(response.text().contains(site::NOT_FOUND), "{path}");
        assert_eq!(
            response.header("etag"),
            None,
            "{path}: no condition applies to a 404"
        );
    }
}

#[test]
fn a_condition_does_not_turn_a_404_into_a_304() {
    assert_eq!(
        Server::start()
            .get("/nowhere", &[("If-None-Match", "*")])
            .status,
        404
    );
}

#[test]
fn other_spellings_lead_to_the_canonical_path_and_keep_the_query() {
    let server = Server::start();
    for (target, location) in [
        ("/fees/", "/fees"),
        ("/fees/?a=1&b=%20", "/fees?a=1&b=%20"),
        ("/fees.html", "/fees"),
        ("/index.html", "/"),
        ("/index.html?a", "/?a"),
        ("//", "/"),
        ("//fees", "/fees"),
        ("/fees///", "/fees"),
        ("/blog/index.html", "/blog"),
        ("/./blog/./first/", "/blog/first"),
        ("/..", "/"),
        ("/blog/../fees", "/fees"),
        ("/%2e%2e//fees/", "/fees"),
    ] {
        let response = server.get(target, &[]);
        assert_eq!(
            (response.status, response.header("location")),
            (308, Some(location)),
            "{target}"
        );
        assert_eq!(response.header("content-length"), Some("0"), "{target}");
    }
}

#[test]
fn no_path_redirects_to_another_site() {
    let server = Server::start();
    for target in [
        "//evil.example",
        "//evil.example/",
        "//evil.example/..",
        "///evil.example/%2e%2e/fees/",
        "/\\evil.example/",
        "/%5cevil.example/",
        "/%2F%2Fevil.example/",
        "/.//evil.example/fees/..",
        "http://evil.example//fees/",
        "/fees/?//evil.example",
        "/%0d%0aLocation:%20https://evil.example/",
    ] {
        let response = server.get(target, &[]);
        let location = response.header("location").unwrap_or("/");
        assert!(
            location.starts_with('/') && !location.starts_with("//") && !location.contains('\\'),
            "{target}: {location}"
        );
        assert!(
            !location
                .split('?')
                .next()
                .unwrap_or_default()
                .contains("evil"),
            "{target}: {location}"
        );
    }
}

#[test]
fn redirects_from_the_content_are_followed_and_what_is_gone_is_gone() {
    let server = Server::start();
    let moved = server.get(site::MOVED.0, &[]);
    assert_eq!(
        (moved.status, moved.header("location")),
        (301, Some(site::MOVED.1))
    );
    assert!(moved.body.is_empty());
    let gone = server.get(site::GONE, &[]);
    assert_eq!((gone.status, gone.header("location")), (410, None));
    assert!(gone.text().contains(site::NOT_FOUND));
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let server = Server::start();
    for path in ["/", "/nowhere", "/fees/", "/sitemap.xml"] {
        for encoding in ["identity", "br", "zstd", "gzip"] {
            let [get, head] = ["GET", "HEAD"]
                .map(|method| server.request(method, path, &[("Accept-Encoding", encoding)]));
            let comparable = |response: &common::Response| {
                let mut headers = response.headers.clone();
                headers.retain(|(name, _)| name != "date");
                headers.sort();
                (response.status, headers)
            };
            assert_eq!(comparable(&get), comparable(&head), "{path}");
            assert_eq!(
                head.header("content-length"),
                Some(get.body.len().to_string().as_str()),
                "{path}"
            );
            assert!(head.body.is_empty(), "{path}");
        }
    }
}

#[test]
fn options_says_what_is_allowed() {
    let server = Server::start();
    for target in ["/", "/nowhere", "*"] {
        let response = server.request("OPTIONS", target, &[]);
        assert_eq!(
            (response.status, response.header("allow")),
            (204, Some("GET, HEAD, OPTIONS")),
            "{target}"
        );
        assert_eq!(
            response.header("content-length"),
            None,
            "{target}: a 204 has no body"
        );
    }
}

#[test]
fn other_methods_are_refused() {
    let server = Server::start();
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "get"] {
        let response = server.request(method, "/", &[("Content-Length", "0")]);
        assert_eq!(
            (response.status, response.header("allow")),
            (405, Some("GET, HEAD, OPTIONS")),
            "{method}"
        );
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
        ("GET / HTTP/1.1\r\nHost: a:x\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a:99999\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a/x\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a?b\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: [::1\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a_b.example:\r\n", 200),
        ("GET http://a/ HTTP/1.1\r\n", 400),
        ("GET http://a/fees HTTP/1.1\r\nHost: a\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: [::1]:80\r\n", 200),
        ("GET / HTTP/1.1\r\nHost:\r\n", 200),
        ("GET / HTTP/1.0\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded: x\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : a\r\n", 400),
    ] {
        let mut stream = server.connect();
        stream
            .write_all(format!("{head}\r\n").as_bytes())
            .expect("sent");
        assert_eq!(read_response(&mut stream, false).status, status, "{head:?}");
    }
}
