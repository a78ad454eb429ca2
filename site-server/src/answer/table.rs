//! The table of prepared responses: rows sorted by path, found by binary search.
//!
//! `site-prepare` writes it as one file, a [`File`] in postcard, and [`Table::read`] makes responses of it: header maps once, at
//! the start, and bodies that stay where they are. It is read from its end, so that a program that a table is appended to
//! is read in the same way. Nothing here knows what the site says.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::{fmt, fs, io};

use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, RETRY_AFTER, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use serde::{Deserialize, Serialize, Serializer};

/// The kind of file, and the version of its form: its last bytes, after the table's length in as many.
const MARK: &[u8; 8] = b"site\0\0\0\x03";
const END: usize = 2 * MARK.len();

/// A header's name in lower case, and its value.
pub type Field<'t> = (&'t str, &'t str);

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct File<'t> {
    /// Of all that is served, in hexadecimal.
    pub digest: &'t str,
    /// Headers of every response.
    #[serde(borrow)]
    pub common: Vec<Field<'t>>,
    /// Sorted by path: decoded, without a trailing slash.
    #[serde(borrow)]
    pub rows: Vec<(&'t str, Stored<'t>)>,
    #[serde(borrow)]
    pub not_found: Stored<'t>,
}

/// A response that waits only for the choice of its encoding.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Stored<'t> {
    pub status: u16,
    /// Without the common ones and those that depend on the body: `Content-Length`, `Content-Encoding`, `ETag`.
    #[serde(borrow)]
    pub headers: Vec<Field<'t>>,
    /// In the server's order of preference, identity last.
    #[serde(borrow)]
    pub bodies: Vec<StoredBody<'t>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct StoredBody<'t> {
    pub coding: Coding,
    /// Strong, quoted; `None` where no condition applies.
    pub etag: Option<&'t str>,
    #[serde(serialize_with = "at_once")]
    pub bytes: &'t [u8],
}

/// Not byte by byte, as serde writes a slice.
fn at_once<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl File<'_> {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            postcard::to_allocvec(self).expect("a table is made of what postcard writes");
        let length = bytes.len() as u64;
        bytes.extend(length.to_le_bytes());
        bytes.extend(MARK);
        bytes
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

/// All that is served.
#[derive(Debug)]
pub struct Table {
    pub digest: &'static str,
    common: HeaderMap,
    rows: Box<[Row]>,
    pub not_found: Resource,
}

/// What is served at one path.
#[derive(Debug)]
pub struct Row {
    pub path: &'static str,
    pub resource: Resource,
}

#[derive(Debug)]
pub struct Resource {
    pub status: StatusCode,
    /// In the server's order of preference, identity last.
    pub bodies: Box<[Body]>,
}

/// A body in one encoding, with all headers of its response and of the 304 that stands for it.
#[derive(Debug)]
pub struct Body {
    pub coding: Coding,
    pub etag: Option<HeaderValue>,
    pub bytes: &'static [u8],
    pub headers: HeaderMap,
    pub not_modified: HeaderMap,
}

impl Table {
    /// Reads the table that a file ends with: only that much of the file.
    pub fn open(path: &Path) -> Result<Table, String> {
        let read = || {
            let mut file = fs::File::open(path)?;
            let size = file.metadata()?.len();
            let mut end = Vec::new();
            file.seek(SeekFrom::Start(size.saturating_sub(END as u64)))?;
            file.read_to_end(&mut end)?;
            let table = length(&end).map_or(0, |length| length.saturating_add(END as u64));
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(size.saturating_sub(table)))?;
            file.read_to_end(&mut bytes)?;
            io::Result::Ok(bytes)
        };
        let path = path.display();
        let bytes = read().map_err(|error| format!("cannot read {path}: {error}"))?;
        // It is served as long as the program runs.
        Table::read(bytes.leak()).map_err(|error| format!("{path}: {error}"))
    }

    /// Reads the table that these bytes end with.
    pub fn read(bytes: &'static [u8]) -> Result<Table, Damaged> {
        let length = length(bytes).ok_or(Damaged("none at its end"))?;
        let (table, _) = bytes.split_at(bytes.len() - END);
        let start = usize::try_from(length).ok();
        let start = start.and_then(|length| table.len().checked_sub(length));
        let table = &table[start.ok_or(Damaged("only a part of one"))?..];
        let Ok((file, [])) = postcard::take_from_bytes::<File<'static>>(table) else {
            return Err(Damaged("what can't be read"));
        };
        let common = fields(&file.common)?;
        let rows = file.rows.into_iter().map(|(path, stored)| {
            let resource = resource(stored, &common)?;
            Ok(Row { path, resource })
        });
        let rows: Box<[Row]> = rows.collect::<Result<_, _>>()?;
        if !rows.is_sorted_by(|a, b| a.path < b.path) {
            return Err(Damaged("paths out of order"));
        }
        Ok(Table {
            digest: file.digest,
            rows,
            not_found: resource(file.not_found, &common)?,
            common,
        })
    }

    /// Sorted by path.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Every path that is served, sorted: pages, assets, documents, redirects and what is gone.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|row| row.path)
    }

    /// A response without a body that belongs to no path: to a method, to a redirect, or to what is no good request.
    pub fn bodiless(&self, status: StatusCode) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::default());
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.clone_from(&self.common);
        let caching = match status {
            // An hour: it is kept for clients, yet a mistake in it does not last.
            StatusCode::PERMANENT_REDIRECT => "max-age=3600",
            _ => "no-store",
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        match status {
            StatusCode::NO_CONTENT | StatusCode::METHOD_NOT_ALLOWED => {
                headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD, OPTIONS"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                // A crowd that returns at once would be one again.
                headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
            }
            _ => {}
        }
        if status != StatusCode::NO_CONTENT {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(0));
        }
        response
    }
}

/// How long the table is that these bytes end with.
fn length(bytes: &[u8]) -> Option<u64> {
    let length = bytes.strip_suffix(MARK)?.last_chunk()?;
    Some(u64::from_le_bytes(*length))
}

/// The row of exactly this path.
pub fn find<'t>(rows: &'t [Row], path: &str) -> Option<&'t Row> {
    let at = rows.binary_search_by(|row| row.path.cmp(path)).ok()?;
    rows.get(at)
}

/// Why bytes are not a table.
#[derive(Debug, PartialEq, Eq)]
pub struct Damaged(&'static str);

impl fmt::Display for Damaged {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.0;
        write!(
            form,
            "expected the table of a site that this version's site-prepare made, found {found}; `cargo site build` makes a program with one"
        )
    }
}

impl std::error::Error for Damaged {}

fn resource(stored: Stored<'static>, common: &HeaderMap) -> Result<Resource, Damaged> {
    let mut headers = common.clone();
    headers.extend(fields(&stored.headers)?);
    let body = |stored: StoredBody<'static>| {
        let etag = stored.etag.map(value).transpose()?;
        let mut headers = headers.clone();
        headers.extend(etag.clone().map(|etag| (ETAG, etag)));
        let mut not_modified = headers.clone();
        let coding = stored.coding.name().map(HeaderValue::from_static);
        headers.extend(coding.map(|coding| (CONTENT_ENCODING, coding)));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(stored.bytes.len()));
        // What a 304 repeats (RFC 9110, 15.4.5); the rest is in the response that the client has stored.
        for name in headers
            .keys()
            .filter(|name| ![CACHE_CONTROL, ETAG, VARY].contains(name))
        {
            not_modified.remove(name);
        }
        Ok(Body {
            coding: stored.coding,
            etag,
            bytes: stored.bytes,
            headers,
            not_modified,
        })
    };
    let bodies = stored.bodies.into_iter().map(body);
    let bodies: Box<[Body]> = bodies.collect::<Result<_, _>>()?;
    // Identity is the last of them, so that there is always something to send.
    let is_ordered = bodies.is_sorted_by(|a, b| a.coding < b.coding);
    if !is_ordered
        || bodies
            .last()
            .is_none_or(|body| body.coding != Coding::Identity)
    {
        return Err(Damaged("encodings out of order"));
    }
    Ok(Resource {
        status: StatusCode::from_u16(stored.status)
            .map_err(|_| Damaged("a status that HTTP does not have"))?,
        bodies,
    })
}

/// Names and values stay where they are: a copy of one costs nothing, whichever thread makes it.
fn fields(fields: &[Field<'static>]) -> Result<HeaderMap, Damaged> {
    let field = |(name, text): &Field<'static>| {
        HeaderName::from_lowercase(name.as_bytes())
            .map_err(|_| Damaged("a header name that HTTP does not allow"))?;
        Ok((HeaderName::from_static(name), value(text)?))
    };
    fields.iter().map(field).collect()
}

fn value(text: &'static str) -> Result<HeaderValue, Damaged> {
    HeaderValue::from_maybe_shared(Bytes::from_static(text.as_bytes()))
        .map_err(|_| Damaged("a header value that HTTP does not allow"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Coding, File, MARK, Stored, StoredBody, Table, find};

    /// A table of two pages, as bytes.
    fn sample() -> Vec<u8> {
        let body = |coding, etag| StoredBody {
            coding,
            etag,
            bytes: b"body",
        };
        let page = || Stored {
            status: 200,
            headers: vec![
                ("content-type", "text/plain"),
                ("cache-control", "no-cache"),
            ],
            bodies: vec![
                body(Coding::Gzip, Some("\"g\"")),
                body(Coding::Identity, Some("\"i\"")),
            ],
        };
        let file = File {
            digest: "0123456789abcdef",
            common: vec![("x-word", "tier")],
            rows: vec![("/", page()), ("/fees", page())],
            not_found: Stored {
                status: 404,
                headers: Vec::new(),
                bodies: vec![body(Coding::Identity, None)],
            },
        };
        file.to_bytes()
    }

    fn read(bytes: Vec<u8>) -> Result<Table, String> {
        Table::read(bytes.leak()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_written_is_read() {
        let table = read(sample()).expect("a table");
        assert_eq!(table.digest, "0123456789abcdef");
        assert_eq!(table.paths().collect::<Vec<_>>(), ["/", "/fees"]);
        assert!(find(table.rows(), "/nowhere").is_none());
        let page = &find(table.rows(), "/fees").expect("a row").resource;
        let [gzip, identity] = &*page.bodies else {
            panic!("two bodies");
        };
        assert_eq!((page.status.as_u16(), gzip.bytes), (200, &b"body"[..]));
        for (name, value) in [
            ("content-type", "text/plain"),
            ("x-word", "tier"),
            ("etag", "\"g\""),
            ("content-encoding", "gzip"),
            ("content-length", "4"),
        ] {
            assert_eq!(gzip.headers[name], value);
        }
        assert!(!identity.headers.contains_key("content-encoding"));
        let mut repeated: Vec<_> = gzip.not_modified.keys().collect();
        repeated.sort_by_key(|name| name.as_str());
        assert_eq!(repeated, ["cache-control", "etag"]);
        assert_eq!(table.not_found.bodies[0].etag, None);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let bytes = sample();
        for at in 0..bytes.len() {
            assert!(read(bytes[..at].to_vec()).is_err(), "until {at}");
            assert!(at == 0 || read(bytes[at..].to_vec()).is_err(), "from {at}");
        }
        assert!(read([&bytes[..], b"x"].concat()).is_err());
        for (found, with, expected) in [
            (&b"/fees"[..], &b"!fees"[..], "paths out of order"),
            (
                b"x-word",
                b"X-word",
                "a header name that HTTP does not allow",
            ),
            (b"tier", b"\ntie", "a header value that HTTP does not allow"),
            (MARK, b"site 0.0", "none at its end"),
        ] {
            let at = bytes.windows(found.len()).position(|part| part == found);
            let at = at.expect("there");
            let damaged = [&bytes[..at], with, &bytes[at + with.len()..]].concat();
            let error = read(damaged).expect_err("a damaged table");
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }

    proptest! {
        #[test]
        fn damage_is_no_panic(places in prop::collection::vec((0..1000_usize, 0..255_u8), 1..4)) {
            let mut bytes = sample();
            for (at, byte) in places {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            _ = read(bytes);
        }
    }
}
