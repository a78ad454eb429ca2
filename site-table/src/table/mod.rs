//! The table of prepared responses: rows sorted by path, and a map for lookups that is filled at start.
//!
//! An edition is the site between two scheduled switches. A path has another row only for editions that change its response,
//! so most paths have one row for all editions. [`file`] reads and writes a table. This module knows neither what the site says nor
//! what time it is.

mod file;

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::RandomState;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_LENGTH, LOCATION, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use crate::moment::Moment;
use file::Bytes;
pub use file::{Field, Headers, VERSION};

/// The response to a request. Its body stays in memory as long as the table.
pub type Answer = Response<&'static [u8]>;

/// A complete table. `H` is the form of the headers: as served or as written to a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Table<H = Headers> {
    /// The BLAKE3 digest of the table's bytes, in hexadecimal. Known after a table is read.
    #[serde(skip)]
    pub digest: String,
    /// The commit that the site was built from, or `None` if files differed from it.
    pub commit: Option<&'static str>,
    /// The site's own host, with a port if it has one. Visitors to other hosts are redirected to it.
    pub own_host: Option<&'static str>,
    /// Headers of every response.
    pub common: H,
    /// When the editions after the first one start, in seconds since 1970, ascending.
    pub starts: Vec<i64>,
    /// Rows sorted by path, then by edition.
    pub rows: Vec<Row<H>>,
    /// Responses to unknown paths. The first applies to the first edition, and none is empty.
    pub not_found: Vec<Row<H>>,
    /// Every distinct body, which several rows may share.
    pool: Vec<Bytes>,
    /// The positions of each path's rows, filled after a table is read. The keys are trusted, so a fast hash is enough.
    #[serde(skip)]
    places: HashMap<&'static str, Range<usize>, RandomState>,
    /// Parts of other publications by path. The digest doesn't include them.
    #[serde(skip)]
    pub parts: RwLock<HashMap<&'static str, Part>>,
}

/// A part of another publication, whose pages may request it.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub row: &'static Row,
    /// When the part stops being served.
    pub until: Moment,
}

/// The response at one path from an edition until the path's next row.
#[derive(Debug, Serialize, Deserialize)]
pub struct Row<H = Headers> {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    /// The first edition that it applies to, starting at 0.
    pub edition: usize,
    pub status: u16,
    /// In the server's order of preference, with identity last. Empty if nothing is at this path.
    pub bodies: Vec<Body<H>>,
}

/// A body in one encoding, with all headers of its response.
#[derive(Debug, Serialize, Deserialize)]
pub struct Body<H = Headers> {
    /// A registered content coding.
    pub coding: &'static str,
    pub headers: H,
    /// The index of its bytes in the pool.
    place: usize,
    #[serde(skip)]
    pub bytes: &'static [u8],
    /// Its entity tag, filled after a table is read.
    #[serde(skip)]
    pub etag: Option<HeaderValue>,
    /// The headers of its 304 (RFC 9110, 15.4.5). The client has stored the others. Filled after a table is read.
    #[serde(skip)]
    pub unchanged: HeaderMap,
}

/// The name of the content coding that changes nothing, which never appears in `Content-Encoding`.
pub const IDENTITY: &str = "identity";

impl<H> Body<H> {
    /// Creates a body for a table that will be written.
    pub fn new(coding: &'static str, headers: H, bytes: &'static [u8]) -> Self {
        Body {
            coding,
            headers,
            place: 0,
            bytes,
            etag: None,
            unchanged: HeaderMap::new(),
        }
    }
}

impl<H> Row<H> {
    /// Creates a row that says that nothing is at a path from this edition.
    pub fn nothing(path: &'static str, edition: usize) -> Self {
        Row {
            path,
            edition,
            status: StatusCode::NOT_FOUND.as_u16(),
            bodies: Vec::new(),
        }
    }

    /// Returns true for a row that has a response.
    #[inline]
    pub fn is_there(&self) -> bool {
        !self.bodies.is_empty()
    }
}

impl Row {
    /// The body without a content coding, which is the last one. Only for a row that has bodies.
    pub fn identity(&self) -> &Body {
        &self.bodies[self.bodies.len() - 1]
    }

    /// The entity tag of each content coding.
    pub fn etags(&self) -> Vec<(&'static str, String)> {
        let mut etags = Vec::new();
        for body in &self.bodies {
            if let Some(tag) = &body.etag {
                etags.push((body.coding, text(tag)));
            }
        }
        etags
    }
}

impl Body {
    /// Its headers as text, sorted by name.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        for (name, value) in &self.headers.0 {
            fields.push((name.to_string(), text(value)));
        }
        fields.sort();
        fields
    }
}

/// The value of a header in the table, which is ASCII.
fn text(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

impl Table {
    /// The edition at a given time.
    #[inline]
    pub fn edition_at(&self, moment: Moment) -> usize {
        self.starts.partition_point(|start| *start <= moment.0)
    }

    /// When an edition starts. `None` for the first edition, and for editions that the table doesn't have.
    #[inline]
    pub fn start_of(&self, edition: usize) -> Option<Moment> {
        let start = self.starts.get(edition.checked_sub(1)?)?;
        Moment::new(*start)
    }

    /// The row at exactly this path in an edition.
    #[inline]
    pub fn find(&self, path: &str, edition: usize) -> Option<&Row> {
        let place = self.places.get(path)?;
        let rows = self.rows.get(place.clone())?;
        in_force(rows, edition).filter(|row| row.is_there())
    }

    /// Returns true if the path has a row in any edition.
    #[inline]
    pub fn knows(&self, path: &str) -> bool {
        self.places.contains_key(path)
    }

    /// The part of another publication at exactly this path, while it is served.
    #[inline]
    pub fn part(&self, path: &str) -> Option<&'static Row> {
        let part = *self.parts.read().get(path)?;
        (Moment::now() < part.until).then_some(part.row)
    }

    /// The response to unknown paths in an edition.
    #[inline]
    pub fn not_found(&self, edition: usize) -> &Row {
        in_force(&self.not_found, edition).unwrap_or(&self.not_found[0])
    }

    /// The rows of an edition, sorted by path.
    pub fn rows_of(&self, edition: usize) -> Vec<&Row> {
        let mut held: Vec<&Row> = Vec::new();
        for row in &self.rows {
            if row.edition > edition {
                continue;
            }
            if held.last().is_some_and(|last| last.path == row.path) {
                held.pop();
            }
            held.push(row);
        }
        held.retain(|row| row.is_there());
        held
    }

    /// Redirects to another address of the same resource, and keeps the method.
    #[inline]
    pub fn redirect(&self, location: HeaderValue) -> Answer {
        let mut response = self.bodiless(StatusCode::PERMANENT_REDIRECT);
        response.headers_mut().insert(LOCATION, location);
        response
    }

    /// A response without a body that belongs to no path: for a method, a redirect, or a bad request.
    #[inline]
    pub fn bodiless(&self, status: StatusCode) -> Answer {
        let (caching, other) = match status {
            // Cached for an hour, so that a mistake doesn't last.
            StatusCode::PERMANENT_REDIRECT => ("max-age=3600", None),
            StatusCode::NO_CONTENT | StatusCode::METHOD_NOT_ALLOWED => {
                ("no-store", Some((ALLOW, "GET, HEAD, OPTIONS")))
            }
            // If all clients returned immediately, the server would be overloaded again.
            StatusCode::SERVICE_UNAVAILABLE => ("no-store", Some((RETRY_AFTER, "5"))),
            _ => ("no-store", None),
        };
        let mut headers = self.common.0.clone();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        headers.extend(other.map(|(name, value)| (name, HeaderValue::from_static(value))));
        if status != StatusCode::NO_CONTENT {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(0));
        }
        response(status, headers, &[])
    }
}

/// Returns the row that applies to an edition, from all rows of a path.
#[inline]
fn in_force(rows: &[Row], edition: usize) -> Option<&Row> {
    rows.iter().rev().find(|row| row.edition <= edition)
}

/// Builds a response from its parts.
#[inline]
pub fn response(status: StatusCode, headers: HeaderMap, body: &'static [u8]) -> Answer {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
