//! One side of the comparison: its content, compiled, and as it is read.

use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context as _, Result, bail};
use fs_err as fs;
use site_check::load::Tree;
use site_check::reading::{Reading, readings};
use site_check::report::counted;
use site_schema::model::Content;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Side {
    /// How it was asked for.
    pub name: String,
    pub commit: Option<String>,
    pub tree: Tree,
    pub content: Content,
    /// What is read of it.
    pub readings: Vec<Reading>,
    /// The pictures below content/images, with their bytes.
    pub pictures: BTreeMap<String, Vec<u8>>,
    /// Their folder.
    pub images: PathBuf,
    /// What is read out of Git stands here, and goes with this.
    _written: Option<TempDir>,
}

impl Side {
    /// The content of a revision; without one, as it stands, whether committed or not.
    pub fn load(workspace: &Workspace, revision: Option<Revision>) -> Result<Self> {
        let written = revision.as_ref().map(|it| it.content(workspace));
        let written = written.transpose()?;
        let root = written.as_ref().map_or(workspace.root(), TempDir::path);
        let content = root.join("content");
        let (name, commit) = match revision {
            Some(Revision { name, commit }) => (name, Some(commit)),
            None => ("the files as they stand".to_owned(), None),
        };
        let loaded = site_check::load(&content)
            .with_context(|| format!("can't read {}", content.display()))?;
        let errors = loaded.errors();
        let Some(compiled) = loaded.content else {
            let errors = counted(errors, "error");
            let show = match &commit {
                Some(commit) => {
                    format!("`git switch --detach {commit}` and `cargo site check` show them")
                }
                None => "`cargo site check` shows them".to_owned(),
            };
            bail!(
                "nothing was compared: expected two sides without errors, but of {name}, the content has {errors}; {show}"
            );
        };
        let images = content.join("images");
        let files = loaded.tree.images.iter();
        let pictures = files.map(|file| Ok((file.clone(), fs::read(images.join(file))?)));
        Ok(Self {
            name,
            commit,
            readings: readings(&compiled),
            content: compiled,
            pictures: pictures.collect::<Result<_>>()?,
            tree: loaded.tree,
            images,
            _written: written,
        })
    }

    /// The pages on which something is read.
    pub fn pages(&self, is_read: impl Fn(&Reading) -> bool) -> BTreeSet<String> {
        let readings = self.readings.iter().filter(|reading| is_read(reading));
        readings.flat_map(|reading| reading.pages.clone()).collect()
    }
}
