//! What one path answers, and the paths of a whole edition.

use crate::canonical::{from_bytes, to_bytes};
use crate::digest::Digest;
use crate::directives::Directives;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The seconds that a request may take on its way, added to what caches may keep.
const ON_THE_WAY: i64 = 30;

/// The path under which the answer to unknown addresses stands.
pub const NOT_FOUND: &str = "";

/// The answer of one path. It is a body of its own, so that what has not changed is kept once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The path, such as `/fees`; [`NOT_FOUND`] for what is answered where nothing is.
    pub path: String,
    pub status: u16,
    /// The media type; empty if it has none.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Names in lower case, with the values of the answer that is not compressed.
    pub headers: Vec<(String, String)>,
    /// The body, decoded; none where the answer has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Digest>,
    /// The facts, fees and disclaimers that are shown there, as the publication gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Value>,
}

impl Row {
    /// The value of its first header of a name.
    pub fn header(&self, name: &str) -> Option<&str> {
        for (known, value) in &self.headers {
            if known == name {
                return Some(value);
            }
        }
        None
    }

    /// Returns whether it is a page that people read.
    pub fn is_page(&self) -> bool {
        self.media_type.starts_with("text/html")
    }

    /// How long any cache may have shown it after it was replaced, in seconds, with half a minute on the way.
    pub fn cached_for(&self) -> i64 {
        let caching = self.header("cache-control").unwrap_or_default();
        let kept = Directives::of_caching(caching).any_cache_seconds();
        kept.saturating_add(ON_THE_WAY)
    }

    /// Its bytes as a body.
    ///
    /// # Errors
    /// If what is shown isn't in the form of the record.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        to_bytes(self)
    }

    /// The row that a body is.
    ///
    /// # Errors
    /// [`Error::Damaged`] if it isn't one.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let wrong = |error| Error::Damaged(format!("expected the answer of a path: {error}"));
        from_bytes(bytes).map_err(wrong)
    }
}

/// The digests of the rows of an edition, by path.
pub type Table = BTreeMap<String, Digest>;

/// The bytes of a table as a body.
///
/// # Errors
/// Where a path is not ASCII.
pub fn table_bytes(table: &Table) -> Result<Vec<u8>> {
    to_bytes(&TableBody { rows: table })
}

/// The table that a body is.
///
/// # Errors
/// [`Error::Damaged`] if it isn't one.
pub fn parse_table(bytes: &[u8]) -> Result<Table> {
    let wrong = |error| Error::Damaged(format!("expected the paths of an edition: {error}"));
    let body: TableBody<Table> = from_bytes(bytes).map_err(wrong)?;
    Ok(body.rows)
}

/// A table as a body.
#[derive(Serialize, Deserialize)]
struct TableBody<T> {
    rows: T,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written_and_says_what_caches_keep() {
        let caching = "max-age=0,s-maxage=60, stale-while-revalidate=60,stale-if-error=604800";
        let shown = Value::from("a fact");
        let row = Row {
            path: "/fees".into(),
            status: 200,
            media_type: "text/html; charset=utf-8".into(),
            headers: vec![
                ("content-type".into(), "text/html; charset=utf-8".into()),
                ("cache-control".into(), caching.into()),
            ],
            body: Some(Digest::of(b"page")),
            shown: Some(shown),
        };
        let bytes = row.bytes().expect("in form");
        assert_eq!(Row::parse(&bytes).expect("a row"), row);
        assert!(row.is_page());
        assert_eq!(row.cached_for(), 150);
        assert!(Row::parse(b"{\"path\":\"/\"}").is_err());
        assert!(parse_table(&bytes).is_err());
    }
}
