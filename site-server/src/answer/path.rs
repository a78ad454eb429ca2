//! Step 3: the path.
//!
//! Nothing of a request's path ever reaches a `Location`: where a spelling is not the canonical one, the redirect goes to the
//! path that stands in the table. So `//evil.example`, dot segments and encoded slashes can't make an open redirect.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::table::{Row, find};

/// What a path leads to.
#[derive(Debug)]
pub enum Resolved<'t> {
    Found(&'t Row),
    /// Another spelling of this row's path: a trailing or doubled slash, dot segments, or a page's file name.
    NonCanonical(&'t Row),
    Unknown,
}

/// `path` as it stands in the request, still percent-encoded.
pub fn resolve<'t>(rows: &'t [Row], path: &str) -> Resolved<'t> {
    let Some(path) = decode(path) else {
        return Resolved::Unknown;
    };
    if let Some(row) = find(rows, &path) {
        return Resolved::Found(row);
    }
    let canonical = canonical(&path);
    let row = find(rows, &canonical).or_else(|| find(rows, route_of_file(&canonical)?));
    row.map_or(Resolved::Unknown, Resolved::NonCanonical)
}

/// The route of a page's file: `/index.html` -> `/`, `/blog/index.html` -> `/blog`, `/fees.html` -> `/fees`.
fn route_of_file(file: &str) -> Option<&str> {
    let route = file
        .strip_suffix(".html")
        .filter(|route| !route.ends_with('/'))?;
    match route.strip_suffix("/index") {
        Some("") => Some("/"),
        Some(folder) => Some(folder),
        None => Some(route),
    }
}

/// `None` where the path can't name anything: an encoded slash is not a slash (RFC 3986, 2.2), and names are UTF-8.
fn decode(path: &str) -> Option<Cow<'_, str>> {
    if !path.contains('%') {
        return path.starts_with('/').then_some(Cow::Borrowed(path));
    }
    let encoded_slash = path
        .as_bytes()
        .windows(3)
        .any(|bytes| bytes.eq_ignore_ascii_case(b"%2f"));
    if encoded_slash || !path.starts_with('/') {
        None
    } else {
        percent_decode_str(path).decode_utf8().ok()
    }
}

/// Without empty and dot segments: `//a/./b/../c/` -> `/a/c`.
fn canonical(path: &str) -> String {
    let mut segments = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => _ = segments.pop(),
            segment => segments.push(segment),
        }
    }
    format!("/{}", segments.join("/"))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use http::StatusCode;
    use proptest::prelude::*;

    use super::{Resolved, resolve};
    use crate::answer::table::{Resource, Row};

    fn row(path: &'static str) -> Row {
        Row {
            path,
            resource: Resource {
                status: StatusCode::OK,
                bodies: Box::default(),
            },
        }
    }

    static SITE: LazyLock<[Row; 5]> =
        LazyLock::new(|| ["/", "/blog", "/blog/market-drop", "/fees", "/sitemap.xml"].map(row));

    fn outcome(path: &str) -> String {
        match resolve(&*SITE, path) {
            Resolved::Found(row) => format!("200 {}", row.path),
            Resolved::NonCanonical(row) => format!("308 {}", row.path),
            Resolved::Unknown => "404".to_owned(),
        }
    }

    #[test]
    fn each_spelling_has_its_outcome() {
        for (path, expected) in [
            ("/", "200 /"),
            ("/fees", "200 /fees"),
            ("/f%65es", "200 /fees"),
            ("/fees/", "308 /fees"),
            ("/fees///", "308 /fees"),
            ("/fees.html", "308 /fees"),
            ("/index.html", "308 /"),
            ("/blog/index.html", "308 /blog"),
            ("//", "308 /"),
            ("//fees", "308 /fees"),
            ("/a/../fees", "308 /fees"),
            ("/%2e%2e/fees", "308 /fees"),
            ("/./blog/./market-drop/", "308 /blog/market-drop"),
            ("/..", "308 /"),
            ("//evil.example", "404"),
            ("//evil.example/%2e%2e/x", "404"),
            ("/%2Fevil.example", "404"),
            ("/%2ffees", "404"),
            ("/blog%2Fmarket-drop", "404"),
            ("/\\evil.example", "404"),
            ("/fees%00", "404"),
            ("/%zz", "404"),
            ("/%ff", "404"),
            ("/%2565", "404"),
            ("/Fees", "404"),
            ("/.html", "404"),
            ("*", "404"),
            ("", "404"),
        ] {
            assert_eq!(outcome(path), expected, "{path}");
        }
    }

    proptest! {
        #[test]
        fn any_path_has_an_outcome(path in "\\PC*") {
            outcome(&path);
        }

        #[test]
        fn a_path_of_dots_slashes_and_escapes_leads_nowhere_but_to_the_table(path in "(/|\\.|%2e|%2F|%5c|fees|\\\\|%|html){0,12}") {
            if let Resolved::Found(row) | Resolved::NonCanonical(row) = resolve(&*SITE, &path) {
                prop_assert!(SITE.iter().any(|known| known.path == row.path));
            }
        }

        #[test]
        fn slashes_around_a_known_path_do_not_lose_it(before in "/{1,4}", after in "/{0,4}") {
            let outcome = outcome(&format!("{before}fees{after}"));
            prop_assert!(outcome == "200 /fees" || outcome == "308 /fees");
        }
    }
}
