//! Step 5: the condition (RFC 9110, 13).
//!
//! Only `If-Match` and `If-None-Match` are read. There is no `Last-Modified` to compare a date with, and where a date is sent
//! as well the tags would win anyway.

use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// The status where the body of this tag is not sent: 304 where the client already has this very body, 412 where it wants no
/// other than the one that it names.
pub fn unmet(etag: Option<&HeaderValue>, request: &HeaderMap) -> Option<StatusCode> {
    let etag = etag?;
    let named = |name: HeaderName, is_weak: bool| {
        let mut lines = request.get_all(name).iter();
        lines.any(|line| matches(line.as_bytes(), etag, is_weak))
    };
    if request.contains_key(IF_MATCH) && !named(IF_MATCH, false) {
        Some(StatusCode::PRECONDITION_FAILED)
    } else {
        named(IF_NONE_MATCH, true).then_some(StatusCode::NOT_MODIFIED)
    }
}

/// With weak comparison `W/` makes no difference, and else never matches (RFC 9110, 8.8.3.2).
fn matches(line: &[u8], etag: &HeaderValue, is_weak: bool) -> bool {
    let line = line.trim_ascii();
    line == b"*"
        || tags(line).any(|(tag, tag_is_weak)| tag == etag.as_bytes() && (is_weak || !tag_is_weak))
}

/// The tags of a list, quoted and without `W/`, and whether it was there; ends where the list is malformed.
fn tags(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], bool)> {
    std::iter::from_fn(move || {
        let start = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b','))?;
        let weak = rest[start..].strip_prefix(b"W/");
        let tag = weak.unwrap_or(&rest[start..]);
        let end = tag
            .strip_prefix(b"\"")?
            .iter()
            .position(|byte| *byte == b'"')?
            + 2;
        let (tag, after) = tag.split_at(end);
        rest = after;
        Some((tag, weak.is_some()))
    })
}
