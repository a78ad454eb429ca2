//! Snapshots of every page of the real site in each edition, for review: status, headers, head, text and structure. The shared header
//! and footer are shown with the home page. For other pages, the snapshot only says that they are the same.
//!
//! If a page is added or removed, so is its snapshot: `cargo site snapshots` does both. [`dictated`] has the lines that the specification
//! dictates.

mod dictated;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;
use scraper::Html;
use site_schema::{COMPILED_FILE, Compiled};
use site_table::{Moment, Row, Table};

use crate::common::{Response, Server, command_of};
use crate::readable;
use crate::taken::{self, Folder, Start};

/// The table from `cargo site build`.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/site/table.bin");

static SITE: LazyLock<Table> = LazyLock::new(|| {
    Table::open(TABLE.as_ref()).expect("expected the built site; `cargo site build` makes it")
});

/// The start of each edition.
static STARTS: LazyLock<Vec<Start>> = LazyLock::new(|| {
    let text = fs::read_to_string(workspace().join(COMPILED_FILE)).expect("the compiled file");
    let compiled: Compiled = serde_json::from_str(&text).expect("the compiled file");
    let zone = &compiled.first().site.time_zone;
    taken::starts(SITE.starts.iter().copied(), zone)
});

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A server that holds an edition.
fn serve(edition: usize) -> Server {
    let mut command = command_of(Path::new(TABLE));
    let first = Moment(0);
    let moment = SITE.start_of(edition).unwrap_or(first);
    command.args(["--addr", "127.0.0.1:0", "--on", &moment.to_string()]);
    Server::start_from(command)
}

/// Values that change without an edit: digests of scripts and styles, in the page and in names of assets, the year, and ids
/// that React makes from a component's place on the page.
static BY_ITSELF: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let patterns = [
        ("'sha256-[^']*'", "'sha256-…'"),
        (r#"(/assets/[^" )\\]*)-[\w-]{8}\.(\w+)"#, "$1.$2"),
        (r"© \d{4}\b", "© YEAR"),
        (r"#_*R_\w+", "#…"),
    ];
    let compiled = patterns.map(|(pattern, with)| (Regex::new(pattern).expect("a pattern"), with));
    compiled.into()
});

/// Replaces the values that change without an edit.
fn plain(text: &str) -> String {
    let mut plain = text.to_owned();
    for (pattern, with) in BY_ITSELF.iter() {
        plain = pattern.replace_all(&plain, *with).into_owned();
    }
    plain
}

/// The path for requesting the not-found page.
const NOWHERE: &str = "/no-such-page";

/// The paths of an edition's pages.
fn pages(edition: usize) -> impl Iterator<Item = &'static str> {
    let rows = SITE.rows_of(edition).into_iter();
    let pages = rows.filter(|row| row.status == 200 && is_page(row));
    pages.map(|row| row.path).chain([NOWHERE])
}

fn is_page(row: &Row) -> bool {
    let kind = row.bodies[0].headers.0.get("content-type");
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

#[test]
fn every_page_is_what_was_reviewed() {
    let folder = Folder::at("site-server/tests/snapshots/pages");
    let mut names = BTreeSet::new();
    for (edition, start) in STARTS.iter().enumerate() {
        let server = serve(edition);
        let home = readable::page(&server.get("/", &[]).text());
        for path in pages(edition) {
            let response = server.get(path, &[]);
            let shown = plain(&described(path, &response, &home));
            let name = name_of(path);
            folder.holds(&name, start, &shown, |snapshot| {
                insta::with_settings!({
                    snapshot_path => "snapshots/pages",
                    prepend_module_to_snapshot => false,
                }, {
                    insta::assert_snapshot!(snapshot, shown);
                });
            });
            names.insert(name);
        }
    }
    folder.has_no_orphans(&names, &STARTS, has_content);
}

/// A page as text for review.
fn described(path: &str, response: &Response, home: &Html) -> String {
    let page = readable::page(&response.text());
    let shared = |selector: &str| {
        let here = part(&page, selector);
        if path != "/" && here == part(home, selector) {
            return format!("{selector}: as on the home page\n");
        }
        here
    };
    let shown = [
        headers(response),
        readable::head(&page),
        shared("body > header"),
        part(&page, "main"),
        shared("body > footer"),
    ];
    shown.join("\n")
}

/// The name of a page's snapshot.
fn name_of(path: &str) -> String {
    match path {
        "/" => "home".to_owned(),
        NOWHERE => "404".to_owned(),
        path => path.trim_start_matches('/').replace('/', "_"),
    }
}

/// Returns true if the content has a page or an article with this name, on any day.
fn has_content(name: &str) -> bool {
    let path = name.replace('_', "/");
    let mut files = vec![
        format!("content/pages/{path}.toml"),
        format!("content/pages/{path}/index.toml"),
    ];
    if let Some(slug) = path.strip_prefix("blog/") {
        files.push(format!("content/articles/{slug}.mdx"));
    }
    files.iter().any(|file| workspace().join(file).exists())
}

/// Every address except pages and the files that they use: documents, redirects, and gone pages.
#[test]
fn every_other_address_is_what_was_reviewed() {
    let folder = Folder::at("site-server/tests/snapshots");
    for (edition, start) in STARTS.iter().enumerate() {
        let server = serve(edition);
        let mut shown = String::new();
        for row in SITE.rows_of(edition) {
            if (row.status == 200 && is_page(row)) || row.path.starts_with("/assets/") {
                continue;
            }
            let response = server.get(row.path, &[]);
            let kind = response.header("content-type").unwrap_or_default();
            let described = match response.header("location") {
                Some(target) => target,
                None if row.status == 200 => kind,
                None => "nowhere",
            };
            shown += &format!("{} {} {described}\n", row.path, response.status);
        }
        folder.holds("addresses", start, &shown, |snapshot| {
            insta::with_settings!({ prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(snapshot, shown);
            });
        });
    }
    let names = BTreeSet::from(["addresses".to_owned(), "dictated".to_owned()]);
    folder.has_no_orphans(&names, &STARTS, |_| false);
}

/// Every internal link on every page leads to an existing address, and its fragment to an element of that page.
#[test]
fn no_link_is_dead() {
    let mut dead = Vec::new();
    for edition in 0..STARTS.len() {
        let mut parsed = BTreeMap::new();
        for path in pages(edition) {
            parsed.insert(path, page(path, edition));
        }
        for (here, page) in &parsed {
            for link in readable::select(page, "a[href]") {
                let href = link.attr("href").unwrap_or_default();
                let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
                let path = path.split('?').next().unwrap_or_default();
                let path = if path.is_empty() { here } else { path };
                let row = SITE.find(path, edition);
                let is_served = path == NOWHERE || row.is_some_and(|row| row.status == 200);
                let id = format!("[id=\"{fragment}\"]");
                let has = |page: &Html| !readable::select(page, &id).is_empty();
                let is_there = fragment.is_empty() || parsed.get(path).is_some_and(has);
                if href.starts_with(['/', '#']) && !(is_served && is_there) {
                    dead.push(format!("edition {edition}: {here} links to {href}"));
                }
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// A page in an edition.
fn page(path: &str, edition: usize) -> Html {
    let row = SITE.find(path, edition).unwrap_or(SITE.not_found(edition));
    let identity = row.bodies.last().expect("a body").bytes;
    readable::page(&String::from_utf8_lossy(identity))
}

fn part(page: &Html, selector: &str) -> String {
    let found = readable::select(page, selector);
    found.into_iter().map(readable::body).collect()
}

/// The status and the headers, without headers that depend on the bytes of the body.
fn headers(response: &Response) -> String {
    let varies = ["date", "etag", "content-length", "connection"];
    let headers = response.headers.iter();
    let headers = headers.filter(|(name, _)| !varies.contains(&name.as_str()));
    let lines = headers.map(|(name, value)| format!("{name}: {value}"));
    let lines: BTreeSet<_> = lines.collect();
    let lines: Vec<_> = lines.into_iter().collect();
    format!("status: {}\n{}\n", response.status, lines.join("\n"))
}
