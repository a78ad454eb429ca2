//! A change of several content files that is made completely or not at all:
//! judged by the rules before anything is written.

use crate::files::staged;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use site_check::Loaded;
use site_check::diagnostic::{Diagnostic, Severity};
use site_check::load::Tree;
use site_check::rules;
use std::collections::BTreeMap;

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

    pub fn changed(path: &str, before: &str, after: String) -> Self {
        Self {
            before: Some(before.to_owned()),
            ..Self::added(path, after)
        }
    }
}

type Key = (String, &'static str, String);

impl Change {
    /// What the rules report about the content with this change and do not report
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

    /// What identifies a finding while files and lines move.
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

    /// Writes all files: each beside its place first, so that where one cannot be written, none is.
    pub fn write(&self, workspace: &Workspace) -> Result<()> {
        let mut files = Vec::new();
        for file in &self.files {
            let (path, new_path) = (workspace.path(&file.path), workspace.path(&file.new_path));
            if let Some(before) = &file.before
                && !fs::read(&path).is_ok_and(|text| text == before.as_bytes())
            {
                bail!(
                    "{} was changed by somebody else meanwhile, and nothing was written; call this again",
                    file.path
                );
            }
            // Where capitals do not count, the new name may be this file's own already.
            let is_own = fs::canonicalize(&new_path)
                .is_ok_and(|other| fs::canonicalize(&path).is_ok_and(|own| own == other));
            let is_kept = file.before.is_some() && is_own;
            if !is_kept && fs::symlink_metadata(&new_path).is_ok() {
                bail!(
                    "{} is there already, and nothing was written; choose another name",
                    file.new_path
                );
            }
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
}

/// Refuses a change, with what the rules report against it.
pub fn refuse(what: &str, objections: &[Diagnostic]) -> anyhow::Error {
    let shown = objections.iter().take(10).map(ToString::to_string);
    let shown: Vec<_> = shown.collect();
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
    let errors = found.into_iter();
    errors
        .filter(|found| found.severity == Severity::Error)
        .collect()
}
