//! Which articles are offered after each.

use rayon::prelude::*;
use site_schema::model::{Article, Inline, each_inline, each_node};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many articles are offered after one, where there are as many.
const RELATED: usize = 3;

/// The articles related to each of a list, as places in it.
///
/// First come those that its text links to, in that order; then those of its
/// category before all others, and among these the ones that share most of its
/// keywords, and among these the nearest in the list.
pub fn related(articles: &[Article]) -> Vec<Vec<usize>> {
    let place_of: HashMap<_, _> = articles.iter().map(|it| &*it.route).zip(0..).collect();
    let mut words = HashMap::new();
    let mut keywords = Vec::new();
    for article in articles {
        let own = article.matter.keywords.iter();
        // Compared without regard to case.
        let own = own.map(|word| word.trim().to_lowercase());
        let mut own: Vec<usize> = own
            .map(|word| {
                let next = words.len();
                *words.entry(word).or_insert(next)
            })
            .collect();
        own.sort_unstable();
        own.dedup();
        keywords.push(own);
    }
    let related = articles.par_iter().enumerate().map(|(place, article)| {
        let links = linked(article);
        let links: Vec<_> = links.iter().map(|link| place_of.get(&**link)).collect();
        let others = (0..articles.len()).filter(|other| *other != place);
        let mut others: Vec<_> = others
            .map(|other| {
                let link = links.iter().position(|link| *link == Some(&other));
                let is_shared = |word: &&usize| keywords[other].contains(word);
                (
                    link.unwrap_or(usize::MAX),
                    articles[other].matter.category != article.matter.category,
                    Reverse(keywords[place].iter().filter(is_shared).count()),
                    other.abs_diff(place),
                    other,
                )
            })
            .collect();
        others.sort_unstable();
        others.truncate(RELATED);
        others.into_iter().map(|(.., other)| other).collect()
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
