//! Methods and paths: what is served, what is redirected, what is refused.

use crate::common::{self, Server, ask, site};

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
        response.expect(200, &[("content-type", kind)]);
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
    ] {
        let response = server.get(path, &[]);
        // No condition applies to a 404.
        response.expect(404, &[("etag", "")]);
        assert!(response.text().contains(site::NOT_FOUND), "{path}");
    }
    server
        .get("/nowhere", &[("If-None-Match", "*")])
        .expect(404, &[]);
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
        server.all(
            &[target],
            308,
            &[("location", location), ("content-length", "0")],
        );
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
        let (path, _) = location.split_once('?').unwrap_or((location, ""));
        assert!(!path.contains("evil"), "{target}: {location}");
    }
}

#[test]
fn redirects_from_the_content_are_followed_and_what_is_gone_is_gone() {
    let server = Server::start();
    let moved = server.get(site::MOVED.0, &[]);
    moved.expect(301, &[("location", site::MOVED.1)]);
    assert!(moved.body.is_empty());
    let gone = server.get(site::GONE, &[]);
    gone.expect(410, &[("location", "")]);
    assert!(gone.text().contains(site::NOT_FOUND));
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let server = Server::start();
    for path in ["/", "/nowhere", "/fees/", "/sitemap.xml"] {
        for encoding in ["identity", "br", "gzip"] {
            let [get, head] = ["GET", "HEAD"]
                .map(|method| server.request(method, path, &[("Accept-Encoding", encoding)]));
            let comparable = |response: &common::Response| {
                let mut headers = response.headers.clone();
                headers.retain(|(name, _)| name != "date");
                headers.sort();
                (response.status, headers)
            };
            assert_eq!(comparable(&get), comparable(&head), "{path}");
            head.expect(
                get.status,
                &[("content-length", &get.body.len().to_string())],
            );
            assert!(head.body.is_empty(), "{path}");
        }
    }
}

#[test]
fn options_says_what_is_allowed() {
    let server = Server::start();
    for target in ["/", "/nowhere", "*"] {
        // A 204 has no body.
        let response = server.request("OPTIONS", target, &[]);
        response.expect(
            204,
            &[("allow", "GET, HEAD, OPTIONS"), ("content-length", "")],
        );
    }
}

#[test]
fn other_methods_are_refused() {
    let server = Server::start();
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "get"] {
        let response = server.request(method, "/", &[("Content-Length", "0")]);
        response.expect(405, &[("allow", "GET, HEAD, OPTIONS")]);
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
        let response = ask(&mut server.connect(), &format!("{head}\r\n"));
        assert_eq!(response.status, status, "{head:?}");
    }
}
