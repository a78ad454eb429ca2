//! Content that is read again and again while someone writes it: what has not
//! changed is neither parsed nor compiled once more, and drafts are part of it.

use super::file::{File, FileKind, Target, Use};
use super::limits::MAX_FILE;
use super::read::StrayFault;
use super::tree::{Definitions, Tree};
use super::{Loaded, read};
use crate::compile::{self, BASIS, article, compile_those, connect, page};
use crate::link::{Target as Place, parse};
use crate::model::{Article, Content, Facts, Fees, List, Page, Redirect, Site, Str};
use crate::rules;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// A content folder, as it was when it was last looked at.
#[derive(Debug)]
pub struct Live {
    folder: PathBuf,
    /// What the rules found; it holds no content.
    loaded: Loaded,
    /// The last content that could be compiled, drafts included.
    content: Option<Content>,
    /// The files that have changed since it was.
    stale: BTreeSet<String>,
    /// What the files together defined when they were judged last.
    definitions: Option<Definitions>,
}

/// What is different in the content.
#[derive(Debug, Default, Serialize)]
pub struct Update {
    /// Nothing where none of it has changed.
    pub basis: Option<Basis>,
    /// Pages that are new or not what they were.
    pub pages: Vec<Page>,
    /// Articles, likewise.
    pub articles: Vec<Article>,
    /// The routes of pages and articles that are no more.
    pub gone: Vec<Str>,
}

/// What all pages stand on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Basis {
    pub site: Site,
    pub fees: Fees,
    pub facts: Facts,
    pub redirects: List<Redirect>,
}

impl Live {
    /// Reads a folder for the first time, as on a day. What of faulty content
    /// can be compiled is.
    ///
    /// # Errors
    /// Only when the folder itself can't be read.
    pub fn open(folder: &Path, today: Option<Date>) -> io::Result<Self> {
        let mut live = Self {
            folder: folder.to_owned(),
            loaded: Loaded {
                content: None,
                diagnostics: Vec::new(),
                tree: Tree::new(read::Folder::default()),
            },
            content: None,
            stale: BTreeSet::new(),
            definitions: None,
        };
        live.look(None, today)?;
        let Some(unsound) = live.loaded.unsound() else {
            return Ok(live);
        };
        let unsound: BTreeSet<String> = unsound.iter().map(|file| file.path.clone()).collect();
        let sound = |file: &File| !unsound.contains(&file.path);
        live.content = Some(compile_those(&live.loaded.tree, sound));
        live.stale = unsound;
        Ok(live)
    }

    /// What the rules found.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// For looking at the content once more, knowing its past.
    pub fn loaded_mut(&mut self) -> &mut Loaded {
        &mut self.loaded
    }

    /// The last content that could be compiled.
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }

    /// All of the content, for those who have none of it yet.
    pub fn whole(&self) -> Option<Update> {
        let content = self.content.clone()?;
        Some(Update {
            basis: Some(Basis::of(&content)),
            pages: content.pages.into_owned(),
            articles: content.articles.into_owned(),
            gone: Vec::new(),
        })
    }

    /// Looks at the folder again, as on a day, and judges it anew. Where it is
    /// known which files may have changed, no others are read. Whether anything
    /// has changed.
    ///
    /// # Errors
    /// Only when the folder itself can't be read.
    pub fn look(
        &mut self,
        touched: Option<&BTreeSet<PathBuf>>,
        today: Option<Date>,
    ) -> io::Result<bool> {
        let changed = match touched.and_then(|touched| self.texts(touched)) {
            Some(texts) => self.put(texts),
            None => self.read()?,
        };
        let tree = &mut self.loaded.tree;
        if changed.is_empty() && tree.today == today && self.definitions.is_some() {
            return Ok(false);
        }
        tree.today = today;
        tree.define();
        let mut definitions = tree.definitions();
        let mut before = self.definitions.take();
        let others = before
            .as_mut()
            .and_then(|before| definitions.other_anchors(before));
        let found = self.loaded.diagnostics.iter();
        let faulty: HashSet<&str> = found.map(|found| found.file.as_str()).collect();
        let tree = &self.loaded.tree;
        let diagnostics = rules::check_but(tree, &|file| {
            others.as_ref().is_some_and(|others| {
                !changed.contains(&file.path)
                    && !faulty.contains(file.path.as_str())
                    && !leads_to(file, others)
            })
        });
        self.loaded.diagnostics = diagnostics;
        self.definitions = Some(definitions);
        self.stale.extend(changed);
        Ok(true)
    }

    /// Reads the whole folder; the paths of what has changed.
    fn read(&mut self) -> io::Result<BTreeSet<String>> {
        let before = std::mem::take(&mut self.loaded.tree.files);
        let mut folder = read::read(&self.folder, before)?;
        folder
            .strays
            .retain(|stray| stray.fault != StrayFault::Scratch);
        let mut changed: BTreeSet<String> = folder.changed.drain(..).collect();
        let mut tree = Tree::new(folder);
        let before = &mut self.loaded.tree;
        let pictures = tree.images.symmetric_difference(&before.images);
        changed.extend(pictures.map(|name| format!("content/images/{name}")));
        if tree.strays != before.strays {
            let strays = tree.strays.iter().chain(&before.strays);
            changed.extend(strays.map(|stray| stray.path.clone()));
        }
        tree.today = before.today;
        tree.history = std::mem::take(&mut before.history);
        self.loaded.tree = tree;
        Ok(changed)
    }

    /// Takes texts of files that are known; the paths of those that have changed.
    fn put(&mut self, texts: Vec<(String, String)>) -> BTreeSet<String> {
        let tree = &mut self.loaded.tree;
        let mut changed = BTreeSet::new();
        for (path, text) in texts {
            let same = |file: &File| file.path == path && *file.text == *text;
            if !tree.files.iter().any(same) {
                tree.put(&path, Some(&text));
                changed.insert(path);
            }
        }
        changed
    }

    /// The texts of some files; none where one of them is not a sound file that
    /// was there before, so that only reading the whole folder tells.
    fn texts(&self, touched: &BTreeSet<PathBuf>) -> Option<Vec<(String, String)>> {
        let mut texts = Vec::new();
        for on_disk in touched {
            on_disk.strip_prefix(&self.folder).ok()?;
            let path = read::shown(&self.folder, on_disk);
            let known = self.loaded.tree.files.iter().find(|file| file.path == path);
            let there = on_disk.symlink_metadata();
            match (known, there) {
                (Some(_), Ok(there)) if there.is_file() && there.len() <= MAX_FILE => {
                    texts.push((path, std::fs::read_to_string(on_disk).ok()?));
                }
                // It came and went, as what editors write on the way to a file does.
                (None, Err(_)) if !self.loaded.tree.strays.iter().any(|it| it.path == path) => {}
                _ => return None,
            }
        }
        Some(texts)
    }

    /// Compiles what has changed, where there is no error; what that changed.
    pub fn compile(&mut self) -> Option<Update> {
        if self.loaded.errors() > 0 {
            return None;
        }
        let stale = std::mem::take(&mut self.stale);
        let tree = &self.loaded.tree;
        let stands = |path: &String| {
            let file = tree.files.iter().find(|file| file.path == *path);
            file.is_some_and(|file| file.route().is_some())
        };
        let is_basis = |path: &String| {
            let kind = path.strip_prefix("content/").and_then(read::kind);
            kind.is_some_and(|kind| BASIS.contains(&kind))
        };
        match self.content.take() {
            Some(mut content) if !stale.iter().any(is_basis) => {
                let lost = stale.iter().filter(|path| !stands(path));
                let lost: BTreeSet<Str> = lost.filter_map(|path| route(path)).collect();
                // Another file may have the route of one that is no more.
                let files = tree.files.iter().filter(|file| {
                    stale.contains(&file.path)
                        || file.route().is_some_and(|route| lost.contains(&*route))
                });
                let gone = lost
                    .iter()
                    .filter(|route| !tree.routes.contains_key(&***route));
                let gone = gone.cloned().collect();
                let update = renew(&mut content, tree, files, gone);
                self.content = Some(content);
                Some(update)
            }
            before => {
                let content = compile_those(tree, |_| true);
                let update = Update::between(before.as_ref(), &content);
                self.content = Some(content);
                Some(update)
            }
        }
    }
}

/// Puts pages and articles that are new, or not what they were, into the content.
fn renew<'a>(
    content: &mut Content,
    tree: &Tree,
    files: impl Iterator<Item = &'a File>,
    gone: Vec<Str>,
) -> Update {
    let mut update = Update::default();
    for file in files {
        match file.kind {
            FileKind::Page(_) => update.pages.extend(page(file, tree)),
            FileKind::Article(_) => update.articles.extend(article(file, tree)),
            _ => {}
        }
    }
    let pages = content.pages.to_mut();
    let articles = content.articles.to_mut();
    let mut place: HashMap<Str, usize> = HashMap::new();
    for (at, article) in articles.iter().enumerate() {
        place.insert(article.route.clone(), at);
    }
    let stand_alike = gone.is_empty()
        && update.articles.iter().all(|article| {
            let old = place.get(&article.route).map(|at| &articles[*at]);
            old.is_some_and(|old| compile::connects_as(article, old))
        });
    let mut replaced: BTreeSet<&str> = gone.iter().map(|route| &**route).collect();
    replaced.extend(update.pages.iter().map(|page| &*page.route));
    pages.retain(|page| !replaced.contains(&*page.route));
    pages.extend(update.pages.iter().cloned());
    if stand_alike {
        for article in &mut update.articles {
            let old = &mut articles[place[&article.route]];
            article.previous = old.previous.clone();
            article.next = old.next.clone();
            article.related = old.related.clone();
            *old = article.clone();
        }
        compile::order(pages, articles);
        return update;
    }
    let around = |article: &Article| {
        let Article { previous, next, .. } = article;
        (previous.clone(), next.clone(), article.related.clone())
    };
    replaced.extend(update.articles.iter().map(|article| &*article.route));
    articles.retain(|article| !replaced.contains(&*article.route));
    let before: HashMap<Str, _> = articles
        .iter()
        .map(|article| (article.slug.clone(), around(article)))
        .collect();
    articles.append(&mut update.articles);
    compile::order(pages, articles);
    connect(articles);
    let changed = articles
        .iter()
        .filter(|article| before.get(&article.slug) != Some(&around(article)));
    update.articles = changed.cloned().collect();
    update.gone = gone;
    update
}

/// Whether a link of a file leads to one of some routes.
fn leads_to(file: &File, routes: &BTreeSet<String>) -> bool {
    let leads = |link: &Use| match parse(&link.name) {
        Place::Page { path, .. } => routes.contains(path),
        _ => false,
    };
    !routes.is_empty() && file.uses_of(Target::Link).any(leads)
}

/// The route of a page's or an article's path.
fn route(path: &str) -> Option<Str> {
    let kind = read::kind(path.strip_prefix("content/")?)?;
    kind.route().map(Str::Owned)
}

impl Basis {
    fn of(content: &Content) -> Self {
        Self {
            site: content.site.clone(),
            fees: content.fees.clone(),
            facts: content.facts.clone(),
            redirects: content.redirects.clone(),
        }
    }
}

impl Update {
    /// What is different in the second of two contents.
    fn between(before: Option<&Content>, after: &Content) -> Self {
        let none = || (List::default(), List::default());
        let (pages, articles): (List<Page>, List<Article>) = before.map_or_else(none, |before| {
            (before.pages.clone(), before.articles.clone())
        });
        let old_page = |page: &Page| pages.iter().any(|old| old == page);
        let old: HashMap<&str, &Article> = articles
            .iter()
            .map(|article| (&*article.slug, article))
            .collect();
        let routes: BTreeSet<&str> = after
            .pages
            .iter()
            .map(|page| &*page.route)
            .chain(after.articles.iter().map(|article| &*article.route))
            .collect();
        let had = pages
            .iter()
            .map(|page| &page.route)
            .chain(articles.iter().map(|article| &article.route));
        let basis = Basis::of(after);
        Self {
            basis: (before.map(Basis::of).as_ref() != Some(&basis)).then_some(basis),
            pages: after
                .pages
                .iter()
                .filter(|page| !old_page(page))
                .cloned()
                .collect(),
            articles: after
                .articles
                .iter()
                .filter(|article| old.get(&*article.slug) != Some(article))
                .cloned()
                .collect(),
            gone: had
                .filter(|route| !routes.contains(&***route))
                .cloned()
                .collect(),
        }
    }
}
