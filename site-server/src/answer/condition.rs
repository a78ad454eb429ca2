//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` to compare a date with, and where a date is sent
//! as well the tags would win anyway.

use http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// The status where a body with these headers is not sent: 304 where the client already has this very body, 412 where it wants no
/// other than the one that it names.
pub fn unmet(headers: &HeaderMap, request: &HeaderMap) -> Option<StatusCode> {
    let wants_one = request.contains_key(IF_MATCH);
    let has_some = request.contains_key(IF_NONE_MATCH);
    if !wants_one && !has_some {
        return None;
    }
    let etag = headers.get(ETAG)?;
    if wants_one && !names(request, &IF_MATCH, etag, false) {
        return Some(StatusCode::PRECONDITION_FAILED);
    }
    if has_some && names(request, &IF_NONE_MATCH, etag, true) {
        return Some(StatusCode::NOT_MODIFIED);
    }
    None
}

/// Returns true if a line of this name has this tag.
fn names(request: &HeaderMap, name: &HeaderName, etag: &HeaderValue, is_weak: bool) -> bool {
    let mut lines = request.get_all(name).iter();
    lines.any(|line| matches(line.as_bytes(), etag, is_weak))
}

/// Returns true if a list of tags has this one. With weak comparison `W/` makes no difference, and else never matches (RFC 9110,
/// 8.8.3.2). Our own tags have no comma, so that one within another's makes no difference.
fn matches(line: &[u8], etag: &HeaderValue, is_weak: bool) -> bool {
    let (line, etag) = (line.trim_ascii(), etag.as_bytes());
    let is_it = |tag: &[u8]| tag == etag || is_weak && tag.strip_prefix(b"W/") == Some(etag);
    let mut tags = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    line == b"*" || tags.any(is_it)
}
