//! Content files that are added, changed or moved together: all of them, or none.

use crate::files::staged;
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

/// Writes all files: each beside its place first, so that where one cannot be written, none is.
pub fn write(changes: &[FileChange], workspace: &Workspace) -> Result<()> {
    let mut files = Vec::new();
    for file in changes {
        let (path, new_path) = (workspace.path(&file.path), workspace.path(&file.new_path));
        let is_as_read =
            |before: &String| fs::read_to_string(&path).is_ok_and(|now| now == *before);
        ensure!(
            file.before.as_ref().is_none_or(is_as_read),
            "{} was changed by somebody else meanwhile, and nothing was written; call this again",
            file.path
        );
        // Where capitals do not count, the new name may be this file's own already.
        let is_own = fs::canonicalize(&new_path)
            .is_ok_and(|other| fs::canonicalize(&path).is_ok_and(|own| own == other));
        ensure!(
            file.before.is_some() && is_own || fs::symlink_metadata(&new_path).is_err(),
            "{} is there already, and nothing was written; choose another name",
            file.new_path
        );
        let staged = staged(&new_path, file.after.as_bytes())?;
        if let Ok(old) = fs::metadata(&path) {
            fs::set_permissions(staged.path(), old.permissions())?;
        }
        files.push((path, new_path, staged));
    }
    for (path, new_path, staged) in files {
        let name = new_path.display().to_string();
        if path != new_path {
            fs::rename(&path, &new_path)?;
            // A folder that has become empty means nothing; one that has not stays.
            let _ = path.parent().map(fs::remove_dir);
        }
        let written = staged.persist(&new_path);
        written.with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// Refuses a change that the rules object to.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> Result<()> {
    let mut shown: Vec<String> = objections.iter().map(ToString::to_string).collect();
    let more = shown.split_off(shown.len().min(10)).len();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    let shown = shown.join("\n\n");
    ensure!(
        shown.is_empty(),
        "{what}, so nothing was written:\n\n{shown}"
    );
    Ok(())
}
