//! Every page of the real site as it is served, reviewed as a snapshot: status, headers, head, words and structure. The
//! header and the footer that all pages share are shown with the home page; elsewhere only that they are the same.
//!
//! A page that is added or removed is a snapshot that is added or removed: `cargo site test --accept` takes both.
//! [`dictated`] has what the specification dictates of them.

mod dictated;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs};

use scraper::Html;
use site_server::table::{Row, Table};

use crate::common::{Response, Server, command_of};
use crate::readable;

/// The table that `cargo site build` has made.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/site/table.bin");

static SITE: LazyLock<Table> = LazyLock::new(|| {
    Table::open(TABLE.as_ref()).expect("expected the built site; `cargo site build` makes it")
});

fn serve() -> Server {
    let mut command = command_of(Path::new(TABLE));
    command.args(["--addr", "127.0.0.1:0"]);
    Server::start_from(command)
}

/// Of scripts and styles in the page, and in the names of assets.
const HASHES: [(&str, &str); 2] = [
    ("'sha256-[^']*'", "'sha256-…'"),
    (r#"(/assets/[^" )\\]*)-[\w-]{8}\.(\w+)"#, "$1.$2"),
];

/// The path at which the not-found page is asked for.
const NOWHERE: &str = "/no-such-page";

fn pages() -> impl Iterator<Item = &'static str> {
    let rows = SITE.rows_of(0).into_iter();
    let pages = rows.filter(|row| row.status == 200 && is_page(row));
    pages.map(|row| row.path).chain([NOWHERE])
}

fn is_page(row: &Row) -> bool {
    let kind = row.bodies[0].headers.0.get("content-type");
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

#[test]
fn every_page_is_what_was_reviewed() {
    let server = serve();
    let home = readable::page(&server.get("/", &[]).text());
    let mut names = BTreeSet::new();
    for path in pages() {
        let response = server.get(path, &[]);
        let page = readable::page(&response.text());
        let shared = |selector: &str| {
            let here = part(&page, selector);
            if path != "/" && here == part(&home, selector) {
                return format!("{selector}: as on the home page\n");
            }
            here
        };
        let shown = [
            headers(&response),
            readable::head(&page),
            shared("body > header"),
            part(&page, "main"),
            shared("body > footer"),
        ];
        let name = match path {
            "/" => "home".to_owned(),
            NOWHERE => "404".to_owned(),
            path => path.trim_start_matches('/').replace('/', "_"),
        };
        insta::with_settings!({
            snapshot_path => "snapshots/pages",
            prepend_module_to_snapshot => false,
            filters => HASHES,
        }, {
            let shown = shown.join("\n");
            insta::assert_snapshot!(name.as_str(), shown);
        });
        names.insert(format!("{name}.snap"));
    }
    let orphans = orphans(&names);
    assert!(
        orphans.is_empty(),
        "expected a page for each snapshot, found none for {}; `cargo site test --accept` removes them",
        orphans.join(", ")
    );
}

/// The snapshots of pages that are gone; where snapshots are accepted they are removed instead.
fn orphans(names: &BTreeSet<String>) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/pages");
    let files = fs::read_dir(folder).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").file_name());
    let snapshots = files.map(|name| name.to_string_lossy().into_owned());
    let orphans = snapshots.filter(|name| name.ends_with(".snap") && !names.contains(name));
    let mut orphans: Vec<_> = orphans.collect();
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        for name in orphans.drain(..) {
            fs::remove_file(Path::new(folder).join(name)).expect("removed");
        }
    }
    orphans
}

#[test]
fn redirects_and_what_is_gone() {
    let server = serve();
    let rows = SITE.rows_of(0).into_iter();
    let lines = rows.filter(|row| row.status != 200).map(|row| {
        let response = server.get(row.path, &[]);
        let target = response.header("location").unwrap_or("nowhere");
        format!("{} {} {target}", row.path, response.status)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// Every link of every page to this site leads to what is served, and its fragment to an element of that page.
#[test]
fn no_link_is_dead() {
    let pages: BTreeMap<_, _> = pages()
        .map(|path| {
            let row = SITE.find(path, 0).unwrap_or(SITE.not_found(0));
            let identity = row.bodies.last().expect("a body").bytes;
            (path, readable::page(&String::from_utf8_lossy(identity)))
        })
        .collect();
    let mut dead = Vec::new();
    for (here, page) in &pages {
        for link in readable::select(page, "a[href]") {
            let href = link.attr("href").unwrap_or_default();
            let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
            let path = path.split('?').next().unwrap_or_default();
            let path = if path.is_empty() { here } else { path };
            let is_served =
                path == NOWHERE || SITE.find(path, 0).is_some_and(|row| row.status == 200);
            let id = format!("[id=\"{fragment}\"]");
            let has = |page: &Html| !readable::select(page, &id).is_empty();
            let is_there = fragment.is_empty() || pages.get(path).is_some_and(has);
            if href.starts_with(['/', '#']) && !(is_served && is_there) {
                dead.push(format!("{here} links to {href}"));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

fn part(page: &Html, selector: &str) -> String {
    let found = readable::select(page, selector);
    found.into_iter().map(readable::body).collect()
}

/// The status and the headers, what depends on the bytes of the body left out.
fn headers(response: &Response) -> String {
    let varies = ["date", "etag", "content-length", "connection"];
    let headers = response.headers.iter();
    let headers = headers.filter(|(name, _)| !varies.contains(&name.as_str()));
    let lines = headers.map(|(name, value)| format!("{name}: {value}"));
    let lines: BTreeSet<_> = lines.collect();
    let lines: Vec<_> = lines.into_iter().collect();
    format!("status: {}\n{}\n", response.status, lines.join("\n"))
}
