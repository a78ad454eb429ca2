//! Both versions of the content, each with its current and future editions.

use super::approvers;
use crate::approvers::Approver;
use crate::load::{Day, Source};
use crate::revision::Revision;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use fs_err as fs;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use site_check::Loaded;
use site_check::editions::in_force;
use site_check::load::Tree;
use site_check::reading::{Reading, readings};
use site_check::report::counted;
use site_schema::model::Content;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::PathBuf;

/// The name of uncommitted content.
const FILES_ON_DISK: &str = "the files on disk";

/// The content of one revision, or of the files on disk.
pub struct Version {
    /// The name that the user requested.
    pub name: String,
    pub commit: Option<String>,
    /// The people who may approve, from its `.github/approvers.toml`; none for uncommitted files.
    pub approvers: Vec<Approver>,
    /// The image files below content/images, with their bytes.
    pub pictures: BTreeMap<String, Vec<u8>>,
    /// The folder of the images.
    pub images: PathBuf,
    /// The firm's time zone.
    pub zone: TimeZone,
    /// The content in force now, then at each future moment.
    sides: Vec<Side>,
    /// The files of a revision, deleted when this is dropped.
    _source: Source,
}

/// The content of a version from one moment to the next.
pub struct Side {
    /// `None` for the content in force now.
    pub starts: Option<Timestamp>,
    pub tree: Tree,
    pub content: Content,
    pub readings: Vec<Reading>,
}

impl Version {
    /// Loads the content of a revision; without one, the files on disk, whether committed or not.
    pub fn load(workspace: &Workspace, revision: Option<Revision>) -> Result<Self> {
        let source = match &revision {
            Some(revision) => Source::revision(workspace, revision.clone())?,
            None => Source::files(workspace),
        };
        let (name, commit) = match revision {
            Some(Revision { name, commit }) => (name, Some(commit)),
            None => (FILES_ON_DISK.to_owned(), None),
        };
        let loaded = source.load(Day::Today, false)?;
        if loaded.content.is_none() {
            bail!(explain_errors(loaded.errors(), &name, commit.as_deref()));
        }
        let today = loaded.tree.date_at(Timestamp::now());
        let approvers = match &commit {
            Some(commit) => approvers::of_commit(workspace, commit, today)?,
            None => Vec::new(),
        };
        let images = source.content().join("images");
        let mut pictures = BTreeMap::new();
        for file in loaded.tree.images.keys() {
            pictures.insert(file.clone(), fs::read(images.join(file))?);
        }
        Ok(Self {
            name,
            commit,
            approvers,
            pictures,
            images,
            zone: loaded.tree.zone(),
            sides: sides_in_force(loaded),
            _source: source,
        })
    }

    /// Returns the content in force now.
    pub fn now(&self) -> &Side {
        &self.sides[0]
    }

    /// Returns the content in force at a moment; without one, now.
    pub fn at(&self, moment: Option<Timestamp>) -> &Side {
        let mut at_moment = self.now();
        for side in &self.sides {
            if side.starts <= moment {
                at_moment = side;
            }
        }
        at_moment
    }

    /// Returns the future moments when the content changes.
    pub fn moments(&self) -> impl Iterator<Item = Timestamp> {
        self.sides.iter().filter_map(|side| side.starts)
    }
}

/// Returns the edition in force and the later ones, for content without errors.
fn sides_in_force(loaded: Loaded) -> Vec<Side> {
    let first = in_force(&loaded.trees, loaded.moments().now);
    let mut sides = sides(loaded);
    sides.drain(..first);
    sides[0].starts = None;
    sides
}

/// Returns all editions of content without errors.
fn sides(mut loaded: Loaded) -> Vec<Side> {
    let trees = mem::take(&mut loaded.trees);
    let mut sides = Vec::new();
    for (edition, tree) in loaded.editions.into_iter().zip(trees) {
        sides.push(Side {
            starts: tree.starts,
            tree: tree.tree,
            readings: readings(&edition.content),
            content: edition.content,
        });
    }
    sides
}

impl Side {
    /// Returns all editions of a revision's content, starting at its commit; without a revision, of the files on disk.
    ///
    /// # Errors
    /// Returns an error if the content has errors or can't be read.
    pub fn all(workspace: &Workspace, revision: Option<Revision>) -> Result<Vec<Self>> {
        let (name, commit) = match &revision {
            Some(Revision { name, commit }) => (name.clone(), Some(commit.clone())),
            None => (FILES_ON_DISK.to_owned(), None),
        };
        let source = match revision {
            Some(revision) => Source::revision(workspace, revision)?,
            None => Source::files(workspace),
        };
        let loaded = source.load(Day::Today, false)?;
        if loaded.content.is_none() {
            bail!(explain_errors(loaded.errors(), &name, commit.as_deref()));
        }
        Ok(sides(loaded))
    }

    /// Converts the content of an edition, without its files.
    pub fn of_edition(content: &Content) -> Self {
        Self {
            starts: None,
            tree: Tree::default(),
            readings: readings(content),
            content: content.clone(),
        }
    }

    /// Returns the pages with any text that `is_read` accepts.
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

/// Explains why a side can't be compared, and how to see its errors.
fn explain_errors(count: usize, name: &str, commit: Option<&str>) -> String {
    let errors = counted(count, "error");
    let show = match commit {
        Some(commit) => format!("`git switch --detach {commit}` and `cargo site check` show them"),
        None => "`cargo site check` shows them".to_owned(),
    };
    format!("nothing was compared, because the content of {name} has {errors}; {show}")
}
