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
            assert_eq!(part.status, 206, "{range}");
            assert!(part.body == full.body[expected.clone()], "{range}");
            let place = format!("bytes {}-{}/{length}", expected.start, expected.end - 1);
            assert_eq!(part.header("content-range"), Some(&*place));
            assert_eq!(
                part.header("content-length"),
                Some(&*expected.len().to_string())
            );
            assert_eq!(part.header("etag"), Some(tag));
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
        assert_eq!(
            (response.status, response.body.len()),
            (200, length),
            "{headers:?}"
        );
    }
    let page = server.get("/fees", &[("Range", "bytes=0-1")]);
    assert_eq!(
        (page.status, page.header("accept-ranges")),
        (200, None),
        "a page is sent compressed, and all of it"
    );
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
        assert_eq!(response.status, 416, "{range}");
        assert_eq!(
            response.header("content-range"),
            Some(&*format!("bytes */{length}"))
        );
        assert_eq!(response.header("content-length"), Some("0"));
    }
}

#[test]
fn a_condition_comes_before_a_part_and_a_head_has_none() {
    let server = Server::start();
    let tag = server
        .get(PICTURE, &[])
        .header("etag")
        .expect("a tag")
        .to_owned();
    assert_eq!(
        server
            .get(PICTURE, &[("Range", "bytes=0-1"), ("If-None-Match", &tag)])
            .status,
        304
    );
    assert_eq!(
        server
            .request("HEAD", PICTURE, &[("Range", "bytes=0-1")])
            .status,
        200
    );
}
