//! Content without errors, compiled: facts filled in, links resolved, prose as
//! a typed tree, headings and reading time counted.

mod prose;
mod related;
mod typography;

pub(crate) use prose::filled;

use crate::diagnostic::Diagnostic;
use crate::load::{File, FileKind, Leaf, Tree};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use site_schema::model::{
    Article, Content, Node, Page, PageFile, Redirects, ResolvedTime, format, plain_text,
};
use std::cmp::Reverse;

/// Words a minute at which reading time is counted.
pub const WORDS_A_MINUTE: u32 = 225;

/// What can't be compiled although no rule found an error.
type Fault = Box<Diagnostic>;

/// Compiles a tree in which the rules found no error: all that is published,
/// and drafts where they are asked for.
pub fn compile(tree: &Tree, drafts: bool) -> Result<Content, Fault> {
    let files = || {
        let files = tree.files.par_iter();
        files.filter(|file| drafts || !file.is_draft())
    };
    let mut pages: Vec<Page> = files()
        .filter_map(|file| page(file, tree).transpose())
        .collect::<Result<_, _>>()?;
    let mut articles: Vec<Article> = files()
        .filter_map(|file| article(file, tree).transpose())
        .collect::<Result<_, _>>()?;
    let mut redirects = only::<Redirects>(FileKind::Redirects, tree)?.redirects;
    pages.sort_by(|a, b| a.route.cmp(&b.route));
    articles.sort_by_key(|article| Reverse(article.matter.id));
    redirects.sort_by(|a, b| a.from.cmp(&b.from));
    connect(&mut articles);
    Ok(Content {
        site: only(FileKind::Site, tree)?,
        fees: only(FileKind::Fees, tree)?,
        facts: only(FileKind::Facts, tree)?,
        redirects,
        pages,
        articles,
    })
}

fn page(file: &File, tree: &Tree) -> Result<Option<Page>, Fault> {
    let FileKind::Page(route) = &file.kind else {
        return Ok(None);
    };
    let page: PageFile = typed(file, tree)?;
    Ok(Some(Page {
        route: route.clone(),
        meta: page.meta,
        blocks: page.blocks,
    }))
}

fn article(file: &File, tree: &Tree) -> Result<Option<Article>, Fault> {
    let (FileKind::Article(slug), Some(prose)) = (&file.kind, &file.body) else {
        return Ok(None);
    };
    let body = prose::nodes(prose, tree);
    let words = count_words(&body);
    Ok(Some(Article {
        slug: slug.clone(),
        route: file.route().unwrap_or_default(),
        matter: typed(file, tree)?,
        words,
        minutes: words.div_ceil(WORDS_A_MINUTE).max(1),
        previous: None,
        next: None,
        related: Vec::new(),
        headings: prose::headings(&body),
        body,
    }))
}

/// Gives each article its neighbors in the list, and those to offer after it.
fn connect(articles: &mut [Article]) {
    let slugs: Vec<String> = articles.iter().map(|it| it.slug.clone()).collect();
    let slug = |place: usize| slugs[place].clone();
    let related = related::related(articles);
    for (place, (article, related)) in articles.iter_mut().zip(related).enumerate() {
        article.previous = place.checked_sub(1).map(slug);
        article.next = slugs.get(place + 1).cloned();
        article.related = related.into_iter().map(slug).collect();
    }
}

fn count_words(body: &[Node]) -> u32 {
    let text = plain_text(body);
    let words = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    u32::try_from(words.count()).unwrap_or(u32::MAX)
}

fn only<T: DeserializeOwned>(kind: FileKind, tree: &Tree) -> Result<T, Fault> {
    match tree.file(&kind) {
        Some(file) => typed(file, tree),
        None => Err(fault(
            Diagnostic::of_file(kind.path().unwrap_or_default(), "this file is missing"),
            "no such file",
        )),
    }
}

/// A document as its type, its leaves compiled.
fn typed<T: DeserializeOwned>(file: &File, tree: &Tree) -> Result<T, Fault> {
    let mut value = file.document.value.clone();
    for leaf in &file.leaves {
        let leaf_fault = |found: String| {
            let at = leaf.map.source(0..leaf.value.len());
            fault(Diagnostic::at(file, at, UNFIT), &found)
        };
        let compiled = compiled(leaf, tree).map_err(leaf_fault)?;
        if let (Some(place), Some(compiled)) = (value.pointer_mut(&leaf.pointer), compiled) {
            *place = compiled;
        }
    }
    T::deserialize(&value)
        .map_err(|error| fault(Diagnostic::at(file, 0..0, UNFIT), &error.to_string()))
}

const UNFIT: &str = "what passed every rule can't be compiled";

/// Names the rule that should have found it, and what to do meanwhile.
fn fault(at: Diagnostic, found: &str) -> Fault {
    let mut at = Diagnostic {
        code: "schema/type",
        ..at
    };
    at.expected("a file whose every value has the type of its key")
        .found(found)
        .help("Undo the change of the value named here, and report this to a developer: a rule should have found it.");
    Box::new(at)
}

/// What a leaf is compiled into; none where it stays as it is.
fn compiled(leaf: &Leaf, tree: &Tree) -> Result<Option<Value>, String> {
    let json = match leaf.format {
        format::TEXT => Ok(Value::String(typography::text(&filled(&leaf.value, tree)))),
        format::RICH_TEXT => {
            let prose = leaf.prose.as_deref();
            serde_json::to_value(prose.map(|prose| prose::nodes(prose, tree)))
        }
        format::TIME_OF_YEAR => {
            let time = ResolvedTime::parse(&filled(&leaf.value, tree));
            serde_json::to_value(time.ok_or_else(|| format!("\"{}\"", leaf.value))?)
        }
        format::LINK => serde_json::to_value(crate::link::resolve(&leaf.value, tree)),
        _ => return Ok(None),
    };
    json.map(Some).map_err(|error| error.to_string())
}
