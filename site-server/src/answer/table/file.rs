//! A table as a file: postcard, and a digest of all of it, which is checked before anything is served.
//!
//! It is read from the file's end, so that a program that a table is appended to is read in the same way. Names, values and bodies stay where they are in memory.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use parking_lot::RwLock;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{IDENTITY, Row, Table};
use crate::moment::Moment;

/// The kind of file, and the version of its form: its last bytes, after the table's digest, and its length in eight bytes.
const MARK: &[u8; 8] = b"site\0\0\0\x07";

/// A header's name in lower case, and its value.
pub type Field = (&'static str, &'static str);

/// Headers that are ready to be sent.
#[derive(Debug)]
pub struct Headers(pub HeaderMap);

/// The bytes of a body.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(#[serde(serialize_with = "at_once")] &'static [u8]);

/// Not byte by byte, as serde writes a slice.
fn at_once<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl<'de: 'static> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Vec::<Field>::deserialize(deserializer)?;
        let mut headers = HeaderMap::with_capacity(fields.len());
        for (name, value) in fields {
            HeaderName::from_lowercase(name.as_bytes()).map_err(D::Error::custom)?;
            // Neither is copied: a clone of one costs nothing, whichever thread makes it.
            let bytes = hyper::body::Bytes::from_static(value.as_bytes());
            let shared = HeaderValue::from_maybe_shared(bytes).map_err(D::Error::custom)?;
            headers.append(HeaderName::from_static(name), shared);
        }
        Ok(Headers(headers))
    }
}

impl Table<Vec<Field>> {
    /// Returns a table to be written, of rows that are sorted by path and by edition. Bodies that are the same become one.
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

/// Returns true for a table that has an answer to every path in each of its editions.
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

/// Returns true for a row of one of so many editions, with a status of HTTP, that is not there or always has a body to send.
fn is_complete(row: &Row, editions: usize) -> bool {
    let has_body = row.bodies.last().is_none_or(|body| body.coding == IDENTITY);
    row.edition < editions && has_body && StatusCode::from_u16(row.status).is_ok()
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

#[cfg(test)]
mod tests {
    use super::{Field, IDENTITY, MARK, Moment, Row, Table};
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

    /// Three editions of a few pages: one that is always the same, one that changes, one that ends, and one that starts.
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
        Table::new(None, common, starts.to_vec(), rows, not_found).to_bytes()
    }

    fn sample() -> Vec<u8> {
        bytes(
            &[1_000, 2_000],
            rows(),
            vec![row("", 0, "none"), row("", 2, "nothing")],
        )
    }

    fn read(bytes: &[u8]) -> Option<Table> {
        let (table, _) = super::end(bytes)?;
        super::read(table.to_vec().leak())
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
            // An edition too few, moments that are not ascending, and one before 1970.
            bytes(&[1_000], rows(), none()),
            bytes(&[2_000, 1_000], rows(), none()),
            bytes(&[1_000, 1_000], rows(), none()),
            bytes(&[-1, 1_000], rows(), none()),
            // Rows out of their order, and two of one edition.
            bytes(&[1_000, 2_000], rows().into_iter().rev().collect(), none()),
            bytes(&[1_000], vec![row("/", 0, "a"), row("/", 0, "b")], none()),
            // No answer to what is not there: never, not at first, and not later.
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
