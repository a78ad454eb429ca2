//! Reads, checks and compiles a content folder: every problem of every file,
//! and, where there is no error, the compiled content.

use crate::compile::{self, compile};
use crate::diagnostic::{Diagnostic, Origin, Severity};
use crate::load::read::{self, Before};
use crate::load::{Base, History, Tracking, Tree};
use crate::rules;
use jiff::Timestamp;
use site_schema::model::Content;
use std::io;
use std::mem;
use std::path::Path;

/// A content folder, read and checked.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The compiled content; none where there is an error.
    pub content: Option<Content>,
    /// All problems, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    pub tree: Tree,
    /// True where drafts are part of the content.
    drafts: bool,
    /// Kept from one reading to the next.
    cache: Cache,
}

/// The problems of each file alone, and the compiled files.
#[derive(Debug, Default)]
struct Cache {
    found: rules::Cache,
    compiled: compile::Cache,
}

impl Loaded {
    /// An empty folder, before the first [`Self::read`]: with the merge base of what is to be
    /// read, where it is known, and with drafts where they are asked for.
    pub fn new(base: Option<Base>, drafts: bool) -> Self {
        let mut loaded = Self {
            drafts,
            ..Self::default()
        };
        loaded.tree.history.base = base;
        loaded
    }

    /// Reads, checks and compiles the folder as it is. A file whose text has not changed
    /// since the last time is not parsed or checked alone again, nor compiled again unless a
    /// fact or an external link has changed. What Git knew then is assumed to be still true.
    ///
    /// The content is judged at one moment, `now`; the values in force are those of the other, `committed`.
    ///
    /// # Errors
    /// Only when the folder itself can't be read.
    pub fn read(
        &mut self,
        content: &Path,
        now: Option<Timestamp>,
        committed: Option<Timestamp>,
    ) -> io::Result<()> {
        let before = mem::take(&mut self.tree);
        let read_before = Before {
            files: before.files,
            images: before.images,
        };
        let mut tree = read::read(content, read_before)?;
        tree.history = before.history;
        tree.apply_tracking(before.tracking);
        tree.today = now.map(|now| tree.date_at(now));
        let year = committed.map(|moment| tree.date_at(moment).year());
        tree.set_year(year);

        self.tree = tree;
        self.recheck();
        Ok(())
    }

    /// Checks the tree as it is and, where there is no error, compiles it.
    pub fn recheck(&mut self) {
        self.diagnostics = rules::diagnose(&self.tree, &mut self.cache.found);
        self.content = None;
        if self.errors() == 0 {
            match compile(&self.tree, self.drafts, &mut self.cache.compiled) {
                Ok(content) => self.content = Some(content),
                Err(error) => self.diagnostics.push(*error),
            }
        }
    }

    /// Checks the content once more, knowing its past. Returns whether that made a difference.
    pub fn apply_history(&mut self, history: History) -> bool {
        let is_changed = self.tree.history != history;
        if is_changed {
            self.tree.history = history;
            self.recheck();
        }
        is_changed
    }

    /// Checks it once more, knowing what Git tracks and ignores. Returns whether that made a difference.
    pub fn apply_tracking(&mut self, tracking: Tracking) -> bool {
        let is_changed = self.tree.apply_tracking(tracking);
        if is_changed {
            self.recheck();
        }
        is_changed
    }

    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// Returns how many problems of a severity count against the content.
    fn count(&self, severity: Severity) -> usize {
        let counts =
            |found: &&Diagnostic| found.severity == severity && found.origin != Origin::Base;
        self.diagnostics.iter().filter(counts).count()
    }
}

/// Reads, checks and compiles a content folder on no day, so that nothing is in the
/// future; it never stops at the first problem.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn load(content: &Path) -> io::Result<Loaded> {
    load_at(content, None, false)
}

/// Reads, checks and compiles a content folder at a moment, which is that of its commit as well: on the firm's day, on
/// which later days are yet to come, and with drafts where they are asked for.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn load_at(content: &Path, now: Option<Timestamp>, drafts: bool) -> io::Result<Loaded> {
    let mut loaded = Loaded::new(None, drafts);
    loaded.read(content, now, now)?;
    Ok(loaded)
}
