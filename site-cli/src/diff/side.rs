//! One side of the comparison: its content, compiled, and as it is read.

use super::approvers::{self, Approver};
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

/// The content of one revision, or of the files as they are.
pub struct Side {
    /// The words by which it was asked for.
    pub name: String,
    pub commit: Option<String>,
    /// The people who may approve, by its `.github/approvers.toml`; none where these are files that are not committed.
    pub approvers: Vec<Approver>,
    pub tree: Tree,
    pub content: Content,
    pub readings: Vec<Reading>,
    /// The pictures below content/images, with their bytes.
    pub pictures: BTreeMap<String, Vec<u8>>,
    /// The folder of the pictures.
    pub images: PathBuf,
    /// The files of a revision, which go with this; none of an edition.
    _source: Option<Source>,
}

impl Side {
    /// Loads the content of a revision; without one, as it stands, whether committed or not.
    pub fn load(workspace: &Workspace, revision: Option<Revision>) -> Result<Self> {
        let source = match &revision {
            Some(revision) => Source::revision(workspace, revision.clone())?,
            None => Source::files(workspace),
        };
        let (name, commit) = match revision {
            Some(Revision { name, commit }) => (name, Some(commit)),
            None => ("the files as they stand".to_owned(), None),
        };
        let approvers = match &commit {
            Some(commit) => approvers::of_commit(workspace, commit)?,
            None => Vec::new(),
        };
        let mut loaded = source.load(Day::Today, false)?;
        let error_count = loaded.errors();
        let tree = loaded.take_tree_in_force();
        let Some(content) = loaded.content else {
            bail!(explain_errors(error_count, &name, commit.as_deref()));
        };
        let images = source.content().join("images");
        let mut pictures = BTreeMap::new();
        for file in tree.images.keys() {
            pictures.insert(file.clone(), fs::read(images.join(file))?);
        }
        Ok(Self {
            name,
            commit,
            approvers,
            readings: readings(&content),
            content,
            pictures,
            tree,
            images,
            _source: Some(source),
        })
    }

    /// The content of an edition, as it is read, without its files.
    pub fn of_edition(content: &Content) -> Self {
        Self {
            name: String::new(),
            commit: None,
            tree: Tree::default(),
            readings: readings(content),
            content: content.clone(),
            pictures: BTreeMap::new(),
            images: PathBuf::new(),
            _source: None,
        }
    }

    /// The pages on which something is read.
    pub fn pages(&self, is_read: impl Fn(&Reading) -> bool) -> BTreeSet<String> {
        let mut pages = BTreeSet::new();
        for reading in &self.readings {
            if is_read(reading) {
                pages.extend(reading.pages.iter().cloned());
            }
        }
        pages
    }
}

/// Says why a side can't be compared, and how to see its errors.
fn explain_errors(count: usize, name: &str, commit: Option<&str>) -> String {
    let errors = counted(count, "error");
    let show = match commit {
        Some(commit) => format!("`git switch --detach {commit}` and `cargo site check` show them"),
        None => "`cargo site check` shows them".to_owned(),
    };
    format!(
        "nothing was compared: expected two sides without errors, but of {name}, the content has {errors}; {show}"
    )
}
