//! Which articles are offered after each.

use rayon::prelude::*;
use site_schema::model::{Article, Inline, each_inline, each_node};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many articles are offered after one, where there are as many.
const RELATED: usize = 3;

/// The articles related to each of a list, as places in it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[Article]) -> Vec<Vec<usize>> {
    let keywords: Vec<_> = articles.iter().map(keywords).collect();
    let places = 0..articles.len();
    let related = places.into_par_iter().map(|place| {
        let article = &articles[place];
        let linked = linked(article);
        let mut others: Vec<_> = (0..articles.len()).collect();
        others.retain(|other| *other != place);
        others.sort_by_cached_key(|other| {
            let it = &articles[*other];
            let link = linked.iter().position(|route| *route == it.route);
            let shared = keywords[place].intersection(&keywords[*other]);
            (
                link.unwrap_or(usize::MAX),
                it.matter.category != article.matter.category,
                Reverse(shared.count()),
                other.abs_diff(place),
                *other,
            )
        });
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

/// The keywords of an article, compared without regard to case.
fn keywords(article: &Article) -> BTreeSet<String> {
    let keywords = article.matter.keywords.iter();
    keywords.map(|word| word.trim().to_lowercase()).collect()
}
