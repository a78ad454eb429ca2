//! Events other than publications: holds, removed bodies and evidence.

use super::{Decision, Event};
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::record::Record;
use crate::write::{Moment, Writer};
use std::collections::BTreeMap;

impl Writer {
    /// Records who removes a body and why, then removes it: the `tombstone` event.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no such body, or if a hold is in force.
    pub fn tombstone(
        &mut self,
        body: &Digest,
        actor: &str,
        reason: &str,
        moment: Moment,
    ) -> Result<Entry> {
        if !self.record().bodies().has(body) {
            return Err(Error::Refused(format!(
                "expected a body in the record, found none with the digest {body}; `cargo site-ops record show` names the bodies of a page"
            )));
        }
        let holds = holds(self.record())?;
        if let Some((name, why)) = holds.first_key_value() {
            return Err(Error::Refused(format!(
                "expected no legal hold, found {name:?} ({why}): nothing may be removed; end it with `cargo site-ops record hold --end` in the version that wrote it"
            )));
        }
        let event = Event::Tombstone {
            body: *body,
            actor: actor.to_owned(),
            reason: reason.to_owned(),
        };
        let entry = self.append(event, moment)?;
        self.remove_body(body)?;
        Ok(entry)
    }

    /// Records evidence about an earlier entry, such as a timestamp that arrived later: the `stamp` event, which names the
    /// files next to that entry.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if there is no such entry.
    pub fn stamp(
        &mut self,
        number: u64,
        files: &[(String, Vec<u8>)],
        authority: &str,
        moment: Moment,
    ) -> Result<Entry> {
        let about = self.record().entry(number)?;
        let mut sidecars = Vec::new();
        for (kind, bytes) in files {
            let name = self.sidecar(number, kind, bytes)?;
            sidecars.push(name.text());
        }
        let event = Event::Stamp {
            of: number,
            of_digest: about.digest,
            sidecars,
            authority: authority.to_owned(),
        };
        self.append(event, moment)
    }
}

/// Returns the legal holds in force and their reasons. Earlier versions wrote them, and nothing may be removed during a hold.
///
/// # Errors
/// Returns an error if the record can't be read.
pub fn holds(record: &Record) -> Result<BTreeMap<String, String>> {
    let mut holds = BTreeMap::new();
    for entry in record.entries()? {
        match entry?.event.clone() {
            Event::Hold(Decision { name, reason, .. }) => {
                holds.insert(name, reason);
            }
            Event::HoldEnds(Decision { name, .. }) => {
                holds.remove(&name);
            }
            _ => {}
        }
    }
    Ok(holds)
}
