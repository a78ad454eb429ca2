//! An entry: one event, and the digest of the entry before it.

use crate::canonical::{Object, Value};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::layout::Name;

/// An entry as it was read.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its number, from 1 on.
    pub number: u64,
    /// The digest of its bytes.
    pub digest: Digest,
    /// All that it says.
    pub fields: Object,
}

impl Entry {
    /// The entry that bytes are.
    ///
    /// # Errors
    /// [`Error::Damaged`] where they are not what the name says, or not an entry.
    pub fn parse(name: &Name, bytes: &[u8]) -> Result<Self> {
        let file = name.text();
        if Digest::of(bytes) != name.digest {
            return Err(Error::Damaged(format!(
                "expected bytes whose SHA-256 is in the file's name, found others in {file}; copy the file from the second copy of the record"
            )));
        }
        let value = match Value::parse(bytes) {
            Ok(value) => value,
            Err(error) => {
                return Err(Error::Damaged(format!(
                    "{file} is not in the form of an entry: {error}"
                )));
            }
        };
        let Value::Object(fields) = value else {
            return Err(Error::Damaged(format!("expected an object in {file}")));
        };
        let entry = Self {
            number: name.number,
            digest: name.digest,
            fields,
        };
        if entry.integer("number")? != name.number as i64 {
            return Err(Error::Damaged(format!(
                "expected the number in {file} to match the file's name, found another; remove the file that was put in"
            )));
        }
        entry.text("event")?;
        entry.moment()?;
        Ok(entry)
    }

    /// The event's name.
    pub fn event(&self) -> &str {
        self.optional_text("event").unwrap_or_default()
    }

    /// The moment by our clock.
    ///
    /// # Errors
    /// Where there is none.
    pub fn moment(&self) -> Result<i64> {
        self.integer_of("moment", "ours")
    }

    /// The digest of the entry before it, with the names of what lay beside that; none in the first entry.
    ///
    /// # Errors
    /// Where they are not in their form.
    pub fn previous(&self) -> Result<Option<(Digest, Vec<String>)>> {
        let Some(previous) = self.fields.get("previous").and_then(Value::object) else {
            return Ok(None);
        };
        let Some(digest) = previous.get("digest").and_then(Value::text) else {
            return Err(self.lacks("previous.digest"));
        };
        let mut sidecars = Vec::new();
        let listed = previous.get("sidecars").and_then(Value::list);
        for sidecar in listed.unwrap_or_default() {
            let Some(name) = sidecar.text() else {
                return Err(self.lacks("names in previous.sidecars"));
            };
            sidecars.push(name.to_owned());
        }
        Ok(Some((Digest::parse(digest)?, sidecars)))
    }

    /// A text that the entry must have.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it has none.
    pub fn text(&self, key: &str) -> Result<&str> {
        self.optional_text(key).ok_or_else(|| self.lacks(key))
    }

    /// A text that the entry may have.
    pub fn optional_text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.text()
    }

    /// A whole number that the entry must have.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it has none.
    pub fn integer(&self, key: &str) -> Result<i64> {
        let number = self.fields.get(key).and_then(Value::integer);
        number.ok_or_else(|| self.lacks(key))
    }

    /// A whole number in an object of the entry.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it has none.
    pub fn integer_of(&self, object: &str, key: &str) -> Result<i64> {
        let number = self.optional_integer_of(object, key);
        number.ok_or_else(|| self.lacks(&format!("{object}.{key}")))
    }

    /// A whole number that an object of the entry may have.
    pub fn optional_integer_of(&self, object: &str, key: &str) -> Option<i64> {
        self.fields.get(object)?.object()?.get(key)?.integer()
    }

    /// The items of a list that the entry may have.
    pub fn list(&self, key: &str) -> &[Value] {
        let list = self.fields.get(key).and_then(Value::list);
        list.unwrap_or_default()
    }

    /// A digest that the entry may have.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is not one.
    pub fn digest_at(&self, key: &str) -> Result<Option<Digest>> {
        match self.optional_text(key) {
            Some(text) => Ok(Some(Digest::parse(text)?)),
            None => Ok(None),
        }
    }

    /// The error where the entry has not what its event needs.
    pub fn lacks(&self, key: &str) -> Error {
        Error::Damaged(format!(
            "expected {key} in entry {}, found none; it was written by another program, or for another format",
            self.number
        ))
    }
}
