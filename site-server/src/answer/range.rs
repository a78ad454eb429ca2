//! Step 6: the range (RFC 9110, 14).
//!
//! One range of bytes, of a body that was not compressed: pictures, fonts, documents. More than one, and what is malformed,
//! is answered with all of it, as the RFC lets a server do.

use std::ops::Range;

use http::header::{ETAG, IF_RANGE, RANGE};
use http::{Method, Request};

use super::table::{Body, Row};

/// The bytes that are wanted, which may be none; `None` where all are.
pub fn part<B>(row: &Row, body: &Body, request: &Request<B>) -> Option<Range<usize>> {
    // Of a HEAD no range is asked (RFC 9110, 14.2).
    let is_divisible = request.method() == Method::GET && row.bodies.len() == 1;
    let etag = body.headers.0.get(ETAG).filter(|_| is_divisible)?;
    let headers = request.headers();
    let mut lines = headers.get_all(RANGE).iter();
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return None;
    };
    // A weak tag, another tag and a date never match (RFC 9110, 13.1.5): the client's part is of something else.
    let mut tags = headers.get_all(IF_RANGE).iter();
    let is_of_this = tags.all(|tag| tag == etag);
    parse(line.to_str().ok()?, body.bytes.len()).filter(|_| is_of_this)
}

fn parse(line: &str, length: usize) -> Option<Range<usize>> {
    let (unit, range) = line.split_once('=')?;
    let (first, last) = range.trim().split_once('-')?;
    match (number(first), number(last)) {
        _ if !unit.trim().eq_ignore_ascii_case("bytes") => None,
        (Some(first), Some(last)) if first <= last => {
            Some(first..length.min(last.saturating_add(1)))
        }
        (Some(first), None) if last.is_empty() => Some(first..length),
        (None, Some(suffix)) if first.is_empty() => Some(length.saturating_sub(suffix)..length),
        _ => None,
    }
}

/// A number too large for this machine is beyond the end of any body.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}
