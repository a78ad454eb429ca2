//! The table of prepared responses: rows sorted by path, found by a map that is filled at start.
//!
//! `site-prepare` writes it as one file in postcard, and a digest of all of it, which is checked before anything is served. It is
//! read from the file's end, so that a program that a table is appended to is read in the same way. Names, values and bodies stay where they are in memory. Nothing here knows what the site says.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_LENGTH, ETAG, LOCATION, RETRY_AFTER, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use hyper::body::Bytes;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The kind of file, and the version of its form: its last bytes, after the table's digest, and its length in eight bytes.
const MARK: &[u8; 8] = b"site\0\0\0\x06";

/// The answer to a request: a body is as long in memory as the table.
pub type Answer = Response<&'static [u8]>;

/// A header's name in lower case, and its value.
pub type Field = (&'static str, &'static str);

/// All that is served; `H` is how headers are kept, as a table has them or as it is written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Table<H = Headers> {
    /// The BLAKE3 digest of all that is served, in hexadecimal; known once a table is read.
    #[serde(skip)]
    pub digest: String,
    /// The site's own host, where visitors of others are redirected to it; with a port where it has one.
    pub own_host: Option<&'static str>,
    /// Headers of every response.
    pub common: H,
    /// Sorted by path.
    pub rows: Vec<Row<H>>,
    /// Of no path.
    pub not_found: Row<H>,
    /// The place of each path's row; filled once a table is read.
    #[serde(skip)]
    places: HashMap<&'static str, usize>,
}

/// The response at one path.
#[derive(Debug, Serialize, Deserialize)]
pub struct Row<H = Headers> {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    pub status: u16,
    /// In the server's order of preference, identity last.
    pub bodies: Vec<Body<H>>,
}

/// A body in one encoding, with all headers of its response.
#[derive(Debug, Serialize, Deserialize)]
pub struct Body<H = Headers> {
    /// A registered content coding.
    pub coding: &'static str,
    pub headers: H,
    #[serde(serialize_with = "at_once")]
    pub bytes: &'static [u8],
    /// The headers of its 304 (RFC 9110, 15.4.5): the others are in the response that a client has stored. Filled once a table is read.
    #[serde(skip)]
    pub unchanged: HeaderMap,
}

/// Not byte by byte, as serde writes a slice.
fn at_once<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

/// The name of the content coding that changes nothing, and so is in no `Content-Encoding`.
pub const IDENTITY: &str = "identity";

/// Headers that are ready to be sent.
#[derive(Debug)]
pub struct Headers(pub HeaderMap);

impl<'de: 'static> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Vec::<Field>::deserialize(deserializer)?;
        let mut headers = HeaderMap::with_capacity(fields.len());
        for (name, value) in fields {
            HeaderName::from_lowercase(name.as_bytes()).map_err(D::Error::custom)?;
            // Neither is copied: a clone of one costs nothing, whichever thread makes it.
            let bytes = Bytes::from_static(value.as_bytes());
            let shared = HeaderValue::from_maybe_shared(bytes).map_err(D::Error::custom)?;
            headers.append(HeaderName::from_static(name), shared);
        }
        Ok(Headers(headers))
    }
}

impl Table<Vec<Field>> {
    /// Returns a table of rows that are sorted by path.
    pub fn new(
        own_host: Option<&'static str>,
        common: Vec<Field>,
        rows: Vec<Row<Vec<Field>>>,
        not_found: Row<Vec<Field>>,
    ) -> Self {
        Table {
            digest: String::new(),
            own_host,
            common,
            rows,
            not_found,
            places: HashMap::new(),
        }
    }

    /// Returns the table as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            postcard::to_allocvec(self).expect("a table is made of what postcard writes");
        let digest = blake3::hash(&bytes);
        let length = bytes.len() as u64;
        bytes.extend(digest.as_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(MARK);
        bytes
    }
}

impl Table {
    /// Reads the table that a file ends with, and checks that it is as it was written.
    pub fn open(file: &Path) -> Result<Table, String> {
        let path = file.display();
        let bytes = fs::read(file).map_err(|error| format!("cannot read {path}: {error}"))?;
        let Some((table, expected)) = end(&bytes) else {
            return Err(format!(
                "{path}: expected the table of a site at its end, as this version's site-prepare makes it, found none; \
                 `cargo site build` makes a program with one"
            ));
        };
        let found = blake3::hash(table);
        if found.as_bytes() != expected {
            return Err(format!(
                "{path}: expected a table of the digest that it was written with, found {found}: the file is damaged; \
                 copy it again from where it was built, or make it again with `cargo site build`"
            ));
        }
        // It is served as long as the program runs.
        let Some(mut table) = read(table.to_vec().leak()) else {
            return Err(format!(
                "{path}: expected the table that this version's site-prepare makes, found another's; \
                 make it again with `cargo site build`"
            ));
        };
        table.digest = found.to_string();
        Ok(table)
    }

    /// The row of exactly this path.
    pub fn find(&self, path: &str) -> Option<&Row> {
        let place = self.places.get(path)?;
        self.rows.get(*place)
    }

    /// To another address for the same, which keeps the method.
    pub fn redirect(&self, location: HeaderValue) -> Answer {
        let mut response = self.bodiless(StatusCode::PERMANENT_REDIRECT);
        response.headers_mut().insert(LOCATION, location);
        response
    }

    /// A response without a body that belongs to no path: to a method, to a redirect, or to what is no good request.
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

pub fn response(status: StatusCode, headers: HeaderMap, body: &'static [u8]) -> Answer {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// The table that these bytes end with, and its digest.
fn end(bytes: &[u8]) -> Option<(&[u8], &[u8; blake3::OUT_LEN])> {
    let (bytes, length) = bytes.strip_suffix(MARK)?.split_last_chunk()?;
    let (bytes, digest) = bytes.split_last_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let table = bytes.get(bytes.len().checked_sub(length)?..)?;
    Some((table, digest))
}

/// The table of these bytes; `None` where they are no table, or one that nothing can be found in.
fn read(bytes: &'static [u8]) -> Option<Table> {
    let (mut table, rest) = postcard::take_from_bytes::<Table>(bytes).ok()?;
    if !rest.is_empty() || !table.rows.is_sorted_by(|a, b| a.path < b.path) {
        return None;
    }
    if !is_complete(&table.not_found) || !table.rows.iter().all(is_complete) {
        return None;
    }
    for (place, row) in table.rows.iter_mut().enumerate() {
        table.places.insert(row.path, place);
        for body in &mut row.bodies {
            body.unchanged = unchanged(&body.headers.0);
        }
    }
    Some(table)
}

/// What a 304 repeats of a response's headers.
fn unchanged(headers: &HeaderMap) -> HeaderMap {
    let mut repeated = HeaderMap::new();
    for name in [CACHE_CONTROL, ETAG, VARY] {
        if let Some(value) = headers.get(&name) {
            repeated.insert(name, value.clone());
        }
    }
    repeated
}

/// Returns true for a row with a status of HTTP that always has a body to send.
fn is_complete(row: &Row) -> bool {
    let has_identity = row
        .bodies
        .last()
        .is_some_and(|body| body.coding == IDENTITY);
    has_identity && StatusCode::from_u16(row.status).is_ok()
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::{Body, IDENTITY, MARK, Row, Table};

    /// A table of two pages, as bytes.
    fn sample() -> Vec<u8> {
        let row = |path| Row {
            path,
            status: 200,
            bodies: ["gzip", IDENTITY]
                .map(|coding| Body {
                    coding,
                    headers: vec![("content-type", "text/plain")],
                    bytes: b"body",
                    unchanged: HeaderMap::new(),
                })
                .into(),
        };
        let rows = vec![row("/"), row("/fees")];
        Table::new(None, vec![("x-word", "tier")], rows, row("")).to_bytes()
    }

    fn read(bytes: &[u8]) -> Option<Table> {
        let (table, _) = super::end(bytes)?;
        super::read(table.to_vec().leak())
    }

    #[test]
    fn what_was_written_is_read_and_what_is_damaged_is_not() {
        let bytes = sample();
        let table = read(&bytes).expect("a table");
        let paths = [table.rows[0].path, table.rows[1].path];
        assert_eq!(paths, ["/", "/fees"]);
        assert_eq!(table.find("/fees").expect("a row").bodies[0].bytes, b"body");
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at]).is_none(), "until {at}");
            assert!(at == 0 || read(&bytes[at..]).is_none(), "from {at}");
        }
        for (found, with) in [
            (&b"/fees"[..], &b"!fees"[..]),
            (b"x-word", b"X-word"),
            (b"tier", b"\ntie"),
            (MARK, b"site 0.0"),
        ] {
            let at = bytes.windows(found.len()).position(|part| part == found);
            let at = at.expect("there");
            let damaged = [&bytes[..at], with, &bytes[at + with.len()..]].concat();
            assert!(read(&damaged).is_none(), "{found:?}");
        }
    }

    #[test]
    fn damage_is_no_panic() {
        let whole = sample();
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                _ = read(&bytes);
            }
        }
    }
}
