//! The first state of a place, created from the files of an older site-place, or only from the versions if the state is lost.

use super::{Failure, fault, names};
use crate::sha256;
use crate::state::{Hold, State, Switch, Version};
use jiff::Timestamp;
use std::fs;
use std::path::Path;

/// Creates the state of a folder that has none.
pub fn state(folder: &Path, approved: &str) -> Result<State, Failure> {
    let mut state = State::new(approved.to_owned());
    state.versions = versions(folder)?;
    let mut digests = earlier_switches(folder);
    digests.extend(live(folder));
    for (digest, is_checked) in digests {
        let Some(version) = state.version(&digest) else {
            continue;
        };
        // The live version is the last switch already.
        if state.live_digest() == Some(&digest) {
            continue;
        }
        state.switches.push(Switch {
            digest,
            commit: version.commit.clone(),
            at: version.at,
            is_checked,
            is_approved: false,
            withdraws: Vec::new(),
        });
    }
    state.hold = hold(folder);
    Ok(state)
}

/// The versions in their folders, oldest upload first.
fn versions(folder: &Path) -> Result<Vec<Version>, Failure> {
    let publications = folder.join("publications");
    let mut versions = Vec::new();
    for name in names(&publications) {
        let path = publications.join(&name).join("site-server");
        let identity = match site_table::identify(&path) {
            Ok(identity) if identity.digest == name => identity,
            Ok(_) | Err(_) => {
                eprintln!(
                    "site-place: expected the version {name} in {}, found something else; it is left out",
                    path.display()
                );
                continue;
            }
        };
        let modified = fs::metadata(&path).and_then(|metadata| metadata.modified());
        let modified = modified.map_err(|error| fault(&path, &error))?;
        versions.push(Version {
            digest: name,
            commit: identity.commit.unwrap_or_else(|| "unknown".to_owned()),
            sha256: sha256::of_file(&path).map_err(|error| fault(&path, &error))?,
            at: Timestamp::try_from(modified).unwrap_or_default(),
            image: None,
        });
    }
    versions.sort_by_key(|version| version.at);
    Ok(versions)
}

/// The switches of an older site-place that may become live again, oldest first: `STATE DIGEST MOMENT` on each line.
fn earlier_switches(folder: &Path) -> Vec<(String, bool)> {
    let text = fs::read_to_string(folder.join("switches")).unwrap_or_default();
    let mut switches = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        if let (Some(state @ ("checked" | "unchecked")), Some(digest)) =
            (words.next(), words.next())
        {
            switches.push((digest.to_owned(), state == "checked"));
        }
    }
    switches
}

/// The live version: the one that an older site-place names, or else the target of the link.
fn live(folder: &Path) -> Option<(String, bool)> {
    let text = fs::read_to_string(folder.join("live")).unwrap_or_default();
    if let Some(digest) = text.split_whitespace().next() {
        return Some((digest.to_owned(), false));
    }
    let target = fs::read_link(folder.join("current")).ok()?;
    Some((target.file_name()?.to_string_lossy().into_owned(), false))
}

/// The hold of an older site-place: `WHO since MOMENT: REASON`.
fn hold(folder: &Path) -> Option<Hold> {
    let text = fs::read_to_string(folder.join("hold")).ok()?;
    let (who, rest) = text.trim_end().split_once(" since ")?;
    let (at, reason) = rest.split_once(": ")?;
    Some(Hold {
        who: who.replace('\u{a0}', " "),
        reason: reason.to_owned(),
        at: at.parse().ok()?,
    })
}
