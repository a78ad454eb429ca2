//! The fields of a request that its answer depends on, found in one pass: to look up each of them would take longer than the rest of
//! the answer.

use http::header::{
    ACCEPT_ENCODING, HOST, IF_MATCH, IF_NONE_MATCH, IF_RANGE, RANGE, TRANSFER_ENCODING,
};
use http::{HeaderMap, HeaderValue};

/// The lines of each of these fields.
#[derive(Default)]
pub struct Fields<'r> {
    pub host: Lines<'r>,
    pub accept_encoding: Lines<'r>,
    pub if_match: Lines<'r>,
    pub if_none_match: Lines<'r>,
    pub if_range: Lines<'r>,
    pub range: Lines<'r>,
    pub transfer_encoding: Lines<'r>,
}

/// The lines of one field, of which there is nearly always one at most.
#[derive(Default)]
pub struct Lines<'r> {
    first: Option<&'r HeaderValue>,
    others: Vec<&'r HeaderValue>,
}

impl<'r> Fields<'r> {
    /// Reads the fields of a request.
    pub fn of(headers: &'r HeaderMap) -> Self {
        let mut fields = Fields::default();
        for (name, value) in headers {
            let lines = match *name {
                HOST => &mut fields.host,
                ACCEPT_ENCODING => &mut fields.accept_encoding,
                IF_NONE_MATCH => &mut fields.if_none_match,
                IF_MATCH => &mut fields.if_match,
                RANGE => &mut fields.range,
                IF_RANGE => &mut fields.if_range,
                TRANSFER_ENCODING => &mut fields.transfer_encoding,
                _ => continue,
            };
            lines.add(value);
        }
        fields
    }

    /// Returns true for a body in another transfer coding than one `chunked` (RFC 9112, 6.1), which is not read.
    pub fn have_unknown_coding(&self) -> bool {
        let is_chunked = |line: &HeaderValue| line.as_bytes().eq_ignore_ascii_case(b"chunked");
        !self.transfer_encoding.is_empty() && !self.transfer_encoding.only().is_some_and(is_chunked)
    }
}

impl<'r> Lines<'r> {
    fn add(&mut self, line: &'r HeaderValue) {
        if self.first.is_none() {
            self.first = Some(line);
        } else {
            self.others.push(line);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// The line where there is exactly one.
    pub fn only(&self) -> Option<&'r HeaderValue> {
        self.first.filter(|_| self.others.is_empty())
    }

    /// Every line, in the order in which they were sent.
    pub fn all(&self) -> impl Iterator<Item = &'r HeaderValue> {
        self.first.into_iter().chain(self.others.iter().copied())
    }
}
