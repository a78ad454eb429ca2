//! Step 3: the path.
//!
//! A request's path never appears in a `Location`: if the spelling isn't canonical, the redirect goes to the path in the table. So
//! `//evil.example`, dot segments and encoded slashes can't create an open redirect.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use site_table::{Row, Table};

/// The longest path to read, in bytes. Every row's path is shorter, in any realistic spelling.
const LONGEST: usize = 2048;

/// Returns the row for a percent-encoded path in an edition, and whether the path is spelled as in the table. Trailing or doubled
/// slashes, dot segments and file names of pages are other spellings.
pub fn resolve<'t>(table: &'t Table, edition: usize, path: &str) -> Option<(&'t Row, bool)> {
    if path.len() > LONGEST {
        return None;
    }
    let decoded = decode(path)?;
    if let Some(row) = table.find(&decoded, edition) {
        return Some((row, true));
    }
    let spelling = canonical(&decoded);
    if spelling == decoded {
        return None;
    }
    let row = table.find(&spelling, edition)?;
    Some((row, false))
}

/// Decodes a path. Returns `None` if it can't name anything: an encoded slash isn't a slash (RFC 3986, 2.2), and names are UTF-8.
fn decode(path: &str) -> Option<Cow<'_, str>> {
    // Nearly every path is spelled as in the table.
    if !path.contains('%') {
        return Some(Cow::Borrowed(path));
    }
    let mut threes = path.as_bytes().windows(3);
    let has_slash = threes.any(|bytes| bytes.eq_ignore_ascii_case(b"%2f"));
    if has_slash {
        return None;
    }
    percent_decode_str(path).decode_utf8().ok()
}

/// Removes empty segments, dot segments and the ending of a page's file name: `//a/./b/../c/` -> `/a/c`, `/fees.html` -> `/fees`,
/// `/blog/index.html` -> `/blog`.
fn canonical(path: &str) -> String {
    let mut spelling = String::with_capacity(path.len() + 1);
    for segment in path.strip_suffix(".html").unwrap_or(path).split('/') {
        match segment {
            "" | "." | "index" => {}
            ".." => {
                let parent = spelling.rfind('/').unwrap_or(0);
                spelling.truncate(parent);
            }
            segment => {
                spelling.push('/');
                spelling.push_str(segment);
            }
        }
    }
    if spelling.is_empty() {
        spelling.push('/');
    }
    spelling
}
