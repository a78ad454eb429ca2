//! `cargo site schedule --fold`: removes windows that are over from the files. What visitors see doesn't change.

use super::window::{self, Fate};
use crate::change::{self, FileChange};
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use site_check::Loaded;
use site_check::diagnostic::Severity;
use site_check::load::File;
use site_schema::model::{Content, WrittenMoment};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the snapshots of pages and fee tables.
const SNAPSHOTS: &str = "site-server/tests";

/// Writes the files without windows that are over, and prints their names.
pub fn fold(workspace: &Workspace, mut loaded: Loaded, now: Timestamp) -> Result<bool> {
    let zone = loaded.tree.zone();
    let before = loaded.content.take().context("content without errors")?;
    let mut changes = Vec::new();
    for file in &loaded.tree.files {
        let change = folded(file, now, &zone).with_context(|| file.path.clone())?;
        changes.extend(change);
    }
    for change in &changes {
        if change.is_removal {
            loaded.tree.remove(&change.path);
        } else {
            loaded.tree.put(&change.path, &change.after);
        }
    }
    loaded.tree.rebuild_index();
    loaded.recheck();
    ensure_same(&loaded, &before)?;

    changes.extend(snapshots(workspace, now, &zone)?);
    if changes.is_empty() {
        println!("nothing is over");
        return Ok(true);
    }
    change::write(&changes, workspace.root())?;
    for change in &changes {
        let verb = if change.is_removal {
            "removed"
        } else {
            "changed"
        };
        println!("{verb} {}", change.path);
    }
    println!("Next: review the changes, and open a pull request with only these changes.");
    Ok(true)
}

/// Returns the change to a file that contains a window to fold; `None` if it contains none.
fn folded(file: &File, now: Timestamp, zone: &TimeZone) -> Result<Option<FileChange>> {
    let mut windows = Vec::new();
    for window in &file.windows {
        let fate = window::fate(window, now, zone);
        if fate == Fate::Over && file.own_window() == Some(window) {
            return Ok(Some(FileChange::removal(&file.path, &file.text)));
        }
        windows.push((window, fate));
    }
    if windows.iter().all(|(_, fate)| *fate == Fate::Kept) {
        return Ok(None);
    }
    let after = window::without(&file.text, &windows)?;
    Ok(Some(FileChange::new(&file.path, Some(&file.text), after)))
}

/// Returns an error if the content would be different after the change.
fn ensure_same(loaded: &Loaded, before: &Content) -> Result<()> {
    let mut errors = Vec::new();
    for diagnostic in &loaded.diagnostics {
        if diagnostic.severity == Severity::Error {
            errors.push(diagnostic.clone());
        }
    }
    change::refuse(
        "without the windows that are over, the content wouldn't pass the check",
        &errors,
    )?;
    let after = loaded.content.as_ref().context("content without errors")?;
    ensure!(
        comparable(before) == comparable(after),
        "removing the windows that are over would change what visitors see, so nothing was written; please report this, with `cargo site schedule --format json`"
    );
    Ok(())
}

/// Returns the content, with its redirects in the form for permanently removed pages.
fn comparable(content: &Content) -> Content {
    let mut comparable = content.clone();
    for redirect in &mut comparable.redirects {
        redirect.temporary = false;
    }
    comparable
}

/// Returns the changes that replace each snapshot with the newest one of an edition that has begun.
fn snapshots(workspace: &Workspace, now: Timestamp, zone: &TimeZone) -> Result<Vec<FileChange>> {
    let mut begun: BTreeMap<PathBuf, BTreeMap<Timestamp, PathBuf>> = BTreeMap::new();
    for file in snapshot_files(&workspace.path(SNAPSHOTS))? {
        let Some((base, moment)) = edition_of(&file, zone) else {
            continue;
        };
        if moment <= now {
            begun.entry(base).or_default().insert(moment, file);
        }
    }

    let mut changes = Vec::new();
    for (base, files) in begun {
        let Some((_, newest)) = files.last_key_value() else {
            continue;
        };
        let after = fs::read_to_string(newest)?;
        let before = fs::read_to_string(&base).ok();
        let path = path_in(workspace, &base);
        changes.push(FileChange::new(&path, before.as_deref(), after));
        for file in files.values() {
            let text = fs::read_to_string(file)?;
            changes.push(FileChange::removal(&path_in(workspace, file), &text));
        }
    }
    Ok(changes)
}

/// Returns the path of a file, relative to the root of the workspace.
fn path_in(workspace: &Workspace, file: &Path) -> String {
    shown(file.strip_prefix(workspace.root()).unwrap_or(file))
}

/// Returns all snapshots below a folder, sorted.
fn snapshot_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(snapshot_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "snap") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Parses the name of an edition's snapshot, such as `fees.2027-01-01.snap` or `fees.2027-01-01T0900.snap`. Returns the
/// path of the snapshot that it replaces, and the moment when the edition begins.
fn edition_of(file: &Path, zone: &TimeZone) -> Option<(PathBuf, Timestamp)> {
    let stem = file.file_stem()?.to_str()?;
    let (name, written) = stem.rsplit_once('.')?;
    let moment = match written.split_once('T') {
        None => written.to_owned(),
        Some((day, time)) => format!("{day}T{}:{}:00", time.get(..2)?, time.get(2..4)?),
    };
    let moment = WrittenMoment::read(&moment).ok()?.start(zone)?;
    Some((file.with_file_name(format!("{name}.snap")), moment))
}
