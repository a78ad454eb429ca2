//! Compiled files, which a run over all editions keeps for the next run, and the names that they
//! use.

use super::CompiledFile;
use crate::address::link::{self, Destination};
use crate::load::markdown;
use crate::load::{File, Tree};
use serde_json::Value;
use site_schema::model::{Article, LinkKind, Page, ResolvedLink, phone_href};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::sync::Arc;

/// The facts and the external links of a tree. It records the answers that it gives while a file is
/// compiled. The file is compiled again if one of them changes.
pub struct Names<'a> {
    tree: &'a Tree,
    answers: RefCell<Answers>,
}

/// The recorded answers for a file, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers {
    facts: BTreeMap<String, String>,
    external: BTreeMap<String, Option<String>>,
}

impl<'a> Names<'a> {
    pub fn new(tree: &'a Tree) -> Self {
        Self {
            tree,
            answers: RefCell::default(),
        }
    }

    pub fn into_answers(self) -> Answers {
        self.answers.into_inner()
    }

    /// Returns the text that a fact stands for.
    pub fn fact(&self, name: &str) -> String {
        let fact = self.tree.fact(name);
        let mut answers = self.answers.borrow_mut();
        answers.facts.insert(name.to_owned(), fact.clone());
        fact
    }

    /// Returns a plain text with its facts filled in.
    pub fn filled(&self, text: &str) -> String {
        markdown::filled(text, Cow::Borrowed, |name| self.fact(name))
    }

    fn external(&self, name: &str) -> Option<&'a str> {
        let address = self.tree.external(name);
        let mut answers = self.answers.borrow_mut();
        let answer = address.map(str::to_owned);
        answers.external.insert(name.to_owned(), answer);
        address
    }

    /// Resolves a link. A link that rules reject is returned unchanged.
    pub fn link(&self, href: &str) -> ResolvedLink {
        let (kind, href) = match link::parse(href) {
            Destination::External(name) => {
                let address = self.external(name).unwrap_or(href);
                (LinkKind::External, address.to_owned())
            }
            Destination::Web(address) => (LinkKind::External, address.to_owned()),
            Destination::Contact("phone") => (LinkKind::Phone, phone_href(&self.fact("phone"))),
            Destination::Contact(_) => {
                let address = format!("mailto:{}", self.fact("email"));
                (LinkKind::Email, address)
            }
            Destination::Page { .. } | Destination::Unknown => (LinkKind::Page, href.to_owned()),
        };
        ResolvedLink { kind, href }
    }
}

impl Answers {
    /// Returns true if a tree gives the same answers.
    fn are_of(&self, tree: &Tree) -> bool {
        let mut facts = self.facts.iter();
        let mut external = self.external.iter();
        facts.all(|(name, text)| tree.fact(name) == *text)
            && external.all(|(name, address)| tree.external(name) == address.as_deref())
    }
}

/// The pages and articles compiled in this run over all editions and in the last one.
#[derive(Debug, Default)]
pub struct Cache {
    /// The files of the last run.
    pub(super) before: Files,
    /// The files of this run.
    pub(super) known: Files,
    /// True between the start and the end of a run. If the content has an error, the run doesn't
    /// end.
    is_running: bool,
}

#[derive(Debug, Default)]
pub struct Files {
    /// The compiled TOML of single files, such as `content/site.toml`.
    pub(super) singles: Entries<Value>,
    pub(super) pages: Entries<Page>,
    pub(super) articles: Entries<Article>,
    /// The list of articles of each edition, with their neighbors.
    pub(super) lists: Vec<Vec<Arc<Article>>>,
}

/// Compiled files by path: a file may differ from one edition to the next.
pub type Entries<T> = HashMap<String, Vec<Entry<T>>>;

/// A compiled file, with its inputs.
#[derive(Debug)]
pub struct Entry<T> {
    file: Arc<File>,
    answers: Answers,
    compiled: Arc<T>,
}

impl Cache {
    /// Begins a run over all editions, or continues an unfinished one.
    pub fn start(&mut self) {
        if !self.is_running {
            self.is_running = true;
            self.before = mem::take(&mut self.known);
        }
    }

    /// Ends the run. Files that aren't in any edition are dropped.
    pub fn finish(&mut self) {
        self.is_running = false;
        self.before = Files::default();
    }
}

/// Returns a compiled file from the caches if the tree has the same names.
pub fn find_compiled<'a, T>(
    file: &'a Arc<File>,
    tree: &Tree,
    caches: [&Entries<T>; 2],
) -> Option<CompiledFile<'a, T>> {
    for cache in caches {
        for entry in cache.get(&file.path).into_iter().flatten() {
            if Arc::ptr_eq(&entry.file, file) && entry.answers.are_of(tree) {
                return Some(CompiledFile {
                    file,
                    answers: entry.answers.clone(),
                    value: Arc::clone(&entry.compiled),
                });
            }
        }
    }
    None
}

/// Adds compiled files to a cache. Duplicates are left out.
pub fn remember<T>(cache: &mut Entries<T>, compiled: &[CompiledFile<T>]) {
    for CompiledFile {
        file,
        answers,
        value,
    } in compiled
    {
        let entries = cache.entry(file.path.clone()).or_default();
        let mut known = entries.iter();
        if !known.any(|entry| Arc::ptr_eq(&entry.compiled, value)) {
            entries.push(Entry {
                file: Arc::clone(file),
                answers: answers.clone(),
                compiled: Arc::clone(value),
            });
        }
    }
}
