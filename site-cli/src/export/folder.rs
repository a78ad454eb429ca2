//! The folder that an export fills: written completely or not at all, and never at the cost of anybody else's files.
//!
//! `export.json` lists what an export has made, by digest. A folder without it, or with a file that it does not list, is not
//! replaced.

use crate::fingerprint::digest;
use anyhow::{Context, Result, bail, ensure};
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use walkdir::WalkDir;

/// Bytes by path: below the folder, with slashes.
pub type Files = BTreeMap<String, Vec<u8>>;

const LIST: &str = "export.json";

#[derive(Serialize, Deserialize)]
struct List {
    made_by: String,
    /// SHA-256 in hexadecimal, by path: what has changed since another export is what differs here.
    files: BTreeMap<String, String>,
}

/// Whether an export may be written here.
pub fn check(dir: &Path) -> Result<()> {
    if dir.symlink_metadata().is_err() {
        return Ok(());
    }
    let refused = |found: &str| {
        let dir = dir.display();
        format!(
            "expected {dir} to be a folder that an export made, found {found}; name a folder that is not there yet, or move this away"
        )
    };
    ensure!(
        dir.symlink_metadata()?.is_dir(),
        refused("something that is no folder")
    );
    let list = fs::read(dir.join(LIST)).ok();
    let list = list.and_then(|bytes| serde_json::from_slice::<List>(&bytes).ok());
    let Some(list) = list else {
        bail!(refused("one without a readable export.json"));
    };
    for entry in WalkDir::new(dir).sort_by_file_name() {
        let entry = entry?;
        let parts = entry.path().strip_prefix(dir)?.iter();
        let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        let is_ours = entry.file_type().is_dir() || name == LIST || list.files.contains_key(&name);
        ensure!(is_ours, refused(&name));
    }
    Ok(())
}

/// Writes these files and the list of them, in place of a former export.
pub fn write(dir: &Path, files: &Files) -> Result<()> {
    check(dir)?;
    let dir = std::path::absolute(dir)?;
    let parent = dir.parent().context("expected a folder's name, found /")?;
    fs::create_dir_all(parent)?;
    // Beside its place, so that renaming puts it there at once.
    let unfinished = tempfile::Builder::new()
        .prefix(".export-")
        .tempdir_in(parent)?;
    let made = unfinished.path().join("made");
    for (name, bytes) in files {
        let path = made.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&made))?;
        fs::write(&path, bytes)?;
    }
    let digests = files
        .iter()
        .map(|(name, bytes)| (name.clone(), digest(bytes)));
    let list = List {
        made_by: "cargo site export".to_owned(),
        files: digests.collect(),
    };
    fs::write(made.join(LIST), serde_json::to_string_pretty(&list)? + "\n")?;
    if dir.exists() {
        fs::rename(&dir, unfinished.path().join("former"))?;
    }
    fs::rename(&made, &dir)?;
    Ok(())
}
