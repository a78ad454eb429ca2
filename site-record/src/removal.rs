//! The bodies that gave way to a tombstone.

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::event::Event;
use crate::record::Record;
use std::collections::BTreeMap;
use std::fmt;

/// The removal of a body, as its tombstone says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// The number of the tombstone.
    pub entry: u64,
    actor: String,
    reason: String,
}

impl Removal {
    /// The removal of an entry, with the digest of the body; none if the entry isn't a tombstone.
    pub fn of(entry: &Entry) -> Option<(Digest, Self)> {
        let Event::Tombstone {
            body,
            actor,
            reason,
        } = &entry.event
        else {
            return None;
        };
        let removal = Self {
            entry: entry.number,
            actor: actor.clone(),
            reason: reason.clone(),
        };
        Some((*body, removal))
    }
}

impl fmt::Display for Removal {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(
            formatter,
            "removed, by {}, entry {}: {}",
            self.actor, self.entry, self.reason
        )
    }
}

/// The removed bodies, each with its last tombstone.
pub type Removals = BTreeMap<Digest, Removal>;

/// The removed bodies of a record.
///
/// # Errors
/// If an entry can't be read.
pub fn removals(record: &Record) -> Result<Removals> {
    let mut removals = Removals::new();
    for entry in record.entries()? {
        removals.extend(Removal::of(&entry?));
    }
    Ok(removals)
}

/// The removal of a body that a publication named. A publication after the tombstone keeps the body again.
pub fn removal_after<'r>(
    removals: &'r Removals,
    body: &Digest,
    publication: u64,
) -> Option<&'r Removal> {
    let removal = removals.get(body)?;
    (removal.entry > publication).then_some(removal)
}
