//! `_headers` and `_redirects` in an export.

use site_cli::client::Response;
use site_cli::hosts::{FEED, Row, host_files};

/// Parses a row from a path, a status and headers, separated by `|`.
fn row(written: &str) -> Row {
    let (start, headers) = written.split_once('|').unwrap_or((written, ""));
    let (path, status) = start.split_once(' ').expect("a path and a status");
    let headers = headers.split('|').filter_map(|it| it.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Row {
        path: path.to_owned(),
        response: Response {
            status: status.parse().expect("a status"),
            headers: headers.collect(),
            body: Vec::new(),
        },
    }
}

#[test]
fn each_header_of_a_path_is_in_one_rule() {
    let feed = format!("/feed.xml 200|x-safe: yes|cache-control: max-age=60|content-type: {FEED}");
    let rows = [
        "/ 200|x-safe: yes|cache-control: max-age=60|content-type: text/html|link: </a>",
        "/assets/a.css 200|x-safe: yes|cache-control: immutable|vary: accept-encoding",
        "/assets/a.js 200|x-safe: yes|cache-control: immutable|x-own: script",
        "/assets/b.js 200|x-safe: yes|cache-control: immutable|x-own: script",
        "/assets/b.svg 200|x-safe: yes|cache-control: immutable|x-own: b",
        "/assets/c.svg 200|x-safe: yes|cache-control: immutable",
        &feed,
        "/absent 302|location: /old|cache-control: max-age=60",
        "/gone 410|x-safe: yes",
        "/old 301|location: /",
    ];
    let files = host_files(&rows.map(row)).files;
    let files = files.values().map(|bytes| String::from_utf8_lossy(bytes));
    insta::assert_snapshot!(files.collect::<String>(), @r"
    # Made by `cargo site export`. Rules of a path have no header in common.
    /*
      x-safe: yes
    /assets/*
      cache-control: immutable
    /assets/*.js
      x-own: script
    /
      cache-control: max-age=60
      link: </a>
    /assets/b.svg
      x-own: b
    /feed.xml
      cache-control: max-age=60
      content-type: application/atom+xml; charset=utf-8
    # Made by `cargo site export`.
    /absent /old 302
    # /gone is gone: without a file or a rule, the host responds with 404, because a static host has no 410.
    /old / 301
    ");
}

#[test]
fn what_cloudflare_does_not_take_is_reported() {
    let rows = |count: usize, rest: &str| -> Vec<Row> {
        let row = |number| row(&format!("/{number} {rest}{number}"));
        (0..count).map(row).collect()
    };
    let (own, redirect) = ("200|x-everywhere: yes|x-own: ", "301|location: /");
    let long = own.to_owned() + &"x".repeat(2000);
    for (rows, found) in [
        // One rule more: the rule for all paths.
        (rows(99, own), ""),
        (
            rows(100, own),
            "_headers: 101 rules, but Cloudflare's limit is 100",
        ),
        (
            rows(1, &long),
            "_headers: expected lines within Cloudflare's limit of 2000 bytes",
        ),
        (rows(2000, redirect), ""),
        (rows(2001, redirect), "_redirects: 2001 rules"),
    ] {
        let excesses = host_files(&rows).excesses.concat();
        assert!(excesses.starts_with(found), "{excesses}");
        assert_eq!(excesses.is_empty(), found.is_empty(), "{excesses}");
    }
}

#[test]
fn an_export_warns_before_it_has_all_rules_that_cloudflare_takes() {
    let page = |number| row(&format!("/{number} 200|x-everywhere: yes|x-own: {number}"));
    for (pages, warning) in [
        (78, ""),
        (79, "_headers: 80 of the 100 rules"),
        (99, "_headers: 100 of the 100 rules"),
        (100, ""),
    ] {
        let rows: Vec<Row> = (0..pages).map(page).collect();
        let warnings = host_files(&rows).warnings.concat();
        assert!(warnings.starts_with(warning), "{warnings}");
        assert_eq!(warnings.is_empty(), warning.is_empty(), "{warnings}");
    }
}

#[test]
fn assets_need_no_rule_of_their_own_however_many_there_are() {
    let rows = |count: usize| -> Vec<Row> {
        let mut rows = vec![row("/ 200|x-safe: yes|x-own: home")];
        for number in 0..count {
            let headers = "200|x-safe: yes|cache-control: immutable|x-own: script";
            rows.push(row(&format!("/assets/{number}.js {headers}")));
            rows.push(row(&format!("/assets/{number}.png 200|x-safe: yes|cache-control: immutable|cross-origin-resource-policy: cross-origin")));
        }
        rows
    };
    assert_eq!(host_files(&rows(2)).files, host_files(&rows(200)).files);
}
