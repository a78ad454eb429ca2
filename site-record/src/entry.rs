//! An entry: one event, and the digest of the entry before it.

use crate::canonical::{from_bytes, to_bytes};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::event::{Begins, Event};
use crate::layout::Name;
use serde::{Deserialize, Serialize};

/// An entry as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The digest of its bytes.
    pub digest: Digest,
    /// Its number, from 1 on.
    pub number: u64,
    pub event: Event,
    pub moment: Clocks,
    /// The entry before it; none in the first entry.
    pub previous: Option<Previous>,
}

/// The contents of the file of an entry.
#[derive(Serialize, Deserialize)]
struct Contents {
    number: u64,
    #[serde(flatten)]
    event: Event,
    moment: Clocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Previous>,
}

/// The moment of an event by several clocks, in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// By the clock of the machine that writes.
    pub ours: i64,
    /// By the clock of the place, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    /// The place's clock less ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<i64>,
    /// The latest moment of an earlier entry, if our clock is behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest: Option<i64>,
}

impl Clocks {
    /// The latest that the event can have been: our clock, or a later one before it.
    pub fn late(&self) -> i64 {
        self.ours.max(self.latest.unwrap_or(self.ours))
    }
}

/// The entry before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previous {
    pub digest: Digest,
    /// The names of the evidence that lay next to it.
    pub sidecars: Vec<String>,
}

impl Entry {
    /// The entry that bytes are.
    ///
    /// # Errors
    /// [`Error::Damaged`] where they are not what the name says, or not an entry.
    pub fn parse(name: &Name, bytes: &[u8]) -> Result<Self> {
        let file = name.text();
        let contents: Contents = from_bytes(bytes).map_err(|error| {
            Error::Damaged(format!("{file} is not in the form of an entry: {error}"))
        })?;
        if contents.number != name.number {
            return Err(Error::Damaged(format!(
                "expected the number in {file} to match the file's name, found another; remove the file that was put in"
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

    /// The bytes of its file, if this program knows the event and all of its keys.
    ///
    /// # Errors
    /// [`Error::Refused`] if a number is out of bounds.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        to_bytes(&Contents {
            number: self.number,
            event: self.event.clone(),
            moment: self.moment.clone(),
            previous: self.previous.clone(),
        })
    }

    /// The name of its file.
    pub fn name(&self) -> Name {
        Name {
            number: self.number,
            digest: self.digest,
            kind: "json".into(),
        }
    }

    /// The publication that it begins.
    ///
    /// # Errors
    /// [`Error::Refused`] if it is about something else.
    pub fn begins(&self) -> Result<&Begins> {
        match &self.event {
            Event::Begins(begins) => Ok(begins),
            _ => Err(no_publication(self.number)),
        }
    }
}

/// The error if a number isn't that of a publication.
pub fn no_publication(number: u64) -> Error {
    Error::Refused(format!(
        "expected the number of a publication, found {number}; `cargo site-ops record list` shows them"
    ))
}
