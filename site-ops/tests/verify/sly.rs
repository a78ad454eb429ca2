//! Lies that most programs never notice: only for search engines, without a body, before the response, with a truncated body, and on the redirect.

use super::lies::{Told, at, drop_header, found, header, is_page, set, some_of};
use super::place::{CHANGED, live, verify};
use super::proxy::{self, BEFORE_IT, LENGTH, Lie};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// A gzip file that expands to this many megabytes of zeros.
fn bomb(megabytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..megabytes {
        encoder.write_all(&vec![0; 1024 * 1024]).expect("in memory");
    }
    encoder.finish().expect("in memory")
}

fn added(name: &'static str, value: &'static str) -> Lie {
    Arc::new(move |_, response| {
        if is_page(response) {
            response.headers.push((name.to_owned(), value.to_owned()));
        }
    })
}

/// Lies only for search engines, in the response's parts that most programs don't read, or before it.
pub fn told_to_some() -> Vec<Told> {
    let bomb = LazyLock::new(|| bomb(64));
    vec![
        (
            "words for search engines",
            "body",
            "",
            Arc::new(|request, response| {
                if request.header("user-agent").contains("Googlebot") && request.path == "/" {
                    drop_header(response, "content-encoding");
                    response.body = b"<h1>Casino</h1>".to_vec();
                }
            }),
        ),
        (
            "noindex for search engines",
            "x-robots-tag",
            "search engines",
            Arc::new(|request, response| {
                if request.header("user-agent").contains("Googlebot") && request.path == CHANGED {
                    set(response, "x-robots-tag", "noindex");
                }
            }),
        ),
        (
            "a status without its body",
            "status",
            "",
            Arc::new(|request, response| {
                if request.method == "HEAD" && request.path == CHANGED {
                    response.status = 404;
                }
            }),
        ),
        (
            "a policy without its body",
            "content-security-policy",
            "policy",
            Arc::new(|request, response| {
                if request.method == "HEAD" {
                    drop_header(response, "content-security-policy");
                }
            }),
        ),
        (
            "noindex at one path",
            "x-robots-tag",
            "search engines",
            at(CHANGED, |response| set(response, "x-robots-tag", "none")),
        ),
        (
            "a bomb for those who take brotli",
            "body",
            "",
            Arc::new(move |request, response| {
                if request.header("accept-encoding").contains("br") && request.path == CHANGED {
                    set(response, "content-encoding", "gzip");
                    response.body = bomb.to_vec();
                }
            }),
        ),
        (
            "half a page of the right length",
            "body",
            "cuts the answer off",
            at(CHANGED, |response| {
                let length = response.body.len().to_string();
                response.headers.push((LENGTH.to_owned(), length));
                response.body.truncate(100);
            }),
        ),
        (
            "hints before the response",
            "early hints",
            "Early Hints",
            header(
                BEFORE_IT,
                "<https://example.net/a.js>; rel=preload; as=script",
            ),
        ),
        (
            "the page of nothing is another",
            "body",
            "",
            Arc::new(|_, response| {
                if response.status == 404 && response.header("content-encoding").is_none() {
                    response.body = b"<h1>Not found</h1>".to_vec();
                }
            }),
        ),
    ]
}

#[test]
fn what_only_some_are_told_is_found() {
    found(some_of(told_to_some()));
}

/// Lies that add something to a response.
pub fn added_beside() -> Vec<Told> {
    vec![
        (
            "a second policy",
            "content-security-policy",
            "policy",
            added("content-security-policy", "default-src *; script-src *"),
        ),
        (
            "a second HSTS",
            "strict-transport-security",
            "policy",
            added("strict-transport-security", "max-age=0"),
        ),
        (
            "a preload",
            "link",
            "",
            header("link", "<https://example.net/a.js>; rel=preload; as=script"),
        ),
        (
            "data cleared",
            "clear-site-data",
            "",
            header("clear-site-data", "\"cache\", \"storage\""),
        ),
        (
            "reports to others",
            "report-to",
            "",
            Arc::new(|_, response| {
                set(response, "nel", "{\"report_to\":\"a\",\"max_age\":60}");
                let to = "{\"group\":\"a\",\"endpoints\":[{\"url\":\"https://example.net/\"}]}";
                set(response, "report-to", to);
            }),
        ),
        (
            "reports to others by their own header",
            "reporting-endpoints",
            "",
            header("reporting-endpoints", "a=\"https://example.net/\""),
        ),
        (
            "another host for the same",
            "alt-svc",
            "",
            header("alt-svc", "h3=\"example.net:443\"; ma=86400"),
        ),
        (
            "a policy that reports",
            "content-security-policy-report-only",
            "",
            header(
                "content-security-policy-report-only",
                "report-uri https://example.net/",
            ),
        ),
        (
            "kept by whoever asks old caches",
            "expires",
            "",
            header("expires", "Tue, 24 Nov 2099 10:00:00 GMT"),
        ),
        (
            "kept by the edge alone",
            "cdn-cache-control",
            "",
            header("cdn-cache-control", "max-age=31536000"),
        ),
        (
            "a coding of a coding",
            "body",
            "",
            at(CHANGED, |response| {
                set(response, "content-encoding", "gzip, br")
            }),
        ),
    ]
}

#[test]
fn what_is_added_beside_is_found() {
    found(some_of(added_beside()));
}

#[test]
fn a_way_that_breaks_off_once_says_nothing_of_the_place() {
    let server = live();
    let has_broken = Arc::new(AtomicBool::new(false));
    let lie: Lie = Arc::new(move |request, response| {
        if request.path == CHANGED && !has_broken.swap(true, Ordering::Relaxed) {
            let length = response.body.len().to_string();
            response.headers.push((LENGTH.to_owned(), length));
            response.body.truncate(100);
        }
    });
    let verified = verify(proxy::before(server.address, lie), &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}

#[test]
fn an_edge_that_takes_this_for_a_false_search_engine_is_right() {
    let server = live();
    let lie: Lie = Arc::new(|request, response| {
        if request.header("user-agent").contains("Googlebot") {
            response.status = 403;
            response.body = b"Blocked".to_vec();
        }
    });
    let verified = verify(proxy::before(server.address, lie), &[]);
    assert_eq!(verified.status, Some(0), "{}", verified.said);
}
