//! The place that SITE_PLACE names: `ssh://user@host` is a machine with systemd, and `image://repository` is a cluster whose
//! images are in that repository.

use super::Place;
use super::ssh::Machine;
use crate::cluster::Cluster;
use anyhow::{Result, bail};
use std::env;

/// Returns the place.
///
/// # Errors
/// Returns an error if the variable is missing, or doesn't name a place.
pub fn from_environment() -> Result<Box<dyn Place>> {
    let name = env::var("SITE_PLACE").unwrap_or_default();
    if name.starts_with("ssh://") {
        return Ok(Box::new(Machine::new(name)));
    }
    if let Some(repository) = name.strip_prefix("image://") {
        return Ok(Box::new(Cluster::new(repository)));
    }
    bail!(
        "expected a place in SITE_PLACE, such as ssh://site@www.example.com or image://registry.example.com/firm/site, found `{name}`"
    )
}
