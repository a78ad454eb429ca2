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
fn what_the_client_has_is_not_sent_again() {
    let server = Server::start();
    for (response, encoding) in in_every_encoding(&server, "/fees").iter().zip(ENCODINGS) {
        let tag = response.header("etag").expect("a tag");
        for condition in [
            tag.to_owned(),
            format!("W/{tag}"),
            format!("\"other\", W/\"x,y\", {tag}"),
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
