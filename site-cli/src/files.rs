//! Writing files so that nobody ever reads half of one.

use anyhow::{Context, Result};
use fs_err as fs;
use std::path::Path;

/// Writes a file only when its text differs.
pub fn write_if_changed(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text)?;
    Ok(fs::rename(&unfinished, path)?)
}
