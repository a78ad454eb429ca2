//! Which articles are offered after each.

use crate::address::link::path_in;
use crate::load::{File, Target};
use rayon::prelude::*;
use site_schema::model::Article;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How many articles are offered after one, where there are as many.
const RELATED: usize = 3;

/// The articles related to each of a list, as places in it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[(&File, Arc<Article>)]) -> Vec<Vec<usize>> {
    let mut by_route: HashMap<&str, usize> = HashMap::new();
    // The articles that have a keyword, compared without regard to case.
    let mut by_keyword: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, (_, article)) in articles.iter().enumerate() {
        by_route.insert(&article.route, place);
        for word in keywords(article) {
            by_keyword.entry(word).or_default().push(place);
        }
    }
    let others = |(place, (file, article)): (usize, &(&File, Arc<Article>))| {
        let mut links = vec![usize::MAX; articles.len()];
        for (at, link) in file.references_of(Target::Link).enumerate() {
            if let Some(&other) = path_in(&link.name).and_then(|path| by_route.get(path)) {
                links[other] = links[other].min(at);
            }
        }
        let mut shared = vec![0; articles.len()];
        for word in keywords(article) {
            for &other in &by_keyword[&word] {
                shared[other] += 1;
            }
        }
        let rank = |other: usize| {
            (
                links[other],
                articles[other].1.matter.category != article.matter.category,
                Reverse(shared[other]),
                other.abs_diff(place),
                other,
            )
        };
        let mut first = Vec::new();
        for other in 0..articles.len() {
            let rank = rank(other);
            let at = first.partition_point(|known| *known < rank);
            if at < RELATED && other != place {
                first.insert(at, rank);
                first.truncate(RELATED);
            }
        }
        first.into_iter().map(|(.., other)| other).collect()
    };
    articles.par_iter().enumerate().map(others).collect()
}

fn keywords(article: &Article) -> HashSet<String> {
    let keywords = article.matter.keywords.iter();
    keywords.map(|word| word.trim().to_lowercase()).collect()
}
