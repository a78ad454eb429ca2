//! Content that passes the check also builds. The tests make all kinds of edits that affect addresses or documents in their own
//! site, check them, and build the documents and the table if there are no errors. Stand-ins replace the pages that the web build
//! would make; a long test makes the real ones.

// The other tests' helpers aren't needed here.
#[allow(dead_code)]
#[path = "../../site-check/tests/site.rs"]
mod site;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{TestRng, TestRunner};
use site::Site;
use site_prepare::{Source, prepare};
use site_schema::model::Content;
use site_schema::{Compiled, Edition};
use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::Command;

/// An edit by someone who doesn't know which addresses the build makes.
#[derive(Debug, Clone)]
enum Edit {
    /// A redirect from an address, and its other lines.
    Redirect(String, &'static str),
    /// A page at a path below `content/pages`.
    Page(String),
    /// An article with this slug.
    Article(String),
    /// Other text instead of one of a file's strings.
    Text(&'static str, Index, &'static str),
    /// Removes or duplicates a line of a file.
    Line(&'static str, Index, bool),
}

/// Addresses that the build makes, addresses that it doesn't make, and similar ones.
const ADDRESSES: [&str; 33] = [
    "/.well-known/security.txt",
    "/.well-known/x",
    "/404",
    "/404/x",
    "/Favicon.SVG",
    "/_headers",
    "/_redirects",
    "/a--b",
    "/apple-touch-icon.png",
    "/assets",
    "/assets/logo.svg",
    "/assets/x",
    "/blog",
    "/blog/first",
    "/blog/index",
    "/favicon.svg",
    "/feed",
    "/feed.xml",
    "/fees",
    "/fees.html",
    "/fees/index",
    "/index",
    "/index.html",
    "/index/x",
    "/llms.txt",
    "/manifest.webmanifest",
    "/old",
    "/robots.txt",
    "/sitemap.xml",
    "/x/../y",
    "/x/index",
    "/x/y/z",
    "/~sam",
];

const REST: [&str; 6] = [
    "to = \"/fees\"",
    "gone = true",
    "to = \"/\"",
    "to = \"/fees?a=b#tiers\"",
    "to = \"https://www.irs.gov/a%20b\"",
    "to = \"external:newsletter\"",
];

const FILES: [&str; 9] = [
    "site.toml",
    "fees.toml",
    "facts.toml",
    "redirects.toml",
    "pages/index.toml",
    "pages/contact.toml",
    "pages/everything.toml",
    "articles/first.mdx",
    "articles/every-component.mdx",
];

const WORDS: [&str; 16] = [
    "",
    " ",
    "Plain words.",
    "Ampersand & <angle> \\\"quotes\\\"",
    "Umlaut ü, emoji 😀, dash –",
    "{phone}",
    "\\u0007",
    "\\u2028",
    "https://example.net",
    "https://example.net/a b",
    "https://example.net/ü?a=[b]",
    "http://[::1]/",
    "/fees",
    "#1b4d8f",
    "2025-02-30",
    "mailto:a@example.net",
];

fn edits() -> impl Strategy<Value = Edit> {
    let address = || select(&ADDRESSES[..]).prop_map(str::to_owned);
    let any_address =
        || prop_oneof![3 => address(), 1 => "(/[A-Za-z0-9._~!$&'()*+,;=:@-]{1,8}){1,3}"];
    let below = |address: String| address.trim_start_matches('/').to_owned();
    prop_oneof![
        (any_address(), select(&REST[..])).prop_map(|(from, rest)| Edit::Redirect(from, rest)),
        any_address().prop_map(move |address| Edit::Page(below(address))),
        any_address().prop_map(|address| {
            let (_, slug) = address.rsplit_once('/').unwrap_or_default();
            Edit::Article(slug.to_owned())
        }),
        (select(&FILES[..]), any::<Index>(), select(&WORDS[..]))
            .prop_map(|(file, place, words)| Edit::Text(file, place, words)),
        (select(&FILES[..]), any::<Index>(), any::<bool>())
            .prop_map(|(file, place, is_twice)| Edit::Line(file, place, is_twice)),
    ]
}

fn apply(edit: &Edit, number: usize, site: &Site) {
    match edit {
        Edit::Redirect(from, rest) => {
            let redirects = site.text("redirects.toml");
            let redirect = format!("\n[[redirects]]\nfrom = \"{from}\"\n{rest}\n");
            site.write("redirects.toml", redirects + &redirect);
        }
        Edit::Page(path) => {
            let text = site
                .another("pages/contact.toml")
                .replace("Another: ", &format!("Page {number}: "));
            site.write(&format!("pages/{path}.toml"), text);
        }
        Edit::Article(slug) => {
            let text = site
                .another("articles/first.mdx")
                .replace("Another: ", &format!("Article {number}: "));
            let text = text.replace("id = 1\n", &format!("id = {}\n", 900 + number));
            site.write(&format!("articles/{slug}.mdx"), text);
        }
        Edit::Text(file, place, words) => {
            let text = site.text(file);
            let parts: Vec<&str> = text.split('"').collect();
            // Every second part is inside quotes.
            let at = 2 * place.index(parts.len() / 2) + 1;
            let mut edited = parts.clone();
            edited[at] = words;
            site.write(file, edited.join("\""));
        }
        Edit::Line(file, place, is_twice) => {
            let text = site.text(file);
            let mut lines: Vec<&str> = text.lines().collect();
            let at = place.index(lines.len());
            if *is_twice {
                lines.insert(at, lines[at]);
            } else {
                lines.remove(at);
            }
            site.write(file, lines.join("\n") + "\n");
        }
    }
}

/// A way to build content with these images.
type Build = fn(&Content, &Path) -> Result<(), Vec<String>>;

/// Makes the pages, documents and table of some content, like a build.
fn build_with_pages(content: &Content, images: &Path) -> Result<(), Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, dist) = (
        folder.path().join("content.json"),
        folder.path().join("dist"),
    );
    let editions = [Edition::only(content.clone())];
    let text = Compiled::text(&editions, 2026).expect("plain data");
    let compiled: Compiled = serde_json::from_str(&text).expect("it reads back");
    fs::write(&file, text).expect("writable");

    let mut node = Command::new("node");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    node.arg("scripts/build.mjs").current_dir(web);
    node.env("SITE_CONTENT", file).env("SITE_IMAGES", images);
    let output = node.env("SITE_DIST", &dist).output().expect("Node starts");
    if !output.status.success() {
        return Err(vec![String::from_utf8_lossy(&output.stderr).into_owned()]);
    }
    let source = Source {
        commit: None,
        name: "the tests' own content".to_owned(),
        digest: &compiled.digest,
        editions: &editions,
    };
    let table = folder.path().join("table.bin");
    prepare(&source, &dist, &table, &folder.path().join("cache"))
}

/// Makes the documents and table of some content, like a build, with stand-ins for the pages.
fn build(content: &Content, _: &Path) -> Result<(), Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let dist = folder.path().join("dist");
    write(&dist, "/.content", "digest");
    for path in site_schema::PUBLIC_FILES {
        write(&dist, path, "<svg/>");
    }
    write(&dist, "/assets/logo-12345678.svg", "<svg/>");
    let pages = content.pages.iter().map(|page| &page.route);
    let articles = content.articles.iter().map(|article| &article.route);
    for route in pages.chain(articles) {
        let file = if *route == "/" {
            "/index.html".to_owned()
        } else {
            format!("{route}.html")
        };
        if dist.join(&file[1..]).exists() {
            return Err(vec![format!("two pages are written to {file}")]);
        }
        write(&dist, &file, "<!doctype html><title>A page</title>");
    }
    let source = Source {
        commit: None,
        name: "the tests' own content".to_owned(),
        digest: "digest",
        editions: &[Edition::only(content.clone())],
    };
    let table = folder.path().join("table.bin");
    prepare(&source, &dist, &table, &folder.path().join("cache"))
}

fn write(dist: &Path, path: &str, text: &str) {
    let file = dist.join(&path[1..]);
    fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
    fs::write(file, text).expect("writable");
}

/// Tries a few edits in every run; [`whatever_passes_the_check_builds_of_many`] tries more.
#[test]
fn whatever_passes_the_check_builds() {
    assert!(passing_edits_build(40, build) > 3);
}

#[test]
#[ignore = "long"]
fn whatever_passes_the_check_builds_of_many() {
    assert!(passing_edits_build(240, build) > 40);
}

#[test]
#[ignore = "long"]
fn whatever_passes_the_check_is_rendered() {
    let count = passing_edits_build(160, build_with_pages);
    println!("{count} sites with edits that pass the check were rendered");
    assert!(count > 20, "{count}");
}

/// Tries this many sets of edits, and builds the sets that pass the check. Returns their number.
fn passing_edits_build(cases: u32, build: Build) -> u32 {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    // Deterministic, so that different results come only from code changes.
    let random = TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, random);
    let passed = Cell::new(0);
    let outcome = runner.run(&prop::collection::vec(edits(), 1..3), |edits| {
        let site = Site::new();
        for (number, edit) in edits.iter().enumerate() {
            apply(edit, number, &site);
        }
        if let Some(content) = site.load().content {
            passed.set(passed.get() + 1);
            let built = build(&content, &site.path("images"));
            prop_assert!(built.is_ok(), "{built:?}");
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    passed.get()
}

#[test]
fn every_address_of_the_list_is_refused_or_builds() {
    let site = Site::new();
    let redirects = site.text("redirects.toml");
    let mut passed = 0;
    for address in ADDRESSES {
        let redirect = format!("\n[[redirects]]\nfrom = \"{address}\"\nto = \"/contact\"\n");
        site.write("redirects.toml", redirects.clone() + &redirect);
        if let Some(content) = site.load().content {
            assert_eq!(build(&content, &site.path("images")), Ok(()), "{address}");
            passed += 1;
        }
    }
    assert!(passed > 10, "{passed}");
}

#[test]
fn the_files_that_the_web_build_copies_are_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/public");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let name = entry.expect("readable").file_name();
        files.push(format!("/{}", name.to_string_lossy()));
    }
    files.sort();
    assert_eq!(files, site_schema::PUBLIC_FILES);
}
