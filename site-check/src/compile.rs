//! Content without errors, compiled: facts filled in, links resolved, prose as
//! a typed tree, headings and reading time counted.

mod prose;
mod related;
mod typography;

pub(crate) use prose::filled;

use crate::diagnostic::Diagnostic;
use crate::load::markdown::Prose;
use crate::load::{File, FileKind, Leaf, Tree};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use site_schema::model::{
    Article, Content, Node, Page, PageFile, Redirects, ResolvedTime, format, plain_text,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// Words a minute at which reading time is counted.
pub const WORDS_A_MINUTE: u32 = 225;

/// What can't be compiled although no rule found an error.
type CompileError = Box<Diagnostic>;

/// What was compiled before, and the facts and links that were filled in.
#[derive(Debug, Default)]
pub struct Cache {
    tokens: BTreeMap<String, String>,
    external: Value,
    pages: Kept<Page>,
    articles: Kept<Article>,
}

/// What a file was compiled into, and its text then, by path.
type Kept<T> = HashMap<String, (Arc<str>, Arc<T>)>;

/// Compiles a tree in which the rules found no error: all that is published,
/// and drafts where they are asked for.
pub fn compile(tree: &Tree, drafts: bool, cache: &mut Cache) -> Result<Content, CompileError> {
    let files = tree.files.iter();
    let files: Vec<_> = files.filter(|file| drafts || !file.is_draft()).collect();
    let external = &tree.toml(&FileKind::Site)["external"];
    if cache.tokens != tree.tokens || cache.external != *external {
        *cache = Cache {
            tokens: tree.tokens.clone(),
            external: external.clone(),
            ..Cache::default()
        };
    }
    let mut pages = each(&files, &cache.pages, |file| match &file.kind {
        FileKind::Page(route) => Some(page(file, route, tree)),
        _ => None,
    })?;
    let mut articles = each(&files, &cache.articles, |file| {
        match (&file.kind, &file.body) {
            (FileKind::Article(slug), Some(prose)) => Some(article(file, slug, prose, tree)),
            _ => None,
        }
    })?;
    let mut redirects = only::<Redirects>(FileKind::Redirects, tree)?.redirects;
    pages.sort_by(|(_, a), (_, b)| a.route.cmp(&b.route));
    articles.sort_by_key(|(_, article)| Reverse(article.matter.id));
    redirects.sort_by(|a, b| a.from.cmp(&b.from));
    connect(&mut articles);
    (cache.pages, cache.articles) = (kept(&pages), kept(&articles));
    Ok(Content {
        site: only(FileKind::Site, tree)?,
        fees: only(FileKind::Fees, tree)?,
        facts: only(FileKind::Facts, tree)?,
        redirects,
        pages: pages.into_iter().map(|(_, page)| page).collect(),
        articles: articles.into_iter().map(|(_, article)| article).collect(),
    })
}

/// Compiles some of the files, on all cores, but takes what is kept of those whose text has not changed. Of several faults
/// it returns that of the first file.
fn each<'a, T: Send + Sync>(
    files: &[&'a File],
    kept: &Kept<T>,
    compile: impl Fn(&'a File) -> Option<Result<T, CompileError>> + Sync,
) -> Result<Vec<(&'a File, Arc<T>)>, CompileError> {
    let compiled = files.par_iter().filter_map(|file| {
        let before = kept.get(&file.path);
        let compiled = match before.filter(|(text, _)| *text == file.text) {
            Some((_, before)) => Ok(Arc::clone(before)),
            None => compile(file)?.map(Arc::new),
        };
        Some(compiled.map(|compiled| (*file, compiled)))
    });
    compiled.collect::<Vec<_>>().into_iter().collect()
}

fn kept<T>(compiled: &[(&File, Arc<T>)]) -> Kept<T> {
    let kept = compiled.iter().map(|(file, compiled)| {
        let kept = (Arc::clone(&file.text), Arc::clone(compiled));
        (file.path.clone(), kept)
    });
    kept.collect()
}

fn page(file: &File, route: &str, tree: &Tree) -> Result<Page, CompileError> {
    let PageFile { meta, blocks } = typed(file, tree)?;
    Ok(Page {
        route: route.to_owned(),
        meta,
        blocks,
    })
}

fn article(file: &File, slug: &str, prose: &Prose, tree: &Tree) -> Result<Article, CompileError> {
    let (body, headings) = prose::nodes(prose, tree);
    let words = count_words(&body);
    Ok(Article {
        slug: slug.to_owned(),
        route: file.route().unwrap_or_default(),
        matter: typed(file, tree)?,
        words,
        minutes: words.div_ceil(WORDS_A_MINUTE).max(1),
        previous: None,
        next: None,
        related: Vec::new(),
        headings,
        body,
    })
}

/// Gives each article its neighbors in the list, and those to offer after it.
fn connect(articles: &mut [(&File, Arc<Article>)]) {
    let slugs: Vec<String> = articles.iter().map(|(_, it)| it.slug.clone()).collect();
    let slug = |place: usize| slugs[place].clone();
    let related = related::related(articles);
    for (place, ((_, article), related)) in articles.iter_mut().zip(related).enumerate() {
        let previous = place.checked_sub(1).map(slug);
        let next = slugs.get(place + 1).cloned();
        let related: Vec<_> = related.into_iter().map(slug).collect();
        if (&article.previous, &article.next, &article.related) != (&previous, &next, &related) {
            let article = Arc::make_mut(article);
            (article.previous, article.next, article.related) = (previous, next, related);
        }
    }
}

fn count_words(body: &[Node]) -> u32 {
    let text = plain_text(body);
    let mut characters = text.chars();
    let mut words = 0;
    // A word begins at a letter or a digit, and ends at the next space.
    while characters.any(char::is_alphanumeric) {
        words += 1;
        characters.any(char::is_whitespace);
    }
    words
}

fn only<T: DeserializeOwned>(kind: FileKind, tree: &Tree) -> Result<T, CompileError> {
    let missing = || {
        let path = kind.path().unwrap_or_default();
        fault(
            Diagnostic::of_file(&path, "this file is missing"),
            "no such file",
        )
    };
    typed(tree.file(&kind).ok_or_else(missing)?, tree)
}

/// A document as its type, its leaves compiled.
fn typed<T: DeserializeOwned>(file: &File, tree: &Tree) -> Result<T, CompileError> {
    let unfit = |at: Range<usize>, found: &str| {
        let message = "what passed every rule can't be compiled";
        fault(Diagnostic::at(file, at, message), found)
    };
    let mut value = file.document.value.clone();
    for leaf in &file.leaves {
        let compiled = compiled(leaf, tree)
            .map_err(|found| unfit(leaf.map.source(0..leaf.value.len()), &found))?;
        if let Some(place) = value.pointer_mut(&leaf.pointer) {
            *place = compiled;
        }
    }
    T::deserialize(&value).map_err(|error| unfit(0..0, &error.to_string()))
}

/// Names the rule that should have found it, and what to do meanwhile.
fn fault(at: Diagnostic, found: &str) -> CompileError {
    let mut at = Diagnostic {
        code: "schema/type",
        ..at
    };
    at.expected("a file whose every value has the type of its key")
        .found(found)
        .help("Undo the change of the value named here, and report this to a developer: a rule should have found it.");
    Box::new(at)
}

/// What a leaf is compiled into.
fn compiled(leaf: &Leaf, tree: &Tree) -> Result<Value, String> {
    let json = match leaf.format {
        format::TEXT => Ok(typography::text(&filled(&leaf.value, tree)).into()),
        format::RICH_TEXT => {
            let prose = leaf.prose.as_deref();
            serde_json::to_value(prose.map(|prose| prose::nodes(prose, tree).0))
        }
        format::TIME_OF_YEAR => {
            let time = ResolvedTime::parse(&filled(&leaf.value, tree));
            serde_json::to_value(time.ok_or_else(|| format!("\"{}\"", leaf.value))?)
        }
        format::LINK => serde_json::to_value(crate::link::resolve(&leaf.value, tree)),
        _ => Ok(leaf.value.as_str().into()),
    };
    json.map_err(|error| error.to_string())
}
