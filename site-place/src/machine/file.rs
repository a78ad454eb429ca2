//! The state's file.

use super::{Failure, fault};
use crate::state::{FORMAT, State};
use crate::step::{Step, reach};
use rustix::fs::OFlags;
use rustix::process::geteuid;
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

pub const NAME: &str = "state.json";

/// The largest state to read, in bytes.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The fields of a state that every format has.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// Reads the state of a place.
pub fn load(folder: &Path) -> Result<State, Failure> {
    let path = folder.join(NAME);
    let shown = path.display();
    let file = File::options()
        .read(true)
        .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed())
        .open(&path);
    let file = match file {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Failure::Unknown(format!(
                "expected the state of a place in {shown}, found no file. As root, in a clone: deploy/publish/install.sh --approved COMMIT"
            )));
        }
        Err(error) => {
            return Err(Failure::Unknown(format!(
                "expected the state of a place in {shown}, found {error}; the file must be a regular one"
            )));
        }
    };
    let metadata = file.metadata().map_err(|error| fault(&path, &error))?;
    let is_ours = metadata.uid() == geteuid().as_raw() || geteuid().is_root();
    if !metadata.is_file() || !is_ours || metadata.mode() & 0o022 != 0 {
        return Err(Failure::Unknown(format!(
            "expected {shown} to be a regular file that only the user of the place can change, found the owner {} and the mode {:o}. Look into it, and then: chmod 644 {shown}",
            metadata.uid(),
            metadata.mode()
        )));
    }
    let mut text = String::new();
    file.take(MOST_BYTES)
        .read_to_string(&mut text)
        .map_err(|error| damaged(&path, &error.to_string()))?;

    let format: Format =
        serde_json::from_str(&text).map_err(|error| damaged(&path, &error.to_string()))?;
    if format.format != FORMAT {
        return Err(Failure::Unknown(format!(
            "expected a state of format {FORMAT} in {shown}, found format {}: another version of site-place has written it. As root, install that version",
            format.format
        )));
    }
    serde_json::from_str(&text).map_err(|error| damaged(&path, &error.to_string()))
}

/// Replaces the state of a place.
pub fn save(folder: &Path, state: &State) -> Result<(), Failure> {
    let path = folder.join(NAME);
    let unfinished = folder.join("state.json.unfinished");
    _ = fs::remove_file(&unfinished);
    let mut json = serde_json::to_vec_pretty(state)
        .map_err(|error| Failure::No(format!("expected a state in JSON, found: {error}")))?;
    json.push(b'\n');
    let written = || {
        let mut file = File::options()
            .write(true)
            .create_new(true)
            .mode(0o644)
            .open(&unfinished)?;
        file.write_all(&json)?;
        file.sync_all()?;
        reach(Step::StateWritten);
        fs::rename(&unfinished, &path)?;
        File::open(folder)?.sync_all()
    };
    written().map_err(|error| fault(&path, &error))
}

fn damaged(path: &Path, found: &str) -> Failure {
    Failure::Unknown(format!(
        "expected the state of a place in {}, found damage: {found}. The live server runs on. As root: move the file away, and then: deploy/publish/install.sh --approved COMMIT",
        path.display()
    ))
}
