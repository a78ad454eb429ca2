//! Reads a content folder: every file, every problem, and, where there is no
//! error, the compiled content.
//!
//! 1. `read`: the files as they stand, and what has no place there
//! 2. `document`, `markdown`: TOML and Markdown, with the place of everything
//! 3. `validate`: departures from the JSON Schemas
//! 4. `leaves`: the strings that point somewhere else
//! 5. `tree`: what the files together define: routes, anchors, facts, names
//! 6. the rules, each over the whole tree
//! 7. `compile`: facts filled in, links resolved, prose as a typed tree

mod conflict;
pub mod document;
mod file;
mod guard;
mod history;
mod leaves;
pub mod limits;
mod live;
pub mod markdown;
mod read;
mod shared_text;
pub mod strings;
mod tracking;
mod tree;
pub mod validate;
mod written;

pub use file::{Anchor, File, FileKind, FrontMatterFault, Target, Use};
pub use history::History;
pub use leaves::Leaf;
pub use live::{Basis, Live, Update};
pub use read::{PICTURES, Stray, StrayFault};
pub use shared_text::SharedText;
pub use tracking::{Tracking, is_scratch};
pub use tree::{Definitions, Tree};
pub use written::Written;

use crate::compile::{self, compile, compile_those};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Content;
use crate::rules;
use jiff::civil::Date;
use std::io;
use std::path::Path;

/// What a content folder holds.
#[derive(Debug)]
pub struct Loaded {
    /// The compiled content; none where there is an error, or where none was asked for.
    pub content: Option<Content>,
    /// All problems, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    pub tree: Tree,
}

impl Loaded {
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// The pages and articles that can't be compiled, by path; none where a file
    /// that all others stand on can't.
    pub fn uncompilable(&self) -> Option<Vec<String>> {
        let unsound = self.unsound()?.into_iter().filter(|file| !file.is_draft());
        Some(unsound.map(|file| file.path.clone()).collect())
    }

    /// The pages and articles that can't be compiled, drafts included.
    fn unsound(&self) -> Option<Vec<&File>> {
        let tree = &self.tree;
        let is_sound = |kind: &FileKind| {
            tree.file(kind)
                .is_some_and(|file| compile::is_sound(file, tree))
        };
        // The arithmetic holds for tiers without a fault alone.
        let faulty = |found: &Diagnostic| found.code == "fees/tiers";
        if self.diagnostics.iter().any(faulty) || !compile::BASIS.iter().all(is_sound) {
            return None;
        }
        let routed = tree.files.iter().filter(|file| file.route().is_some());
        Some(
            routed
                .filter(|file| !compile::is_sound(file, tree))
                .collect(),
        )
    }

    /// The content without some pages and articles, among them all that can't
    /// be compiled. It is for comparing: a build takes nothing but the whole.
    pub fn compiled_without(&self, paths: &[String]) -> Content {
        match &self.content {
            Some(content) if paths.is_empty() => content.clone(),
            _ => compile_those(&self.tree, |file| {
                !file.is_draft() && !paths.contains(&file.path)
            }),
        }
    }

    /// Looks at the content once more, knowing its past.
    pub fn recall(&mut self, history: History) {
        self.tree.history = history;
        self.diagnostics = rules::check(&self.tree);
        if self.errors() > 0 {
            self.content = None;
        }
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
    load_on(content, None)
}

/// Reads, checks and compiles a content folder as on a day, on which later days
/// are yet to come.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn load_on(content: &Path, today: Option<Date>) -> io::Result<Loaded> {
    let mut loaded = check_on(content, today)?;
    if loaded.errors() == 0 {
        loaded.content = Some(compile(&loaded.tree));
    }
    Ok(loaded)
}

/// Reads and checks a content folder as on a day, and compiles nothing.
///
/// # Errors
/// Only when the folder itself can't be read.
pub fn check_on(content: &Path, today: Option<Date>) -> io::Result<Loaded> {
    let mut tree = Tree::new(read::read(content, Vec::new())?);
    tree.today = today;
    Ok(Loaded {
        content: None,
        diagnostics: rules::check(&tree),
        tree,
    })
}
