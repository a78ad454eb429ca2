//! `cargo site-ops record hold` and `tombstone`.

use super::{Place, moment};
use crate::run::print;
use anyhow::Result;
use clap::Args;
use site_record::digest::Digest;
use site_record::event::holds;

#[derive(Debug, Args)]
pub struct Hold {
    /// The hold's name, such as examination-2026
    name: String,
    /// The person who decides it
    #[arg(long)]
    actor: String,
    /// The reason
    #[arg(long)]
    reason: String,
    /// End the hold instead
    #[arg(long)]
    end: bool,
}

#[derive(Debug, Args)]
pub struct Tombstone {
    /// The SHA-256 of the body, which `cargo site-ops record show` and `due` print
    body: String,
    /// The person who decides it
    #[arg(long)]
    actor: String,
    /// The reason
    #[arg(long)]
    reason: String,
}

/// Writes down that a hold begins or ends. Returns false where one that is to end is not in force.
pub fn hold(place: &Place, hold: &Hold) -> Result<bool> {
    let mut writer = place.writer()?;
    let is_in_force = holds(writer.record())?.contains_key(&hold.name);
    if hold.end && !is_in_force {
        print(&format!("no hold {:?} is in force\n", hold.name))?;
        return Ok(false);
    }
    let event = if hold.end { "hold_ends" } else { "hold" };
    let entry = writer.noted(event, &hold.name, &hold.actor, &hold.reason, moment(None))?;
    let next = place.to_push()?;
    print(&format!("written as entry {}\n{next}", entry.number))?;
    Ok(true)
}

/// Writes down that a body is removed, and removes it. Returns true.
pub fn tombstone(place: &Place, tombstone: &Tombstone) -> Result<bool> {
    let body = Digest::parse(&tombstone.body)?;
    let mut writer = place.writer()?;
    let entry = writer.tombstone(&body, &tombstone.actor, &tombstone.reason, moment(None))?;
    let next = place.to_push()?;
    print(&format!(
        "written as entry {}, and removed here; remove {} from each copy as well, and from Git's history where Git keeps the record\n{next}",
        entry.number, body
    ))?;
    Ok(true)
}
