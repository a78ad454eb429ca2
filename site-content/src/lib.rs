//! The site's content as a typed crate: [`CONTENT`], and the documents that
//! machines read, made from any content.

mod documents;
#[cfg(feature = "embedded")]
mod embedded;

pub use documents::{Document, documents};
#[cfg(feature = "embedded")]
pub use embedded::{CONTENT, digest};

use site_schema::model::Content;

/// The full address of a path of the site.
pub fn address(content: &Content, path: &str) -> String {
    format!("{}{path}", content.site.origin)
}

/// Every redirect: the old path, and where it leads; `None` for what is gone.
pub fn redirects(content: &Content) -> impl Iterator<Item = (&str, Option<&str>)> {
    content.redirects.iter().map(|redirect| {
        let to = redirect.to.as_ref().map(|link| &*link.0.href);
        (&*redirect.from, to)
    })
}
