//! Step 3: the path.
//!
//! Nothing of a request's path ever reaches a `Location`: where a spelling is not the canonical one, the redirect goes to the
//! path that stands in the table. So `//evil.example`, dot segments and encoded slashes can't make an open redirect.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use site_table::{Row, Table};

/// The longest path that is read: no row's is as long, in any spelling that anybody writes.
const LONGEST: usize = 2048;

/// The row of an edition for a path as it stands in the request, still percent-encoded, and whether it is spelled as in the table: a trailing
/// or doubled slash, dot segments, and a page's file name are other spellings.
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

/// `None` where the path can't name anything: an encoded slash is not a slash (RFC 3986, 2.2), and names are UTF-8.
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

/// Without empty and dot segments, and without what only the name of a page's file has: `//a/./b/../c/` -> `/a/c`,
/// `/fees.html` -> `/fees`, `/blog/index.html` -> `/blog`.
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
