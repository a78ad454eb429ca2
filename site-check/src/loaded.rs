//! Reads and checks a content folder: every problem of every file. If there are no errors, also
//! compiles it.

use crate::compile::{self, compile};
use crate::diagnostic::{Diagnostic, Origin, Severity};
use crate::editions::{self, CheckedFirst, Moments, TreeOfEdition};
use crate::load::read::{self, Before};
use crate::load::{History, Tracking, Tree};
use crate::rules;
use jiff::Timestamp;
use site_schema::Edition;
use site_schema::model::Content;
use std::io;
use std::mem;
use std::path::Path;

/// A content folder, read and checked.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The compiled content of the edition in force by the clock; `None` if there are errors.
    pub content: Option<Content>,
    /// All editions, compiled, starting with that of the commit; empty if there are errors.
    pub editions: Vec<Edition>,
    /// The editions before compiling, with or without errors. There is at least one.
    pub trees: Vec<TreeOfEdition>,
    /// All problems, sorted by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// The content as written, including windows.
    pub tree: Tree,
    moments: Moments,
    /// True if drafts are part of the content.
    drafts: bool,
    /// The editions of the last reading, while this one is checked.
    trees_before: Vec<TreeOfEdition>,
    /// Kept between readings.
    cache: Cache,
}

/// The problems of single files, and compiled files.
#[derive(Debug, Default)]
struct Cache {
    found: rules::Cache,
    compiled: compile::Cache,
}

impl Loaded {
    /// Creates an empty folder, before the first [`Self::read`], with the known history of its
    /// content. `drafts` includes drafts.
    pub fn new(history: History, drafts: bool) -> Self {
        let mut loaded = Self {
            drafts,
            ..Self::default()
        };
        loaded.tree.history = history;
        loaded
    }

    /// Reads, checks and compiles the folder. An unchanged file isn't parsed again, and the results
    /// of rules and the compiled file are reused if their other inputs are unchanged, too. The
    /// state of Git is assumed to be unchanged.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn read(&mut self, content: &Path, moments: Moments) -> io::Result<()> {
        self.read_files(content, moments)?;
        self.recheck();
        Ok(())
    }

    /// Reads, checks and compiles the folder as [`Self::read`] does. As soon as the edition of a
    /// moment is compiled, and before the others are checked, passes it to `show` with the starts
    /// of all editions. If that edition has an error, `show` isn't called.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn read_first(
        &mut self,
        content: &Path,
        moments: Moments,
        looked_at: Timestamp,
        show: impl FnOnce(Edition, Vec<Option<i64>>),
    ) -> io::Result<()> {
        self.read_files(content, moments)?;
        let starts = self.start_check();
        let number = editions::last_started(&starts, Some(looked_at));
        let is_judged = number >= editions::last_started(&starts, self.moments.now);
        // With a single edition, there are no others to check later.
        if !is_judged || starts.len() == 1 {
            self.derive(&starts);
            self.check_editions(None);
            return Ok(());
        }

        self.derive(&starts[..=number]);
        let found = rules::diagnose(&self.trees[number].tree, &mut self.cache.found);
        let has_errors = count(&found, Severity::Error) > 0
            || count(&rules::diagnose_written(&self.tree), Severity::Error) > 0;
        if !has_errors && let Ok(edition) = self.compile_edition(number) {
            let mut seconds = Vec::new();
            for start in &starts {
                seconds.push(start.map(Timestamp::as_second));
            }
            show(edition, seconds);
        }
        self.derive(&starts[number + 1..]);
        self.check_editions(Some(CheckedFirst { number, found }));
        Ok(())
    }

    /// Reads the files of the folder.
    fn read_files(&mut self, content: &Path, moments: Moments) -> io::Result<()> {
        let before = mem::take(&mut self.tree);
        let read_before = Before {
            files: before.files,
            images: before.images,
        };
        let mut tree = read::read(content, read_before)?;
        tree.history = before.history;
        tree.apply_tracking(before.tracking);
        tree.today = moments.today.map(|today| tree.date_at(today));
        tree.committed = moments.committed;
        tree.now = moments.now;
        let year = moments.committed.map(|moment| tree.date_at(moment).year());
        tree.set_year(year);

        self.tree = tree;
        self.moments = moments;
        Ok(())
    }

    /// Checks each edition of the tree and, if there are no errors, compiles them.
    pub fn recheck(&mut self) {
        let starts = self.start_check();
        self.derive(&starts);
        self.check_editions(None);
    }

    /// Begins a check. Returns the starts of the editions to derive and check.
    fn start_check(&mut self) -> Vec<Option<Timestamp>> {
        self.trees_before = mem::take(&mut self.trees);
        self.cache.found.start();
        self.cache.compiled.start();
        editions::starts(&self.tree, self.moments)
    }

    /// Derives the editions with these starts, which follow the derived ones.
    fn derive(&mut self, starts: &[Option<Timestamp>]) {
        for &start in starts {
            let edition = editions::derive(
                start,
                &self.tree,
                self.moments,
                &self.trees,
                &self.trees_before,
            );
            self.trees.push(edition);
        }
    }

    /// Checks each edition except the one checked first, and compiles them if there are no
    /// errors.
    fn check_editions(&mut self, checked_first: Option<CheckedFirst>) {
        self.diagnostics = editions::judge(
            &self.tree,
            &self.trees,
            self.moments,
            checked_first,
            &mut self.cache.found,
        );
        self.trees_before.clear();
        self.cache.found.finish();
        self.content = None;
        self.editions.clear();
        if self.errors() == 0 {
            match self.compile() {
                Ok(compiled) => {
                    let in_force = editions::in_force(&self.trees, self.moments.now);
                    self.content = Some(compiled[in_force].content.clone());
                    self.editions = compiled;
                }
                Err(error) => self.diagnostics.push(*error),
            }
        }
    }

    fn compile(&mut self) -> Result<Vec<Edition>, Box<Diagnostic>> {
        let mut compiled = Vec::new();
        for number in 0..self.trees.len() {
            compiled.push(self.compile_edition(number)?);
        }
        self.cache.compiled.finish();
        Ok(compiled)
    }

    fn compile_edition(&mut self, number: usize) -> Result<Edition, Box<Diagnostic>> {
        let edition = &self.trees[number];
        let content = compile(&edition.tree, self.drafts, &mut self.cache.compiled)?;
        Ok(Edition {
            starts: edition.second(),
            content,
        })
    }

    /// Returns the content of the edition in force by the clock.
    pub fn tree_in_force(&self) -> &Tree {
        &self.trees[editions::in_force(&self.trees, self.moments.now)].tree
    }

    /// Takes the content of the edition in force by the clock.
    pub fn take_tree_in_force(&mut self) -> Tree {
        let in_force = editions::in_force(&self.trees, self.moments.now);
        mem::take(&mut self.trees[in_force].tree)
    }

    /// Returns the moments used for the last reading.
    pub fn moments(&self) -> Moments {
        self.moments
    }

    /// Checks the content again with its history. Returns true if the history is different.
    pub fn apply_history(&mut self, history: History) -> bool {
        let is_changed = self.tree.history != history;
        if is_changed {
            self.tree.history = history;
            self.recheck();
        }
        is_changed
    }

    /// Checks the content again with the files that Git tracks and ignores. Returns true if they
    /// make a difference.
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

    /// Returns the number of problems with a severity that count against the content.
    fn count(&self, severity: Severity) -> usize {
        count(&self.diagnostics, severity)
    }
}

/// Returns the number of problems with a severity that count against the content.
fn count(found: &[Diagnostic], severity: Severity) -> usize {
    let counts = |found: &&Diagnostic| found.severity == severity && found.origin != Origin::Base;
    found.iter().filter(counts).count()
}

/// Reads, checks and compiles a content folder without a date, so that nothing is in the future. It
/// never stops at the first problem.
///
/// # Errors
/// Returns an error if the folder can't be read.
pub fn load(content: &Path) -> io::Result<Loaded> {
    load_at(content, None, false)
}

/// Reads, checks and compiles a content folder at a moment, which is also that of its commit.
/// `drafts` includes drafts.
///
/// # Errors
/// Returns an error if the folder can't be read.
pub fn load_at(content: &Path, now: Option<Timestamp>, drafts: bool) -> io::Result<Loaded> {
    load_for(content, Moments::all_at(now), drafts)
}

/// Reads, checks and compiles a content folder at the moments of its commit and of the clock.
///
/// # Errors
/// Returns an error if the folder can't be read.
pub fn load_for(content: &Path, moments: Moments, drafts: bool) -> io::Result<Loaded> {
    let mut loaded = Loaded::new(History::default(), drafts);
    loaded.read(content, moments)?;
    Ok(loaded)
}
