//! The one way to load content: read, checked and compiled, with all that Git knows of it.

use crate::history;
use crate::revision::Revision;
use crate::workspace::{Workspace, shown};
use anyhow::{Context as _, Result};
use jiff::Timestamp;
use site_check::Loaded;
use site_check::load::Base;
use std::env;
use std::io;
use std::path::PathBuf;
use tempfile::TempDir;

/// The day that content is checked for: what is dated later is in the future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Day {
    /// The day it is for the firm.
    Today,
    /// The day of a build, for the firm: see [`build_moment`]. Without Git none, and nothing is in the future.
    OfBuild,
}

impl Day {
    fn moment(self, workspace: &Workspace) -> Option<Timestamp> {
        match self {
            Self::Today => Some(Timestamp::now()),
            Self::OfBuild => build_moment(workspace),
        }
    }
}

/// The moment of a build, so that two builds of one commit are alike: the one that `SOURCE_DATE_EPOCH` gives in seconds,
/// or else that of the last commit. Content that is changed and not committed can be committed now at the earliest, so
/// the moment of its build is now.
pub fn build_moment(workspace: &Workspace) -> Option<Timestamp> {
    if let Ok(given) = env::var("SOURCE_DATE_EPOCH") {
        return moment_of(&given);
    }

    let list_changes = ["status", "--porcelain", "--", "content"];
    let changes = workspace.ask_git(&list_changes).ok()?;
    if changes.is_some() {
        return Some(Timestamp::now());
    }

    let show_time = ["log", "-1", "--format=%ct"];
    let committed = workspace.ask_git(&show_time).ok()??;
    moment_of(&committed)
}

/// The moment that a text gives in seconds since 1970.
fn moment_of(text: &str) -> Option<Timestamp> {
    let seconds = text.parse().ok()?;
    Timestamp::from_second(seconds).ok()
}

/// Content to load: the files as they are, or those of a commit.
pub struct Source {
    workspace: Workspace,
    head: Option<Revision>,
    base: Option<Revision>,
    /// The files of `head`, which go with this.
    checkout: Option<TempDir>,
}

impl Source {
    /// The files as they are, whether committed or not.
    pub fn files(workspace: &Workspace) -> Self {
        Self {
            workspace: workspace.clone(),
            head: None,
            base: None,
            checkout: None,
        }
    }

    /// The files of a commit, without a checkout in the workspace.
    pub fn revision(workspace: &Workspace, head: Revision) -> Result<Self> {
        let checkout = head.content(workspace)?;
        Ok(Self {
            workspace: workspace.clone(),
            head: Some(head),
            base: None,
            checkout: Some(checkout),
        })
    }

    /// The merge base with the branch that the content is for; without one, that with main.
    pub fn with_base(self, base: Option<Revision>) -> Self {
        Self { base, ..self }
    }

    /// The content folder.
    pub fn content(&self) -> PathBuf {
        match &self.checkout {
            Some(checkout) => checkout.path().join("content"),
            None => self.workspace.content(),
        }
    }

    /// Reads, checks and compiles the content.
    pub fn load(&self, day: Day, drafts: bool) -> Result<Loaded> {
        let content = self.content();
        let now = day.moment(&self.workspace);
        let base = history::base(&self.workspace, self.head.as_ref(), self.base.as_ref());
        let mut loaded = Loaded::new(base, drafts);
        loaded
            .read(&content, now, self.committed())
            .with_context(|| format!("cannot read {}", shown(&content)))?;
        let base = loaded.tree.history.base.clone();
        self.add_git_state_since(base, &mut loaded);
        if let Some(reason) = self.workspace.unreadable_repository() {
            eprintln!(
                "warning: expected a Git repository that can be read; without it, files that Git ignores are checked as well, and nothing is compared with the past. Git says:\n{reason}\n"
            );
        }
        Ok(loaded)
    }

    /// The moment of the content's commit; that of its build, where it is that of the workspace.
    fn committed(&self) -> Option<Timestamp> {
        match &self.head {
            Some(head) => head.committed(&self.workspace),
            None => build_moment(&self.workspace),
        }
    }

    /// Reads, checks and compiles it again, with what Git knew before. What has changed since can be committed now at
    /// the earliest.
    ///
    /// # Errors
    /// Only when the content folder itself can't be read.
    pub fn reload(&self, loaded: &mut Loaded, day: Day) -> io::Result<()> {
        let now = day.moment(&self.workspace);
        loaded.read(&self.content(), now, now)
    }

    /// Asks Git again, and checks the content again where that makes a difference. Returns whether it did.
    pub fn add_git_state(&self, loaded: &mut Loaded) -> bool {
        let base = history::base(&self.workspace, self.head.as_ref(), self.base.as_ref());
        self.add_git_state_since(base, loaded)
    }

    /// The same where the content at the merge base is known.
    fn add_git_state_since(&self, base: Option<Base>, loaded: &mut Loaded) -> bool {
        let revisions = (self.head.as_ref(), self.base.as_ref());
        history::add_git_state(&self.workspace, loaded, revisions, base)
    }
}

impl Workspace {
    /// Reads, checks and compiles the files as they are, with what Git knows of them; `drafts` are left out of the
    /// compiled content unless they are asked for.
    pub fn load(&self, day: Day, drafts: bool) -> Result<Loaded> {
        Source::files(self).load(day, drafts)
    }
}
