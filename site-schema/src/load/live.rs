//! Content that is read again and again while someone writes it: what has not
//! changed is neither parsed nor compiled once more, and drafts are part of it.

use super::file::{File, FileKind};
use super::read::Stray;
use super::tree::Tree;
use super::{Loaded, read};
use crate::compile::{self, BASIS, article, compile_those, connect, page};
use crate::model::{Article, Content, Facts, Fees, List, Page, Redirect, Site, Str};
use crate::rules;
use jiff::civil::Date;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
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
        };
        live.look(today)?;
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

    /// Looks at the folder again, as on a day, and judges it anew. Whether
    /// anything has changed.
    ///
    /// # Errors
    /// Only when the folder itself can't be read.
    pub fn look(&mut self, today: Option<Date>) -> io::Result<bool> {
        let before = std::mem::take(&mut self.loaded.tree.files);
        let mut folder = read::read(&self.folder, before)?;
        folder.strays.retain(|stray| !is_editors_own(stray));
        let pictures: BTreeSet<&str> = folder.images.iter().map(String::as_str).collect();
        let same_pictures = self.loaded.tree.images.iter().eq(pictures);
        let changed = !folder.changed.is_empty()
            || !same_pictures
            || folder.strays != self.loaded.tree.strays;
        self.stale.extend(folder.changed.iter().cloned());
        let mut tree = Tree::new(folder);
        tree.today = today;
        tree.history = std::mem::take(&mut self.loaded.tree.history);
        if changed || self.loaded.tree.today != today {
            self.loaded.diagnostics = rules::check(&tree);
        }
        self.loaded.tree = tree;
        Ok(changed)
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
                let gone = stale.iter().filter(|path| !stands(path));
                let gone = gone.filter_map(|path| route(path)).collect();
                let files = tree.files.iter().filter(|file| stale.contains(&file.path));
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
    let mut replaced: BTreeSet<&str> = gone.iter().map(|route| &**route).collect();
    replaced.extend(update.pages.iter().map(|page| &*page.route));
    replaced.extend(update.articles.iter().map(|article| &*article.route));
    pages.retain(|page| !replaced.contains(&*page.route));
    articles.retain(|article| !replaced.contains(&*article.route));
    let around = |article: &Article| {
        let Article { previous, next, .. } = article;
        (previous.clone(), next.clone(), article.related.clone())
    };
    let before: HashMap<Str, _> = articles
        .iter()
        .map(|article| (article.slug.clone(), around(article)))
        .collect();
    pages.append(&mut update.pages.clone());
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

/// Whether a stray file is one that an editor keeps beside a file while it is open.
fn is_editors_own(stray: &Stray) -> bool {
    let name = stray.path.rsplit('/').next().unwrap_or_default();
    stray.kind.is_none()
        && (name.starts_with(['.', '#']) || name.ends_with(['~', '#']) || name == "4913")
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
