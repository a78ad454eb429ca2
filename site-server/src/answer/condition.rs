//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` for comparing dates, and entity tags take precedence
//! over dates anyway.

use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::{HeaderName, HeaderValue, StatusCode};

use super::fields::{Fields, Lines};
use site_table::Body;

/// The status if no body is sent: 304 if the client already has this body, 412 if the client only accepts another one.
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

/// Returns true if the list contains this tag. Weak comparison ignores `W/`; strong comparison never matches a weak tag (RFC 9110,
/// 8.8.3.2). Our tags have no commas, so splitting at commas inside another server's tag does no harm.
fn has_tag(line: &HeaderValue, etag: &HeaderValue, is_weak: bool) -> bool {
    let (line, etag) = (line.as_bytes(), etag.as_bytes());
    // Nearly every list is the one tag that the server sent to the client.
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
