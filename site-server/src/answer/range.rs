//! Step 6: the range (RFC 9110, 14).
//!
//! One range of bytes, of a body that was not compressed: pictures, fonts, documents. More than one, and what is malformed,
//! is answered with all of it, as the RFC lets a server do.

use std::ops::Range;

use http::Method;
use http::header::IF_RANGE;

use super::fields::{Fields, Lines};
use site_table::{Body, Row};

/// The bytes that are wanted, which may be none; `None` where all are.
pub fn part(row: &Row, body: &Body, method: &Method, fields: &Fields) -> Option<Range<usize>> {
    // Of a HEAD no range is asked (RFC 9110, 14.2).
    if method != Method::GET || row.bodies.len() != 1 {
        return None;
    }
    let Lines::One(line) = fields.range else {
        return None;
    };

    // A weak tag, another tag and a date never match (RFC 9110, 13.1.5): the client's part is of something else.
    let etag = body.etag.as_ref()?;
    for tag in fields.all(IF_RANGE) {
        if tag != etag {
            return None;
        }
    }
    parse(line.to_str().ok()?, body.bytes.len())
}

/// Reads `bytes=0-99`, `bytes=100-` or `bytes=-100`, of a body of this length.
fn parse(line: &str, length: usize) -> Option<Range<usize>> {
    let (unit, range) = line.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let (first, last) = range.trim().split_once('-')?;
    if first.is_empty() {
        let suffix = number(last)?;
        return Some(length.saturating_sub(suffix)..length);
    }

    let start = number(first)?;
    if last.is_empty() {
        return Some(start..length);
    }
    let end = number(last)?;
    if start > end {
        return None;
    }
    Some(start..length.min(end.saturating_add(1)))
}

/// A number too large for this machine is beyond the end of any body.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}
