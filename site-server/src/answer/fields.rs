//! The request's header fields that affect the response, found in one pass. Looking each of them up would take longer than the rest
//! of the response.

use http::header::{ACCEPT_ENCODING, HOST, IF_MATCH, IF_NONE_MATCH, RANGE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue};

/// The lines of each field.
pub struct Fields<'r> {
    headers: &'r HeaderMap,
    pub host: Lines<'r>,
    pub accept_encoding: Lines<'r>,
    pub if_match: Lines<'r>,
    pub if_none_match: Lines<'r>,
    pub range: Lines<'r>,
    pub transfer_encoding: Lines<'r>,
}

/// The lines of one field. Usually there is at most one.
#[derive(Clone, Copy)]
pub enum Lines<'r> {
    None,
    One(&'r HeaderValue),
    /// Several lines, which [`Fields::all`] finds.
    Several,
}

impl<'r> Fields<'r> {
    /// Reads the fields of a request.
    pub fn of(headers: &'r HeaderMap) -> Self {
        let mut fields = Fields {
            headers,
            host: Lines::None,
            accept_encoding: Lines::None,
            if_match: Lines::None,
            if_none_match: Lines::None,
            range: Lines::None,
            transfer_encoding: Lines::None,
        };
        for (name, value) in headers {
            let lines = match *name {
                HOST => &mut fields.host,
                ACCEPT_ENCODING => &mut fields.accept_encoding,
                IF_NONE_MATCH => &mut fields.if_none_match,
                IF_MATCH => &mut fields.if_match,
                RANGE => &mut fields.range,
                TRANSFER_ENCODING => &mut fields.transfer_encoding,
                _ => continue,
            };
            *lines = match lines {
                Lines::None => Lines::One(value),
                Lines::One(_) | Lines::Several => Lines::Several,
            };
        }
        fields
    }

    /// Every line of a field, in the order of the request.
    pub fn all(&self, name: HeaderName) -> impl Iterator<Item = &'r HeaderValue> {
        self.headers.get_all(name).into_iter()
    }

    /// Returns true if the body has a transfer coding other than a single `chunked` (RFC 9112, 6.1), which the server doesn't read.
    pub fn have_unknown_coding(&self) -> bool {
        match self.transfer_encoding {
            Lines::None => false,
            Lines::One(line) => !line.as_bytes().eq_ignore_ascii_case(b"chunked"),
            Lines::Several => true,
        }
    }
}
