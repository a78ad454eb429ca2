//! What one path answers, and the paths of a whole edition.

use crate::canonical::{Object, Value};
use crate::digest::Digest;
use crate::directives::Directives;
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// The seconds that a request may take on its way, added to what caches may keep.
const ON_THE_WAY: i64 = 30;

/// The path under which the answer to unknown addresses stands.
pub const NOT_FOUND: &str = "";

/// The answer of one path. It is a body of its own, so that what has not changed is kept once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The path, such as `/fees`; [`NOT_FOUND`] for what is answered where nothing is.
    pub path: String,
    pub status: u16,
    /// Names in lower case, with the values of the answer that is not compressed.
    pub headers: Vec<(String, String)>,
    /// The body, decoded; none where the answer has none.
    pub body: Option<Digest>,
    /// The facts, fees and disclaimers that are shown there, as the publication gave them.
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

    /// The media type; empty where it has none.
    pub fn media_type(&self) -> &str {
        self.header("content-type").unwrap_or_default()
    }

    /// Returns whether it is a page that people read.
    pub fn is_page(&self) -> bool {
        self.media_type().starts_with("text/html")
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
    /// Where what is shown has no form: see [`Value::bytes`].
    pub fn bytes(&self) -> Result<Vec<u8>> {
        let mut headers = Vec::new();
        for (name, value) in &self.headers {
            let pair = vec![Value::from(name.as_str()), Value::from(value.as_str())];
            headers.push(Value::List(pair));
        }
        let mut fields = Object::new();
        fields.insert("headers".into(), Value::List(headers));
        fields.insert("path".into(), self.path.as_str().into());
        fields.insert("status".into(), i64::from(self.status).into());
        fields.insert("type".into(), self.media_type().into());
        if let Some(body) = &self.body {
            fields.insert("body".into(), body.to_string().into());
        }
        if let Some(shown) = &self.shown {
            fields.insert("shown".into(), shown.clone());
        }
        Value::Object(fields).bytes()
    }

    /// The row that a body is.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is none.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let value = Value::parse(bytes)?;
        let row = value.object().and_then(Self::from_fields);
        row.ok_or_else(|| Error::Damaged("expected the answer of a path, found other data".into()))
    }

    fn from_fields(fields: &Object) -> Option<Self> {
        let mut headers = Vec::new();
        for pair in fields.get("headers")?.list()? {
            let [name, value] = pair.list()? else {
                return None;
            };
            headers.push((name.text()?.to_owned(), value.text()?.to_owned()));
        }
        let body = match fields.get("body") {
            Some(digest) => Some(Digest::parse(digest.text()?).ok()?),
            None => None,
        };
        Some(Self {
            path: fields.get("path")?.text()?.to_owned(),
            status: u16::try_from(fields.get("status")?.integer()?).ok()?,
            headers,
            body,
            shown: fields.get("shown").cloned(),
        })
    }
}

/// The digests of the rows of an edition, by path.
pub type Table = BTreeMap<String, Digest>;

/// The bytes of a table as a body.
///
/// # Errors
/// Where a path is not ASCII.
pub fn table_bytes(table: &Table) -> Result<Vec<u8>> {
    let mut rows = Object::new();
    for (path, row) in table {
        rows.insert(path.clone(), row.to_string().into());
    }
    let fields = Object::from([("rows".to_owned(), Value::Object(rows))]);
    Value::Object(fields).bytes()
}

/// The table that a body is.
///
/// # Errors
/// [`Error::Damaged`] where it is none.
pub fn parse_table(bytes: &[u8]) -> Result<Table> {
    let wrong = || Error::Damaged("expected the paths of an edition, found other data".into());
    let value = Value::parse(bytes)?;
    let fields = value.object().ok_or_else(wrong)?;
    let rows = fields.get("rows").and_then(Value::object);
    let mut table = Table::new();
    for (path, digest) in rows.ok_or_else(wrong)? {
        let digest = digest.text().ok_or_else(wrong)?;
        table.insert(path.clone(), Digest::parse(digest)?);
    }
    Ok(table)
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
