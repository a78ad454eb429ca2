//! The whole content, compiled: what is baked for Rust and written for the web.

use super::{Article, Facts, Fees, List, Page, Redirect, Site, model};

model! {
    /// The whole content, checked and compiled.
    pub struct Content {
        pub site: Site,
        pub fees: Fees,
        pub facts: Facts,
        /// By old path.
        pub redirects: List<Redirect>,
        /// By route.
        pub pages: List<Page>,
        /// Newest first.
        pub articles: List<Article>,
    }
}

impl Content {
    /// Reads content as it is written for the web.
    ///
    /// # Errors
    /// Where the value is something else.
    pub fn from_json(value: serde_json::Value) -> serde_json::Result<Self> {
        serde_json::from_value(value)
    }

    pub fn page(&self, route: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.route == route)
    }

    pub fn article(&self, slug: &str) -> Option<&Article> {
        self.articles.iter().find(|article| article.slug == slug)
    }

    /// The pages that visitors can reach by their own address.
    pub fn public_pages(&self) -> impl Iterator<Item = &Page> {
        self.pages
            .iter()
            .filter(|page| page.route != crate::NOT_FOUND_ROUTE)
    }
}
