//! `_headers` and `_redirects`, as Netlify and Cloudflare read them.
//!
//! Each header of a path is in one rule only: where two rules name one header, these hosts join the values. They compress,
//! tag and purge by themselves, so `Vary`, `ETag` and `Cache-Tag` are theirs.

use super::Files;
use super::table::Row;

/// Of Cloudflare, how many rules of how many bytes; Netlify has no such limits.
const HEADERS: (usize, usize) = (100, 2000);
const REDIRECTS: (usize, usize) = (2000, 1000);

/// What they send by themselves.
const THEIRS: &str =
    "accept-ranges cache-tag connection content-length content-type date etag location vary";
const ASSETS: &str = "/assets/";
/// The one type that no file name extension gives.
const FEED: &str = "application/atom+xml; charset=utf-8";

/// Both files, and a warning of each thing that a host does not take.
pub fn files(rows: &[Row]) -> (Files, Vec<String>) {
    let (headers, rules) = headers(rows);
    let (redirects, count) = redirects(rows);
    let many_or_long = [
        warnings("_headers", &headers, rules, HEADERS),
        warnings("_redirects", &redirects, count, REDIRECTS),
    ];
    let files = [("_headers", headers), ("_redirects", redirects)];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    (files.into(), many_or_long.concat())
}

/// What of a file Cloudflare does not take.
fn warnings(file: &str, text: &str, count: usize, (most, longest): (usize, usize)) -> Vec<String> {
    let many = (count > most).then(|| {
        format!(
            "{file}: {count} rules, of which Cloudflare takes {most}; use Netlify, or the server behind a CDN"
        )
    });
    let long = text.lines().filter(|line| line.len() > longest).map(|line| {
        let begin: String = line.trim().chars().take(40).collect();
        let length = line.len();
        format!("{file}: expected lines of at most {longest} bytes, which Cloudflare takes, found {length}: {begin}…")
    });
    many.into_iter().chain(long).collect()
}

type Headers = Vec<(String, String)>;

fn headers(rows: &[Row]) -> (String, usize) {
    let is_asset = |row: &Row| row.path.starts_with(ASSETS);
    let served = rows.iter().filter(|row| row.response.status == 200);
    let rows: Vec<&Row> = served.collect();
    let mut assets = rows.clone();
    assets.retain(|row| is_asset(row));
    // One rule for all, and one for all assets, for what they share; the rest by path.
    let everywhere = shared(&rows);
    let mut of_assets = shared(&assets);
    of_assets.retain(|header| !everywhere.contains(header));
    let mut rules = vec![("/*", everywhere.clone()), ("/assets/*", of_assets.clone())];
    for row in rows {
        let mut rest = own(row);
        rest.retain(|header| {
            // A rule for each asset would be too many. That others may embed an image is the default, too.
            let is_said = of_assets.contains(header) || header.1 == "cross-origin";
            !(everywhere.contains(header) || is_asset(row) && is_said)
        });
        rules.push((&row.path, rest));
    }
    rules.retain(|(_, headers)| !headers.is_empty());
    let mut text =
        "# Made by `cargo site export`. Each path has one rule beside /* and that of its folder.\n"
            .to_owned();
    for (path, headers) in &rules {
        text += &format!("{path}\n");
        for (name, value) in headers {
            text += &format!("  {name}: {value}\n");
        }
    }
    (text, rules.len())
}

/// The headers of a response that a host does not send by itself.
fn own(row: &Row) -> Headers {
    let mut own = row.response.headers.clone();
    own.retain(|(name, value)| THEIRS.split(' ').all(|it| it != name) || value == FEED);
    own
}

/// Those that are the same in every row.
fn shared(rows: &[&Row]) -> Headers {
    let mut shared = rows.first().map(|row| own(row)).unwrap_or_default();
    shared.retain(|header| rows.iter().all(|row| row.response.headers.contains(header)));
    shared
}

fn redirects(rows: &[Row]) -> (String, usize) {
    let mut text = "# Made by `cargo site export`.\n".to_owned();
    let mut count = 0;
    for row in rows {
        if let Some(to) = row.response.header("location") {
            count += 1;
            text += &format!("{} {to} {}\n", row.path, row.response.status);
        } else if row.response.status == 410 {
            text += &format!(
                "# {} is gone: with no file and no rule it is answered with 404, since a static host has no 410.\n",
                row.path
            );
        }
    }
    (text, count)
}

#[cfg(test)]
mod tests {
    use super::super::table::Row;
    use super::{FEED, files};
    use crate::client::Response;

    /// A row of a path, a status and headers, each after a `|`.
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
        let feed =
            format!("/feed.xml 200|x-safe: yes|cache-control: max-age=60|content-type: {FEED}");
        let rows = [
            "/ 200|x-safe: yes|cache-control: max-age=60|content-type: text/html|link: </a>",
            "/assets/a.css 200|x-safe: yes|cache-control: immutable|vary: accept-encoding",
            "/assets/b.svg 200|x-safe: yes|cache-control: immutable|x-own: b",
            &feed,
            "/gone 410|x-safe: yes",
            "/old 301|location: /",
        ];
        let (files, _) = files(&rows.map(row));
        let files = files.values().map(|bytes| String::from_utf8_lossy(bytes));
        insta::assert_snapshot!(files.collect::<String>(), @r"
        # Made by `cargo site export`. Each path has one rule beside /* and that of its folder.
        /*
          x-safe: yes
        /assets/*
          cache-control: immutable
        /
          cache-control: max-age=60
          link: </a>
        /assets/b.svg
          x-own: b
        /feed.xml
          cache-control: max-age=60
          content-type: application/atom+xml; charset=utf-8
        # Made by `cargo site export`.
        # /gone is gone: with no file and no rule it is answered with 404, since a static host has no 410.
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
            // One more rule is that for everything.
            (rows(99, own), ""),
            (
                rows(100, own),
                "_headers: 101 rules, of which Cloudflare takes 100",
            ),
            (
                rows(1, &long),
                "_headers: expected lines of at most 2000 bytes",
            ),
            (rows(2000, redirect), ""),
            (rows(2001, redirect), "_redirects: 2001 rules"),
        ] {
            let warnings = files(&rows).1.concat();
            assert!(warnings.starts_with(found), "{warnings}");
            assert_eq!(warnings.is_empty(), found.is_empty(), "{warnings}");
        }
    }
}
