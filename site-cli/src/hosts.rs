//! `_headers` and `_redirects`, as Netlify and Cloudflare read them.
//!
//! Each header of a path is in one rule only: where two rules name one header, these hosts join the values. They compress,
//! tag and purge by themselves, so `Vary`, `ETag` and `Cache-Tag` are theirs.
//!
//! Each page needs a rule, because its policy names the hash of its styles, which no other page has. Assets need one rule for
//! each extension, however many there are.

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
///
/// <https://developers.cloudflare.com/pages/configuration/headers/> and `redirects/` next to it. Cloudflare also takes 100
/// redirects with a placeholder, and an export has none.
struct Limits {
    rules: usize,
    /// Bytes in a line.
    line: usize,
    /// The number of rules at which an export begins to warn.
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

/// The two files of rules, compared with Cloudflare's limits.
#[derive(Debug, Default)]
pub struct HostFiles {
    pub files: Files,
    /// The limits that an export exceeds.
    pub excesses: Vec<String>,
    /// The limits that an export will exceed soon.
    pub warnings: Vec<String>,
}

/// Both files.
pub fn host_files(rows: &[Row]) -> HostFiles {
    let mut host_files = HostFiles::default();
    for (name, file, limits) in [
        ("_headers", headers(rows), HEADERS_LIMITS),
        ("_redirects", redirects(rows), REDIRECTS_LIMITS),
    ] {
        let excesses = excesses(name, &file, &limits);
        if excesses.is_empty() && file.rule_count >= limits.warning {
            host_files.warnings.push(format!(
                "{name}: {} of the {} rules that Cloudflare takes, and each page or redirect adds one; before there are more, use Netlify, or the server behind a CDN",
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

/// The limits that a file exceeds, in words.
fn excesses(name: &str, file: &RuleFile, limits: &Limits) -> Vec<String> {
    let mut excesses = Vec::new();
    if file.rule_count > limits.rules {
        excesses.push(format!(
            "{name}: {} rules, of which Cloudflare takes {}; use Netlify, or the server behind a CDN",
            file.rule_count, limits.rules
        ));
    }
    for line in file.text.lines() {
        if line.len() > limits.line {
            let begin: String = line.trim().chars().take(40).collect();
            excesses.push(format!(
                "{name}: expected lines of at most {} bytes, which Cloudflare takes, found {}: {begin}…",
                limits.line,
                line.len()
            ));
        }
    }
    excesses
}

type Headers = Vec<(String, String)>;

/// The headers of all responses: a rule for what all share, one for what all assets share, one for what all assets of an
/// extension share, and the rest by path.
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
    // No rule fits only the names without an extension.
    by_extension.remove("");
    let mut of_extension = BTreeMap::new();
    for (extension, same) in by_extension {
        let mut headers = without(without(shared(&same), &of_all), &of_assets);
        // That others may embed an image is the default, too.
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

/// The headers that are not among others.
fn without(mut headers: Headers, others: &Headers) -> Headers {
    headers.retain(|header| !others.contains(header));
    headers
}

/// The extension of an asset's name, which may be empty.
fn extension(row: &Row) -> &str {
    let name = row.path.strip_prefix(ASSETS).unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
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
