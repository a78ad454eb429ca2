//! One side of the comparison: its content, compiled, and as it is read.

use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use site_check::load::Tree;
use site_check::reading::{Reading, readings};
use site_schema::model::Content;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

#[derive(Debug)]
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
    written: Option<TempDir>,
}

impl Side {
    /// The content of a revision.
    pub fn at(workspace: &Workspace, revision: Revision) -> Result<Self> {
        let folder = revision.content(workspace)?;
        let Revision { name, commit } = revision;
        let mut side = Self::read(&folder.path().join("content"), name, Some(commit))?;
        side.written = Some(folder);
        Ok(side)
    }

    /// The content as it stands, whether committed or not.
    pub fn as_it_stands(workspace: &Workspace) -> Result<Self> {
        Self::read(
            &workspace.content(),
            "the files as they stand".to_owned(),
            None,
        )
    }

    fn read(content: &Path, name: String, commit: Option<String>) -> Result<Self> {
        let loaded = site_check::load(content)
            .with_context(|| format!("can't read {}", content.display()))?;
        let errors = loaded.errors();
        let Some(compiled) = loaded.content else {
            let count = match errors {
                1 => "1 error".to_owned(),
                count => format!("{count} errors"),
            };
            let show = match &commit {
                Some(commit) => {
                    format!("`git switch --detach {commit}` and `cargo site check` show them")
                }
                None => "`cargo site check` shows them".to_owned(),
            };
            bail!(
                "nothing was compared: expected two sides without errors, but of {name}, the content has {count}; {show}"
            );
        };
        let images = content.join("images");
        let mut pictures = BTreeMap::new();
        for file in &loaded.tree.images {
            let bytes =
                fs::read(images.join(file)).with_context(|| format!("can't read {file}"))?;
            pictures.insert(file.clone(), bytes);
        }
        Ok(Self {
            name,
            commit,
            tree: loaded.tree,
            readings: readings(&compiled)?,
            content: compiled,
            pictures,
            images,
            written: None,
        })
    }
}
