//! The build: from a folder of pages and the compiled content to the table.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::site;
use serde_json::{Value, json};
use site_server::table::Table;
use tempfile::TempDir;

const PAGE: &str = "<!doctype html><title>Page</title><p>Page";

/// A folder of these pages, a home page and a not-found page.
fn dist(files: &[(&str, &str)]) -> TempDir {
    let dist = tempfile::tempdir().expect("a folder");
    let files = [("index.html", PAGE), ("404.html", PAGE)]
        .iter()
        .chain(files)
        .map(|(name, text)| (*name, text.as_bytes().to_vec()));
    site::write(dist.path(), &files.collect::<Vec<_>>());
    dist
}

/// The table of these pages and the tests' own content, or what is wrong, a line each.
fn build(dist: &Path, redirects: Value) -> Result<Table, Vec<String>> {
    let mut compiled = site::compiled();
    compiled["content"]["redirects"] = redirects;
    build_of(&compiled, dist)
}

fn build_of(compiled: &Value, dist: &Path) -> Result<Table, Vec<String>> {
    let out = tempfile::tempdir().expect("a folder");
    let table = out.path().join("below/table.bin");
    let output = site::prepare(compiled, dist, &table, &out.path().join("bodies"));
    if output.status.success() {
        return Ok(Table::open(&table).expect("a table"));
    }
    assert!(!table.exists(), "nothing is written");
    let problems = String::from_utf8(output.stderr).expect("a text");
    Err(problems.lines().map(str::to_owned).collect())
}

/// The one problem has all of these parts.
fn fails(dist: &Path, expected: &[&str]) {
    let redirects = json!([redirect("/gone", None)]);
    let problems = build(dist, redirects).expect_err("a problem");
    for part in expected {
        assert!(
            problems.len() == 1 && problems[0].contains(part),
            "{part}: {problems:?}"
        );
    }
}

fn header<'t>(table: &'t Table, path: &str, name: &str) -> Option<&'t str> {
    let row = table.find(path).expect("a row");
    row.bodies[0].headers.0.get(name)?.to_str().ok()
}

fn redirect(from: &str, to: Option<&str>) -> Value {
    let to = to.map(|href| json!({ "kind": "page", "href": href }));
    json!({ "from": from, "to": to, "gone": to.is_none() })
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
    let redirects = json!([redirect("/old", Some("/fees")), redirect("/gone", None)]);
    let table = build(dist.path(), redirects).expect("a table");
    assert_eq!(
        table.rows.iter().map(|row| row.path).collect::<Vec<_>>(),
        [
            "/",
            "/.well-known/security.txt",
            "/assets/a-1.js",
            "/blog/x",
            "/feed.xml",
            "/fees",
            "/gone",
            "/icon.svg",
            "/llms.txt",
            "/manifest.webmanifest",
            "/old",
            "/robots.txt",
            "/sitemap.xml",
        ]
    );
    for (path, status) in [("/", 200), ("/old", 301), ("/gone", 410)] {
        let row = table.find(path).expect("a row");
        assert_eq!(row.status, status, "{path}");
    }
}

#[test]
fn hsts_is_what_the_content_says() {
    for (hosts, expected) in [
        ("own", "max-age=86400"),
        ("subdomains", "max-age=86400; includeSubDomains"),
        ("preload", "max-age=86400; includeSubDomains; preload"),
    ] {
        let mut compiled = site::compiled();
        compiled["content"]["site"]["hsts"] = json!({ "max_age_days": 1, "hosts": hosts });
        let table = build_of(&compiled, dist(&[]).path()).expect("a table");
        let found = header(&table, "/", "strict-transport-security");
        assert_eq!(found, Some(expected));
    }
}

#[test]
fn kept_bodies_give_the_same_bytes_as_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("table.bin");
    let build = |last: &str, cache: &str| {
        let last = format!("{PAGE}{last}").repeat(9);
        let dist = dist(&[("last.html", &last)]);
        let cache = folder.path().join(cache);
        let output = site::prepare(&site::compiled(), dist.path(), &out, &cache);
        assert!(output.status.success(), "{output:?}");
        let kept = fs::read_dir(cache).expect("a folder").flatten();
        let kept: BTreeSet<_> = kept.map(|entry| entry.file_name()).collect();
        (fs::read(&out).expect("a table"), kept)
    };
    let (first, before) = build("one", "a");
    assert!(build("one", "a") == (first.clone(), before.clone()));
    assert!(build("one", "b") == (first.clone(), before.clone()));
    // One page changes: its bodies and its policy are made again, and the old ones are deleted.
    let (second, after) = build("two", "a");
    assert!(second != first && build("two", "c").0 == second);
    let made = after.difference(&before).count();
    assert_eq!((after.len(), made), (before.len(), 3));
}

#[test]
fn a_missing_build_names_the_command() {
    let dist = dist(&[]);
    let expected = ["found No such file", "run `cargo site build`"];
    fails(&dist.path().join("dist"), &expected);
}

#[test]
fn pages_of_other_content_are_refused() {
    for (mark, found) in [(Some("other\n"), "other"), (None, "No such file")] {
        let dist = dist(&[]);
        let file = dist.path().join(".content");
        match mark {
            Some(mark) => fs::write(file, mark).expect("written"),
            None => fs::remove_file(file).expect("removed"),
        }
        let digest = "of digest 0f9a, found";
        fails(dist.path(), &[digest, found, "`cargo site build`"]);
    }
}

#[test]
fn a_build_without_a_not_found_page_is_refused() {
    let dist = dist(&[]);
    fs::remove_file(dist.path().join("404.html")).expect("it was there");
    fails(
        dist.path(),
        &["the not-found page 404.html in", "found none"],
    );
}

#[test]
fn every_problem_is_reported_with_its_file() {
    let dist = dist(&[
        ("film.xyz", ""),
        ("two words.svg", "<svg/>"),
        ("robots.txt", ""),
    ]);
    let redirects = json!([
        redirect("/", Some("/fees")),
        redirect("/gone", None),
        redirect("//old", Some("/")),
    ]);
    let problems = build(dist.path(), redirects).expect_err("problems");
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
