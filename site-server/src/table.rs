//! The table of prepared responses, made by `build.rs`: rows sorted by path, found by binary search.

use http::{HeaderName, HeaderValue, StatusCode};

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// What is served at one path.
#[derive(Debug)]
pub struct Row {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    pub response: Prepared,
}

/// A response that waits only for the choice of its encoding.
#[derive(Debug)]
pub struct Prepared {
    pub status: StatusCode,
    /// The status as HTTP/1.1's first line, its end included.
    pub line: &'static str,
    /// Without those that depend on the body: `Content-Length`, `Content-Encoding`, `ETag`.
    pub headers: &'static [(HeaderName, HeaderValue)],
    /// In the server's order of preference, identity last; empty only for a status that has no body.
    pub bodies: &'static [Body],
}

/// A body in one encoding.
#[derive(Debug)]
pub struct Body {
    pub coding: Coding,
    /// Strong, quoted; `None` where no condition applies.
    pub etag: Option<HeaderValue>,
    /// All that HTTP/1.1 sends but the first line and the `Date`: the other headers, the empty line, and the body.
    pub whole: &'static [u8],
    /// How much of `whole` is not the body, in bytes.
    pub head: usize,
    /// The same for a 304; empty where no condition applies.
    pub not_modified: &'static [u8],
}

impl Body {
    pub fn bytes(&self) -> &'static [u8] {
        self.whole.get(self.head..).unwrap_or_default()
    }
}

/// In the server's order of preference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(
    dead_code,
    reason = "the table of a site that is not built holds identity only"
)]
pub enum Coding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

impl Coding {
    /// The content coding's registered name; identity has none in `Content-Encoding`.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Zstd => Some("zstd"),
            Coding::Gzip => Some("gzip"),
            Coding::Identity => None,
        }
    }
}

/// The row of exactly this path.
pub fn find<'t>(rows: &'t [Row], path: &str) -> Option<&'t Row> {
    rows.binary_search_by(|row| row.path.cmp(path))
        .ok()
        .map(|at| &rows[at])
}

static BODIES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bodies.bin"));

const fn slice(start: usize, length: usize) -> &'static [u8] {
    BODIES.split_at(start).1.split_at(length).0
}

const fn name(name: &'static str) -> HeaderName {
    HeaderName::from_static(name)
}

const fn value(value: &'static str) -> HeaderValue {
    HeaderValue::from_static(value)
}

#[cfg(test)]
mod tests {
    use super::{Coding, ROWS, find};

    #[test]
    fn rows_are_sorted_and_unique() {
        assert!(ROWS.is_sorted_by(|a, b| a.path < b.path));
    }

    #[test]
    fn every_row_is_found() {
        for row in ROWS {
            assert!(
                find(ROWS, row.path).is_some_and(|found| found.path == row.path),
                "{}",
                row.path
            );
        }
    }

    #[test]
    fn every_row_has_identity_last() {
        for row in ROWS {
            assert!(
                row.response
                    .bodies
                    .last()
                    .is_some_and(|body| body.coding == Coding::Identity),
                "{}",
                row.path
            );
        }
    }
}
