//! Writing files so that nobody ever reads half of one.

use anyhow::{Context, Result};
use fs_err as fs;
use std::io::Write as _;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// A text beside the file that it will replace. It is gone again unless it is persisted.
pub fn staged(path: &Path, text: &[u8]) -> Result<NamedTempFile> {
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    let mut options = Builder::new();
    options.prefix(".unfinished-");
    #[cfg(unix)]
    options.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    options
        .tempfile_in(folder)
        .and_then(|mut file| file.write_all(text).map(|()| file))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file only when its text differs.
pub fn write_if_changed(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let staged = staged(path, text)?;
    let written = staged.persist(path);
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
