//! Compiles content without errors: fills in facts, resolves links, converts prose to a typed tree,
//! and computes headings and reading time.

mod cache;
mod listing;
mod prose;
mod typography;

use crate::diagnostic::Diagnostic;
use crate::load::{File, FileKind, Leaf, Tree, question_anchors};
pub(crate) use cache::Cache;
use cache::{Answers, Entries, Files, Names, find_compiled, remember};
use rayon::prelude::*;
use serde_json::Value;
use site_schema::model::{
    Article, Content, Fees, FromFile, Node, Page, PageFile, Redirects, ResolvedOpenHours,
    ResolvedTime, ResolvedWeekdays, format, plain_text,
};
use std::ops::Range;
use std::sync::Arc;

/// Words per minute, for the reading time.
pub const WORDS_A_MINUTE: u32 = 225;

/// An error that no rule found, although it prevents compiling.
type CompileError = Box<Diagnostic>;

/// A compiled file, and the names that it used.
#[derive(Clone)]
pub struct CompiledFile<'a, T> {
    file: &'a Arc<File>,
    answers: Answers,
    value: Arc<T>,
}

/// Returns a plain text with its facts filled in.
pub(crate) fn filled(text: &str, tree: &Tree) -> String {
    Names::new(tree).filled(text)
}

/// Compiles the published content of a tree without errors. `drafts` adds the drafts.
///
/// # Errors
/// Returns an error if a rule overlooked an error.
pub fn compile(tree: &Tree, drafts: bool, cache: &mut Cache) -> Result<Content, CompileError> {
    let pages = compile_pages(tree, drafts, [&cache.known.pages, &cache.before.pages])?;
    let articles = compile_articles(tree, drafts, [&cache.known, &cache.before])?;
    let caches = [&cache.known.singles, &cache.before.singles];
    let files = included_files(tree, drafts, |kind| {
        FileKind::SINGLE.contains(kind) && *kind != FileKind::Words
    });
    let singles = compile_files(&files, tree, caches, compile_leaves)?;
    let Redirects { mut redirects } = single(FileKind::Redirects, &singles)?;
    for redirect in &mut redirects {
        redirect.temporary = tree.routes.at(&redirect.from).is_absent;
    }
    redirects.sort_by(|a, b| a.from.cmp(&b.from));

    let mut fees: Fees = single(FileKind::Fees, &singles)?;
    fees.label_tiers();

    remember(&mut cache.known.singles, &singles);
    remember(&mut cache.known.pages, &pages);
    remember(&mut cache.known.articles, &articles);
    let articles = without_files(articles);
    cache.known.lists.push(articles.clone());
    Ok(Content {
        site: single(FileKind::Site, &singles)?,
        fees,
        facts: single(FileKind::Facts, &singles)?,
        subjects: single(FileKind::Subjects, &singles)?,
        redirects,
        pages: without_files(pages),
        articles,
    })
}

/// Compiles the pages, sorted by route.
fn compile_pages<'a>(
    tree: &'a Tree,
    drafts: bool,
    cache: [&Entries<Page>; 2],
) -> Result<Vec<CompiledFile<'a, Page>>, CompileError> {
    let is_page = |kind: &FileKind| matches!(kind, FileKind::Page(_));
    let files = included_files(tree, drafts, is_page);
    let mut pages = compile_files(&files, tree, cache, compile_page)?;
    pages.sort_by(|a, b| a.value.route.cmp(&b.value.route));
    Ok(pages)
}

/// Compiles the articles in listing order, and links each to its neighbors.
fn compile_articles<'a>(
    tree: &'a Tree,
    drafts: bool,
    caches: [&Files; 2],
) -> Result<Vec<CompiledFile<'a, Article>>, CompileError> {
    let is_article = |kind: &FileKind| matches!(kind, FileKind::Article(_));
    let files = included_files(tree, drafts, is_article);
    let known = caches.map(|cache| &cache.articles);
    let mut articles = compile_files(&files, tree, known, compile_article)?;
    listing::sort(&mut articles, tree);
    let mut lists = caches.into_iter().flat_map(|cache| &cache.lists);
    if !lists.any(|list| is_list_of(list, &articles)) {
        link_neighbors(&mut articles);
    }
    Ok(articles)
}

/// Returns true if a list has these articles in this order, so that their neighbors are known.
fn is_list_of(list: &[Arc<Article>], articles: &[CompiledFile<Article>]) -> bool {
    let mut pairs = list.iter().zip(articles);
    list.len() == articles.len() && pairs.all(|(known, article)| Arc::ptr_eq(known, &article.value))
}

/// Returns the published files of one kind. `drafts` adds the drafts.
fn included_files(tree: &Tree, drafts: bool, is_wanted: fn(&FileKind) -> bool) -> Vec<&Arc<File>> {
    let mut included = Vec::new();
    for file in &tree.files {
        if is_wanted(&file.kind) && (drafts || !file.is_draft()) {
            included.push(file);
        }
    }
    included
}

/// Compiles files of one kind on all cores, and reuses cached ones.
///
/// # Errors
/// Returns the error of the first file that has one.
fn compile_files<'a, T: Send + Sync>(
    files: &[&'a Arc<File>],
    tree: &Tree,
    caches: [&Entries<T>; 2],
    compile: fn(&File, &Names) -> Result<T, CompileError>,
) -> Result<Vec<CompiledFile<'a, T>>, CompileError> {
    let compile_or_reuse = |&file: &&'a Arc<File>| {
        if let Some(cached) = find_compiled(file, tree, caches) {
            return Ok(cached);
        }
        let names = Names::new(tree);
        let value = Arc::new(compile(file, &names)?);
        Ok(CompiledFile {
            file,
            answers: names.into_answers(),
            value,
        })
    };
    let results: Vec<_> = files.par_iter().map(compile_or_reuse).collect();
    results.into_iter().collect()
}

fn without_files<T>(compiled: Vec<CompiledFile<T>>) -> Vec<Arc<T>> {
    compiled.into_iter().map(|file| file.value).collect()
}

fn compile_page(file: &File, names: &Names) -> Result<Page, CompileError> {
    let PageFile { mut meta, blocks } = compile_document(file, names)?;
    meta.noindex |= meta.withdrawn.is_some();
    Ok(Page {
        route: file.route().unwrap_or_default(),
        meta,
        blocks,
    })
}

/// Compiles an article without its neighbors: see [`link_neighbors`].
fn compile_article(file: &File, names: &Names) -> Result<Article, CompileError> {
    let (FileKind::Article(slug), Some(prose)) = (&file.kind, &file.body) else {
        return Err(internal_error(file, 0..0, "no front matter"));
    };
    let (body, headings) = prose::nodes(prose, names);
    let words = count_words(&body);
    Ok(Article {
        slug: slug.clone(),
        route: file.route().unwrap_or_default(),
        matter: compile_document(file, names)?,
        words,
        minutes: words.div_ceil(WORDS_A_MINUTE).max(1),
        previous: None,
        next: None,
        related: Vec::new(),
        headings,
        body,
    })
}

/// Counts the words in an article's body. A dash between spaces isn't a word.
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

/// Links each article to its neighbors in the list and to the articles offered after it. Withdrawn
/// articles are in no list.
fn link_neighbors(articles: &mut [CompiledFile<Article>]) {
    let listed_last = |article: &CompiledFile<Article>| article.value.matter.withdrawn.is_some();
    articles.sort_by_key(listed_last);
    let listed = articles.partition_point(|article| !listed_last(article));
    let articles = &mut articles[..listed];
    let mut slugs = Vec::with_capacity(articles.len());
    for article in articles.iter() {
        slugs.push(article.value.slug.clone());
    }
    let related_to_each = listing::suggestions(articles);

    for (index, CompiledFile { value: article, .. }) in articles.iter_mut().enumerate() {
        let previous = match index {
            0 => None,
            _ => Some(slugs[index - 1].clone()),
        };
        let next = slugs.get(index + 1).cloned();
        let mut related = Vec::new();
        for &other in &related_to_each[index] {
            related.push(slugs[other].clone());
        }

        // An article shared with the cache is only copied if it must change.
        let has_same_neighbors = article.previous == previous && article.next == next;
        if !has_same_neighbors || article.related != related {
            let changed = Arc::make_mut(article);
            changed.previous = previous;
            changed.next = next;
            changed.related = related;
        }
    }
}

/// Returns the only file of its kind, compiled.
fn single<T: FromFile>(kind: FileKind, singles: &[CompiledFile<Value>]) -> Result<T, CompileError> {
    let mut of_kind = singles.iter().filter(|single| single.file.kind == kind);
    match of_kind.next() {
        Some(CompiledFile { file, value, .. }) => deserialize((**value).clone(), file),
        None => {
            let path = kind.path().unwrap_or_default();
            let diagnostic = Diagnostic::of_file(&path, "this file is missing");
            Err(report_overlooked(diagnostic, "no such file"))
        }
    }
}

fn compile_document<T: FromFile>(file: &File, names: &Names) -> Result<T, CompileError> {
    deserialize(compile_leaves(file, names)?, file)
}

fn deserialize<T: FromFile>(compiled: Value, file: &File) -> Result<T, CompileError> {
    T::from_file(compiled).map_err(|error| internal_error(file, 0..0, &error.to_string()))
}

/// Compiles the leaves of a file's TOML. Questions without an id get one.
fn compile_leaves(file: &File, names: &Names) -> Result<Value, CompileError> {
    let mut value = file.document.value.clone();
    for leaf in &file.leaves {
        let compiled = match compile_leaf(leaf, names) {
            Ok(Some(compiled)) => compiled,
            Ok(None) => continue,
            Err(found) => {
                let span = leaf.map.source(0..leaf.value.len());
                return Err(internal_error(file, span, &found));
            }
        };
        if let Some(written) = value.pointer_mut(&leaf.pointer) {
            *written = compiled;
        }
    }
    for question in question_anchors(&file.document.value) {
        if let Some(written) = value.pointer_mut(&question.pointer) {
            written["id"] = question.id.into();
        }
    }
    Ok(value)
}

/// Returns the JSON of a compiled leaf; `None` if the written value doesn't change.
///
/// # Errors
/// Returns the text found instead of a time or hours, or an unknown format.
fn compile_leaf(leaf: &Leaf, names: &Names) -> Result<Option<Value>, String> {
    let unread = || format!("\"{}\"", leaf.value);
    let json = match leaf.format {
        format::TEXT => Ok(typography::text(&names.filled(&leaf.value)).into()),
        format::RICH_TEXT => {
            let prose = leaf.prose.as_deref().ok_or_else(unread)?;
            let (nodes, _) = prose::nodes(prose, names);
            serde_json::to_value(nodes)
        }
        format::LINK => serde_json::to_value(names.link(&leaf.value)),
        format::TIME_OF_YEAR => {
            let time = ResolvedTime::parse(&names.filled(&leaf.value)).ok_or_else(unread)?;
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
        format::WEB_ADDRESS
        | format::IMAGE
        | format::ID
        | format::SCHEDULE
        | format::EXTERNAL
        | format::SUBJECT
        | format::DATE
        | format::MOMENT
        | format::TIME_ZONE => return Ok(None),
        other => {
            return Err(format!("a text with the unknown format `{other}`"));
        }
    };
    json.map(Some).map_err(|error| error.to_string())
}

fn internal_error(file: &File, span: Range<usize>, found: &str) -> CompileError {
    let message = "internal error: valid content failed to compile";
    report_overlooked(Diagnostic::at(file, span, message), found)
}

/// Names the rule that should have found an error, and a workaround.
fn report_overlooked(diagnostic: Diagnostic, found: &str) -> CompileError {
    let mut diagnostic = Diagnostic {
        code: "schema/type",
        ..diagnostic
    };
    diagnostic
        .expected("a file with a value of the right type for each key")
        .found(found)
        .help("Undo the change to this value, and report the message to a developer, because a rule should have found the error.");
    Box::new(diagnostic)
}

#[cfg(test)]
mod tests {
    use super::{Names, Tree, compile_leaf, format};
    use crate::load::Leaf;
    use crate::load::markdown::Prose;
    use crate::load::strings::SourceMap;
    use site_schema::model::{ResolvedLink, ResolvedOpenHours, ResolvedTime, ResolvedWeekdays};

    fn compiled(format: &'static str, written: &str) -> String {
        let mut tree = Tree::default();
        tree.tokens
            .insert("phone".to_owned(), "555-0199".to_owned());
        let map = SourceMap::verbatim(0..written.len());
        let leaf = Leaf {
            pointer: "/leaf".to_owned(),
            format,
            value: written.to_owned(),
            prose: Some(Box::new(Prose::parse(written, map.clone()))),
            map,
        };
        let json = compile_leaf(&leaf, &Names::new(&tree)).expect("a known format");
        json.map_or_else(|| written.to_owned(), |json| json.to_string())
    }

    /// To pass, a leaf of a new format needs an arm here with its expected result.
    #[test]
    fn a_leaf_of_each_format_is_compiled() {
        for &format in format::ALL {
            let is_compiled = match format {
                format::TEXT => compiled(format, "Call {phone}") == "\"Call 555-0199\"",
                format::RICH_TEXT => compiled(format, "Call *{phone}*").contains("555-0199"),
                format::LINK => {
                    serde_json::from_str::<ResolvedLink>(&compiled(format, "/fees")).is_ok()
                }
                format::TIME_OF_YEAR => {
                    serde_json::from_str::<ResolvedTime>(&compiled(format, "April 15")).is_ok()
                }
                format::WEEKDAYS => {
                    serde_json::from_str::<ResolvedWeekdays>(&compiled(format, "Friday")).is_ok()
                }
                format::OPEN_HOURS => {
                    serde_json::from_str::<ResolvedOpenHours>(&compiled(format, "9am-5pm")).is_ok()
                }
                name_or_day => compiled(name_or_day, "{phone}") == "{phone}",
            };
            assert!(is_compiled, "{format}");
        }
    }
}
