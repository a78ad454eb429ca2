//! Step 6: the range (RFC 9110, 14).
//!
//! One range of bytes, of a body that was not compressed: pictures, fonts, documents. More than one, and what is malformed,
//! is answered with all of it, as the RFC lets a server do.

use std::ops::Range;

use http::header::{ETAG, IF_RANGE, RANGE};
use http::{Method, Request};

use super::table::{Body, Row};

/// What of a body is wanted.
pub enum Part {
    All,
    Bytes(Range<usize>),
    /// None of its bytes.
    Nothing,
}

pub fn part<B>(row: &Row, body: &Body, request: &Request<B>) -> Part {
    // Of a HEAD no range is asked (RFC 9110, 14.2).
    let is_divisible = request.method() == Method::GET && row.bodies.len() == 1;
    let Some(etag) = body.headers.0.get(ETAG).filter(|_| is_divisible) else {
        return Part::All;
    };
    let headers = request.headers();
    let mut lines = headers.get_all(RANGE).iter();
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Part::All;
    };
    // A weak tag, another tag and a date never match (RFC 9110, 13.1.5): the client's part is of something else.
    if headers.get_all(IF_RANGE).iter().any(|tag| tag != etag) {
        return Part::All;
    }
    parse(line.as_bytes(), body.bytes.len())
}

fn parse(line: &[u8], length: usize) -> Part {
    let line = str::from_utf8(line).unwrap_or_default();
    let (unit, range) = line.split_once('=').unwrap_or_default();
    let Some((first, last)) = range.trim().split_once('-') else {
        return Part::All;
    };
    let (start, end) = match (number(first), number(last)) {
        _ if !unit.trim().eq_ignore_ascii_case("bytes") => return Part::All,
        (Some(first), Some(last)) if first <= last => (first, last.saturating_add(1).min(length)),
        (Some(first), None) if last.is_empty() => (first, length),
        (None, Some(0)) if first.is_empty() => return Part::Nothing,
        (None, Some(suffix)) if first.is_empty() => (length.saturating_sub(suffix), length),
        _ => return Part::All,
    };
    match start < end {
        true => Part::Bytes(start..end),
        false => Part::Nothing,
    }
}

/// A number too large for this machine is beyond the end of any body.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}
