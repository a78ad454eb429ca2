//! The choice of the articles that are offered after each.

use super::CompiledFile;
use crate::address::link::path_in;
use crate::load::{File, Target};
use rayon::prelude::*;
use site_schema::model::Article;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The number of articles offered after one, where there are as many.
const RELATED: usize = 3;

/// The articles related to each of a list, as indexes of it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[CompiledFile<Article>]) -> Vec<Vec<usize>> {
    let lookup = Lookup::of(articles);
    let indexes = 0..articles.len();
    indexes
        .into_par_iter()
        .map(|index| related_to(index, articles, &lookup))
        .collect()
}

/// The articles of a list by what others refer to them by.
struct Lookup<'a> {
    by_route: HashMap<&'a str, usize>,
    /// The articles that have a keyword, compared without regard to case.
    by_keyword: HashMap<String, Vec<usize>>,
}

impl<'a> Lookup<'a> {
    fn of(articles: &'a [CompiledFile<Article>]) -> Self {
        let mut by_route = HashMap::new();
        let mut by_keyword: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, CompiledFile { value: article, .. }) in articles.iter().enumerate() {
            by_route.insert(article.route.as_str(), index);
            for word in keywords(article) {
                by_keyword.entry(word).or_default().push(index);
            }
        }
        Self {
            by_route,
            by_keyword,
        }
    }
}

/// The place of an article among those that may be offered after another: the smallest
/// comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The number of links of the other's text before the first to this one.
    link: usize,
    is_other_category: bool,
    shared_keywords: Reverse<usize>,
    distance: usize,
    index: usize,
}

/// The articles related to one, the closest first.
fn related_to(index: usize, articles: &[CompiledFile<Article>], lookup: &Lookup) -> Vec<usize> {
    let CompiledFile {
        file,
        value: article,
        ..
    } = &articles[index];
    let links = first_links(file, articles.len(), lookup);
    let shared = shared_keywords(article, articles.len(), lookup);

    let mut closest: Vec<Rank> = Vec::new();
    for (other, other_article) in articles.iter().enumerate() {
        if other == index {
            continue;
        }
        let rank = Rank {
            link: links[other],
            is_other_category: other_article.value.matter.category != article.matter.category,
            shared_keywords: Reverse(shared[other]),
            distance: other.abs_diff(index),
            index: other,
        };
        let place = closest.partition_point(|known| *known < rank);
        if place < RELATED {
            closest.insert(place, rank);
            closest.truncate(RELATED);
        }
    }
    closest.into_iter().map(|rank| rank.index).collect()
}

/// For each of `count` articles, the number of links of a file before the first to it;
/// [`usize::MAX`] where there is none.
fn first_links(file: &File, count: usize, lookup: &Lookup) -> Vec<usize> {
    let mut first_links = vec![usize::MAX; count];
    for (number, link) in file.references_of(Target::Link).enumerate() {
        if let Some(path) = path_in(&link.name)
            && let Some(&other) = lookup.by_route.get(path)
        {
            first_links[other] = first_links[other].min(number);
        }
    }
    first_links
}

/// For each of `count` articles, the number of keywords that it shares with one.
fn shared_keywords(article: &Article, count: usize, lookup: &Lookup) -> Vec<usize> {
    let mut shared = vec![0; count];
    for word in keywords(article) {
        for &other in &lookup.by_keyword[&word] {
            shared[other] += 1;
        }
    }
    shared
}

/// The keywords of an article in lower case, each once.
fn keywords(article: &Article) -> HashSet<String> {
    let keywords = article.matter.keywords.iter();
    keywords.map(|word| word.trim().to_lowercase()).collect()
}
