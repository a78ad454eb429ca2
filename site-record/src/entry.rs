//! An entry: one event and the digest of the previous entry.

use crate::canonical::{from_bytes, to_bytes};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::event::{Begins, Event};
use crate::layout::Name;
use serde::{Deserialize, Serialize};

/// An entry that was read from a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The digest of the entry's bytes.
    pub digest: Digest,
    /// The entry's number, starting at 1.
    pub number: u64,
    pub event: Event,
    pub moment: Clocks,
    /// The previous entry, or `None` for the first entry.
    pub previous: Option<Previous>,
}

/// The contents of an entry's file.
#[derive(Serialize, Deserialize)]
struct Contents {
    number: u64,
    #[serde(flatten)]
    event: Event,
    moment: Clocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Previous>,
}

/// The time of an event by several clocks, in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// The clock of the machine that wrote the entry.
    pub ours: i64,
    /// The place's clock, if the place was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    /// The place's clock minus ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<i64>,
    /// The latest time in the earlier entries, if our clock is behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest: Option<i64>,
}

impl Clocks {
    /// The latest possible time of the event: our clock, or a later time in an earlier entry.
    pub fn late(&self) -> i64 {
        self.ours.max(self.latest.unwrap_or(self.ours))
    }
}

/// The previous entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previous {
    pub digest: Digest,
    /// The names of the evidence files next to that entry.
    pub sidecars: Vec<String>,
}

impl Entry {
    /// Parses the bytes of an entry.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the bytes don't match the name, or aren't an entry.
    pub fn parse(name: &Name, bytes: &[u8]) -> Result<Self> {
        let file = name.text();
        let contents: Contents = from_bytes(bytes)
            .map_err(|error| Error::Damaged(format!("{file} is not a valid entry: {error}")))?;
        if contents.number != name.number {
            return Err(Error::Damaged(format!(
                "expected the number in {file} to match the file's name, found another number; remove the file, which was added later"
            )));
        }
        let Contents {
            number,
            event,
            moment,
            previous,
        } = contents;
        Ok(Self {
            digest: name.digest,
            number,
            event,
            moment,
            previous,
        })
    }

    /// Serializes the entry, if this program knows the event and all its keys.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if a number is out of range.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        to_bytes(&Contents {
            number: self.number,
            event: self.event.clone(),
            moment: self.moment.clone(),
            previous: self.previous.clone(),
        })
    }

    /// The name of the entry's file.
    pub fn name(&self) -> Name {
        Name {
            number: self.number,
            digest: self.digest,
            kind: "json".into(),
        }
    }

    /// Returns the publication that this entry begins.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the entry is another event.
    pub fn begins(&self) -> Result<&Begins> {
        match &self.event {
            Event::Begins(begins) => Ok(begins),
            _ => Err(no_publication(self.number)),
        }
    }
}

/// The error for a number that isn't the number of a publication.
pub fn no_publication(number: u64) -> Error {
    Error::Refused(format!(
        "expected the number of a publication, found {number}; `cargo site-ops record list` shows them"
    ))
}
