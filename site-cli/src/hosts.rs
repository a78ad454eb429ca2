//! `_headers` and `_redirects` in the formats of Netlify and Cloudflare.
//!
//! Each header of a path is in only one rule: if two rules set the same header, these hosts join the values. They
//! compress, tag and purge on their own, so the files contain no `Vary`, `ETag` or `Cache-Tag`.
//!
//! Each page needs its own rule, because its policy contains the hash of its styles, which no other page has. Assets
//! need one rule for each extension, regardless of their number.

use crate::client::Response;
use std::collections::BTreeMap;

/// Bytes by path, relative to the folder, with forward slashes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A path with its response.
pub struct Row {
    pub path: String,
    /// The response to a client that doesn't accept compression.
    pub response: Response,
}

/// Cloudflare's limits for one file; Netlify has no such limits.
///
/// <https://developers.cloudflare.com/pages/configuration/headers/> and `redirects/` next to it. Cloudflare also
/// accepts 100 redirects with a placeholder, and an export has none.
struct Limits {
    rules: usize,
    /// Maximum bytes in a line.
    line: usize,
    /// The number of rules that causes a warning.
    warning: usize,
}

const HEADERS_LIMITS: Limits = Limits {
    rules: 100,
    line: 2000,
    warning: 80,
};
const REDIRECTS_LIMITS: Limits = Limits {
    rules: 2000,
    line: 1000,
    warning: 1600,
};

/// The headers that hosts add.
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
/// The only media type that no file name extension implies.
pub const FEED: &str = "application/atom+xml; charset=utf-8";

/// The two rule files, and how they compare with Cloudflare's limits.
#[derive(Debug, Default)]
pub struct HostFiles {
    pub files: Files,
    /// The limits that an export exceeds.
    pub excesses: Vec<String>,
    /// The limits that an export will exceed soon.
    pub warnings: Vec<String>,
}

/// Returns both files.
pub fn host_files(rows: &[Row]) -> HostFiles {
    let mut host_files = HostFiles::default();
    for (name, file, limits) in [
        ("_headers", headers(rows), HEADERS_LIMITS),
        ("_redirects", redirects(rows), REDIRECTS_LIMITS),
    ] {
        let excesses = excesses(name, &file, &limits);
        if excesses.is_empty() && file.rule_count >= limits.warning {
            host_files.warnings.push(format!(
                "{name}: {} of the {} rules that Cloudflare allows, and each page or redirect adds one; before you exceed the limit, use Netlify, or the server behind a CDN",
                file.rule_count, limits.rules
            ));
        }
        host_files.excesses.extend(excesses);
        host_files
            .files
            .insert(name.to_owned(), file.text.into_bytes());
    }
    host_files
}

/// A file of rules.
struct RuleFile {
    text: String,
    rule_count: usize,
}

/// Describes the limits that a file exceeds.
fn excesses(name: &str, file: &RuleFile, limits: &Limits) -> Vec<String> {
    let mut excesses = Vec::new();
    if file.rule_count > limits.rules {
        excesses.push(format!(
            "{name}: {} rules, but Cloudflare's limit is {}; use Netlify, or the server behind a CDN",
            file.rule_count, limits.rules
        ));
    }
    for line in file.text.lines() {
        if line.len() > limits.line {
            let begin: String = line.trim().chars().take(40).collect();
            excesses.push(format!(
                "{name}: expected lines within Cloudflare's limit of {} bytes, found one of {}: {begin}…",
                limits.line,
                line.len()
            ));
        }
    }
    excesses
}

type Headers = Vec<(String, String)>;

/// Returns the headers of all responses: one rule for the headers that all share, one for the headers that all assets
/// share, one for each extension's shared headers, and the rest by path.
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

    let mut by_extension: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for asset in &assets {
        by_extension
            .entry(extension(asset))
            .or_default()
            .push(asset);
    }
    // No rule can match only names without an extension.
    by_extension.remove("");
    let mut of_extension = BTreeMap::new();
    for (extension, same) in by_extension {
        let mut headers = without(without(shared(&same), &of_all), &of_assets);
        // By default, other sites may also embed an image.
        headers.retain(|(_, value)| value != "cross-origin");
        of_extension.insert(extension, headers);
    }

    let mut rules = vec![
        ("/*".to_owned(), of_all.clone()),
        (format!("{ASSETS}*"), of_assets.clone()),
    ];
    for (extension, headers) in &of_extension {
        rules.push((format!("{ASSETS}*.{extension}"), headers.clone()));
    }
    for row in served {
        let mut rest = without(own(row), &of_all);
        if is_asset(row) {
            rest = without(rest, &of_assets);
            if let Some(headers) = of_extension.get(extension(row)) {
                rest = without(rest, headers);
            }
            rest.retain(|(_, value)| value != "cross-origin");
        }
        rules.push((row.path.clone(), rest));
    }
    rules.retain(|(_, headers)| !headers.is_empty());

    let mut text =
        "# Made by `cargo site export`. Rules of a path have no header in common.\n".to_owned();
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

/// Returns the headers that aren't in `others`.
fn without(mut headers: Headers, others: &Headers) -> Headers {
    headers.retain(|header| !others.contains(header));
    headers
}

/// Returns the extension of an asset's name, which may be empty.
fn extension(row: &Row) -> &str {
    let name = row.path.strip_prefix(ASSETS).unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn is_asset(row: &Row) -> bool {
    row.path.starts_with(ASSETS)
}

/// Returns the headers of a response that the host doesn't add.
fn own(row: &Row) -> Headers {
    let mut own = row.response.headers.clone();
    own.retain(|(name, value)| !THEIRS.contains(&name.as_str()) || value == FEED);
    own
}

/// Returns the headers that are the same in every row.
fn shared(rows: &[&Row]) -> Headers {
    let Some(first) = rows.first() else {
        return Headers::new();
    };
    let mut shared = own(first);
    shared.retain(|header| rows.iter().all(|row| row.response.headers.contains(header)));
    shared
}

/// Returns the redirects, one rule each.
fn redirects(rows: &[Row]) -> RuleFile {
    let mut text = "# Made by `cargo site export`.\n".to_owned();
    let mut rule_count = 0;
    for row in rows {
        if let Some(to) = row.response.header("location") {
            rule_count += 1;
            text += &format!("{} {to} {}\n", row.path, row.response.status);
        } else if row.response.status == 410 {
            text += &format!(
                "# {} is gone: without a file or a rule, the host responds with 404, because a static host has no 410.\n",
                row.path
            );
        }
    }
    RuleFile { text, rule_count }
}
