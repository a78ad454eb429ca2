//! The table of prepared responses: rows sorted by path, found by a map that is filled at start.
//!
//! An edition is the site from one moment to the next. Where a path answers otherwise from an edition on, it has another row, so that
//! most paths have one row for all editions. [`file`] reads a table and writes it. Nothing here knows what the site says, nor what
//! time it is.

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

/// The answer to a request: a body is as long in memory as the table.
pub type Answer = Response<&'static [u8]>;

/// All that is served; `H` is how headers are kept, as a table has them or as it is written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Table<H = Headers> {
    /// The BLAKE3 digest of all that is served, in hexadecimal; known once a table is read.
    #[serde(skip)]
    pub digest: String,
    /// The commit that the site was built from; none where it held changes of no commit.
    pub commit: Option<&'static str>,
    /// The site's own host, where visitors of others are redirected to it; with a port where it has one.
    pub own_host: Option<&'static str>,
    /// Headers of every response.
    pub common: H,
    /// The moments at which the editions after the first one start, in seconds since 1970, ascending.
    pub starts: Vec<i64>,
    /// Sorted by path, and those of one path by edition.
    pub rows: Vec<Row<H>>,
    /// Of no path; the first of them holds in the first edition, and each is there.
    pub not_found: Vec<Row<H>>,
    /// Every body once, however many rows send it.
    pool: Vec<Bytes>,
    /// The places of each path's rows; filled once a table is read. Its keys are ours alone, so a fast hash is enough.
    #[serde(skip)]
    places: HashMap<&'static str, Range<usize>, RandomState>,
    /// Parts of other publications, by their paths; not in the digest.
    #[serde(skip)]
    pub parts: RwLock<HashMap<&'static str, Part>>,
}

/// A part of another publication, whose pages may ask for it.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub row: &'static Row,
    /// It is answered until this moment.
    pub until: Moment,
}

/// The response at one path from an edition on, until the next row of that path.
#[derive(Debug, Serialize, Deserialize)]
pub struct Row<H = Headers> {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    /// The first edition in which it holds; 0 is the first of all.
    pub edition: usize,
    pub status: u16,
    /// In the server's order of preference, identity last. Without any, nothing is at this path.
    pub bodies: Vec<Body<H>>,
}

/// A body in one encoding, with all headers of its response.
#[derive(Debug, Serialize, Deserialize)]
pub struct Body<H = Headers> {
    /// A registered content coding.
    pub coding: &'static str,
    pub headers: H,
    /// The place of its bytes among all bodies.
    place: usize,
    #[serde(skip)]
    pub bytes: &'static [u8],
    /// Its entity tag. Filled once a table is read.
    #[serde(skip)]
    pub etag: Option<HeaderValue>,
    /// The headers of its 304 (RFC 9110, 15.4.5): the others are in the response that a client has stored. Filled once a table is read.
    #[serde(skip)]
    pub unchanged: HeaderMap,
}

/// The name of the content coding that changes nothing, and so is in no `Content-Encoding`.
pub const IDENTITY: &str = "identity";

impl<H> Body<H> {
    /// Returns a body for a table that is to be written.
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
    /// Returns a row that says that nothing is at a path from this edition on.
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
    /// The body without a content coding, which is the last; only for a row that has bodies.
    pub fn identity(&self) -> &Body {
        &self.bodies[self.bodies.len() - 1]
    }

    /// The entity tag of each content coding that has one.
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

/// The value of a header of the table, which is ASCII.
fn text(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

impl Table {
    /// The edition of a moment.
    #[inline]
    pub fn edition_at(&self, moment: Moment) -> usize {
        self.starts.partition_point(|start| *start <= moment.0)
    }

    /// The moment at which an edition starts; none for the first, and for those that the table does not have.
    #[inline]
    pub fn start_of(&self, edition: usize) -> Option<Moment> {
        let start = self.starts.get(edition.checked_sub(1)?)?;
        Moment::new(*start)
    }

    /// The row of exactly this path in an edition.
    #[inline]
    pub fn find(&self, path: &str, edition: usize) -> Option<&Row> {
        let place = self.places.get(path)?;
        let rows = self.rows.get(place.clone())?;
        in_force(rows, edition).filter(|row| row.is_there())
    }

    /// Returns true for a path that has a row in any edition.
    #[inline]
    pub fn knows(&self, path: &str) -> bool {
        self.places.contains_key(path)
    }

    /// The part of another publication at exactly this path, as long as it is kept.
    #[inline]
    pub fn part(&self, path: &str) -> Option<&'static Row> {
        let part = *self.parts.read().get(path)?;
        (Moment::now() < part.until).then_some(part.row)
    }

    /// The answer to every path that has no row in an edition.
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

    /// To another address for the same, which keeps the method.
    #[inline]
    pub fn redirect(&self, location: HeaderValue) -> Answer {
        let mut response = self.bodiless(StatusCode::PERMANENT_REDIRECT);
        response.headers_mut().insert(LOCATION, location);
        response
    }

    /// A response without a body that belongs to no path: to a method, to a redirect, or to what is no good request.
    #[inline]
    pub fn bodiless(&self, status: StatusCode) -> Answer {
        let (caching, other) = match status {
            // An hour: it is kept for clients, yet a mistake in it does not last.
            StatusCode::PERMANENT_REDIRECT => ("max-age=3600", None),
            StatusCode::NO_CONTENT | StatusCode::METHOD_NOT_ALLOWED => {
                ("no-store", Some((ALLOW, "GET, HEAD, OPTIONS")))
            }
            // A crowd that returns at once would be one again.
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

/// The row that holds in an edition, of those of one path.
#[inline]
fn in_force(rows: &[Row], edition: usize) -> Option<&Row> {
    rows.iter().rev().find(|row| row.edition <= edition)
}

/// Returns a response of these parts.
#[inline]
pub fn response(status: StatusCode, headers: HeaderMap, body: &'static [u8]) -> Answer {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
