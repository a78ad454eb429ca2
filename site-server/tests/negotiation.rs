//! Encodings, entity tags and conditions.

use std::collections::BTreeSet;

use crate::common::{Response, Server};

const ENCODINGS: [&str; 3] = ["identity", "gzip", "br"];

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
        let mut tags = BTreeSet::new();
        for (response, encoding) in responses.iter().zip(["", "gzip", "br"]) {
            let length = response.body.len();
            let headers = [
                ("content-encoding", encoding),
                ("content-length", &*length.to_string()),
                ("vary", "accept-encoding"),
            ];
            response.expect(identity.status, &headers);
            assert!(response.decoded() == identity.body, "{path} in {encoding}");
            assert!(
                length < identity.body.len() || encoding.is_empty(),
                "{path} in {encoding}"
            );
            let tag = response.header("etag").unwrap_or_default();
            assert_eq!(
                tag.starts_with('"') && tag.ends_with('"'),
                identity.status == 200
            );
            tags.insert(tag);
        }
        let expected = if identity.status == 200 { 3 } else { 1 };
        assert_eq!(tags.len(), expected, "{path}: one tag per encoding");
    }
}

#[test]
fn each_header_has_its_encoding() {
    let server = Server::start();
    for (header, expected) in [
        ("gzip, deflate, br, zstd", "br"),
        ("x-gzip", "gzip"),
        ("GZip ; Q=0.5", "gzip"),
        ("br;q=0.5, gzip;q=0.9", "gzip"),
        ("br;q=0.001, gzip;q=0.002", "gzip"),
        ("gzip;q=0.5\r\nAccept-Encoding: br", "br"),
        ("br;q=0, *", "gzip"),
        ("*", "br"),
        ("*;q=0.5, gzip;q=0.6", "gzip"),
        ("", "identity"),
        ("deflate", "identity"),
        ("identity, br;q=0.9", "identity"),
        ("identity;q=0.5, gzip;q=0.4", "identity"),
        ("identity;q=0", "identity"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("*;q=0", "identity"),
        ("*;q=0, gzip", "gzip"),
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
        only.expect(200, &[("content-encoding", "")]);
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
            let asked = [
                ("Accept-Encoding", encoding),
                ("If-None-Match", &*condition),
            ];
            let again = server.get("/fees", &asked);
            let kept = ["etag", "cache-control", "vary"];
            let kept = kept.map(|name| (name, response.header(name).unwrap_or_default()));
            again.expect(304, &kept);
            let left_out = [
                "content-length",
                "content-encoding",
                "content-security-policy",
            ];
            again.expect(304, &left_out.map(|name| (name, "")));
            assert!(
                again.body.is_empty() && again.header("date").is_some(),
                "{condition}"
            );
            server.request("HEAD", "/fees", &asked).expect(304, &[]);
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
        ("gzip", &tag.to_uppercase()),
        ("gzip", ""),
    ] {
        let asked = [("Accept-Encoding", encoding), ("If-None-Match", condition)];
        server.get("/fees", &asked).expect(200, &[]);
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
        server
            .get("/fees", &[("If-Match", condition)])
            .expect(status, &[]);
    }
    server
        .get("/nowhere", &[("If-Match", tag)])
        .expect(404, &[]);
}

#[test]
fn a_date_is_no_condition() {
    let server = Server::start();
    let date = ("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT");
    let other = ("If-None-Match", "\"other\"");
    server.get("/", &[date]).expect(200, &[]);
    server.get("/", &[date, other]).expect(200, &[]);
    server.all(&["/"], 200, &[("last-modified", "")]);
}
