//! `_headers` and `_redirects`, as Netlify and Cloudflare read them.
//!
//! Each header of a path is in one rule only: where two rules name one header, these hosts join the values. They compress,
//! tag and purge by themselves, so `Vary`, `ETag` and `Cache-Tag` are theirs.

use crate::client::Response;
use std::collections::BTreeMap;

/// Bytes by path: below the folder, with slashes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What is served at one path.
pub struct Row {
    pub path: String,
    /// Not compressed.
    pub response: Response,
}

/// Of Cloudflare, how many rules of how many bytes; Netlify has no such limits.
const HEADERS: (usize, usize) = (100, 2000);
const REDIRECTS: (usize, usize) = (2000, 1000);

/// What they send by themselves.
const THEIRS: &str =
    "accept-ranges cache-tag connection content-length content-type date etag location vary";
const ASSETS: &str = "/assets/";
/// The one type that no file name extension gives.
pub const FEED: &str = "application/atom+xml; charset=utf-8";

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
