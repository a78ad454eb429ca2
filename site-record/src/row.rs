//! The response of one path, and the table of all paths in an edition.

use crate::canonical::{from_bytes, to_bytes};
use crate::digest::Digest;
use crate::directives::Directives;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Seconds allowed for a request to travel, added to the time that caches may keep a response.
const ON_THE_WAY: i64 = 30;

/// The path of the response to unknown addresses.
pub const NOT_FOUND: &str = "";

/// The response of one path. Each row is a separate body, so an unchanged response is stored once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The path, such as `/fees`, or [`NOT_FOUND`] for the response to unknown addresses.
    pub path: String,
    pub status: u16,
    /// The media type; empty if it has none.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Header names in lower case, with the values of the uncompressed response.
    pub headers: Vec<(String, String)>,
    /// The decoded body, or `None` if the response has no body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Digest>,
    /// The facts, fees and disclaimers that the page shows, from the publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Value>,
}

impl Row {
    /// The value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        for (known, value) in &self.headers {
            if known == name {
                return Some(value);
            }
        }
        None
    }

    /// Returns true if the response is a page for people to read.
    pub fn is_page(&self) -> bool {
        self.media_type.starts_with("text/html")
    }

    /// How long any cache may have served the response after it was replaced, in seconds, including 30 seconds of travel.
    pub fn cached_for(&self) -> i64 {
        let caching = self.header("cache-control").unwrap_or_default();
        let kept = Directives::of_caching(caching).any_cache_seconds();
        kept.saturating_add(ON_THE_WAY)
    }

    /// Serializes the row.
    ///
    /// # Errors
    /// Returns an error if `shown` can't be written as canonical JSON.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        to_bytes(self)
    }

    /// Parses a row.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the bytes aren't a row.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let wrong = |error| Error::Damaged(format!("expected the response of a path: {error}"));
        from_bytes(bytes).map_err(wrong)
    }
}

/// The digests of an edition's rows, by path.
pub type Table = BTreeMap<String, Digest>;

/// Serializes a table.
///
/// # Errors
/// Returns an error if a path isn't ASCII.
pub fn table_bytes(table: &Table) -> Result<Vec<u8>> {
    to_bytes(&TableBody { rows: table })
}

/// Parses a table.
///
/// # Errors
/// Returns [`Error::Damaged`] if the bytes aren't a table.
pub fn parse_table(bytes: &[u8]) -> Result<Table> {
    let wrong = |error| Error::Damaged(format!("expected the paths of an edition: {error}"));
    let body: TableBody<Table> = from_bytes(bytes).map_err(wrong)?;
    Ok(body.rows)
}

/// A table in a body.
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
