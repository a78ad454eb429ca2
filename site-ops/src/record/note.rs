//! `cargo site-ops record hold` and `tombstone`.

use super::{Folders, moment};
use crate::run::print;
use anyhow::Result;
use site_record::digest::Digest;
use site_record::event::holds;

/// A person's decision, and the reason for it.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    pub actor: &'a str,
    pub reason: &'a str,
}

/// Writes down that a hold begins or ends. Returns false where one that is to end is not in force.
pub fn hold(folders: &Folders, name: &str, decision: Decision, is_end: bool) -> Result<bool> {
    let mut writer = folders.writer()?;
    let is_in_force = holds(writer.record())?.contains_key(name);
    if is_end && !is_in_force {
        print(&format!("no hold {name:?} is in force\n"))?;
        return Ok(false);
    }
    let event = if is_end { "hold_ends" } else { "hold" };
    let Decision { actor, reason } = decision;
    let entry = writer.noted(event, name, actor, reason, moment(None))?;
    let next = folders.to_push()?;
    print(&format!("written as entry {}\n{next}", entry.number))?;
    Ok(true)
}

/// Writes down that a body is removed, and removes it. Returns true.
pub fn tombstone(folders: &Folders, body: &str, decision: Decision) -> Result<bool> {
    let body = Digest::parse(body)?;
    let mut writer = folders.writer()?;
    let entry = writer.tombstone(&body, decision.actor, decision.reason, moment(None))?;
    let next = folders.to_push()?;
    print(&format!(
        "written as entry {}, and removed here; remove {} from each copy as well, and from Git's history where Git keeps the record\n{next}",
        entry.number, body
    ))?;
    Ok(true)
}
