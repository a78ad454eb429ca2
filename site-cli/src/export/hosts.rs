//! `_headers` and `_redirects`, as Netlify and Cloudflare read them.
//!
//! Each header of a path is in one rule only: where two rules name one header, these hosts join the values. They compress,
//! tag and purge by themselves, so `Vary`, `ETag` and `Cache-Tag` are theirs.

use super::folder::Files;
use super::layout::ROOT;
use super::table::{Row, Table};

pub struct Hosts {
    pub files: Files,
    /// What a host does not take.
    pub warnings: Vec<String>,
}

/// Of Cloudflare; Netlify has none of these.
const RULES: usize = 100;
const RULE_LINE: usize = 2000;
const REDIRECTS: usize = 2000;
const REDIRECT_LINE: usize = 1000;

const THEIRS: [&str; 5] = [
    "accept-ranges",
    "cache-tag",
    "content-type",
    "location",
    "vary",
];
const ASSETS: &str = "/assets/";
/// The one type that no file name extension gives.
const FEED: &str = "application/atom+xml; charset=utf-8";

pub fn files(table: &Table) -> Hosts {
    let (headers, rules) = headers(table);
    let (redirects, count) = redirects(table);
    let mut warnings = Vec::new();
    let mut warn = |file: &str, text: &str, (count, most): (usize, usize), line: usize| {
        if count > most {
            warnings.push(format!(
                "{file}: {count} rules, of which Cloudflare takes {most}; use Netlify, or the server behind a CDN"
            ));
        }
        for long in text.lines().filter(|text| text.len() > line) {
            let begin: String = long.trim().chars().take(40).collect();
            warnings.push(format!(
                "{file}: expected lines of at most {line} bytes, which Cloudflare takes, found {}: {begin}…",
                long.len()
            ));
        }
    };
    warn("_headers", &headers, (rules, RULES), RULE_LINE);
    warn("_redirects", &redirects, (count, REDIRECTS), REDIRECT_LINE);
    let files = [("_headers", headers), ("_redirects", redirects)];
    let files = files.map(|(name, text)| (format!("{ROOT}/{name}"), text.into_bytes()));
    Hosts {
        files: files.into(),
        warnings,
    }
}

fn headers(table: &Table) -> (String, usize) {
    let rows: Vec<&Row> = table.rows.iter().filter(|row| row.status == 200).collect();
    let own = |row: &Row| -> Vec<(String, String)> {
        let own = row.headers.iter();
        own.filter(|(name, value)| !THEIRS.contains(&name.as_str()) || value == FEED)
            .cloned()
            .collect()
    };
    let everywhere =
        |header: &(String, String)| rows.iter().all(|row| row.headers.contains(header));
    let mut rules: Vec<(String, Vec<(String, String)>)> = Vec::new();
    let mut shared = rows.first().map(|row| own(row)).unwrap_or_default();
    shared.retain(everywhere);
    let (assets, others): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.path.starts_with(ASSETS));
    // One rule for all assets, for what they share; the rest by name.
    let mut common = assets.first().map(|row| own(row)).unwrap_or_default();
    common.retain(|header| {
        !shared.contains(header) && assets.iter().all(|row| row.headers.contains(header))
    });
    rules.push(("/*".to_owned(), shared.clone()));
    rules.push((format!("{ASSETS}*"), common.clone()));
    // A rule for each asset would be too many. That others may embed an image is the default, too.
    for row in &assets {
        let mut rest = own(row);
        rest.retain(|header| {
            !shared.contains(header) && !common.contains(header) && header.1 != "cross-origin"
        });
        rules.push((row.path.clone(), rest));
    }
    for row in others {
        let mut rest = own(row);
        rest.retain(|header| !shared.contains(header));
        rules.push((row.path.clone(), rest));
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

fn redirects(table: &Table) -> (String, usize) {
    let mut text = "# Made by `cargo site export`.\n".to_owned();
    let mut count = 0;
    for row in &table.rows {
        if let Some(to) = row.header("location") {
            count += 1;
            text += &format!("{} {to} {}\n", row.path, row.status);
        } else if row.status == 410 {
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
    use super::super::table::{Row, Table};
    use super::files;

    fn row(path: String, status: u16, header: (&str, &str)) -> Row {
        Row {
            path,
            status,
            headers: vec![
                ("x-everywhere".to_owned(), "yes".to_owned()),
                (header.0.to_owned(), header.1.to_owned()),
            ],
            body: Vec::new(),
        }
    }

    fn warnings(rows: Vec<Row>) -> Vec<String> {
        let not_found = row("/404".to_owned(), 404, ("x-own", "404"));
        files(&Table { rows, not_found }).warnings
    }

    #[test]
    fn what_cloudflare_does_not_take_is_reported() {
        let pages = |count: usize, policy: &str| -> Vec<Row> {
            let page = |number: usize| {
                let own = format!("{policy}{number}");
                row(format!("/{number}"), 200, ("x-own", &own))
            };
            (0..count).map(page).collect()
        };
        // One more rule is that for everything.
        assert!(warnings(pages(99, "")).is_empty());
        let found = warnings(pages(100, ""));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("_headers: 101 rules, of which Cloudflare takes 100"),
            "{found:?}"
        );
        let found = warnings(pages(2, &"x".repeat(2000)));
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("at most 2000 bytes"), "{found:?}");
        let moved = |count: usize| -> Vec<Row> {
            let row = |number| row(format!("/{number}"), 301, ("location", "/"));
            (0..count).map(row).collect()
        };
        assert!(warnings(moved(2000)).is_empty());
        let found = warnings(moved(2001));
        assert!(found[0].starts_with("_redirects: 2001 rules"), "{found:?}");
    }
}
