//! One side of the comparison: its content, compiled, and as it is read.

use crate::house::House;
use crate::revision::Revision;
use anyhow::{Context, Result, bail};
use site_check::load::Tree;
use site_check::load::limits::MAX_IMAGE;
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
    pub compiled: Compiled,
    /// The pictures below content/images, with a digest of each.
    pub pictures: BTreeMap<String, String>,
    /// Their folder.
    pub images: PathBuf,
    /// What is read out of Git stands here, and goes with this.
    written: Option<TempDir>,
}

/// The content of a side, and what is read of it.
#[derive(Debug)]
pub struct Compiled {
    pub content: Content,
    pub readings: Vec<Reading>,
}

impl Side {
    /// The content of a revision.
    pub fn at(house: &House, revision: Revision) -> Result<Self> {
        let folder = revision.content(house)?;
        let Revision { name, commit } = revision;
        let mut side = Self::read(&folder.path().join("content"), name, Some(commit))?;
        side.written = Some(folder);
        Ok(side)
    }

    /// The content as it stands, whether committed or not.
    pub fn as_it_stands(house: &House) -> Result<Self> {
        Self::read(&house.content(), "the files as they stand".to_owned(), None)
    }

    fn read(content: &Path, name: String, commit: Option<String>) -> Result<Self> {
        let loaded = site_check::load(content)
            .with_context(|| format!("can't read {}", content.display()))?;
        let errors = loaded.errors();
        let Some(compiled) = loaded.content else {
            let count = if errors == 1 {
                "1 error"
            } else {
                &format!("{errors} errors")
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
        let pictures = loaded.tree.images.iter();
        let pictures = pictures
            .filter_map(|file| Some((file.clone(), digest(&content.join("images").join(file))?)));
        let pictures = pictures.collect();
        Ok(Self {
            name,
            commit,
            tree: loaded.tree,
            compiled: Compiled {
                readings: readings(&compiled),
                content: compiled,
            },
            pictures,
            images: content.join("images"),
            written: None,
        })
    }
}

/// The first 16 hexadecimal digits of a picture's BLAKE3 digest.
fn digest(path: &Path) -> Option<String> {
    let about = fs::symlink_metadata(path).ok()?;
    if !about.is_file() || about.len() > MAX_IMAGE {
        return None;
    }
    let digest = blake3::hash(&fs::read(path).ok()?).to_hex();
    Some(digest[..16].to_owned())
}
