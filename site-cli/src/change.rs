//! Adds, changes, moves or removes files as one transaction: all or none.
//!
//! 1. Check that the files on disk are still the same as when they were read.
//! 2. Write each text to a temporary file next to its destination.
//! 3. Rename the temporary files to their destinations. If a rename fails, undo the earlier ones.

use anyhow::{Context as _, Error, Result, bail, ensure};
use fs_err as fs;
use site_check::diagnostic::Diagnostic;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// A change to one file. Paths are relative to the root of the workspace, with forward slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    pub path: String,
    /// The same as `path`, unless the change moves the file.
    pub new_path: String,
    /// The file's text when it was read; `None` if the file doesn't exist yet.
    pub before: Option<String>,
    pub after: String,
    /// True if the change removes the file; then `after` is unused.
    pub is_removal: bool,
}

impl FileChange {
    /// Returns a change to a file that keeps its path.
    pub fn new(path: &str, before: Option<&str>, after: String) -> Self {
        Self {
            path: path.to_owned(),
            new_path: path.to_owned(),
            before: before.map(str::to_owned),
            after,
            is_removal: false,
        }
    }

    /// Returns a change that removes a file.
    pub fn removal(path: &str, before: &str) -> Self {
        Self {
            is_removal: true,
            ..Self::new(path, Some(before), String::new())
        }
    }

    fn is_move(&self) -> bool {
        self.before.is_some() && self.path != self.new_path
    }
}

/// Writes all files, or none.
///
/// # Errors
/// Returns an error if a file would overwrite another, is read-only, changed after it was read, or can't be written.
pub fn write(changes: &[FileChange], root: &Path) -> Result<()> {
    for change in changes {
        verify(change, root)?;
    }
    let mut transaction = Transaction::default();
    if let Err(error) = transaction.run(changes, root) {
        return Err(transaction.undo(error));
    }
    for change in changes.iter().filter(|change| change.is_move()) {
        if let Some(folder) = root.join(&change.path).parent() {
            // Removes the folder only if it's empty.
            _ = fs::remove_dir(folder);
        }
    }
    Ok(())
}

/// Checks that the file on disk hasn't changed since it was read.
fn verify(change: &FileChange, root: &Path) -> Result<()> {
    let path = root.join(&change.path);
    let new_path = root.join(&change.new_path);
    if let Some(before) = &change.before {
        let is_as_read = fs::read(&path).is_ok_and(|bytes| bytes == before.as_bytes());
        ensure!(
            is_as_read,
            "{} changed while this ran, and nothing was written; run the command again",
            change.path
        );
        ensure!(
            !fs::metadata(&path)?.permissions().readonly(),
            "expected a writable file, found that {} is read-only, and nothing was written; make it writable and run the command again",
            change.path
        );
        if is_same_file(&path, &new_path) {
            return Ok(());
        }
    }
    ensure!(
        fs::symlink_metadata(&new_path).is_err(),
        "{} already exists, so nothing was written; choose another name",
        change.new_path
    );
    Ok(())
}

/// Returns true if both paths name the same file, as they can on a case-insensitive file system.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// The completed steps, so that they can be undone.
#[derive(Default)]
struct Transaction(Vec<Step>);

enum Step {
    /// Created a folder.
    Made(PathBuf),
    /// Renamed a file.
    Moved { from: PathBuf, to: PathBuf },
    /// Wrote a new file.
    Added(PathBuf),
    /// Replaced the text of a file.
    Replaced { path: PathBuf, before: String },
    /// Removed a file with this text.
    Removed { path: PathBuf, before: String },
}

impl Transaction {
    fn run(&mut self, changes: &[FileChange], root: &Path) -> Result<()> {
        let mut prepared = Vec::new();
        for change in changes {
            if change.is_removal {
                continue;
            }
            let new_path = root.join(&change.new_path);
            let temporary = self
                .prepare(change, root, &new_path)
                .with_context(|| format!("cannot write {}", change.new_path))?;
            prepared.push((change, new_path, temporary));
        }
        for (change, new_path, temporary) in prepared {
            self.put(change, root, new_path, temporary)
                .with_context(|| format!("cannot write {}", change.new_path))?;
        }
        for change in changes {
            if !change.is_removal {
                continue;
            }
            let path = root.join(&change.path);
            fs::remove_file(&path)?;
            let before = change.before.clone().unwrap_or_default();
            self.0.push(Step::Removed { path, before });
        }
        Ok(())
    }

    /// Writes a file's text to a temporary file next to its destination, and creates the destination folder.
    fn prepare(
        &mut self,
        change: &FileChange,
        root: &Path,
        new_path: &Path,
    ) -> io::Result<TempPath> {
        if let Some(folder) = new_path.parent() {
            self.make_folder(folder)?;
        }
        let temporary = temporary_beside(new_path, &change.after)?;
        if change.before.is_some() {
            let permissions = fs::metadata(root.join(&change.path))?.permissions();
            fs::set_permissions(&temporary, permissions)?;
        }
        Ok(temporary)
    }

    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = folder.parent() {
            self.make_folder(parent)?;
        }
        fs::create_dir(folder)?;
        self.0.push(Step::Made(folder.to_owned()));
        Ok(())
    }

    /// Moves a temporary file to its destination.
    fn put(
        &mut self,
        change: &FileChange,
        root: &Path,
        new_path: PathBuf,
        temporary: TempPath,
    ) -> io::Result<()> {
        if change.is_move() {
            let path = root.join(&change.path);
            fs::rename(&path, &new_path)?;
            self.0.push(Step::Moved {
                from: path,
                to: new_path.clone(),
            });
        }
        temporary.persist(&new_path)?;
        self.0.push(match &change.before {
            Some(before) => Step::Replaced {
                path: new_path,
                before: before.clone(),
            },
            None => Step::Added(new_path),
        });
        Ok(())
    }

    /// Undoes all steps in reverse order, and returns the error with the state of the files.
    fn undo(self, error: Error) -> Error {
        for step in self.0.into_iter().rev() {
            if let Err(stuck) = step.undo() {
                return error.context(format!(
                    "some files couldn't be written, and the changes to other files couldn't be undone ({stuck}); `git status` shows the changes"
                ));
            }
        }
        error.context("nothing was written")
    }
}

impl Step {
    fn undo(self) -> io::Result<()> {
        match self {
            Self::Made(folder) => fs::remove_dir(folder),
            Self::Moved { from, to } => fs::rename(to, from),
            Self::Added(path) => fs::remove_file(path),
            Self::Replaced { path, before } => {
                let permissions = fs::metadata(&path)?.permissions();
                let temporary = temporary_beside(&path, &before)?;
                fs::set_permissions(&temporary, permissions)?;
                temporary.persist(&path)?;
                Ok(())
            }
            Self::Removed { path, before } => fs::write(path, before),
        }
    }
}

/// Writes text to a temporary file next to a path. The temporary file is deleted unless it's renamed.
fn temporary_beside(path: &Path, text: &str) -> io::Result<TempPath> {
    let Some(folder) = path.parent() else {
        return Err(io::Error::from(ErrorKind::InvalidInput));
    };
    // The check ignores names that start with a dot.
    let mut temporary = Builder::new()
        .prefix(".unfinished-")
        .make_in(folder, |path| fs::File::create_new(path))?;
    temporary.write_all(text.as_bytes())?;
    Ok(temporary.into_temp_path())
}

/// Returns an error if the rules object to a change.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> Result<()> {
    if objections.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = objections.iter().map(ToString::to_string).collect();
    bail!("{what}, so nothing was written:\n\n{}", shown.join("\n\n"))
}
