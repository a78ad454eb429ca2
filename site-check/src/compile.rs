//! Content without errors, compiled: facts filled in, links resolved, prose as
//! a typed tree, headings and reading time counted.

mod order;
mod prose;
mod related;
mod typography;

pub(crate) use prose::filled;

use crate::address::link::{self, CONTACTS};
use crate::diagnostic::Diagnostic;
use crate::load::markdown::Prose;
use crate::load::{File, FileKind, Leaf, Target, Tree, question_anchors};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use site_schema::model::{
    Article, Content, Fees, LeafVisitor, Markdown, Node, Page, PageFile, Redirects,
    ResolvedOpenHours, ResolvedTime, ResolvedWeekdays, RichText, Text, VisitLeaves, format,
    plain_text,
};
use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

/// Words a minute at which reading time is counted.
pub const WORDS_A_MINUTE: u32 = 225;

/// Content that no rule found an error in, and that still can't be compiled.
type CompileError = Box<Diagnostic>;

/// A file with what it was compiled into.
type CompiledFile<'a, T> = (&'a Arc<File>, Arc<T>);

/// Pages and articles as they were last compiled, from one run over all editions to the next.
#[derive(Debug, Default)]
pub struct Cache {
    /// The external links that were filled into them.
    external: Value,
    /// Those of the last run.
    before: Files,
    /// Those of this one.
    known: Files,
    /// True from the start of a run to its end, which does not come where the content has an error.
    is_running: bool,
}

#[derive(Debug, Default)]
struct Files {
    pages: FileCache<Page>,
    articles: FileCache<Article>,
    /// The articles of each edition as they are listed, with their neighbors.
    lists: Vec<Vec<Arc<Article>>>,
}

/// Compiled files by path: a file may differ from one edition to the next.
type FileCache<T> = HashMap<String, Vec<Cached<T>>>;

/// A compiled file with all that it was compiled from.
#[derive(Debug)]
struct Cached<T> {
    file: Arc<File>,
    /// The texts of the facts that it quotes, by name.
    quoted: BTreeMap<String, String>,
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

    /// Empties the cache if an external link has changed.
    fn invalidate(&mut self, tree: &Tree) {
        let external = &tree.toml(&FileKind::Site)["external"];
        if self.external != *external {
            *self = Self {
                external: external.clone(),
                ..Self::default()
            };
        }
    }
}

/// What a file was compiled into, if it was, with the facts as they are in a tree.
fn cached<T>(file: &Arc<File>, tree: &Tree, caches: [&FileCache<T>; 2]) -> Option<Arc<T>> {
    for cache in caches {
        for entry in cache.get(&file.path).into_iter().flatten() {
            let is_same_file = Arc::ptr_eq(&entry.file, file);
            if is_same_file
                && entry
                    .quoted
                    .iter()
                    .all(|(name, text)| tree.fact(name) == *text)
            {
                return Some(Arc::clone(&entry.compiled));
            }
        }
    }
    None
}

/// Adds compiled files to a cache. Of two that are the same, the first is kept.
fn remember<T>(cache: &mut FileCache<T>, compiled: &[CompiledFile<T>], tree: &Tree) {
    for (file, value) in compiled {
        let entries = cache.entry(file.path.clone()).or_default();
        if entries
            .iter()
            .any(|entry| Arc::ptr_eq(&entry.compiled, value))
        {
            continue;
        }
        let mut quoted = BTreeMap::new();
        for token in file.references_of(Target::Token) {
            quoted.insert(token.name.clone(), tree.fact(&token.name));
        }
        // A link to contact:phone or contact:email has these filled in.
        for name in CONTACTS {
            quoted.insert(name.to_owned(), tree.fact(name));
        }
        entries.push(Cached {
            file: Arc::clone(file),
            quoted,
            compiled: Arc::clone(value),
        });
    }
}

/// Compiles a tree in which the rules found no error: all that is published,
/// and drafts where they are asked for.
///
/// # Errors
/// Only if a rule has overlooked an error.
pub fn compile(tree: &Tree, drafts: bool, cache: &mut Cache) -> Result<Content, CompileError> {
    cache.invalidate(tree);

    let pages = compile_pages(tree, drafts, [&cache.known.pages, &cache.before.pages])?;
    let articles = compile_articles(tree, drafts, [&cache.known, &cache.before])?;
    let mut redirects = compile_single::<Redirects>(FileKind::Redirects, tree)?.redirects;
    for redirect in &mut redirects {
        redirect.temporary = tree.absent.contains(&redirect.from);
    }
    redirects.sort_by(|a, b| a.from.cmp(&b.from));

    remember(&mut cache.known.pages, &pages, tree);
    remember(&mut cache.known.articles, &articles, tree);
    let articles = without_files(articles);
    cache.known.lists.push(articles.clone());
    Ok(Content {
        site: compile_single(FileKind::Site, tree)?,
        fees: compile_fees(tree)?,
        facts: compile_single(FileKind::Facts, tree)?,
        subjects: compile_single(FileKind::Subjects, tree)?,
        redirects,
        pages: without_files(pages),
        articles,
    })
}

/// Compiles the pages, in the order of their routes.
fn compile_pages<'a>(
    tree: &'a Tree,
    drafts: bool,
    cache: [&FileCache<Page>; 2],
) -> Result<Vec<CompiledFile<'a, Page>>, CompileError> {
    let is_page = |kind: &FileKind| matches!(kind, FileKind::Page(_));
    let files = included_files(tree, drafts, is_page);
    let mut pages = compile_files(&files, tree, cache, compile_page)?;
    pages.sort_by(|(_, a), (_, b)| a.route.cmp(&b.route));
    Ok(pages)
}

/// Compiles the articles in the order in which they are listed, each with its neighbors.
fn compile_articles<'a>(
    tree: &'a Tree,
    drafts: bool,
    caches: [&Files; 2],
) -> Result<Vec<CompiledFile<'a, Article>>, CompileError> {
    let is_article = |kind: &FileKind| matches!(kind, FileKind::Article(_));
    let files = included_files(tree, drafts, is_article);
    let known = caches.map(|cache| &cache.articles);
    let mut articles = compile_files(&files, tree, known, compile_article)?;
    order::sort(&mut articles, tree);
    let mut lists = caches.into_iter().flat_map(|cache| &cache.lists);
    if !lists.any(|list| is_list_of(list, &articles)) {
        link_neighbors(&mut articles);
    }
    Ok(articles)
}

/// Returns whether these articles, in this order, have been given their neighbors.
fn is_list_of(list: &[Arc<Article>], articles: &[CompiledFile<Article>]) -> bool {
    let mut pairs = list.iter().zip(articles);
    list.len() == articles.len() && pairs.all(|(known, (_, article))| Arc::ptr_eq(known, article))
}

/// The files of one kind that are published, and drafts where they are asked for.
fn included_files(tree: &Tree, drafts: bool, is_wanted: fn(&FileKind) -> bool) -> Vec<&Arc<File>> {
    let mut included = Vec::new();
    for file in &tree.files {
        if is_wanted(&file.kind) && (drafts || !file.is_draft()) {
            included.push(file);
        }
    }
    included
}

/// Compiles files of one kind on all cores, and reuses what is cached.
///
/// # Errors
/// The error of the first file that has one.
fn compile_files<'a, T: Send + Sync>(
    files: &[&'a Arc<File>],
    tree: &Tree,
    caches: [&FileCache<T>; 2],
    compile: fn(&File, &Tree) -> Result<T, CompileError>,
) -> Result<Vec<CompiledFile<'a, T>>, CompileError> {
    let compile_or_reuse = |&file: &&'a Arc<File>| {
        let compiled = match cached(file, tree, caches) {
            Some(cached) => cached,
            None => Arc::new(compile(file, tree)?),
        };
        Ok((file, compiled))
    };
    let results: Vec<_> = files.par_iter().map(compile_or_reuse).collect();
    results.into_iter().collect()
}

fn without_files<T>(compiled: Vec<CompiledFile<T>>) -> Vec<Arc<T>> {
    compiled.into_iter().map(|(_, value)| value).collect()
}

fn compile_page(file: &File, tree: &Tree) -> Result<Page, CompileError> {
    let PageFile { mut meta, blocks } = compile_document(file, tree)?;
    meta.noindex |= meta.withdrawn.is_some();
    Ok(Page {
        route: file.route().unwrap_or_default(),
        meta,
        blocks,
    })
}

/// Compiles an article, but for its neighbors: see [`link_neighbors`].
fn compile_article(file: &File, tree: &Tree) -> Result<Article, CompileError> {
    let (FileKind::Article(slug), Some(prose)) = (&file.kind, &file.body) else {
        return Err(internal_error(file, 0..0, "no front matter"));
    };
    let (body, headings) = prose::nodes(prose, tree);
    let words = count_words(&body);
    Ok(Article {
        slug: slug.clone(),
        route: file.route().unwrap_or_default(),
        matter: compile_document(file, tree)?,
        words,
        minutes: words.div_ceil(WORDS_A_MINUTE).max(1),
        previous: None,
        next: None,
        related: Vec::new(),
        headings,
        body,
    })
}

/// Counts the words of an article's body. Dashes and the like between spaces are none.
fn count_words(body: &[Node]) -> u32 {
    let mut words = 0;
    let mut is_in_word = false;
    for c in plain_text(body).chars() {
        if c.is_whitespace() {
            is_in_word = false;
        } else if !is_in_word && c.is_alphanumeric() {
            is_in_word = true;
            words += 1;
        }
    }
    words
}

/// Gives each article its neighbors in the list, and those to offer after it. One that is withdrawn is in no list.
fn link_neighbors(articles: &mut [CompiledFile<Article>]) {
    let listed_last = |(_, article): &CompiledFile<Article>| article.matter.withdrawn.is_some();
    articles.sort_by_key(listed_last);
    let listed = articles.partition_point(|article| !listed_last(article));
    let articles = &mut articles[..listed];
    let mut slugs = Vec::with_capacity(articles.len());
    for (_, article) in articles.iter() {
        slugs.push(article.slug.clone());
    }
    let related_to_each = related::related(articles);

    for (index, (_, article)) in articles.iter_mut().enumerate() {
        let previous = match index {
            0 => None,
            _ => Some(slugs[index - 1].clone()),
        };
        let next = slugs.get(index + 1).cloned();
        let mut related = Vec::new();
        for &other in &related_to_each[index] {
            related.push(slugs[other].clone());
        }

        // An article that is shared with the cache is copied only if it must change.
        let has_same_neighbors = article.previous == previous && article.next == next;
        if !has_same_neighbors || article.related != related {
            let changed = Arc::make_mut(article);
            changed.previous = previous;
            changed.next = next;
            changed.related = related;
        }
    }
}

/// The one file of a kind.
fn single_file<'a>(kind: &FileKind, tree: &'a Tree) -> Result<&'a File, CompileError> {
    tree.file(kind).ok_or_else(|| {
        let path = kind.path().unwrap_or_default();
        let diagnostic = Diagnostic::of_file(&path, "this file is missing");
        overlooked(diagnostic, "no such file")
    })
}

fn compile_single<T: DeserializeOwned + VisitLeaves>(
    kind: FileKind,
    tree: &Tree,
) -> Result<T, CompileError> {
    compile_document(single_file(&kind, tree)?, tree)
}

fn compile_fees(tree: &Tree) -> Result<Fees, CompileError> {
    let file = single_file(&FileKind::Fees, tree)?;
    // Where they could not be deserialized when the file was read, this says why.
    let Some(fees) = &file.fees else {
        return compile_document(file, tree);
    };
    let mut fees = fees.clone();
    fees.label_tiers();
    compile_leaves(&mut fees, file, tree)?;
    Ok(fees)
}

/// Deserializes a file's TOML and compiles its leaves. Links, times and hours are resolved
/// before they have their types, texts after that. Questions without an id get one.
fn compile_document<T: DeserializeOwned + VisitLeaves>(
    file: &File,
    tree: &Tree,
) -> Result<T, CompileError> {
    let mut value = file.document.value.clone();
    for leaf in &file.leaves {
        let resolved = match resolve(leaf, tree) {
            Ok(Some(resolved)) => resolved,
            Ok(None) => continue,
            Err(found) => {
                let span = leaf.map.source(0..leaf.value.len());
                return Err(internal_error(file, span, &found));
            }
        };
        if let Some(written) = value.pointer_mut(&leaf.pointer) {
            *written = resolved;
        }
    }
    for question in question_anchors(&file.document.value) {
        if let Some(written) = value.pointer_mut(&question.pointer) {
            written["id"] = question.id.into();
        }
    }
    let mut document: T = serde_json::from_value(value)
        .map_err(|error| internal_error(file, 0..0, &error.to_string()))?;
    compile_leaves(&mut document, file, tree)?;
    Ok(document)
}

/// The JSON of a link, a time or the firm's hours, resolved. `None` for any other leaf.
///
/// # Errors
/// What was found in place of a time or of hours.
fn resolve(leaf: &Leaf, tree: &Tree) -> Result<Option<Value>, String> {
    let unread = || format!("\"{}\"", leaf.value);
    let json = match leaf.format {
        format::LINK => serde_json::to_value(link::resolve(&leaf.value, tree)),
        format::TIME_OF_YEAR => {
            let time = ResolvedTime::parse(&filled(&leaf.value, tree)).ok_or_else(unread)?;
            serde_json::to_value(time)
        }
        format::WEEKDAYS => {
            let mut days = ResolvedWeekdays::parse(&leaf.value).ok_or_else(unread)?;
            days.label = typography::text(&days.label);
            serde_json::to_value(days)
        }
        format::OPEN_HOURS => {
            let mut hours = ResolvedOpenHours::parse(&leaf.value).ok_or_else(unread)?;
            hours.label = typography::text(&hours.label);
            serde_json::to_value(hours)
        }
        _ => return Ok(None),
    };
    json.map(Some).map_err(|error| error.to_string())
}

/// Compiles the texts of what a file was deserialized into.
fn compile_leaves(
    document: &mut impl VisitLeaves,
    file: &File,
    tree: &Tree,
) -> Result<(), CompileError> {
    let mut compiler = LeafCompiler {
        tree,
        proses: HashMap::new(),
        unknown: None,
    };
    for leaf in &file.leaves {
        if let Some(prose) = &leaf.prose {
            compiler.proses.insert(&leaf.value, prose);
        }
    }
    document.visit_leaves(&mut compiler);
    match compiler.unknown {
        None => Ok(()),
        Some(markdown) => Err(internal_error(file, 0..0, &markdown)),
    }
}

/// Compiles the texts of one file in place.
struct LeafCompiler<'a> {
    tree: &'a Tree,
    /// The file's Markdown, parsed, by how it is written.
    proses: HashMap<&'a str, &'a Prose>,
    /// Markdown that was not parsed when the file was read.
    unknown: Option<String>,
}

impl LeafVisitor for LeafCompiler<'_> {
    fn visit_text(&mut self, text: &mut Text) {
        text.0 = typography::text(&filled(text, self.tree));
    }

    fn visit_rich_text(&mut self, text: &mut RichText) {
        let Markdown::Written(written) = &text.0 else {
            return;
        };
        match self.proses.get(written.as_str()) {
            Some(prose) => {
                let (nodes, _) = prose::nodes(prose, self.tree);
                text.0 = Markdown::Compiled(nodes);
            }
            None => self.unknown = Some(written.clone()),
        }
    }
}

fn internal_error(file: &File, span: Range<usize>, found: &str) -> CompileError {
    let message = "internal error: valid content failed to compile";
    overlooked(Diagnostic::at(file, span, message), found)
}

/// Names the rule that should have found an error, and what to do meanwhile.
fn overlooked(diagnostic: Diagnostic, found: &str) -> CompileError {
    let mut diagnostic = Diagnostic {
        code: "schema/type",
        ..diagnostic
    };
    diagnostic
        .expected("a file whose every value has the type of its key")
        .found(found)
        .help("Undo the change of the value named here, and report this to a developer: a rule should have found it.");
    Box::new(diagnostic)
}
