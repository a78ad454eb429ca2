//! The listing order of articles, and the articles offered after each.

use super::CompiledFile;
use crate::address::link::path_in;
use crate::load::{File, FileKind, Target, Tree};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rayon::prelude::*;
use site_schema::model::{Article, WrittenMoment};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

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
    let links = first_links(file, lookup);
    let shared = shared_keywords(article, lookup);
    let is_other_category =
        |other: usize| articles[other].value.matter.category != article.matter.category;

    // Of the articles without a link or a shared keyword, only the nearest in this category and the
    // nearest in the others can be among the closest.
    let mut candidates: BTreeSet<usize> = links.keys().chain(shared.keys()).copied().collect();
    for is_other in [true, false] {
        let nearest = by_distance(index, articles.len());
        let nearest = nearest.filter(|other| is_other_category(*other) == is_other);
        candidates.extend(nearest.take(RELATED));
    }
    candidates.remove(&index);

    let mut ranks = Vec::new();
    for other in candidates {
        ranks.push(Rank {
            link: links.get(&other).copied().unwrap_or(usize::MAX),
            is_other_category: is_other_category(other),
            shared_keywords: Reverse(shared.get(&other).copied().unwrap_or(0)),
            distance: other.abs_diff(index),
            index: other,
        });
    }
    ranks.sort();
    ranks.truncate(RELATED);
    ranks.into_iter().map(|rank| rank.index).collect()
}

/// Returns the other indexes of a list, the nearest first, the lower of two at one distance first.
fn by_distance(index: usize, count: usize) -> impl Iterator<Item = usize> {
    (1..count).flat_map(move |distance| {
        let before = index.checked_sub(distance);
        let after = Some(index + distance).filter(|other| *other < count);
        before.into_iter().chain(after)
    })
}

/// Returns the number of links in a file before the first link to each article.
fn first_links(file: &File, lookup: &Lookup) -> HashMap<usize, usize> {
    let mut first_links = HashMap::new();
    for (number, link) in file.references_of(Target::Link).enumerate() {
        if let Some(path) = path_in(&link.name)
            && let Some(&other) = lookup.by_route.get(path)
        {
            first_links.entry(other).or_insert(number);
        }
    }
    first_links
}

/// Returns the number of keywords that each article shares with one article.
fn shared_keywords(article: &Article, lookup: &Lookup) -> HashMap<usize, usize> {
    let mut shared = HashMap::new();
    for word in keywords(article) {
        for &other in &lookup.by_keyword[&word] {
            *shared.entry(other).or_insert(0) += 1;
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

    let Some(from) = listed_by_day_from(tree) else {
        return;
    };
    let zone = tree.zone();
    let mut places = Vec::new();
    let mut by_clock = Vec::new();
    for (place, article) in articles.iter().enumerate() {
        if let Some(start) = start_by_clock(&article.value, from, &zone) {
            places.push(place);
            by_clock.push((start, article.clone()));
        }
    }
    by_clock.sort_by_key(|(start, article)| Reverse((*start, article.value.matter.id)));
    for (place, (_, article)) in places.into_iter().zip(by_clock) {
        articles[place] = article;
    }
}

/// Returns the day in `content/site.toml` when listing by start begins.
fn listed_by_day_from(tree: &Tree) -> Option<Date> {
    let day = tree.value(&FileKind::Site, "/articles/listed_by_day_from")?;
    day.as_str()?.parse().ok()
}

/// Returns the start of an article, if it is on or after the day when listing by start begins.
fn start_by_clock(article: &Article, from: Date, zone: &TimeZone) -> Option<Timestamp> {
    let matter = &article.matter;
    let written = match (&matter.starts, &matter.published) {
        (Some(starts), _) => WrittenMoment::read(starts).ok()?,
        (None, Some(published)) => WrittenMoment::read(published).ok()?,
        (None, None) => return None,
    };
    if written.day() < from {
        return None;
    }
    written.start(zone)
}
