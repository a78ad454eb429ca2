//! Every page as it is served, reviewed as a snapshot: status, headers, head,
//! words and structure. The header and the footer that all pages share are
//! shown with the home page; elsewhere only that they are the same.

mod common;
mod readable;

use common::{Response, Server};
use scraper::Html;
use site_content::CONTENT;
use site_schema::NOT_FOUND_ROUTE;

#[test]
fn every_page_is_what_was_reviewed() {
    let server = Server::start();
    let home = server.get("/", &[]).page();
    for route in CONTENT.routes() {
        let path = match route {
            NOT_FOUND_ROUTE => "/no-such-page",
            _ => route,
        };
        let response = server.get(path, &[]);
        let page = response.page();
        let shared = |selector: &str| {
            let (here, there) = (part(&page, selector), part(&home, selector));
            if route == "/" || here != there {
                here
            } else {
                format!("{selector}: as on the home page\n")
            }
        };
        let shown = format!(
            "{}\n{}\n{}\n{}\n{}",
            headers(&response),
            readable::head(&page),
            shared("body > header"),
            part(&page, "main"),
            shared("body > footer"),
        );
        let name = match route.trim_start_matches('/') {
            "" => "home".to_owned(),
            path => path.replace('/', "_"),
        };
        insta::with_settings!({ snapshot_path => "snapshots/pages", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

#[test]
fn redirects_and_what_is_gone() {
    let server = Server::start();
    let lines = site_content::redirects(&CONTENT).map(|(from, _)| {
        let response = server.get(from, &[]);
        let target = response.header("location").unwrap_or("nowhere");
        format!("{from} {} {target}", response.status)
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// Every link of every page to this site leads to a page that answers, and its
/// fragment to an element of that page.
#[test]
fn no_link_is_dead() {
    let server = Server::start();
    let mut dead = Vec::new();
    for route in CONTENT.routes() {
        let page = server.get(route, &[]).page();
        for link in readable::select(&page, "a[href]") {
            let href = link.attr("href").unwrap_or_default();
            if !href.starts_with(['/', '#']) {
                continue;
            }
            let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
            let path = if path.is_empty() { route } else { path };
            let target = server.get(path, &[]);
            let expected = if path == NOT_FOUND_ROUTE { 404 } else { 200 };
            let there = || {
                let id = format!("[id=\"{fragment}\"]");
                !readable::select(&target.page(), &id).is_empty()
            };
            if target.status != expected || !(fragment.is_empty() || there()) {
                dead.push(format!("{} links to {href}", route));
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
    let mut lines: Vec<_> = response
        .headers
        .iter()
        .filter(|(name, _)| {
            !["date", "etag", "content-length", "connection"].contains(&name.as_str())
        })
        .map(|(name, value)| format!("{name}: {}", without_hashes(value)))
        .collect();
    lines.sort();
    format!("status: {}\n{}\n", response.status, lines.join("\n"))
}

fn without_hashes(value: &str) -> String {
    let parts = value.split(' ').map(|part| {
        let end = if part.ends_with(';') { ";" } else { "" };
        if part.starts_with("'sha256-") {
            format!("'sha256-…'{end}")
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}
