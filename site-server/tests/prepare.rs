//! The build: makes the table from a folder of pages and the compiled content.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use http::Request;
use serde_json::{Value, json};
use site_table::Table;
use tempfile::TempDir;

use crate::common::site;

const PAGE: &str = "<!doctype html><title>Page</title><p>Page";

/// A folder with these pages, a home page and a not-found page.
fn dist(files: &[(&str, &str)]) -> TempDir {
    let dist = tempfile::tempdir().expect("a folder");
    let own = [("index.html", PAGE), ("404.html", PAGE)];
    let files = own.iter().chain(files);
    let files = files.map(|(name, text)| (*name, text.as_bytes().to_vec()));
    site::write(dist.path(), &files.collect::<Vec<_>>());
    dist
}

/// The tests' own content with these redirects and gone pages.
fn content(redirects: &[(&str, Option<&str>)]) -> Value {
    let mut compiled = site::compiled();
    let redirects = redirects.iter().map(|(from, to)| {
        let page = to.map(|href| json!({ "kind": "page", "href": href }));
        json!({ "from": from, "to": page, "gone": to.is_none() })
    });
    compiled["editions"][0]["redirects"] = redirects.collect();
    compiled
}

/// The table, or all problems.
fn build(compiled: &Value, dist: &Path) -> Result<Table, Vec<String>> {
    let out = tempfile::tempdir().expect("a folder");
    let table = out.path().join("below/table.bin");
    let prepared = site::prepare(compiled, dist, &table, &out.path().join("bodies"));
    if prepared.is_err() {
        assert!(!table.exists(), "nothing is written");
    }
    prepared.map(|()| Table::open(&table).expect("a table"))
}

#[test]
fn rows_are_sorted_by_path_and_hold_everything_but_the_not_found_page() {
    let dist = dist(&[
        ("fees.html", PAGE),
        ("blog/x.html", PAGE),
        ("assets/a-1.js", "a()"),
        (".vite/manifest.json", "{}"),
        ("icon.svg", "<svg/>"),
    ]);
    let content = content(&[("/old", Some("/fees")), ("/gone", None)]);
    let table = build(&content, dist.path()).expect("a table");
    let rows = table.rows.iter();
    let rows: Vec<_> = rows
        .map(|row| format!("{}{}", row.status, row.path))
        .collect();
    let expected = "200/ 200/.well-known/security.txt 200/assets/a-1.js 200/blog/x 200/feed.xml 200/fees 410/gone 200/icon.svg \
        200/llms.txt 200/manifest.webmanifest 301/old 200/robots.txt 200/sitemap.xml";
    assert_eq!(rows.join(" "), expected);
}

#[test]
fn visitors_of_other_hosts_are_led_to_the_origins_where_the_content_says_so() {
    let dist = dist(&[("fees.html", PAGE)]);
    let own = "www.example.com";
    for (redirects, host, status, location) in [
        (false, "other.example", 200, ""),
        (
            true,
            "other.example",
            308,
            "https://www.example.com/fees?a=1",
        ),
        (true, "www.example.com.", 200, ""),
        (true, "WWW.example.com:8080", 200, ""),
        // Probes use an IP address.
        (true, "127.0.0.1:8080", 200, ""),
        (true, "[::1]", 200, ""),
        (true, "", 200, ""),
    ] {
        let mut compiled = site::compiled();
        compiled["editions"][0]["site"]["origin"] = json!(format!("https://{own}"));
        compiled["editions"][0]["site"]["redirect_other_hosts"] = json!(redirects);
        let table = build(&compiled, dist.path()).expect("a table");
        let request = Request::builder().uri("/fees?a=1").header("host", host);
        let response = site_server::respond(&table, 0, &request.body(()).expect("a request"));
        assert_eq!(response.status().as_u16(), status, "{host}");
        let found = response.headers().get("location");
        let found = found.map_or("", |value| value.to_str().expect("ASCII"));
        assert_eq!(found, location, "{host}");
    }
}

#[test]
fn hsts_is_what_the_content_says_and_a_tag_changes_with_headers_and_body() {
    let mut tags = BTreeSet::new();
    for (hosts, page, expected) in [
        ("own", PAGE, "max-age=86400"),
        ("own", "<p>Other", "max-age=86400"),
        ("subdomains", PAGE, "max-age=86400; includeSubDomains"),
        ("preload", PAGE, "max-age=86400; includeSubDomains; preload"),
    ] {
        let mut compiled = site::compiled();
        compiled["editions"][0]["site"]["hsts"] = json!({ "max_age_days": 1, "hosts": hosts });
        let dist = dist(&[("fees.html", page)]);
        let table = build(&compiled, dist.path()).expect("a table");
        assert_eq!(table.common.0["strict-transport-security"], expected);
        let body = &table.find("/fees", 0).expect("a row").bodies[0];
        assert_eq!(body.headers.0["strict-transport-security"], expected);
        tags.insert(body.headers.0["etag"].clone());
    }
    assert_eq!(tags.len(), 4);
}

#[test]
fn kept_bodies_give_the_same_bytes_as_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("table.bin");
    let build = |last: &str, cache: &str| {
        let last = format!("{PAGE}{last}").repeat(9);
        let dist = dist(&[("last.html", &last)]);
        let cache = folder.path().join(cache);
        site::prepare(&site::compiled(), dist.path(), &out, &cache).expect("a table");
        let kept = fs::read_dir(cache).expect("a folder").flatten();
        let kept: BTreeSet<_> = kept.map(|entry| entry.file_name()).collect();
        (fs::read(&out).expect("a table"), kept)
    };
    let (first, before) = build("one", "a");
    assert!(build("one", "a") == (first.clone(), before.clone()));
    assert!(build("one", "b") == (first.clone(), before.clone()));
    // When one page changes, its bodies and policy are computed again, and the old ones are deleted.
    let (second, after) = build("two", "a");
    assert!(second != first && build("two", "c").0 == second);
    let made = after.difference(&before).count();
    assert_eq!((after.len(), made), (before.len(), 3));
}

#[test]
fn what_no_table_can_be_made_of_is_explained() {
    for (file, text, expected) in [
        (
            ".content",
            Some("other\n"),
            "with the digest 0f9a, found other",
        ),
        (".content", None, "with the digest 0f9a, found No such file"),
        ("404.html", None, "not-found page 404.html in"),
    ] {
        let dist = dist(&[]);
        let file = dist.path().join(file);
        match text {
            Some(text) => fs::write(file, text).expect("written"),
            None => fs::remove_file(file).expect("removed"),
        }
        let problems = build(&content(&[("/gone", None)]), dist.path());
        let [problem] = &problems.expect_err("a problem")[..] else {
            panic!("expected one problem");
        };
        assert!(problem.contains(expected), "{problem}");
        assert!(problem.contains("`cargo site build`"), "{problem}");
    }
}

#[test]
fn every_problem_is_reported_with_its_file() {
    let dist = dist(&[
        ("film.xyz", ""),
        ("two words.svg", "<svg/>"),
        ("robots.txt", ""),
    ]);
    let redirects = [("/", Some("/fees")), ("/gone", None), ("//old", Some("/"))];
    let problems = build(&content(&redirects), dist.path()).expect_err("problems");
    for expected in [
        "film.xyz: expected a kind of file that the server knows, found .xyz",
        "two words.svg: expected a path of letters",
        "the document /robots.txt: expected a path that nothing else uses",
        "content/redirects.toml: /: expected a path that nothing else uses",
        "content/redirects.toml: //old: expected a path of letters",
    ] {
        let is_named = problems.iter().any(|problem| problem.contains(expected));
        assert!(is_named, "{expected}: {problems:#?}");
    }
    assert_eq!(problems.len(), 5, "{problems:#?}");
}
