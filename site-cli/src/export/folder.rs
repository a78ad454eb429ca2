//! The folder that an export fills: made whole or not at all, and never at the cost of anybody else's files.
//!
//! `export.json` lists what an export has made, by digest. A folder without it, or with a file that it does not list, is not
//! replaced.

use crate::fingerprint::digest;
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

pub struct File {
    /// Below the folder, with slashes.
    pub path: String,
    pub bytes: Vec<u8>,
}

const LIST: &str = "export.json";

#[derive(Serialize, Deserialize)]
struct List {
    made_by: String,
    /// SHA-256 in hexadecimal, by path: what has changed since another export is what differs here.
    files: BTreeMap<String, String>,
}

/// Whether an export may be written here.
pub fn check(dir: &Path) -> Result<()> {
    if fs::symlink_metadata(dir).is_err() {
        return Ok(());
    }
    let elsewhere = "name a folder that is not there yet, or move this away";
    ensure!(
        fs::symlink_metadata(dir)?.is_dir(),
        "expected {} to be a folder that an export made, found something that is no folder; {elsewhere}",
        dir.display()
    );
    let list = fs::read(dir.join(LIST)).ok();
    let list = list.and_then(|bytes| serde_json::from_slice::<List>(&bytes).ok());
    let Some(list) = list else {
        bail!(
            "expected {} to be a folder that an export made, found one without a readable {LIST}; {elsewhere}",
            dir.display()
        );
    };
    for entry in WalkDir::new(dir).sort_by_file_name() {
        let entry = entry.with_context(|| format!("can't read {}", dir.display()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let below = entry.path().strip_prefix(dir)?;
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        ensure!(
            name == LIST || list.files.contains_key(&name),
            "expected nothing in {} but what an export made, found {name}; {elsewhere}",
            dir.display()
        );
    }
    Ok(())
}

/// Writes these files and the list of them, in place of a former export.
pub fn write(dir: &Path, files: Vec<File>) -> Result<()> {
    check(dir)?;
    let name = dir
        .file_name()
        .with_context(|| format!("expected a folder's name, found {}", dir.display()))?
        .to_string_lossy();
    let beside = |ending: &str| -> PathBuf { dir.with_file_name(format!(".{name}.{ending}")) };
    let (unfinished, former) = (beside("unfinished"), beside("former"));
    for left in [&unfinished, &former] {
        ensure!(
            fs::symlink_metadata(left).is_err(),
            "{} is left of an export that did not end; remove it",
            left.display()
        );
    }
    let written = fill(&unfinished, files).and_then(|()| {
        if dir.exists() {
            fs::rename(dir, &former).with_context(|| format!("can't replace {}", dir.display()))?;
        }
        fs::rename(&unfinished, dir).with_context(|| format!("can't make {}", dir.display()))
    });
    if written.is_err() {
        // What is left of a failed export is of no use; the error says what went wrong.
        _ = fs::remove_dir_all(&unfinished);
    } else if former.exists() {
        fs::remove_dir_all(&former)
            .with_context(|| format!("can't remove {}", former.display()))?;
    }
    written
}

fn fill(dir: &Path, files: Vec<File>) -> Result<()> {
    let mut list = List {
        made_by: "cargo site export".to_owned(),
        files: BTreeMap::new(),
    };
    for file in files {
        let path = dir.join(&file.path);
        let folder = path.parent().context("a file stands in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
        fs::write(&path, &file.bytes).with_context(|| format!("can't write {}", path.display()))?;
        let digest = digest(&file.bytes);
        let taken = list.files.insert(file.path.clone(), digest);
        ensure!(
            taken.is_none(),
            "expected one file at {}, found two; give one of them another address",
            file.path
        );
    }
    let list = serde_json::to_string_pretty(&list)? + "\n";
    fs::write(dir.join(LIST), list).with_context(|| format!("can't write {LIST}"))
}
