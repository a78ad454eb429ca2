//! Encodings, entity tags and conditions.

use crate::common::{Response, Server};

const ENCODINGS: [&str; 4] = ["identity", "gzip", "zstd", "br"];

fn in_every_encoding(server: &Server, path: &str) -> Vec<Response> {
    ENCODINGS
        .iter()
        .map(|encoding| server.get(path, &[("Accept-Encoding", encoding)]))
        .collect()
}

#[test]
fn every_encoding_decodes_to_the_same_body_and_has_its_own_tag() {
    let server = Server::start();
    for path in [
        "/",
        "/fees",
        "/blog",
        "/contact",
        "/nowhere",
        "/sitemap.xml",
    ] {
        let responses = in_every_encoding(&server, path);
        let identity = &responses[0];
        assert_eq!(identity.header("content-encoding"), None, "{path}");
        for (response, encoding) in responses.iter().zip(ENCODINGS).skip(1) {
            assert_eq!(
                response.header("content-encoding"),
                Some(encoding),
                "{path}"
            );
            assert!(response.decoded() == identity.body, "{path} in {encoding}");
            assert!(
                response.body.len() < identity.body.len(),
                "{path} in {encoding}"
            );
        }
        for response in &responses {
            assert_eq!(
                response.header("content-length"),
                Some(response.body.len().to_string().as_str()),
                "{path}"
            );
            assert_eq!(response.header("vary"), Some("accept-encoding"), "{path}");
        }
        if identity.status == 200 {
            let mut tags: Vec<_> = responses
                .iter()
                .map(|response| response.header("etag").expect("a tag"))
                .collect();
            assert!(
                tags.iter()
                    .all(|tag| tag.starts_with('"') && tag.ends_with('"')),
                "{path}: {tags:?}"
            );
            tags.sort_unstable();
            tags.dedup();
            assert_eq!(tags.len(), ENCODINGS.len(), "{path}: one tag per encoding");
        }
    }
}

#[test]
fn each_header_has_its_encoding() {
    let server = Server::start();
    for (header, expected) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, zstd", "zstd"),
        ("x-gzip", "gzip"),
        ("GZip ; Q=0.5", "gzip"),
        ("br;q=0.5, gzip;q=0.9", "gzip"),
        ("br;q=0.001, gzip;q=0.002", "gzip"),
        ("gzip;q=0.5\r\nAccept-Encoding: zstd", "zstd"),
        ("br;q=0, *", "zstd"),
        ("*", "br"),
        ("*;q=0.5, gzip;q=0.6", "gzip"),
        ("", "identity"),
        ("deflate", "identity"),
        ("identity, br;q=0.9", "identity"),
        ("identity;q=0.5, gzip;q=0.4", "identity"),
        ("identity;q=0", "identity"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("*;q=0", "identity"),
        ("*;q=0, zstd", "zstd"),
        ("br;q=", "identity"),
        ("br;q=2, gzip", "gzip"),
        ("br;q=1.001, gzip", "gzip"),
        ("br;q=0.1234, gzip", "gzip"),
        ("br;q=-1, gzip", "gzip"),
        ("br;level=4;q=0, gzip", "gzip"),
        (",,; ;q=1,gzip,,", "gzip"),
    ] {
        let response = server.get("/fees", &[("Accept-Encoding", header)]);
        let encoding = response.header("content-encoding").unwrap_or("identity");
        assert_eq!(encoding, expected, "{header:?}");
        let only = server.get("/picture.png", &[("Accept-Encoding", header)]);
        assert_eq!(only.header("content-encoding"), None, "{header:?}");
    }
}

#[test]
fn what_the_client_has_is_not_sent_again() {
    let server = Server::start();
    for (response, encoding) in in_every_encoding(&server, "/fees").iter().zip(ENCODINGS) {
        let tag = response.header("etag").expect("a tag");
        for condition in [
            tag.to_owned(),
            format!("W/{tag}"),
            format!("\"other\", W/\"x,y\", {tag}"),
            format!(" , \"other\" ,, W/{tag},\"other"),
            "*".to_owned(),
        ] {
            let again = server.get(
                "/fees",
                &[("Accept-Encoding", encoding), ("If-None-Match", &condition)],
            );
            assert_eq!(again.status, 304, "{condition}");
            assert!(again.body.is_empty(), "{condition}");
            for name in ["etag", "cache-control", "vary"] {
                assert_eq!(
                    again.header(name),
                    response.header(name),
                    "{condition}: {name}"
                );
            }
            assert!(again.header("date").is_some(), "{condition}");
            for name in [
                "content-length",
                "content-encoding",
                "content-security-policy",
            ] {
                assert_eq!(again.header(name), None, "{condition}: {name}");
            }
            let head = server.request(
                "HEAD",
                "/fees",
                &[("Accept-Encoding", encoding), ("If-None-Match", &condition)],
            );
            assert_eq!(head.status, 304, "HEAD {condition}");
        }
    }
}

#[test]
fn another_body_is_sent() {
    let server = Server::start();
    let gzip = server.get("/fees", &[("Accept-Encoding", "gzip")]);
    let tag = gzip.header("etag").expect("a tag");
    for (encoding, condition) in [
        ("gzip", "\"other\""),
        ("br", tag),
        ("gzip", &tag[1..]),
        ("gzip", &tag[..tag.len() - 1]),
        ("gzip", &format!("w/{tag}")),
        ("gzip", &format!("x{tag}")),
        ("gzip", &format!("\"other, {tag}")),
        ("gzip", &format!("** , {tag}")),
        ("gzip", &tag.to_uppercase()),
        ("gzip", ""),
    ] {
        let response = server.get(
            "/fees",
            &[("Accept-Encoding", encoding), ("If-None-Match", condition)],
        );
        assert_eq!(response.status, 200, "{encoding} {condition}");
    }
}

#[test]
fn a_body_that_must_be_another_is_refused() {
    let server = Server::start();
    let response = server.get("/fees", &[]);
    let tag = response.header("etag").expect("a tag");
    for (condition, status) in [
        (tag, 200),
        ("*", 200),
        ("\"other\"", 412),
        ("", 412),
        (&*format!("W/{tag}"), 412),
    ] {
        let response = server.get("/fees", &[("If-Match", condition)]);
        assert_eq!(response.status, status, "{condition}");
    }
    assert_eq!(server.get("/nowhere", &[("If-Match", tag)]).status, 404);
}

#[test]
fn a_date_is_no_condition() {
    let server = Server::start();
    let date = ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT");
    assert_eq!(server.get("/", &[date]).status, 200);
    assert_eq!(
        server
            .get("/", &[date, ("If-None-Match", "\"other\"")])
            .status,
        200
    );
    assert_eq!(server.get("/", &[]).header("last-modified"), None);
}
