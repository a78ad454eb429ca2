//! The listing order of articles, and the articles offered after each.

use super::CompiledFile;
use crate::address::link::path_in;
use crate::load::{File, FileKind, Target, Tree};
use jiff::Timestamp;
use jiff::civil::Date;
use rayon::prelude::*;
use site_schema::model::{Article, WrittenMoment};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The number of articles offered after one, if there are enough.
const RELATED: usize = 3;

/// Returns, for each article of a list, the indexes of related articles.
///
/// The articles that its text links to come first, in the order of the links. The others follow:
/// the same category before other categories, then by the number of shared keywords, then by
/// distance in the list.
pub fn suggestions(articles: &[CompiledFile<Article>]) -> Vec<Vec<usize>> {
    let lookup = Lookup::of(articles);
    let indexes = 0..articles.len();
    indexes
        .into_par_iter()
        .map(|index| related_to(index, articles, &lookup))
        .collect()
}

/// The articles of a list, by route and by keyword.
struct Lookup<'a> {
    by_route: HashMap<&'a str, usize>,
    /// The articles with a keyword in lower case.
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

/// The rank of an article as a suggestion after another article. The lowest rank comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The number of links in the other article before the first link to this one.
    link: usize,
    is_other_category: bool,
    shared_keywords: Reverse<usize>,
    distance: usize,
    index: usize,
}

/// Returns the articles related to one, the closest first.
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

/// Returns, for each of `count` articles, the number of links in a file before the first link to
/// it; [`usize::MAX`] if there is no link.
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

/// Returns, for each of `count` articles, the number of keywords that it shares with one article.
fn shared_keywords(article: &Article, count: usize, lookup: &Lookup) -> Vec<usize> {
    let mut shared = vec![0; count];
    for word in keywords(article) {
        for &other in &lookup.by_keyword[&word] {
            shared[other] += 1;
        }
    }
    shared
}

/// Returns the keywords of an article in lower case, without duplicates.
fn keywords(article: &Article) -> HashSet<String> {
    let keywords = article.matter.keywords.iter();
    keywords.map(|word| word.trim().to_lowercase()).collect()
}

/// Sorts articles into listing order: by id, the highest first. Articles listed by their start swap
/// places with each other, so that the latest comes first.
pub fn sort(articles: &mut [CompiledFile<Article>], tree: &Tree) {
    articles.sort_by_key(|article| Reverse(article.value.matter.id));

    let mut places = Vec::new();
    let mut by_clock = Vec::new();
    for (place, article) in articles.iter().enumerate() {
        if let Some(start) = start_by_clock(&article.value, tree) {
            places.push(place);
            by_clock.push((start, article.clone()));
        }
    }
    by_clock.sort_by_key(|(start, article)| Reverse((*start, article.value.matter.id)));
    for (place, (_, article)) in places.into_iter().zip(by_clock) {
        articles[place] = article;
    }
}

/// Returns the start of an article, if it is on or after the day in `content/site.toml` when
/// listing by start begins.
fn start_by_clock(article: &Article, tree: &Tree) -> Option<Timestamp> {
    let matter = &article.matter;
    let written = match (&matter.starts, &matter.published) {
        (Some(starts), _) => WrittenMoment::read(starts).ok()?,
        (None, Some(published)) => WrittenMoment::read(published).ok()?,
        (None, None) => return None,
    };
    let from = tree.value(&FileKind::Site, "/articles/listed_by_day_from")?;
    let from: Date = from.as_str()?.parse().ok()?;
    if written.day() < from {
        return None;
    }
    written.start(&tree.zone())
}
