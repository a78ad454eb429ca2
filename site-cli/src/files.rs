//! Writing files so that a killed build never leaves half of one.

use anyhow::{Context, Result, bail};
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

/// Gives a file another text, at once as a whole: whoever reads it meanwhile
/// reads the one or the other. Its permissions stay.
pub fn replace(path: &Path, text: &[u8]) -> Result<()> {
    let name = path.file_name().context("a file has a name")?;
    let unfinished = path.with_file_name(format!(".{}.unfinished", name.to_string_lossy()));
    let written = fs::metadata(path)
        .and_then(|old| {
            fs::write(&unfinished, text)?;
            fs::set_permissions(&unfinished, old.permissions())
        })
        .and_then(|()| fs::rename(&unfinished, path));
    written.or_else(|error| {
        // What is left of a failed write would be a file that has no place in content/.
        let _ = fs::remove_file(&unfinished);
        Err(error).with_context(|| format!("can't write {}", path.display()))
    })
}

/// Whether another file has the new name of a file. Where capitals do not
/// count, the new name may be this file's own already.
pub fn is_taken(path: &Path, new_path: &Path) -> bool {
    let is_own = fs::canonicalize(new_path)
        .is_ok_and(|other| fs::canonicalize(path).is_ok_and(|own| own == other));
    !is_own && fs::symlink_metadata(new_path).is_ok()
}

/// Gives a file another name, which no other file has.
pub fn rename(path: &Path, new_path: &Path) -> Result<()> {
    if is_taken(path, new_path) {
        bail!("{} is there already", new_path.display());
    }
    let folder = new_path.parent().context("a file stands in a folder")?;
    fs::create_dir_all(folder)
        .with_context(|| format!("can't make the folder {}", folder.display()))?;
    fs::rename(path, new_path)
        .with_context(|| format!("can't rename {} to {}", path.display(), new_path.display()))
}
