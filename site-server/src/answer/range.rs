//! Step 6: the range (RFC 9110, 14).
//!
//! One range of bytes, of a body that was not compressed: pictures, fonts, documents. More than one, and what is malformed,
//! is answered with all of it, as the RFC lets a server do.

use std::ops::Range;

use http::header::{IF_RANGE, RANGE};
use http::{HeaderMap, Method};

use super::table::{Body, Resource};

/// What of a body is wanted.
#[derive(Debug, PartialEq)]
pub enum Part {
    All,
    Bytes(Range<usize>),
    /// None of its bytes.
    Nothing,
}

pub fn part(method: &Method, resource: &Resource, body: &Body, request: &HeaderMap) -> Part {
    // Of a HEAD no range is asked (RFC 9110, 14.2).
    let is_divisible = *method == Method::GET && resource.bodies.len() == 1;
    let Some(etag) = body.etag.as_ref().filter(|_| is_divisible) else {
        return Part::All;
    };
    let mut lines = request.get_all(RANGE).iter();
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Part::All;
    };
    // A weak tag, another tag and a date never match (RFC 9110, 13.1.5): the client's part is of something else.
    if request.get_all(IF_RANGE).iter().any(|tag| tag != etag) {
        return Part::All;
    }
    parse(line.as_bytes(), body.bytes.len())
}

fn parse(line: &[u8], length: usize) -> Part {
    let range = str::from_utf8(line).ok().and_then(|line| {
        let (unit, range) = line.split_once('=')?;
        range
            .trim()
            .split_once('-')
            .filter(|_| unit.trim().eq_ignore_ascii_case("bytes"))
    });
    let Some((first, last)) = range else {
        return Part::All;
    };
    let (start, end) = match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => (first, last.saturating_add(1).min(length)),
        (Some(first), None) if last.is_empty() => (first, length),
        (None, Some(suffix)) if first.is_empty() => (
            length.saturating_sub(suffix),
            if suffix == 0 { 0 } else { length },
        ),
        _ => return Part::All,
    };
    if start < end {
        Part::Bytes(start..end)
    } else {
        Part::Nothing
    }
}

/// A number too large for this machine is beyond the end of any body.
fn number(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Part, parse};

    #[test]
    fn each_range_has_its_part() {
        for (line, expected) in [
            ("bytes=0-0", Part::Bytes(0..1)),
            ("bytes=0-", Part::Bytes(0..100)),
            ("Bytes=10-19", Part::Bytes(10..20)),
            ("bytes=90-999", Part::Bytes(90..100)),
            ("bytes=90-99999999999999999999999", Part::Bytes(90..100)),
            ("bytes=-10", Part::Bytes(90..100)),
            ("bytes=-1000", Part::Bytes(0..100)),
            ("bytes=100-", Part::Nothing),
            ("bytes=99999999999999999999999-", Part::Nothing),
            ("bytes=-0", Part::Nothing),
            ("bytes=5-4", Part::All),
            ("bytes=0-1,5-6", Part::All),
            ("bytes=-", Part::All),
            ("bytes=+1-2", Part::All),
            ("bytes=a-b", Part::All),
            ("lines=0-1", Part::All),
            ("bytes", Part::All),
            ("", Part::All),
        ] {
            assert_eq!(parse(line.as_bytes(), 100), expected, "{line:?}");
        }
    }

    #[test]
    fn an_empty_body_has_no_part() {
        assert_eq!(parse(b"bytes=0-", 0), Part::Nothing);
        assert_eq!(parse(b"bytes=-1", 0), Part::Nothing);
    }

    proptest! {
        #[test]
        fn any_line_gives_a_part_within_the_body(line in "(bytes=)?[-0-9, a]{0,30}", length in 0..1000_usize) {
            if let Part::Bytes(range) = parse(line.as_bytes(), length) {
                prop_assert!(range.start < range.end && range.end <= length);
            }
        }
    }
}
