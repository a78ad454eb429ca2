//! The file format of a table: postcard data, and a trailer with its digest, which is checked before anything is served.
//!
//! It is read from the end of the file, so a program that ends with a table can be read in the same way. Names, values and bodies aren't copied.
//!
//! Version 7 has the same postcard data with another ending.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use parking_lot::RwLock;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{IDENTITY, Row, Table};
use crate::earlier::{EARLIER, Ending};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::trailer::{Kind, Trailer};

/// The version of the format that this program writes. It also reads the previous one.
pub const VERSION: u32 = 8;

/// The most headers of a response. A header map panics at about 20,000.
const MOST_FIELDS: usize = 100;

/// A header's name in lower case and its value.
pub type Field = (&'static str, &'static str);

/// Headers in the form that hyper sends.
#[derive(Debug)]
pub struct Headers(pub HeaderMap);

/// The bytes of a body.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(#[serde(serialize_with = "at_once")] &'static [u8]);

/// Serializes bytes as one unit. serde serializes a slice byte by byte.
fn at_once<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl<'de: 'static> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Vec::<Field>::deserialize(deserializer)?;
        if fields.len() > MOST_FIELDS {
            return Err(D::Error::custom("too many headers"));
        }
        let mut headers = HeaderMap::with_capacity(fields.len());
        for (name, value) in fields {
            HeaderName::from_lowercase(name.as_bytes()).map_err(D::Error::custom)?;
            // Neither is copied, and cloning one costs nothing in any thread.
            let bytes = bytes::Bytes::from_static(value.as_bytes());
            let shared = HeaderValue::from_maybe_shared(bytes).map_err(D::Error::custom)?;
            headers.append(HeaderName::from_static(name), shared);
        }
        Ok(Headers(headers))
    }
}

impl Table<Vec<Field>> {
    /// Creates a table from rows that are sorted by path and edition. Identical bodies are stored once.
    pub fn new(
        own_host: Option<&'static str>,
        common: Vec<Field>,
        starts: Vec<i64>,
        mut rows: Vec<Row<Vec<Field>>>,
        mut not_found: Vec<Row<Vec<Field>>>,
    ) -> Self {
        let mut pool = Vec::new();
        let mut places: HashMap<&'static [u8], usize> = HashMap::new();
        for row in rows.iter_mut().chain(&mut not_found) {
            for body in &mut row.bodies {
                body.place = *places.entry(body.bytes).or_insert(pool.len());
                if body.place == pool.len() {
                    pool.push(Bytes(body.bytes));
                }
            }
        }
        Table {
            digest: String::new(),
            commit: None,
            own_host,
            common,
            starts,
            rows,
            not_found,
            pool,
            places: HashMap::default(),
            parts: RwLock::default(),
        }
    }

    /// Serializes the table as a file.
    ///
    /// # Errors
    /// Returns an error if a trailer can't hold the commit's name.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Problem> {
        self.with_trailer(Kind::Table)
    }

    /// Serializes a part's table as a file.
    pub(crate) fn to_part(&self) -> Result<Vec<u8>, Problem> {
        self.with_trailer(Kind::Part)
    }

    fn with_trailer(&self, kind: Kind) -> Result<Vec<u8>, Problem> {
        let mut bytes = self.encode();
        let trailer = Trailer {
            kind,
            version: VERSION,
            digest: blake3::hash(&bytes).to_string(),
            commit: self.commit.map(str::to_owned),
            architecture: None,
            length: bytes.len() as u64,
        };
        bytes.extend(trailer.to_bytes()?);
        Ok(bytes)
    }

    fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("postcard can write every table")
    }
}

impl Table {
    /// Reads the table at the end of a file, in version 7 or 8, and verifies its digest. The table stays in memory until the program
    /// ends.
    ///
    /// # Errors
    /// Returns an error if the file has no table, the table is damaged, or its version isn't supported.
    pub fn open(path: &Path) -> Result<Table, Problem> {
        open(path).map_err(|problem| problem.in_file(path))
    }
}

fn open(path: &Path) -> Result<Table, Problem> {
    let mut file = File::open(path).map_err(Problem::system("open the file"))?;
    if let Some(ending) = Ending::read(&mut file)? {
        if ending.version != EARLIER {
            return Err(Problem::Version {
                found: ending.version,
            });
        }
        let (bytes, digest) = ending.table(&mut file)?;
        return decode(bytes, digest);
    }
    let trailer = Trailer::read(&mut file).map_err(|problem| match problem {
        Problem::TooShort { .. } | Problem::NoTrailer { .. } => Problem::NoTable,
        problem => problem,
    })?;
    if trailer.version != VERSION {
        return Err(Problem::Version {
            found: trailer.version,
        });
    }
    let bytes = trailer.table(&mut file)?;
    let table = decode(bytes, trailer.digest)?;
    if table.commit != trailer.commit.as_deref() {
        return Err(Problem::Commit {
            expected: trailer.commit.unwrap_or("unknown".to_owned()),
            found: table.commit.unwrap_or("unknown").to_owned(),
        });
    }
    Ok(table)
}

/// Parses a table whose bytes have this digest.
fn decode(bytes: Vec<u8>, digest: String) -> Result<Table, Problem> {
    let mut table = read(bytes.leak()).ok_or(Problem::Content)?;
    table.digest = digest;
    Ok(table)
}

/// Parses a table. Returns `None` if the bytes are invalid or the table is inconsistent.
fn read(bytes: &'static [u8]) -> Option<Table> {
    let (mut table, rest) = postcard::take_from_bytes::<Table>(bytes).ok()?;
    if !rest.is_empty() || !is_sound(&table) {
        return None;
    }
    for row in table.rows.iter_mut().chain(&mut table.not_found) {
        for body in &mut row.bodies {
            body.bytes = table.pool.get(body.place)?.0;
            body.etag = body.headers.0.get(ETAG).cloned();
            body.unchanged = unchanged(&body.headers.0);
        }
    }
    for (place, row) in table.rows.iter().enumerate() {
        let places = table.places.entry(row.path).or_insert(place..place);
        places.end = place + 1;
    }
    Some(table)
}

/// Returns true if the table has a response to every path in each of its editions.
fn is_sound(table: &Table) -> bool {
    for start in &table.starts {
        if Moment::new(*start).is_none() {
            return false;
        }
    }
    let editions = table.starts.len() + 1;
    for row in table.rows.iter().chain(&table.not_found) {
        if !is_complete(row, editions) {
            return false;
        }
    }
    let first = table.not_found.first();
    let always_answers = first.is_some_and(|row| row.edition == 0);
    always_answers
        && table.not_found.iter().all(Row::is_there)
        && table.starts.is_sorted_by(|a, b| a < b)
        && are_sorted(&table.rows)
        && are_sorted(&table.not_found)
}

fn are_sorted(rows: &[Row]) -> bool {
    rows.is_sorted_by(|a, b| (a.path, a.edition) < (b.path, b.edition))
}

/// Returns true if the row's edition and status are valid and it always has a body to send, or if it says that nothing is at its path.
fn is_complete(row: &Row, editions: usize) -> bool {
    let has_body = row.bodies.last().is_none_or(|body| body.coding == IDENTITY);
    row.edition < editions && has_body && StatusCode::from_u16(row.status).is_ok()
}

/// The headers that a 304 repeats.
fn unchanged(headers: &HeaderMap) -> HeaderMap {
    let mut repeated = HeaderMap::new();
    for name in [CACHE_CONTROL, ETAG, VARY] {
        if let Some(value) = headers.get(&name) {
            repeated.insert(name, value.clone());
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::{Field, IDENTITY, Moment, Row, Table};
    use crate::table::Body;

    /// A row with this text as its body, in two encodings.
    fn row(path: &'static str, edition: usize, text: &'static str) -> Row<Vec<Field>> {
        let body = |coding| {
            let headers = vec![("content-type", "text/plain")];
            Body::new(coding, headers, text.as_bytes())
        };
        Row {
            path,
            edition,
            status: 200,
            bodies: ["gzip", IDENTITY].map(body).into(),
        }
    }

    /// Three editions with a few pages: one stays the same, one changes, one ends, and one starts.
    fn rows() -> Vec<Row<Vec<Field>>> {
        vec![
            row("/", 0, "body"),
            row("/ends", 0, "body"),
            Row::nothing("/ends", 1),
            row("/fees", 0, "before"),
            row("/fees", 1, "after"),
            row("/starts", 2, "body"),
        ]
    }

    fn bytes(
        starts: &[i64],
        rows: Vec<Row<Vec<Field>>>,
        not_found: Vec<Row<Vec<Field>>>,
    ) -> Vec<u8> {
        let common = vec![("x-word", "tier")];
        Table::new(None, common, starts.to_vec(), rows, not_found).encode()
    }

    fn sample() -> Vec<u8> {
        bytes(
            &[1_000, 2_000],
            rows(),
            vec![row("", 0, "none"), row("", 2, "nothing")],
        )
    }

    fn read(bytes: &[u8]) -> Option<Table> {
        super::read(bytes.to_vec().leak())
    }

    #[test]
    fn each_edition_has_its_rows() {
        let table = read(&sample()).expect("a table");
        let found = |path: &str, edition| {
            let row = table.find(path, edition);
            row.map_or("", |row| {
                str::from_utf8(row.bodies[0].bytes).expect("a text")
            })
        };
        for (path, expected) in [
            ("/", ["body", "body", "body"]),
            ("/ends", ["body", "", ""]),
            ("/fees", ["before", "after", "after"]),
            ("/starts", ["", "", "body"]),
            ("/nowhere", ["", "", ""]),
        ] {
            for (edition, text) in expected.into_iter().enumerate() {
                assert_eq!(found(path, edition), text, "{path} in {edition}");
            }
        }
        for (edition, paths, not_found) in [
            (0, "/ /ends /fees", "none"),
            (1, "/ /fees", "none"),
            (2, "/ /fees /starts", "nothing"),
        ] {
            let mut found = Vec::new();
            for row in table.rows_of(edition) {
                found.push(row.path);
            }
            assert_eq!(found.join(" "), paths);
            let body = &table.not_found(edition).bodies[1];
            assert_eq!(body.bytes, not_found.as_bytes());
        }
        assert_eq!(table.pool.len(), 5, "each body once");
    }

    #[test]
    fn a_moment_has_its_edition() {
        let table = read(&sample()).expect("a table");
        for (seconds, edition) in [
            (0, 0),
            (999, 0),
            (1_000, 1),
            (1_999, 1),
            (2_000, 2),
            (3_000, 2),
        ] {
            assert_eq!(table.edition_at(Moment(seconds)), edition, "{seconds}");
        }
        let starts = [0, 1, 2, 3].map(|edition| table.start_of(edition).map(|moment| moment.0));
        assert_eq!(starts, [None, Some(1_000), Some(2_000), None]);
    }

    #[test]
    fn what_no_edition_could_be_served_from_is_not_read() {
        let none = || vec![row("", 0, "none")];
        let mut two_editions = rows();
        two_editions.pop();
        assert!(read(&bytes(&[1_000], two_editions, none())).is_some());
        let unsound = [
            // One edition too few, times that aren't ascending, and a time before 1970.
            bytes(&[1_000], rows(), none()),
            bytes(&[2_000, 1_000], rows(), none()),
            bytes(&[1_000, 1_000], rows(), none()),
            bytes(&[-1, 1_000], rows(), none()),
            // Rows in the wrong order, and two rows for the same edition.
            bytes(&[1_000, 2_000], rows().into_iter().rev().collect(), none()),
            bytes(&[1_000], vec![row("/", 0, "a"), row("/", 0, "b")], none()),
            // No response to unknown paths: never, missing at first, and missing later.
            bytes(&[1_000, 2_000], rows(), vec![]),
            bytes(&[1_000, 2_000], rows(), vec![row("", 1, "none")]),
            bytes(
                &[1_000, 2_000],
                rows(),
                vec![row("", 0, "none"), Row::nothing("", 1)],
            ),
        ];
        for (number, bytes) in unsound.iter().enumerate() {
            assert!(read(bytes).is_none(), "{number}");
        }
    }

    #[test]
    fn what_was_written_is_read_and_what_is_damaged_is_not() {
        let bytes = sample();
        assert!(read(&bytes).is_some());
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at]).is_none(), "until {at}");
            assert!(at == 0 || read(&bytes[at..]).is_none(), "from {at}");
        }
        for (found, with) in [
            (&b"/fees"[..], &b"!fees"[..]),
            (b"x-word", b"X-word"),
            (b"tier", b"\ntie"),
        ] {
            let at = bytes.windows(found.len()).position(|part| part == found);
            let at = at.expect("there");
            let damaged = [&bytes[..at], with, &bytes[at + with.len()..]].concat();
            assert!(read(&damaged).is_none(), "{found:?}");
        }
    }

    #[test]
    fn a_response_has_a_hundred_headers_at_most() {
        for (count, is_read) in [(100, true), (101, false), (40_000, false)] {
            let headers = vec![("x-word", "tier"); count];
            let table = Table::new(None, headers, vec![], vec![], vec![row("", 0, "none")]);
            assert_eq!(read(&table.encode()).is_some(), is_read, "{count}");
        }
    }

    #[test]
    fn damage_is_no_panic() {
        let whole = sample();
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                let Some(table) = read(&bytes) else {
                    continue;
                };
                for edition in 0..=table.starts.len() {
                    table.not_found(edition);
                    for row in table.rows_of(edition) {
                        assert!(table.find(row.path, edition).is_some());
                    }
                }
            }
        }
    }
}
