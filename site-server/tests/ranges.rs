//! Parts of pictures and other bodies that are not compressed.

use crate::common::Server;

const PICTURE: &str = "/picture.png";

#[test]
fn a_part_is_sent_and_joins_the_rest() {
    let server = Server::start();
    let full = server.get(PICTURE, &[]);
    assert_eq!(full.header("accept-ranges"), Some("bytes"));
    let length = full.body.len();
    let tag = full.header("etag").expect("a tag");
    for (range, expected) in [
        ("bytes=0-99", 0..100),
        ("bytes=100-", 100..length),
        ("bytes=-7", length - 7..length),
        ("bytes=5-999999999", 5..length),
        ("bytes=5-99999999999999999999999", 5..length),
        ("bytes=-999999999", 0..length),
        ("Bytes=0-0", 0..1),
    ] {
        for condition in [None, Some(("If-Range", tag))] {
            let mut headers = vec![("Range", range), ("Accept-Encoding", "br")];
            headers.extend(condition);
            let part = server.get(PICTURE, &headers);
            let place = format!("bytes {}-{}/{length}", expected.start, expected.end - 1);
            let count = expected.len().to_string();
            let headers = [
                ("content-range", &*place),
                ("content-length", &count),
                ("etag", tag),
            ];
            part.expect(206, &headers);
            assert!(part.body == full.body[expected.clone()], "{range}");
        }
    }
}

#[test]
fn what_is_no_part_of_this_body_is_all_of_it() {
    let server = Server::start();
    let length = server.get(PICTURE, &[]).body.len();
    for (range, condition) in [
        ("bytes=0-1", "\"another\""),
        ("bytes=0-1", "Fri, 01 Jan 2100 00:00:00 GMT"),
        ("bytes=0-1,5-6", ""),
        ("bytes=5-4", ""),
        ("bytes=-", ""),
        ("bytes=+1-2", ""),
        ("bytes=a-b", ""),
        ("pages=1-2", ""),
        ("bytes", ""),
        ("", ""),
    ] {
        let mut headers = vec![("Range", range)];
        headers.extend((!condition.is_empty()).then_some(("If-Range", condition)));
        let response = server.get(PICTURE, &headers);
        response.expect(200, &[]);
        assert_eq!(response.body.len(), length, "{headers:?}");
    }
    // A page is sent compressed, and all of it.
    let page = server.get("/fees", &[("Range", "bytes=0-1")]);
    page.expect(200, &[("accept-ranges", "")]);
}

#[test]
fn a_part_beyond_the_end_is_refused_with_the_length() {
    let server = Server::start();
    let length = server.get(PICTURE, &[]).body.len();
    for range in [
        &*format!("bytes={length}-"),
        "bytes=99999999999999999999999-",
        "bytes=-0",
    ] {
        let response = server.get(PICTURE, &[("Range", range)]);
        let place = format!("bytes */{length}");
        response.expect(416, &[("content-range", &place), ("content-length", "0")]);
    }
}

#[test]
fn a_condition_comes_before_a_part_and_a_head_has_none() {
    let server = Server::start();
    let (full, range) = (server.get(PICTURE, &[]), ("Range", "bytes=0-1"));
    let tag = full.header("etag").expect("a tag");
    server
        .get(PICTURE, &[range, ("If-None-Match", tag)])
        .expect(304, &[]);
    server.request("HEAD", PICTURE, &[range]).expect(200, &[]);
}
