//! The table of prepared responses: rows sorted by path, found by binary search.
//!
//! `site-prepare` makes it as one file, in the form of [`mod@file`], and [`read`] reads it. Nothing here knows what the site says.

pub mod file;
mod read;

use http::{HeaderName, HeaderValue, StatusCode};
use serde::{Deserialize, Serialize};

pub use read::Damaged;

/// All that is served.
#[derive(Debug)]
pub struct Table {
    /// Of all that is served, in hexadecimal.
    pub digest: &'static str,
    rows: Box<[Row]>,
    pub fixed: Fixed<Prepared>,
}

/// What is served at one path.
#[derive(Debug)]
pub struct Row {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    pub response: Prepared,
}

/// The responses that belong to no path.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fixed<R> {
    pub not_found: R,
    /// The server adds the target.
    pub permanent_redirect: R,
    pub options: R,
    pub method_not_allowed: R,
    pub bad_request: R,
    pub request_timeout: R,
    pub misdirected_request: R,
    pub head_too_large: R,
    pub unavailable: R,
}

/// A response that waits only for the choice of its encoding.
#[derive(Debug)]
pub struct Prepared {
    pub status: StatusCode,
    /// The status as HTTP/1.1's first line, its end included.
    pub line: &'static str,
    /// Without those that depend on the body: `Content-Length`, `Content-Encoding`, `ETag`.
    pub headers: Box<[(HeaderName, HeaderValue)]>,
    /// In the server's order of preference, identity last; empty only for a status that has no body.
    pub bodies: Box<[Body]>,
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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

impl Table {
    /// Sorted by path.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Every path that is served, sorted: pages, assets, documents, redirects and what is gone.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|row| row.path)
    }
}

/// The row of exactly this path.
pub fn find<'t>(rows: &'t [Row], path: &str) -> Option<&'t Row> {
    let at = rows.binary_search_by(|row| row.path.cmp(path)).ok()?;
    rows.get(at)
}

impl<R> Fixed<R> {
    pub fn map<'f, S>(&'f self, mut map: impl FnMut(&'f R) -> S) -> Fixed<S> {
        Fixed {
            not_found: map(&self.not_found),
            permanent_redirect: map(&self.permanent_redirect),
            options: map(&self.options),
            method_not_allowed: map(&self.method_not_allowed),
            bad_request: map(&self.bad_request),
            request_timeout: map(&self.request_timeout),
            misdirected_request: map(&self.misdirected_request),
            head_too_large: map(&self.head_too_large),
            unavailable: map(&self.unavailable),
        }
    }
}
