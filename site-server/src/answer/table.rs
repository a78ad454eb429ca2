//! The table of prepared responses: rows sorted by path, found by binary search.
//!
//! `site-prepare` writes it as one file, a [`File`] in postcard, and [`Table::read`] makes responses of it: header maps once, at
//! the start, and bodies that stay where they are. It is read from its end, so that a program that a table is appended to
//! is read in the same way. Nothing here knows what the site says.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::{fs, io};

use http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, LOCATION, RETRY_AFTER, VARY,
};
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;
use serde::{Deserialize, Serialize, Serializer};

/// The kind of file, and the version of its form: its last bytes, after the table's length in as many.
const MARK: &[u8; 8] = b"site\0\0\0\x04";
const END: usize = 2 * MARK.len();

/// A header's name in lower case, and its value.
pub type Field = (&'static str, &'static str);

/// What is served, as it is written to a file and read from one that stays in memory.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct File {
    /// Of all that is served, in hexadecimal.
    pub digest: &'static str,
    /// Headers of every response.
    pub common: Vec<Field>,
    /// Sorted by path.
    pub rows: Vec<Stored>,
    /// Of no path.
    pub not_found: Stored,
}

/// A response that waits only for the choice of its encoding.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Stored {
    /// Decoded, without a trailing slash.
    pub path: &'static str,
    pub status: u16,
    /// Without the common ones and those that depend on the body: `Content-Length`, `Content-Encoding`, `ETag`.
    pub headers: Vec<Field>,
    /// In the server's order of preference, identity last.
    pub bodies: Vec<StoredBody>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct StoredBody {
    pub coding: Coding,
    /// Strong, quoted; `None` where no condition applies.
    pub etag: Option<&'static str>,
    #[serde(serialize_with = "at_once")]
    pub bytes: &'static [u8],
}

/// Not byte by byte, as serde writes a slice.
fn at_once<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl File {
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
    /// Sorted by path.
    pub rows: Vec<Row>,
    pub not_found: Row,
}

/// What is served at one path.
#[derive(Debug)]
pub struct Row {
    pub path: &'static str,
    pub status: StatusCode,
    /// In the server's order of preference, identity last.
    pub bodies: Vec<Body>,
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
            let mut last = |count: u64| {
                let mut bytes = Vec::new();
                file.seek(SeekFrom::Start(size.saturating_sub(count)))?;
                file.read_to_end(&mut bytes)?;
                io::Result::Ok(bytes)
            };
            let length = length(&last(END as u64)?).unwrap_or(0);
            last(length.saturating_add(END as u64))
        };
        let path = path.display();
        let bytes = read().map_err(|error| format!("cannot read {path}: {error}"))?;
        // It is served as long as the program runs.
        Table::read(bytes.leak()).map_err(|error| format!("{path}: {error}"))
    }

    /// Reads the table that these bytes end with.
    pub fn read(bytes: &'static [u8]) -> Result<Table, String> {
        table(bytes).map_err(|found| {
            format!(
                "expected the table of a site that this version's site-prepare made, found {found}; `cargo site build` makes a program with one"
            )
        })
    }

    /// The row of exactly this path.
    pub fn find(&self, path: &str) -> Option<&Row> {
        let at = self.rows.binary_search_by(|row| row.path.cmp(path)).ok()?;
        self.rows.get(at)
    }

    /// Every path that is served, sorted: pages, assets, documents, redirects and what is gone.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|row| row.path)
    }

    /// To another address for the same, which keeps the method.
    pub fn redirect(&self, location: HeaderValue) -> Response<Full<Bytes>> {
        let mut response = self.bodiless(StatusCode::PERMANENT_REDIRECT);
        response.headers_mut().insert(LOCATION, location);
        response
    }

    /// A response without a body that belongs to no path: to a method, to a redirect, or to what is no good request.
    pub fn bodiless(&self, status: StatusCode) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::default());
        *response.status_mut() = status;
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
        let headers = response.headers_mut();
        headers.clone_from(&self.common);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        headers.extend(other.map(|(name, value)| (name, HeaderValue::from_static(value))));
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

/// The table that these bytes end with, or what they are instead of one.
fn table(bytes: &'static [u8]) -> Result<Table, &'static str> {
    let length = length(bytes).ok_or("none at its end")?;
    let (table, _) = bytes.split_at(bytes.len() - END);
    let start = usize::try_from(length).ok();
    let start = start.and_then(|length| table.len().checked_sub(length));
    let table = &table[start.ok_or("only a part of one")?..];
    let Ok((file, [])) = postcard::take_from_bytes::<File>(table) else {
        return Err("what can't be read");
    };
    let common = fields(&file.common)?;
    let rows = file.rows.into_iter().map(|stored| row(stored, &common));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    if !rows.is_sorted_by(|a, b| a.path < b.path) {
        return Err("paths out of order");
    }
    Ok(Table {
        digest: file.digest,
        rows,
        not_found: row(file.not_found, &common)?,
        common,
    })
}

fn row(stored: Stored, common: &HeaderMap) -> Result<Row, &'static str> {
    let mut headers = common.clone();
    headers.extend(fields(&stored.headers)?);
    let bodies = stored.bodies.into_iter().map(|stored| {
        let etag = stored.etag.map(value).transpose()?;
        let mut headers = headers.clone();
        headers.extend(etag.clone().map(|etag| (ETAG, etag)));
        // What a 304 repeats (RFC 9110, 15.4.5); the rest is in the response that the client has stored.
        let repeated = [CACHE_CONTROL, ETAG, VARY].into_iter();
        let not_modified = repeated
            .filter_map(|name| headers.get(&name).cloned().map(|value| (name, value)))
            .collect();
        let coding = stored.coding.name().map(HeaderValue::from_static);
        headers.extend(coding.map(|coding| (CONTENT_ENCODING, coding)));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(stored.bytes.len()));
        Ok(Body {
            coding: stored.coding,
            etag,
            bytes: stored.bytes,
            headers,
            not_modified,
        })
    });
    let bodies = bodies.collect::<Result<Vec<_>, &str>>()?;
    // Identity is the last of them, so that there is always something to send.
    let is_ordered = bodies.is_sorted_by(|a, b| a.coding < b.coding);
    if !is_ordered || bodies.last().map(|body| body.coding) != Some(Coding::Identity) {
        return Err("encodings out of order");
    }
    let status = StatusCode::from_u16(stored.status);
    Ok(Row {
        path: stored.path,
        status: status.map_err(|_| "a status that HTTP does not have")?,
        bodies,
    })
}

/// Names and values stay where they are: a copy of one costs nothing, whichever thread makes it.
fn fields(fields: &[Field]) -> Result<HeaderMap, &'static str> {
    let field = |(name, text): &Field| {
        HeaderName::from_lowercase(name.as_bytes())
            .map_err(|_| "a header name that HTTP does not allow")?;
        Ok((HeaderName::from_static(name), value(text)?))
    };
    fields.iter().map(field).collect()
}

fn value(text: &'static str) -> Result<HeaderValue, &'static str> {
    HeaderValue::from_maybe_shared(Bytes::from_static(text.as_bytes()))
        .map_err(|_| "a header value that HTTP does not allow")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Coding, File, MARK, Stored, StoredBody, Table};

    /// A table of two pages, as bytes.
    fn sample() -> Vec<u8> {
        let body = |coding, etag| StoredBody {
            coding,
            etag,
            bytes: b"body",
        };
        let page = |path| Stored {
            path,
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
            rows: vec![page("/"), page("/fees")],
            not_found: Stored {
                path: "",
                status: 404,
                headers: Vec::new(),
                bodies: vec![body(Coding::Identity, None)],
            },
        };
        file.to_bytes()
    }

    fn read(bytes: Vec<u8>) -> Result<Table, String> {
        Table::read(bytes.leak())
    }

    #[test]
    fn what_was_written_is_read() {
        let table = read(sample()).expect("a table");
        assert_eq!(table.digest, "0123456789abcdef");
        assert_eq!(table.paths().collect::<Vec<_>>(), ["/", "/fees"]);
        assert!(table.find("/nowhere").is_none());
        let page = table.find("/fees").expect("a row");
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
