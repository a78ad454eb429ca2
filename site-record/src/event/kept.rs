//! Events that are about no publication: publishing is held, a body is removed, an entry is stamped.

use crate::canonical::{Object, Value};
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::record::Record;
use crate::write::{Moment, Writer};
use std::collections::BTreeMap;

impl Writer {
    /// Writes down an event that has a name, a person and a reason, such as `held` and `released` about publishing.
    ///
    /// # Errors
    /// Where it can't be written.
    pub fn noted(
        &mut self,
        event: &str,
        name: &str,
        actor: &str,
        reason: &str,
        moment: Moment,
    ) -> Result<Entry> {
        let mut fields = Object::new();
        fields.insert("name".into(), name.into());
        fields.insert("actor".into(), actor.into());
        fields.insert("reason".into(), reason.into());
        self.append(event, moment, fields)
    }

    /// Writes down that a body is removed, by whom and why, and removes it: the event `tombstone`.
    ///
    /// # Errors
    /// [`Error::Refused`] where there is no such body, or where a hold is in force.
    pub fn tombstone(
        &mut self,
        body: &Digest,
        actor: &str,
        reason: &str,
        moment: Moment,
    ) -> Result<Entry> {
        if !self.record().bodies().has(body) {
            return Err(Error::Refused(format!(
                "expected a body of the record, found none of the digest {body}; `cargo site-ops record show` names the bodies of a page"
            )));
        }
        let holds = holds(self.record())?;
        if let Some((name, why)) = holds.first_key_value() {
            return Err(Error::Refused(format!(
                "expected no legal hold, found {name:?} ({why}): nothing may be removed; end it by `cargo site-ops record hold --end` of the version that wrote it"
            )));
        }
        let mut fields = Object::new();
        fields.insert("body".into(), body.to_string().into());
        fields.insert("actor".into(), actor.into());
        fields.insert("reason".into(), reason.into());
        let entry = self.append("tombstone", moment, fields)?;
        self.remove_body(body)?;
        Ok(entry)
    }

    /// Writes down evidence about an entry that came later, such as a time stamp: the event `stamp`, which names the
    /// files beside that entry.
    ///
    /// # Errors
    /// [`Error::Damaged`] where there is no such entry.
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
            sidecars.push(Value::from(name.text()));
        }
        let mut fields = Object::new();
        fields.insert("of".into(), (number as i64).into());
        fields.insert("of_digest".into(), about.digest.to_string().into());
        fields.insert("sidecars".into(), Value::List(sidecars));
        fields.insert("authority".into(), authority.into());
        self.append("stamp", moment, fields)
    }
}

/// The legal holds in force, in a record that an earlier version wrote: nothing is removed during one. Each name has its reason.
///
/// # Errors
/// Where the record can't be read.
pub fn holds(record: &Record) -> Result<BTreeMap<String, String>> {
    let mut holds = BTreeMap::new();
    for entry in record.entries()? {
        let entry = entry?;
        let name = entry.optional_text("name").unwrap_or_default();
        match entry.event() {
            "hold" => {
                let reason = entry.optional_text("reason").unwrap_or_default();
                holds.insert(name.to_owned(), reason.to_owned());
            }
            "hold_ends" => {
                holds.remove(name);
            }
            _ => {}
        }
    }
    Ok(holds)
}
