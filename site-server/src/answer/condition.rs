//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` to compare a date with, and where a date is sent
//! as well the tags would win anyway.

use http::{HeaderValue, StatusCode};

use super::fields::{Fields, Lines};
use super::table::Body;

/// The status where a body is not sent: 304 where the client already has this very body, 412 where it wants no other than the one that
/// it names.
pub fn unmet(body: &Body, fields: &Fields) -> Option<StatusCode> {
    let etag = body.etag.as_ref()?;
    if !fields.if_match.is_empty() && !names(&fields.if_match, etag, false) {
        return Some(StatusCode::PRECONDITION_FAILED);
    }
    if names(&fields.if_none_match, etag, true) {
        return Some(StatusCode::NOT_MODIFIED);
    }
    None
}

/// Returns true if one of these lines has this tag.
fn names(lines: &Lines, etag: &HeaderValue, is_weak: bool) -> bool {
    let is_named = |line: &HeaderValue| matches(line.as_bytes(), etag.as_bytes(), is_weak);
    lines.all().any(is_named)
}

/// Returns true if a list of tags has this one. With weak comparison `W/` makes no difference, and else never matches (RFC 9110,
/// 8.8.3.2). Our own tags have no comma, so that one within another's makes no difference.
fn matches(line: &[u8], etag: &[u8], is_weak: bool) -> bool {
    // Nearly every list is the one tag that the client was sent.
    if line == etag || line.trim_ascii() == b"*" {
        return true;
    }
    for element in line.split(|byte| *byte == b',') {
        let tag = element.trim_ascii();
        if tag == etag || is_weak && tag.strip_prefix(b"W/") == Some(etag) {
            return true;
        }
    }
    false
}
