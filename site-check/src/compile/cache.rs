//! Compiled files, kept from one run over all editions to the next, and the names that they were compiled with.

use super::CompiledFile;
use crate::address::link::{self, Destination};
use crate::load::markdown;
use crate::load::{File, Tree};
use site_schema::model::{Article, LinkKind, Page, ResolvedLink, phone_href};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::sync::Arc;

/// The facts and the external links of a tree, with which a file is compiled. It keeps every answer that it gives, so
/// that the file is compiled again when one of them changes.
pub struct Names<'a> {
    tree: &'a Tree,
    answers: RefCell<Answers>,
}

/// The answers that a file got while it was compiled, by name.
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

    /// Returns where a link leads. What the rules refuse comes back as it was written.
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

/// Pages and articles as they were last compiled, from one run over all editions to the next.
#[derive(Debug, Default)]
pub struct Cache {
    /// Those of the last run.
    pub(super) before: Files,
    /// Those of this one.
    pub(super) known: Files,
    /// True from the start of a run to its end, which does not come where the content has an error.
    is_running: bool,
}

#[derive(Debug, Default)]
pub struct Files {
    pub(super) pages: Entries<Page>,
    pub(super) articles: Entries<Article>,
    /// The articles of each edition as they are listed, with their neighbors.
    pub(super) lists: Vec<Vec<Arc<Article>>>,
}

/// Compiled files by path: a file may differ from one edition to the next.
pub type Entries<T> = HashMap<String, Vec<Entry<T>>>;

/// A compiled file with all that it was compiled from.
#[derive(Debug)]
pub struct Entry<T> {
    file: Arc<File>,
    answers: Answers,
    compiled: Arc<T>,
}

impl Cache {
    /// Begins a run over all editions, or goes on with one that has not come to its end.
    pub fn start(&mut self) {
        if !self.is_running {
            self.is_running = true;
            self.before = mem::take(&mut self.known);
        }
    }

    /// Ends it: what no edition has is forgotten.
    pub fn finish(&mut self) {
        self.is_running = false;
        self.before = Files::default();
    }
}

/// Returns what a file was compiled into, if it was, with the names as they are in a tree.
pub fn cached<'a, T>(
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

/// Adds compiled files to a cache. Of two that are the same, the first is kept.
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
