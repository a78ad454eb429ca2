//! A change of several content files that is made as a whole or not at all:
//! judged by the rules before anything is written.

use crate::files;
use crate::house::House;
use anyhow::{Context, Result, bail};
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, Severity};
use site_check::load::Tree;
use site_check::rules;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Files that are added, changed or moved together.
#[derive(Debug, Default)]
pub struct Change {
    pub files: Vec<FileChange>,
}

/// One file, with paths from the folder that holds `content`.
#[derive(Debug, Clone)]
pub struct FileChange {
    pub path: String,
    /// The same as `path`, unless the file moves.
    pub new_path: String,
    /// Its text as it was read; none where the file is not there yet.
    pub before: Option<String>,
    pub after: String,
}

impl FileChange {
    pub fn added(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            new_path: path.to_owned(),
            before: None,
            after: text,
        }
    }
}

impl Change {
    /// What the rules say of the content with this change that they do not say
    /// without it. The content is left as it was.
    pub fn objections(&self, loaded: &mut Loaded) -> Vec<Diagnostic> {
        let mut known: BTreeMap<Key, usize> = BTreeMap::new();
        for found in &loaded.diagnostics {
            *known.entry(self.key(found)).or_default() += 1;
        }
        self.apply(&mut loaded.tree);
        let mut found = rules::check(&loaded.tree);
        self.take_back(&mut loaded.tree);
        found.retain(|found| match known.get_mut(&self.key(found)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        });
        found
    }

    /// What tells one finding from another while files and lines move.
    fn key(&self, found: &Diagnostic) -> Key {
        let moved = self.files.iter().find(|file| file.path == found.file);
        let file = moved.map_or(&found.file, |file| &file.new_path);
        (file.clone(), found.code, found.message.clone())
    }

    fn apply(&self, tree: &mut Tree) {
        for file in &self.files {
            tree.put(&file.path, None);
            tree.put(&file.new_path, Some(&file.after));
        }
        tree.define();
    }

    fn take_back(&self, tree: &mut Tree) {
        for file in &self.files {
            tree.put(&file.new_path, None);
            tree.put(&file.path, file.before.as_deref());
        }
        tree.define();
    }

    /// Writes all files. Where one can't be written, none is.
    pub fn write(&self, house: &House) -> Result<()> {
        for file in &self.files {
            let path = house.path(&file.path);
            match &file.before {
                Some(text) if !fs::read(&path).is_ok_and(|there| there == text.as_bytes()) => {
                    bail!(
                        "{} was changed by somebody else meanwhile, and nothing was written; call this again",
                        file.path
                    )
                }
                _ => {}
            }
            let new_path = house.path(&file.new_path);
            let taken = match &file.before {
                None => fs::symlink_metadata(&new_path).is_ok(),
                Some(_) => path != new_path && files::is_taken(&path, &new_path),
            };
            if taken {
                bail!(
                    "{} is there already, and nothing was written; choose another name",
                    file.new_path
                );
            }
        }
        let mut undo = Undo::default();
        let result = self
            .files
            .iter()
            .try_for_each(|file| one(house, file, &mut undo));
        result.inspect_err(|_| undo.run())?;
        // A folder that has become empty means nothing; one that has not stays.
        for file in self.files.iter().filter(|file| file.path != file.new_path) {
            if let Some(folder) = house.path(&file.path).parent() {
                let _ = fs::remove_dir(folder);
            }
        }
        Ok(())
    }
}

type Key = (String, &'static str, String);

fn one(house: &House, file: &FileChange, undo: &mut Undo) -> Result<()> {
    let (path, new_path) = (house.path(&file.path), house.path(&file.new_path));
    if let Some(before) = &file.before {
        if *before != file.after {
            undo.texts.push((path.clone(), before.clone()));
            files::replace(&path, file.after.as_bytes())?;
        }
        if path != new_path {
            undo.make_folders(&new_path)?;
            files::rename(&path, &new_path)?;
            undo.moved.push((new_path, path));
        }
        return Ok(());
    }
    undo.make_folders(&new_path)?;
    let mut added = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&new_path)
        .with_context(|| format!("can't write {}", file.new_path))?;
    undo.added.push(new_path);
    std::io::Write::write_all(&mut added, file.after.as_bytes())
        .with_context(|| format!("can't write {}", file.new_path))
}

/// What takes a change back that could not be made to its end.
#[derive(Default)]
struct Undo {
    texts: Vec<(PathBuf, String)>,
    /// Where files are, and where they were.
    moved: Vec<(PathBuf, PathBuf)>,
    added: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Undo {
    /// Makes the folders that a file will stand in.
    fn make_folders(&mut self, path: &std::path::Path) -> Result<()> {
        let above = path.ancestors().skip(1);
        let missing: Vec<_> = above.take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)
                .with_context(|| format!("can't make the folder {}", folder.display()))?;
            self.folders.push(folder.to_owned());
        }
        Ok(())
    }

    /// Each step as far as it goes: the error that led here is the one to tell.
    fn run(&self) {
        for (from, to) in self.moved.iter().rev() {
            let _ = fs::rename(from, to);
        }
        for (path, text) in &self.texts {
            let _ = files::replace(path, text.as_bytes());
        }
        for path in &self.added {
            let _ = fs::remove_file(path);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Refuses a change, with what the rules say against it.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> anyhow::Error {
    let shown: Vec<_> = objections
        .iter()
        .take(10)
        .map(ToString::to_string)
        .collect();
    let more = match objections.len().saturating_sub(shown.len()) {
        0 => String::new(),
        count => format!("\n\nand {count} more"),
    };
    anyhow::anyhow!(
        "{what}, so nothing was written:\n\n{}{more}",
        shown.join("\n\n")
    )
}

/// Those that stop a build.
pub fn errors(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found
        .into_iter()
        .filter(|found| found.severity == Severity::Error)
        .collect()
}
