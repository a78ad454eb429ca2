//! Files that are added, changed, moved or removed together: all of them, or none.
//!
//! 1. what the disk holds is compared with what was read
//! 2. every text is written to a temporary file beside its place
//! 3. the temporary files are renamed to their places; where one can't be, what
//!    was done is undone

use anyhow::{Context as _, Error, Result, bail, ensure};
use fs_err as fs;
use site_check::diagnostic::Diagnostic;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// One file, with paths from the root of the workspace, with slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    pub path: String,
    /// The same as `path`, unless the file moves.
    pub new_path: String,
    /// Its text as it was read; none where the file is not there yet.
    pub before: Option<String>,
    pub after: String,
    /// True where the file goes; then there is no text after that.
    pub is_removal: bool,
}

impl FileChange {
    /// A change of a file that stays where it is.
    pub fn new(path: &str, before: Option<&str>, after: String) -> Self {
        Self {
            path: path.to_owned(),
            new_path: path.to_owned(),
            before: before.map(str::to_owned),
            after,
            is_removal: false,
        }
    }

    /// The removal of a file.
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
/// Where a file would take the place of another, is read-only or is not what it was when
/// it was read, and where one can't be written.
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
            // A folder that has become empty means nothing; one that has not stays.
            _ = fs::remove_dir(folder);
        }
    }
    Ok(())
}

/// Compares what the disk holds with what was read.
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
        "{} is there already, and nothing was written; choose another name",
        change.new_path
    );
    Ok(())
}

/// Returns whether both paths name one file, as they may where capitals do not count.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// The steps that were taken on the disk, so that they can be undone.
#[derive(Default)]
struct Transaction(Vec<Step>);

enum Step {
    /// A folder was made.
    Made(PathBuf),
    /// A file got another name.
    Moved { from: PathBuf, to: PathBuf },
    /// A file that was not there was written.
    Added(PathBuf),
    /// A file with this text got another one.
    Replaced { path: PathBuf, before: String },
    /// A file with this text was removed.
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

    /// Writes the text of a file beside its place, and makes the folder of that.
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

    /// Puts a file that was prepared in its place.
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

    /// Undoes all steps, the last one first, and returns the error with what became of the files.
    fn undo(self, error: Error) -> Error {
        for step in self.0.into_iter().rev() {
            if let Err(stuck) = step.undo() {
                return error.context(format!(
                    "not all files could be written, and the changes to the others could not be undone ({stuck}); `git status` shows what has changed"
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

/// Writes a text to a temporary file beside a path; it is removed unless it is renamed.
fn temporary_beside(path: &Path, text: &str) -> io::Result<TempPath> {
    let Some(folder) = path.parent() else {
        return Err(io::Error::from(ErrorKind::InvalidInput));
    };
    // The check passes over names that begin with a dot.
    let mut temporary = Builder::new()
        .prefix(".unfinished-")
        .make_in(folder, |path| fs::File::create_new(path))?;
    temporary.write_all(text.as_bytes())?;
    Ok(temporary.into_temp_path())
}

/// Refuses a change that the rules object to.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> Result<()> {
    if objections.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = objections.iter().map(ToString::to_string).collect();
    bail!("{what}, so nothing was written:\n\n{}", shown.join("\n\n"))
}
