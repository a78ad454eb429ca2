//! Bodies that were removed and replaced with a tombstone.

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::event::Event;
use crate::record::Record;
use std::collections::BTreeMap;
use std::fmt;

/// The removal of a body, from its tombstone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// The number of the tombstone.
    pub entry: u64,
    actor: String,
    reason: String,
}

impl Removal {
    /// Returns the digest of the removed body and its removal, or `None` if the entry isn't a tombstone.
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

/// Removed bodies, each with its last tombstone.
pub type Removals = BTreeMap<Digest, Removal>;

/// Returns the removed bodies of a record.
///
/// # Errors
/// Returns an error if an entry can't be read.
pub fn removals(record: &Record) -> Result<Removals> {
    let mut removals = Removals::new();
    for entry in record.entries()? {
        removals.extend(Removal::of(&entry?));
    }
    Ok(removals)
}

/// Returns the removal of a body after the publication that names it. A publication after the tombstone stores the body again.
pub fn removal_after<'r>(
    removals: &'r Removals,
    body: &Digest,
    publication: u64,
) -> Option<&'r Removal> {
    let removal = removals.get(body)?;
    (removal.entry > publication).then_some(removal)
}
