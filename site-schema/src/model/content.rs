//! The complete compiled content, in the form of the compiled file.

use super::{Article, Facts, Fees, Page, Redirect, Site, Subjects, compiled};
use std::sync::Arc;

compiled! {
    /// All of the content, checked and compiled.
    pub struct Content {
        pub site: Site,
        pub fees: Fees,
        pub facts: Facts,
        /// The titles of subjects, by name.
        pub subjects: Subjects,
        /// Sorted by old path.
        pub redirects: Vec<Redirect>,
        /// Sorted by route.
        pub pages: Vec<Arc<Page>>,
        /// Newest first.
        pub articles: Vec<Arc<Article>>,
    }
}

impl Content {
    /// Returns every route: pages by path, then articles, newest first.
    pub fn routes(&self) -> impl Iterator<Item = &str> {
        let pages = self.pages.iter().map(|page| &*page.route);
        pages.chain(self.articles.iter().map(|article| &*article.route))
    }

    pub fn page(&self, route: &str) -> Option<&Page> {
        let mut pages = self.pages.iter().map(|page| &**page);
        pages.find(|page| page.route == route)
    }

    pub fn article(&self, slug: &str) -> Option<&Article> {
        let mut articles = self.articles.iter().map(|article| &**article);
        articles.find(|article| article.slug == slug)
    }

    /// Returns the articles in lists, the feed and the sitemap: all except withdrawn ones.
    pub fn listed_articles(&self) -> impl Iterator<Item = &Article> {
        let articles = self.articles.iter().map(|article| &**article);
        articles.filter(|article| article.matter.withdrawn.is_none())
    }

    /// Returns the pages that search engines may list: all except withdrawn ones.
    pub fn listed_pages(&self) -> impl Iterator<Item = &Page> {
        let pages = self.pages.iter().map(|page| &**page);
        pages.filter(|page| {
            let is_hidden = page.meta.noindex || page.meta.withdrawn.is_some();
            page.route != crate::NOT_FOUND_ROUTE && !is_hidden
        })
    }
}
