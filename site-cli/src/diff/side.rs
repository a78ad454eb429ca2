//! One side of the comparison: its content, compiled, and as it is read.

use crate::load::{Day, Source};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use fs_err as fs;
use site_check::load::Tree;
use site_check::reading::{Reading, readings};
use site_check::report::counted;
use site_schema::model::Content;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

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
    /// The files of a revision, which go with this.
    _source: Source,
}

impl Side {
    /// The content of a revision; without one, as it stands, whether committed or not.
    pub fn load(workspace: &Workspace, revision: Option<Revision>) -> Result<Self> {
        let source = match &revision {
            Some(revision) => Source::revision(workspace, revision.clone())?,
            None => Source::files(workspace),
        };
        let (name, commit) = match revision {
            Some(Revision { name, commit }) => (name, Some(commit)),
            None => ("the files as they stand".to_owned(), None),
        };
        let loaded = source.load(Day::Today, false)?;
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
        let images = source.content().join("images");
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
            _source: source,
        })
    }

    /// The pages on which something is read.
    pub fn pages(&self, is_read: impl Fn(&Reading) -> bool) -> BTreeSet<String> {
        let readings = self.readings.iter().filter(|reading| is_read(reading));
        readings.flat_map(|reading| reading.pages.clone()).collect()
    }
}
