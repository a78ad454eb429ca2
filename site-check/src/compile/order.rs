//! The order in which articles are listed.

use super::CompiledFile;
use crate::load::{FileKind, Tree};
use jiff::Timestamp;
use jiff::civil::Date;
use site_schema::model::{Article, WrittenMoment};
use std::cmp::Reverse;

/// Sorts articles as they are listed: by id, the highest first. Those that start by the clock share the places
/// that their ids give them, by the moment at which they start, the latest first.
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

/// The moment at which an article starts, where articles are listed by that: from a day of `content/site.toml` on.
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
