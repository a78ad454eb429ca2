//! The edition that Node shows, and its differences from another edition.

use serde::Serialize;
use site_schema::Edition;
use site_schema::model::{Article, Content, Facts, Fees, Page, Redirect, Site, Subjects};
use std::collections::HashMap;
use std::sync::Arc;

/// The edition that Node shows.
#[derive(Default)]
pub struct Screen {
    /// `None` until the content has been loaded.
    edition: Option<Edition>,
    /// The start of every edition.
    moments: Vec<Option<i64>>,
}

/// The differences between an edition and the edition that Node shows.
#[derive(Serialize)]
pub struct Update<'a> {
    year: i16,
    /// The start of every edition.
    moments: &'a [Option<i64>],
    /// The start of this edition.
    starts: Option<i64>,
    changed: Changed<'a>,
    /// In their order.
    pages: Vec<Item<'a, Page>>,
    articles: Vec<Item<'a, Article>>,
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
    redirects: Option<&'a Vec<Redirect>>,
}

/// A page or an article.
#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a, T> {
    /// Its route: Node has the page or article.
    Unchanged(&'a str),
    Changed(&'a T),
}

impl Screen {
    /// Returns the differences between an edition and the edition that Node shows; `None` if nothing differs.
    pub fn update<'a>(
        &'a self,
        edition: &'a Edition,
        moments: &'a [Option<i64>],
        year: i16,
    ) -> Option<Update<'a>> {
        if self.edition.as_ref() == Some(edition) && self.moments == moments {
            return None;
        }
        let before = self.edition.as_ref().map(|edition| &edition.content);
        let (pages, articles) = match before {
            Some(content) => (&*content.pages, &*content.articles),
            None => Default::default(),
        };
        let content = &edition.content;
        Some(Update {
            year,
            moments,
            starts: edition.starts,
            changed: Changed::between(before, content),
            pages: items(pages, &content.pages, |page| &page.route),
            articles: items(articles, &content.articles, |article| &article.route),
        })
    }

    /// Records that Node shows an edition.
    pub fn show(&mut self, edition: Edition, moments: Vec<Option<i64>>) {
        self.edition = Some(edition);
        self.moments = moments;
    }
}

impl<'a> Changed<'a> {
    /// Returns the parts that differ; all parts if there was no content before.
    fn between(before: Option<&Content>, after: &'a Content) -> Self {
        Self {
            site: other(before.map(|it| &it.site), &after.site),
            fees: other(before.map(|it| &it.fees), &after.fees),
            facts: other(before.map(|it| &it.facts), &after.facts),
            subjects: other(before.map(|it| &it.subjects), &after.subjects),
            redirects: other(before.map(|it| &it.redirects), &after.redirects),
        }
    }
}

/// Returns the part if it differs.
fn other<'a, T: PartialEq>(before: Option<&T>, after: &'a T) -> Option<&'a T> {
    (before != Some(after)).then_some(after)
}

/// Returns all pages or all articles.
fn items<'a, T: Eq>(
    before: &[Arc<T>],
    after: &'a [Arc<T>],
    route: fn(&T) -> &str,
) -> Vec<Item<'a, T>> {
    let known: HashMap<&str, &Arc<T>> = before.iter().map(|item| (route(item), item)).collect();
    let mut items = Vec::new();
    for item in after {
        // An unchanged page or article keeps its allocation, so this rarely compares their texts.
        if known.get(route(item)) == Some(&item) {
            items.push(Item::Unchanged(route(item)));
        } else {
            items.push(Item::Changed(&**item));
        }
    }
    items
}

/// Returns the start of each edition.
pub fn moments_of(editions: &[Edition]) -> Vec<Option<i64>> {
    editions.iter().map(|edition| edition.starts).collect()
}

/// Returns the edition in force at a moment: the latest to have started. `editions` are sorted by
/// start; the first has none.
pub fn edition_at(editions: &[Edition], moment: i64) -> Option<&Edition> {
    let mut latest_first = editions.iter().rev();
    latest_first.find(|edition| edition.starts.is_none_or(|starts| starts <= moment))
}
