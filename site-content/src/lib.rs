//! The site's content as a typed crate: [`CONTENT`], and the documents that
//! machines read, made from any content.

mod documents;

pub use documents::{Document, documents};

use site_schema::Compiled;
use site_schema::model::Content;
use std::sync::LazyLock;

/// The whole content of the site: what `cargo site build` made of `content/`, or
/// the file that SITE_CONTENT named.
pub static CONTENT: LazyLock<Content> = LazyLock::new(|| compiled().content);

static DIGEST: LazyLock<String> = LazyLock::new(|| compiled().digest);

/// SHA-256 of the content's JSON text: what is made from other content has another digest.
pub fn digest() -> &'static str {
    &DIGEST
}

fn compiled() -> Compiled {
    let json = include_bytes!(env!("SITE_CONTENT_FILE"));
    Compiled::from_json(json).unwrap_or_else(|error| {
        panic!(
            "expected compiled content in {}, found: {error}; `cargo site build` writes it again",
            env!("SITE_CONTENT_FILE")
        )
    })
}

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
