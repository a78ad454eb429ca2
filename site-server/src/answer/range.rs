//! Step 6: the range (RFC 9110, 14).
//!
//! One range of bytes, only for a body without a compressed form, such as an image, a font or a document. Several ranges, or a
//! malformed one, get the whole body, as the RFC allows.

use std::ops::Range;

use http::Method;
use http::header::IF_RANGE;

use super::fields::{Fields, Lines};
use site_table::{Body, Row};

/// The requested bytes, which may be an empty range, or `None` for the whole body.
pub fn part(row: &Row, body: &Body, method: &Method, fields: &Fields) -> Option<Range<usize>> {
    // HEAD requests have no ranges (RFC 9110, 14.2).
    if method != Method::GET || row.bodies.len() != 1 {
        return None;
    }
    let Lines::One(line) = fields.range else {
        return None;
    };

    // A weak tag, another tag or a date never matches (RFC 9110, 13.1.5), because the client's part belongs to another body.
    let etag = body.etag.as_ref()?;
    for tag in fields.all(IF_RANGE) {
        if tag != etag {
            return None;
        }
    }
    parse(line.to_str().ok()?, body.bytes.len())
}

/// Parses `bytes=0-99`, `bytes=100-` or `bytes=-100`, for a body of this length.
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

/// Parses a number. If it is too large for this machine, it is past the end of any body.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}
