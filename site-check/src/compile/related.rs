//! Which articles are offered after each.

use rayon::prelude::*;
use site_schema::model::{Article, Category, Inline, each_inline, each_node};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many articles are offered after one, where there are as many.
pub const RELATED: usize = 3;

/// How many articles one looks at each way: in the list, in a category, under
/// a keyword. It keeps the work for each article the same however many there are.
const REACH: usize = 8;

/// The articles related to each of a list, as places in it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[Article]) -> Vec<Vec<usize>> {
    let index = Index::new(articles);
    let places = 0..articles.len();
    places
        .into_par_iter()
        .map(|place| index.related(place))
        .collect()
}

/// Where in the list to look; every list of places ascends.
struct Index<'a> {
    articles: &'a [Article],
    by_route: HashMap<&'a str, usize>,
    by_category: HashMap<Category, Vec<usize>>,
    by_keyword: HashMap<String, Vec<usize>>,
    /// The keywords of each article, compared without regard to case.
    keywords: Vec<Vec<String>>,
}

impl<'a> Index<'a> {
    fn new(articles: &'a [Article]) -> Self {
        let mut index = Self {
            articles,
            by_route: HashMap::new(),
            by_category: HashMap::new(),
            by_keyword: HashMap::new(),
            keywords: articles.iter().map(keywords).collect(),
        };
        for (place, article) in articles.iter().enumerate() {
            index.by_route.insert(&article.route, place);
            let category = index.by_category.entry(article.matter.category);
            category.or_default().push(place);
            for keyword in &index.keywords[place] {
                let places = index.by_keyword.entry(keyword.clone());
                places.or_default().push(place);
            }
        }
        index
    }

    fn related(&self, place: usize) -> Vec<usize> {
        let mut related = self.linked(place);
        let mut others = self.around(place);
        others.retain(|other| *other != place && !related.contains(other));
        others.sort_by_cached_key(|other| self.distance(place, *other));
        others.dedup();
        related.extend(others);
        related.truncate(RELATED);
        related
    }

    /// The articles that its text links to, each once, in order.
    fn linked(&self, place: usize) -> Vec<usize> {
        let mut linked = Vec::new();
        each_node(&self.articles[place].body, &mut |node| {
            for line in node.lines() {
                each_inline(line, &mut |part| {
                    if let Inline::Link { link, .. } = part {
                        let route = link.href.split(['#', '?']).next().unwrap_or_default();
                        let found = self.by_route.get(route).copied();
                        linked.extend(found.filter(|at| *at != place && !linked.contains(at)));
                    }
                });
            }
        });
        linked
    }

    /// The articles around it in the list, in its category and under its keywords.
    fn around(&self, place: usize) -> Vec<usize> {
        let category = &self.by_category[&self.articles[place].matter.category];
        let keywords = self.keywords[place]
            .iter()
            .map(|keyword| &self.by_keyword[keyword]);
        let within = |places: &Vec<usize>| {
            let at = places.partition_point(|other| *other < place);
            let reach = at.saturating_sub(REACH)..places.len().min(at + REACH + 1);
            places[reach].to_vec()
        };
        let list = place.saturating_sub(REACH)..self.articles.len().min(place + REACH + 1);
        let found = [category].into_iter().chain(keywords).flat_map(within);
        found.chain(list).collect()
    }

    /// How far one article is from another, the closest first; no two are equally far.
    fn distance(&self, place: usize, other: usize) -> impl Ord + use<> {
        let category = |place: usize| self.articles[place].matter.category;
        let shared = self.keywords[place]
            .iter()
            .filter(|keyword| self.keywords[other].contains(keyword));
        (
            category(other) != category(place),
            Reverse(shared.count()),
            other.abs_diff(place),
            other,
        )
    }
}

fn keywords(article: &Article) -> Vec<String> {
    let mut keywords: Vec<String> = article
        .matter
        .keywords
        .iter()
        .map(|keyword| keyword.trim().to_lowercase())
        .collect();
    keywords.sort();
    keywords.dedup();
    keywords
}
