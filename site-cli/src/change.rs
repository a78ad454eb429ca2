//! Content files that are added, changed or moved together.

use crate::workspace::Workspace;
use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use site_check::diagnostic::Diagnostic;

/// One file, with paths from the folder that holds `content`.
pub struct FileChange {
    pub path: String,
    /// The same as `path`, unless the file moves.
    pub new_path: String,
    /// Its text as it was read; none where the file is not there yet.
    pub before: Option<String>,
    pub after: String,
}

impl FileChange {
    /// One that stays where it is.
    pub fn new(path: &str, before: Option<&str>, after: String) -> Self {
        Self {
            path: path.to_owned(),
            new_path: path.to_owned(),
            before: before.map(str::to_owned),
            after,
        }
    }
}

/// Writes all files, unless one would take the place of another.
pub fn write(changes: &[FileChange], workspace: &Workspace) -> Result<()> {
    let places = |file: &FileChange| [&file.path, &file.new_path].map(|path| workspace.path(path));
    for file in changes {
        let [path, new_path] = places(file);
        // Where capitals do not count, the new name may be this file's own already.
        let own = fs::canonicalize(&path).ok();
        let is_own = own.is_some() && own == fs::canonicalize(&new_path).ok();
        ensure!(
            file.before.is_some() && is_own || fs::symlink_metadata(&new_path).is_err(),
            "{} is there already, and nothing was written; choose another name",
            file.new_path
        );
    }
    for file in changes {
        let [path, new_path] = places(file);
        fs::create_dir_all(new_path.parent().context("a file is in a folder")?)?;
        if path != new_path && file.before.is_some() {
            fs::rename(&path, &new_path)?;
            // A folder that has become empty means nothing; one that has not stays.
            let _ = path.parent().map(fs::remove_dir);
        }
        fs::write(&new_path, &file.after)?;
    }
    Ok(())
}

/// Refuses a change that the rules object to.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> Result<()> {
    let shown: Vec<_> = objections.iter().map(ToString::to_string).collect();
    let shown = shown.join("\n\n");
    ensure!(
        shown.is_empty(),
        "{what}, so nothing was written:\n\n{shown}"
    );
    Ok(())
}
