//! Content without errors, compiled: facts filled in, links resolved, prose as
//! a typed tree, headings and reading time counted.

mod prose;
mod related;

pub(crate) use prose::filled;

use crate::load::{File, FileKind, Leaf, Tree};
use crate::model::{Article, Content, Node, Page, Redirects, ResolvedTime, format, plain_text};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cmp::Reverse;

/// Words a minute at which reading time is counted.
pub const WORDS_A_MINUTE: u32 = 225;

/// Compiles a tree in which the rules found no error: all that is published.
pub fn compile(tree: &Tree) -> Content {
    compile_those(tree, |file| !file.is_draft())
}

/// Compiles the pages and articles that are wanted, and what they stand on:
/// each of these files must be sound.
pub fn compile_those(tree: &Tree, wanted: impl Fn(&File) -> bool + Sync) -> Content {
    let files = || tree.files.par_iter().filter(|file| wanted(file));
    let mut pages: Vec<Page> = files().filter_map(|file| page(file, tree)).collect();
    let mut articles: Vec<Article> = files().filter_map(|file| article(file, tree)).collect();
    order(&mut pages, &mut articles);
    let mut content = Content {
        pages,
        articles,
        ..basis(tree)
    };
    connect(&mut content.articles);
    content
}

/// The files that all pages and articles stand on.
pub const BASIS: [FileKind; 4] = [
    FileKind::Site,
    FileKind::Fees,
    FileKind::Facts,
    FileKind::Redirects,
];

/// The content without its pages and articles.
pub fn basis(tree: &Tree) -> Content {
    let mut redirects = only::<Redirects>(FileKind::Redirects, tree).redirects;
    redirects.sort_by(|a, b| a.from.cmp(&b.from));
    Content {
        site: only(FileKind::Site, tree),
        fees: only(FileKind::Fees, tree),
        facts: only(FileKind::Facts, tree),
        redirects,
        pages: Vec::new(),
        articles: Vec::new(),
    }
}

/// Pages by route, articles from the newest.
pub fn order(pages: &mut [Page], articles: &mut [Article]) {
    pages.sort_by(|a, b| a.route.cmp(&b.route));
    articles.sort_by_key(|article| Reverse(article.matter.id));
}

/// Whether a file can be compiled whatever else a rule may say of it.
pub fn is_sound(file: &File, tree: &Tree) -> bool {
    let times = file
        .leaves
        .iter()
        .filter(|leaf| leaf.format == format::TIME_OF_YEAR);
    file.is_whole()
        && file.violations.is_empty()
        && file.body.as_ref().is_none_or(|body| body.parsed.is_ok())
        && times
            .map(|leaf| ResolvedTime::parse(&filled(&leaf.value, tree)))
            .all(|time| time.is_ok())
}

pub fn page(file: &File, tree: &Tree) -> Option<Page> {
    let FileKind::Page(route) = &file.kind else {
        return None;
    };
    let page: crate::model::PageFile = typed(file, tree);
    Some(Page {
        route: route.clone(),
        meta: page.meta,
        blocks: page.blocks,
    })
}

pub fn article(file: &File, tree: &Tree) -> Option<Article> {
    let FileKind::Article(slug) = &file.kind else {
        return None;
    };
    let prose = file.body.as_ref()?;
    let anchors = file
        .anchors
        .iter()
        .map(|anchor| anchor.id.as_str())
        .collect::<Vec<_>>();
    let body = prose::nodes(prose, tree, &anchors);
    let words = count_words(&body);
    let mut headings = Vec::new();
    prose::collect_headings(&body, &mut headings);
    Some(Article {
        slug: slug.clone(),
        route: file.route()?,
        matter: typed(file, tree),
        words,
        minutes: words.div_ceil(WORDS_A_MINUTE).max(1),
        previous: None,
        next: None,
        related: Vec::new(),
        headings,
        body,
    })
}

/// Tells each article of the list which stand around it and which to offer after it.
pub fn connect(articles: &mut [Article]) {
    let slugs: Vec<String> = articles
        .iter()
        .map(|article| article.slug.clone())
        .collect();
    let slug = |place: usize| slugs[place].clone();
    let related = related::related(articles);
    for (place, (article, related)) in articles.iter_mut().zip(related).enumerate() {
        article.previous = place.checked_sub(1).map(slug);
        article.next = slugs.get(place + 1).cloned();
        article.related = related.into_iter().map(slug).collect();
    }
}

/// Whether an article stands in the list as it did, so that [`connect`] has
/// nothing to tell any other.
pub fn connects_as(article: &Article, before: &Article) -> bool {
    let (matter, old) = (&article.matter, &before.matter);
    (matter.id, matter.category, &matter.keywords) == (old.id, old.category, &old.keywords)
        && related::hrefs(&article.body) == related::hrefs(&before.body)
}

fn count_words(body: &[Node]) -> u32 {
    let text = plain_text(body);
    let words = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    u32::try_from(words.count()).unwrap_or(u32::MAX)
}

fn only<T: DeserializeOwned>(kind: FileKind, tree: &Tree) -> T {
    typed(tree.file(&kind).expect("file/missing has passed"), tree)
}

/// A document as its type, its leaves compiled.
fn typed<T: DeserializeOwned>(file: &File, tree: &Tree) -> T {
    let mut value = file.document.value.clone();
    for leaf in &file.leaves {
        if let (Some(place), Some(compiled)) =
            (value.pointer_mut(&leaf.pointer), compiled(leaf, tree))
        {
            *place = compiled;
        }
    }
    serde_json::from_value(value).unwrap_or_else(|error| {
        panic!(
            "{} fits its schema and so its type, but: {error}",
            file.path
        )
    })
}

/// What a leaf is compiled into; none where it stays as it is.
fn compiled(leaf: &Leaf, tree: &Tree) -> Option<Value> {
    let json = |value: Result<Value, serde_json::Error>| {
        Some(value.expect("prose and links are plain data"))
    };
    match leaf.format {
        format::TEXT => Some(Value::String(filled(&leaf.value, tree))),
        format::RICH_TEXT => json(serde_json::to_value(prose::nodes(
            leaf.prose.as_ref()?,
            tree,
            &[],
        ))),
        format::TIME_OF_YEAR => {
            let time = ResolvedTime::parse(&filled(&leaf.value, tree));
            json(serde_json::to_value(
                time.expect("calendar/date has passed"),
            ))
        }
        format::LINK => json(serde_json::to_value(crate::link::resolve(
            &leaf.value,
            tree,
        ))),
        _ => None,
    }
}
