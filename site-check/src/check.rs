//! Reads, checks and compiles a content folder: every problem of every file,
//! and, where there is no error, the compiled content.

use crate::compile::compile;
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{History, Tracking, Tree, read};
use crate::rules;
use jiff::Timestamp;
use site_schema::model::Content;
use std::io;
use std::path::Path;

/// What a content folder holds.
#[derive(Debug)]
pub struct Loaded {
    /// The compiled content; none where there is an error.
    pub content: Option<Content>,
    /// All problems, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    pub tree: Tree,
    /// Whether drafts are part of the content.
    drafts: bool,
}

impl Loaded {
    fn new(tree: Tree, drafts: bool) -> Self {
        let mut loaded = Self {
            content: None,
            diagnostics: Vec::new(),
            tree,
            drafts,
        };
        loaded.judge();
        loaded
    }

    fn at(mut tree: Tree, now: Timestamp, drafts: bool) -> Self {
        tree.today = Some(tree.date_at(now));
        Self::new(tree, drafts)
    }

    /// Loads the folder again at a later moment. Everything is checked and compiled again; files whose text is the same
    /// are not parsed again.
    ///
    /// # Errors
    /// Only when the folder itself can't be read.
    pub fn again(self, content: &Path, now: Timestamp) -> io::Result<Self> {
        let tree = read::read(content, self.tree.files)?;
        Ok(Self::at(tree, now, self.drafts))
    }

    /// Checks the tree as it is and, where there is no error, compiles it.
    pub fn judge(&mut self) {
        self.diagnostics = rules::check(&self.tree);
        self.content = None;
        if self.errors() == 0 {
            match compile(&self.tree, self.drafts) {
                Ok(content) => self.content = Some(content),
                Err(fault) => self.diagnostics.push(*fault),
            }
        }
    }

    /// Checks the content once more, knowing its past.
    pub fn recall(&mut self, history: History) {
        self.tree.history = history;
        self.judge();
    }

    /// Checks it once more, knowing what Git tracks and ignores.
    pub fn track(&mut self, tracking: &Tracking) {
        if self.tree.track(tracking) {
            self.judge();
        }
    }

    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|found| found.severity == severity)
            .count()
    }
}

/// Reads, checks and compiles a content folder; it never stops at the first
/// problem. No day is known, so that every build of one commit is the same.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn load(content: &Path) -> io::Result<Loaded> {
    Ok(Loaded::new(read::read(content, Vec::new())?, false))
}

/// The same at a moment, on the firm's day, on which later days are yet to come, and
/// with drafts where they are asked for.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn load_at(content: &Path, now: Timestamp, drafts: bool) -> io::Result<Loaded> {
    Ok(Loaded::at(read::read(content, Vec::new())?, now, drafts))
}
