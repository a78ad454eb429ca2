//! The site's content as a typed crate: [`CONTENT`], its [`Route`]s, and the
//! documents that machines read, made from it.

extern crate alloc;

mod documents;

#[allow(
    unused_qualifications,
    reason = "generated code names everything by its full path"
)]
mod baked {
    include!(concat!(env!("OUT_DIR"), "/content.rs"));
}

pub use baked::{CONTENT, Route};
pub use documents::{Document, documents};

use site_schema::model::{Article, Page};

impl Route {
    /// The route at a path.
    pub fn at(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|route| route.path() == path)
    }

    /// The page at this route, unless it is an article.
    pub fn page(self) -> Option<&'static Page> {
        CONTENT.page(self.path())
    }

    /// The article at this route, unless it is a page.
    pub fn article(self) -> Option<&'static Article> {
        CONTENT
            .articles
            .iter()
            .find(|article| article.route == self.path())
    }

    /// Its full address.
    pub fn url(self) -> String {
        address(self.path())
    }
}

/// The full address of a path of the site.
pub fn address(path: &str) -> String {
    format!("{}{path}", CONTENT.site.origin)
}

/// Every redirect: the old path, and where it leads; `None` for what is gone.
pub fn redirects() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    CONTENT.redirects.iter().map(|redirect| {
        (
            &*redirect.from,
            redirect.to.as_ref().map(|link| &*link.0.href),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_a_page_or_an_article() {
        for route in Route::ALL {
            assert!(
                route.page().is_some() != route.article().is_some(),
                "{route:?}"
            );
            assert_eq!(Route::at(route.path()), Some(route));
        }
    }

    #[test]
    fn the_routes_of_the_specification_are_there() {
        let pages = [
            Route::Home,
            Route::FinancialServices,
            Route::TaxServices,
            Route::About,
            Route::Contact,
        ];
        assert!(pages.iter().all(|route| route.page().is_some()));
        assert_eq!(CONTENT.articles.len(), 36);
        assert_eq!(
            CONTENT.articles[0].slug,
            "fall-weddings-financial-plans-season-preparation"
        );
    }
}
