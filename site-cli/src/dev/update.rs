//! What Node has of each edition, and how the content differs from it.
//!
//! An unchanged page or article keeps its allocation. Each one has a number, which editions use to refer to it, so it's
//! sent once for all editions.

use jiff::Timestamp;
use serde::Serialize;
use site_schema::Edition;
use site_schema::model::{Article, Content, Facts, Fees, Page, Redirect, Site, Subjects};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

/// The editions that were last sent to Node.
#[derive(Default)]
pub struct Sent {
    editions: Vec<Edition>,
    pages: Numbers,
    articles: Numbers,
}

/// The changes in one edition.
#[derive(Serialize)]
pub struct Update<'a> {
    year: i16,
    /// The start of every edition.
    moments: &'a [Option<i64>],
    /// The start of this edition.
    starts: Option<i64>,
    changed: Changed<'a>,
    /// The pages and articles that Node doesn't have yet, by number.
    pages: BTreeMap<u64, &'a Page>,
    articles: BTreeMap<u64, &'a Article>,
    /// The numbers of all pages and articles in the edition, in order.
    page_numbers: Vec<u64>,
    article_numbers: Vec<u64>,
}

/// The other parts of the content; `None` if a part is unchanged.
#[derive(Serialize)]
struct Changed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<&'a Site>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fees: Option<&'a Fees>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<&'a Facts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subjects: Option<&'a Subjects>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirects: Option<&'a [Redirect]>,
}

impl Sent {
    /// Returns the updates that bring Node up to date with these editions, the edition on screen first. Returns none if
    /// nothing differs.
    pub fn updates<'e>(
        &mut self,
        editions: &'e [Edition],
        moments: &'e [Option<i64>],
        year: i16,
        looked_at: Option<i64>,
    ) -> Vec<Update<'e>> {
        let mut updates = Vec::new();
        for edition in looked_at_first(editions, looked_at) {
            updates.extend(self.update(edition, moments, year));
        }
        updates
    }

    /// Returns the update that brings Node up to date with one edition. `moments` are the starts of all editions.
    /// Returns `None` if nothing differs.
    pub fn update<'e>(
        &mut self,
        edition: &'e Edition,
        moments: &'e [Option<i64>],
        year: i16,
    ) -> Option<Update<'e>> {
        let before = self.content_from(edition.starts);
        if before == Some(&edition.content) && moments == moments_of(&self.editions) {
            return None;
        }
        let changed = Changed::between(before, &edition.content);
        let (page_numbers, new_pages) = self.pages.of(&edition.content.pages);
        let (article_numbers, new_articles) = self.articles.of(&edition.content.articles);
        Some(Update {
            year,
            moments,
            starts: edition.starts,
            changed,
            pages: new_pages,
            articles: new_articles,
            page_numbers,
            article_numbers,
        })
    }

    /// Returns Node's content of the edition that starts at a moment.
    fn content_from(&self, starts: Option<i64>) -> Option<&Content> {
        let mut editions = self.editions.iter();
        let edition = editions.find(|edition| edition.starts == starts)?;
        Some(&edition.content)
    }

    /// Records one edition as sent, and replaces the earlier one with the same start.
    pub fn keep_one(&mut self, edition: Edition) {
        let mut editions = mem::take(&mut self.editions);
        match editions.iter_mut().find(|it| it.starts == edition.starts) {
            Some(known) => *known = edition,
            None => editions.push(edition),
        }
        self.keep(editions);
    }

    /// Records the editions as sent. Items with a number stay allocated until the next call.
    pub fn keep(&mut self, editions: Vec<Edition>) {
        let pages = editions.iter().flat_map(|edition| &edition.content.pages);
        self.pages.keep(pages);
        let articles = editions
            .iter()
            .flat_map(|edition| &edition.content.articles);
        self.articles.keep(articles);
        self.editions = editions;
    }
}

/// Returns the start of each edition.
pub fn moments_of(editions: &[Edition]) -> Vec<Option<i64>> {
    editions.iter().map(|edition| edition.starts).collect()
}

/// Returns the editions in sending order: the edition in force at the moment on screen, then the
/// others.
fn looked_at_first(editions: &[Edition], looked_at: Option<i64>) -> Vec<&Edition> {
    let moment = looked_at.unwrap_or_else(|| Timestamp::now().as_second());
    let mut looked = None;
    for edition in editions {
        if edition.starts.is_none_or(|starts| starts <= moment) {
            looked = Some(edition.starts);
        }
    }

    let mut ordered: Vec<&Edition> = editions.iter().collect();
    ordered.sort_by_key(|edition| Some(edition.starts) != looked);
    ordered
}

impl<'a> Changed<'a> {
    /// Returns the parts that differ; all parts if there was no content before.
    fn between(before: Option<&Content>, after: &'a Content) -> Self {
        let Some(before) = before else {
            return Self {
                site: Some(&after.site),
                fees: Some(&after.fees),
                facts: Some(&after.facts),
                subjects: Some(&after.subjects),
                redirects: Some(&after.redirects),
            };
        };
        Self {
            site: other(&before.site, &after.site),
            fees: other(&before.fees, &after.fees),
            facts: other(&before.facts, &after.facts),
            subjects: other(&before.subjects, &after.subjects),
            redirects: other(&*before.redirects, &*after.redirects),
        }
    }
}

/// Returns the part if it differs.
fn other<'a, T: PartialEq + ?Sized>(before: &T, after: &'a T) -> Option<&'a T> {
    (before != after).then_some(after)
}

/// The numbers of the pages, or of the articles, that Node has.
#[derive(Default)]
struct Numbers {
    by_address: HashMap<usize, u64>,
    next: u64,
}

impl Numbers {
    /// Returns the numbers of these items, and the items that just received a number.
    fn of<'e, T>(&mut self, items: &'e [Arc<T>]) -> (Vec<u64>, BTreeMap<u64, &'e T>) {
        let mut numbers = Vec::new();
        let mut new_items = BTreeMap::new();
        for item in items {
            let number = match self.by_address.entry(address(item)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    let number = *free.insert(self.next);
                    self.next += 1;
                    new_items.insert(number, &**item);
                    number
                }
            };
            numbers.push(number);
        }
        (numbers, new_items)
    }

    /// Forgets the numbers of all other items, because another item may be allocated at the same address.
    fn keep<'e, T: 'e>(&mut self, items: impl Iterator<Item = &'e Arc<T>>) {
        let kept: HashSet<usize> = items.map(address).collect();
        self.by_address.retain(|address, _| kept.contains(address));
    }
}

fn address<T>(item: &Arc<T>) -> usize {
    Arc::as_ptr(item).addr()
}
