//! Writing files so that a killed build never leaves half of one.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Writes a file only when its text differs. Whether it did.
pub fn write_if_changed(path: &Path, text: &[u8]) -> Result<bool> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    let folder = path.parent().context("a file stands in a folder")?;
    fs::create_dir_all(folder)
        .with_context(|| format!("can't make the folder {}", folder.display()))?;
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text)
        .with_context(|| format!("can't write {}", unfinished.display()))?;
    fs::rename(&unfinished, path).with_context(|| format!("can't write {}", path.display()))?;
    Ok(true)
}
