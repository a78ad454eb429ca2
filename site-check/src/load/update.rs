//! What is different in one content from another, for those who have the other.

use serde::Serialize;
use site_schema::model::{Article, Content, Facts, Fees, Page, Redirect, Site};
use std::collections::{HashMap, HashSet};

/// What is different in the content.
#[derive(Debug, Default, Serialize)]
pub struct Update {
    /// Nothing where none of it has changed.
    pub basis: Option<Basis>,
    /// Pages that are new or not what they were.
    pub pages: Vec<Page>,
    /// Articles, likewise.
    pub articles: Vec<Article>,
    /// The routes of pages and articles that are no more.
    pub gone: Vec<String>,
}

/// What all pages share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Basis {
    pub site: Site,
    pub fees: Fees,
    pub facts: Facts,
    pub redirects: Vec<Redirect>,
}

impl Basis {
    fn of(content: &Content) -> Self {
        Self {
            site: content.site.clone(),
            fees: content.fees.clone(),
            facts: content.facts.clone(),
            redirects: content.redirects.clone(),
        }
    }
}

impl Update {
    pub fn is_empty(&self) -> bool {
        self.basis.is_none()
            && self.pages.is_empty()
            && self.articles.is_empty()
            && self.gone.is_empty()
    }

    /// What is different in the second of two contents: all of it, where there is no first.
    pub fn between(before: Option<&Content>, after: &Content) -> Self {
        let basis = Basis::of(after);
        let pages = before.map_or(&[][..], |before| &before.pages);
        let articles = before.map_or(&[][..], |before| &before.articles);
        let routes: HashSet<&str> = after.routes().collect();
        let gone = before.into_iter().flat_map(Content::routes);
        Self {
            basis: (before.map(Basis::of).as_ref() != Some(&basis)).then_some(basis),
            pages: changed(pages, &after.pages, |page| &page.route),
            articles: changed(articles, &after.articles, |article| &article.route),
            gone: gone
                .filter(|route| !routes.contains(route))
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// What is new, or is not what it was, by its route.
fn changed<T: Clone + PartialEq>(before: &[T], after: &[T], route: fn(&T) -> &String) -> Vec<T> {
    let before: HashMap<_, _> = before.iter().map(|it| (route(it), it)).collect();
    let changed = after.iter().filter(|it| before.get(route(it)) != Some(it));
    changed.cloned().collect()
}
