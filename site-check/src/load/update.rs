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

/// What all pages stand on.
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
        let pages = before.into_iter().flat_map(|before| &before.pages);
        let pages: HashMap<&str, &Page> = pages.map(|page| (&*page.route, page)).collect();
        let articles = before.into_iter().flat_map(|before| &before.articles);
        let articles: HashMap<&str, &Article> =
            articles.map(|article| (&*article.route, article)).collect();
        let routes: HashSet<&str> = after.routes().collect();
        let had = before.into_iter().flat_map(Content::routes);
        Self {
            basis: (before.map(Basis::of).as_ref() != Some(&basis)).then_some(basis),
            pages: after
                .pages
                .iter()
                .filter(|page| pages.get(&*page.route) != Some(page))
                .cloned()
                .collect(),
            articles: after
                .articles
                .iter()
                .filter(|article| articles.get(&*article.route) != Some(article))
                .cloned()
                .collect(),
            gone: had
                .filter(|route| !routes.contains(route))
                .map(str::to_owned)
                .collect(),
        }
    }
}
