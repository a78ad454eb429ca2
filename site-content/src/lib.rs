//! The site's content as a typed crate: [`CONTENT`], and the documents that
//! machines read, made from any content.

mod documents;

pub use documents::{Document, documents};

use site_schema::model::Content;

/// The whole content of the site: what `cargo site build` made of `content/`, or
/// the file that SITE_CONTENT named.
#[cfg(feature = "embedded")]
pub static CONTENT: std::sync::LazyLock<Content> = std::sync::LazyLock::new(|| {
    let json = include_bytes!(env!("SITE_CONTENT_FILE"));
    let compiled: site_schema::Compiled = serde_json::from_slice(json).unwrap_or_else(|error| {
        panic!(
            "expected compiled content in {}, found: {error}; `cargo site build` writes it again",
            env!("SITE_CONTENT_FILE")
        )
    });
    compiled.content
});

/// The full address of a path of the site.
pub fn address(content: &Content, path: &str) -> String {
    format!("{}{path}", content.site.origin)
}

/// Every redirect: the old path, and the address that it leads to; `None` for what is gone.
pub fn redirects(content: &Content) -> impl Iterator<Item = (&str, Option<&str>)> {
    content.redirects.iter().map(|redirect| {
        let to = redirect.to.as_ref().map(|link| &*link.0.href);
        (&*redirect.from, to)
    })
}
