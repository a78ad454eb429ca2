//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` to compare a date with, and where a date is sent
//! as well the tags would win anyway.

use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::{HeaderName, HeaderValue, StatusCode};

use super::fields::{Fields, Lines};
use site_table::Body;

/// The status where a body is not sent: 304 where the client already has this very body, 412 where it wants no other than the one that
/// it names.
pub fn unmet(body: &Body, fields: &Fields) -> Option<StatusCode> {
    let etag = body.etag.as_ref()?;
    let names = |lines, name: HeaderName, is_weak| match lines {
        Lines::None => false,
        Lines::One(line) => has_tag(line, etag, is_weak),
        Lines::Several => fields.all(name).any(|line| has_tag(line, etag, is_weak)),
    };
    let has_if_match = !matches!(fields.if_match, Lines::None);
    if has_if_match && !names(fields.if_match, IF_MATCH, false) {
        return Some(StatusCode::PRECONDITION_FAILED);
    }
    if names(fields.if_none_match, IF_NONE_MATCH, true) {
        return Some(StatusCode::NOT_MODIFIED);
    }
    None
}

/// Returns true if a list of tags has this one. With weak comparison `W/` makes no difference, and else never matches (RFC 9110,
/// 8.8.3.2). Our own tags have no comma, so that one within another's makes no difference.
fn has_tag(line: &HeaderValue, etag: &HeaderValue, is_weak: bool) -> bool {
    let (line, etag) = (line.as_bytes(), etag.as_bytes());
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
