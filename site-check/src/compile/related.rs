//! Which articles are offered after each.

use rayon::prelude::*;
use site_schema::model::{Article, Inline, each_inline, each_node};
use std::cmp::Reverse;
use std::collections::HashSet;

/// How many articles are offered after one, where there are as many.
const RELATED: usize = 3;

/// The articles related to each of a list, as places in it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[Article]) -> Vec<Vec<usize>> {
    // Compared without regard to case.
    let keywords = articles.iter().map(|article| {
        let own = article.matter.keywords.iter();
        own.map(|word| word.trim().to_lowercase()).collect()
    });
    let keywords: Vec<HashSet<String>> = keywords.collect();
    let related = articles.par_iter().enumerate().map(|(place, article)| {
        let links = linked(article);
        let rank = |other: &usize| {
            let other = *other;
            let link = links.iter().position(|link| *link == articles[other].route);
            let shared = keywords[place].intersection(&keywords[other]).count();
            (
                link.unwrap_or(usize::MAX),
                articles[other].matter.category != article.matter.category,
                Reverse(shared),
                other.abs_diff(place),
                other,
            )
        };
        let others = (0..articles.len()).filter(|other| *other != place);
        let mut others: Vec<usize> = others.collect();
        others.sort_by_cached_key(rank);
        others.truncate(RELATED);
        others
    });
    related.collect()
}

/// The addresses that its text links to, in order.
fn linked(article: &Article) -> Vec<String> {
    let mut linked = Vec::new();
    each_node(&article.body, &mut |node| {
        for line in node.lines() {
            each_inline(line, &mut |part| {
                if let Inline::Link { link, .. } = part {
                    let route = link.href.split(['#', '?']).next();
                    linked.extend(route.map(str::to_owned));
                }
            });
        }
    });
    linked
}
