//! The build: from a folder of files to the table. Also runs the unit tests of `prepare/`.

#[path = "../prepare/mod.rs"]
mod prepare;

use std::path::Path;

use prepare::{Document, Inputs, Prepared, Redirect};
use tempfile::TempDir;

const PAGE: &str = "<!doctype html><title>Page</title><p>Page";

fn site(files: &[(&str, &str)]) -> TempDir {
    let dist = tempfile::tempdir().expect("a folder");
    for (name, text) in [("index.html", PAGE), ("404.html", PAGE)]
        .iter()
        .chain(files)
    {
        let file = dist.path().join(name);
        std::fs::create_dir_all(file.parent().expect("below the folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    dist
}

fn build(
    dist: &Path,
    documents: &[&str],
    redirects: &[(&str, Option<&str>)],
) -> Result<Prepared, Vec<String>> {
    let documents = documents.iter().map(|path| Document {
        path: (*path).to_owned(),
        content_type: "text/plain".to_owned(),
        body: b"text".to_vec(),
    });
    let redirects = redirects.iter().map(|(from, to)| Redirect {
        from: (*from).to_owned(),
        to: to.map(str::to_owned),
    });
    prepare::prepare(&Inputs {
        dist: dist.to_owned(),
        documents: documents.collect(),
        redirects: redirects.collect(),
    })
}

/// The paths of the rows, in their order.
fn paths(prepared: &Prepared) -> Vec<&str> {
    prepared
        .table
        .lines()
        .filter_map(|line| {
            line.trim()
                .strip_prefix("Row { path: \"")?
                .split('"')
                .next()
        })
        .collect()
}

/// The headers of a row, as Rust source.
fn headers<'a>(prepared: &'a Prepared, path: &str) -> &'a str {
    let between = |text: &'a str, from: &str, to: &str| {
        let (_, rest) = text.split_once(from).expect("there");
        rest.split_once(to).expect("an end").0
    };
    let row = between(&prepared.table, &format!("path: {path:?},"), "\n");
    let list = between(row, "headers: &", ",");
    between(&prepared.table, &format!("static {list}: "), "];\n")
}

#[test]
fn rows_are_sorted_by_path_and_hold_everything_but_the_not_found_page() {
    let dist = site(&[
        ("fees.html", PAGE),
        ("blog/x.html", PAGE),
        ("assets/a-1.js", "a()"),
        (".vite/manifest.json", "{}"),
        ("icon.svg", "<svg/>"),
    ]);
    let prepared = build(
        dist.path(),
        &["/robots.txt"],
        &[("/old", Some("/fees")), ("/gone", None)],
    )
    .expect("a table");
    assert_eq!(
        paths(&prepared),
        [
            "/",
            "/assets/a-1.js",
            "/blog/x",
            "/fees",
            "/gone",
            "/icon.svg",
            "/old",
            "/robots.txt"
        ]
    );
}

#[test]
fn pictures_have_their_media_type_and_are_kept_for_good() {
    let kinds = [
        ("/assets/photo-480-1.avif", "image/avif"),
        ("/assets/photo-480-2.webp", "image/webp"),
        ("/assets/photo-480-3.jpg", "image/jpeg"),
        ("/assets/social-home-4.png", "image/png"),
        ("/assets/hero-5.svg", "image/svg+xml"),
    ];
    let dist = site(&kinds.map(|(path, _)| (&path[1..], "picture")));
    let prepared = build(dist.path(), &[], &[]).expect("a table");
    for (path, kind) in kinds {
        let headers = headers(&prepared, path);
        for expected in [
            format!("(name(\"content-type\"), value(\"{kind}\"))"),
            "(name(\"cache-control\"), value(\"public, max-age=31536000, immutable\"))".to_owned(),
        ] {
            assert!(headers.contains(&expected), "{path}: {headers}");
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let pages: Vec<_> = (0..40)
        .map(|at| {
            (
                format!("blog/{at}.html"),
                format!("{PAGE}{}", "tier ".repeat(at * 9)),
            )
        })
        .collect();
    let pages: Vec<_> = pages
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let tables =
        [site(&pages), site(&pages)].map(|dist| build(dist.path(), &[], &[]).expect("a table"));
    assert!(tables[0] == tables[1]);
}

#[test]
fn a_missing_build_names_the_command() {
    let dist = site(&[]);
    let problems = build(&dist.path().join("dist"), &[], &[]).expect_err("no folder");
    assert!(
        problems[0].contains("`cargo site serve` or `cargo site build`"),
        "{problems:?}"
    );
}

#[test]
fn a_build_without_a_not_found_page_is_refused() {
    let dist = site(&[]);
    std::fs::remove_file(dist.path().join("404.html")).expect("it was there");
    let problems = build(dist.path(), &[], &[("/gone", None)]).expect_err("no 404.html");
    assert!(
        problems.len() == 1 && problems[0].contains("404.html, found none"),
        "{problems:?}"
    );
}

#[test]
fn every_problem_is_reported_with_its_file() {
    let dist = site(&[
        ("styled.html", "<p style='color:red'>"),
        ("blog/clicked.html", "<p onclick='a()'>"),
        ("film.xyz", ""),
        ("two words.svg", "<svg/>"),
        ("robots.txt", ""),
    ]);
    let redirects = [
        ("/", Some("/fees")),
        ("/away", Some("//evil.example")),
        ("/gone", None),
        ("//old", Some("/")),
    ];
    let problems = build(dist.path(), &["/robots.txt"], &redirects).expect_err("problems");
    for expected in [
        "styled.html: expected no style attribute, found <p style=\"color:red\">",
        "blog/clicked.html: expected no event handler attribute, found <p onclick=\"a()\">",
        "film.xyz: expected a kind of file that the server knows, found .xyz",
        "two words.svg: expected a path of letters",
        "site-content's document /robots.txt: expected a path that nothing else uses",
        "content/redirects.toml: /: expected a path that nothing else uses",
        "content/redirects.toml: /away: expected a target",
        "content/redirects.toml: //old: expected a path of letters",
    ] {
        assert!(
            problems.iter().any(|problem| problem.contains(expected)),
            "{expected}: {problems:#?}"
        );
    }
    assert_eq!(problems.len(), 8, "{problems:#?}");
}

#[test]
fn a_site_that_is_not_built_has_a_table_all_the_same() {
    assert!(paths(&Prepared::empty()).is_empty());
}

#[test]
fn every_file_and_folder_that_is_read_is_tracked() {
    let dist = site(&[("blog/x.html", PAGE)]);
    let reads = prepare::reads(dist.path());
    for name in ["", "blog", "blog/x.html", "index.html"] {
        assert!(reads.contains(&dist.path().join(name)), "{name}: {reads:?}");
    }
}
