//! `_headers` and `_redirects`, as Netlify and Cloudflare read them.
//!
//! Each header of a path is in one rule only: where two rules name one header, these hosts join the values. They compress,
//! tag and purge by themselves, so `Vary`, `ETag` and `Cache-Tag` are theirs.

use crate::client::Response;
use std::collections::BTreeMap;

/// Bytes by path: below the folder, with slashes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// One path with its response.
pub struct Row {
    pub path: String,
    /// The response to a client that takes nothing compressed.
    pub response: Response,
}

/// The most that Cloudflare takes of one file; Netlify has no such limits.
struct Limits {
    rules: usize,
    /// Bytes in a line.
    line: usize,
}

const HEADERS_LIMITS: Limits = Limits {
    rules: 100,
    line: 2000,
};
const REDIRECTS_LIMITS: Limits = Limits {
    rules: 2000,
    line: 1000,
};

/// The headers that hosts send by themselves.
const THEIRS: [&str; 9] = [
    "accept-ranges",
    "cache-tag",
    "connection",
    "content-length",
    "content-type",
    "date",
    "etag",
    "location",
    "vary",
];
const ASSETS: &str = "/assets/";
/// The one type that no file name extension gives.
pub const FEED: &str = "application/atom+xml; charset=utf-8";

/// Both files, and a warning of each thing that a host does not take.
pub fn files(rows: &[Row]) -> (Files, Vec<String>) {
    let mut files = Files::new();
    let mut warnings = Vec::new();
    for (name, file, limits) in [
        ("_headers", headers(rows), HEADERS_LIMITS),
        ("_redirects", redirects(rows), REDIRECTS_LIMITS),
    ] {
        warnings.extend(exceeded(name, &file, &limits));
        files.insert(name.to_owned(), file.text.into_bytes());
    }
    (files, warnings)
}

/// A file of rules.
struct RuleFile {
    text: String,
    rule_count: usize,
}

/// A warning of each limit of Cloudflare's that a file exceeds.
fn exceeded(name: &str, file: &RuleFile, limits: &Limits) -> Vec<String> {
    let mut warnings = Vec::new();
    if file.rule_count > limits.rules {
        warnings.push(format!(
            "{name}: {} rules, of which Cloudflare takes {}; use Netlify, or the server behind a CDN",
            file.rule_count, limits.rules
        ));
    }
    for line in file.text.lines() {
        if line.len() > limits.line {
            let begin: String = line.trim().chars().take(40).collect();
            warnings.push(format!(
                "{name}: expected lines of at most {} bytes, which Cloudflare takes, found {}: {begin}…",
                limits.line,
                line.len()
            ));
        }
    }
    warnings
}

type Headers = Vec<(String, String)>;

/// The headers of all responses: a rule for what all share, one for what all assets share, and the rest by path.
fn headers(rows: &[Row]) -> RuleFile {
    let mut served = Vec::new();
    let mut assets = Vec::new();
    for row in rows {
        if row.response.status == 200 {
            served.push(row);
            if is_asset(row) {
                assets.push(row);
            }
        }
    }
    let of_all = shared(&served);
    let of_assets = without(shared(&assets), &of_all);

    let mut rules = vec![("/*", of_all.clone()), ("/assets/*", of_assets.clone())];
    for row in served {
        let mut rest = without(own(row), &of_all);
        if is_asset(row) {
            rest = without(rest, &of_assets);
            // A rule for each asset would be too many. That others may embed an image is the default, too.
            rest.retain(|(_, value)| value != "cross-origin");
        }
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
    RuleFile {
        text,
        rule_count: rules.len(),
    }
}

/// The headers that are not among others.
fn without(mut headers: Headers, others: &Headers) -> Headers {
    headers.retain(|header| !others.contains(header));
    headers
}

fn is_asset(row: &Row) -> bool {
    row.path.starts_with(ASSETS)
}

/// The headers of a response that a host does not send by itself.
fn own(row: &Row) -> Headers {
    let mut own = row.response.headers.clone();
    own.retain(|(name, value)| !THEIRS.contains(&name.as_str()) || value == FEED);
    own
}

/// The headers that are the same in every row.
fn shared(rows: &[&Row]) -> Headers {
    let Some(first) = rows.first() else {
        return Headers::new();
    };
    let mut shared = own(first);
    shared.retain(|header| rows.iter().all(|row| row.response.headers.contains(header)));
    shared
}

/// The redirects, a rule each.
fn redirects(rows: &[Row]) -> RuleFile {
    let mut text = "# Made by `cargo site export`.\n".to_owned();
    let mut rule_count = 0;
    for row in rows {
        if let Some(to) = row.response.header("location") {
            rule_count += 1;
            text += &format!("{} {to} {}\n", row.path, row.response.status);
        } else if row.response.status == 410 {
            text += &format!(
                "# {} is gone: with no file and no rule it is answered with 404, since a static host has no 410.\n",
                row.path
            );
        }
    }
    RuleFile { text, rule_count }
}
