//! The site's content as a typed crate: [`CONTENT`], and the documents for machines, which can be made from any content.
//!
//! `CONTENT` is for programs that belong to this site and shouldn't need a separate file: `site-prepare` makes the documents and
//! redirects from it, and the tests compare what the fee schedules charge. The server isn't one of them. It serves a table, so a content
//! change only compiles this crate and `site-prepare` again, and nothing of the server.

mod documents;

pub use documents::{Document, documents};

use site_schema::model::Content;
use site_schema::{Compiled, Edition};
use std::sync::LazyLock;

/// All editions of the site, as compiled by the last `cargo site build`, or those in the file in SITE_CONTENT. There is at least one,
/// and they are sorted by start.
pub static EDITIONS: LazyLock<&'static [Edition]> = LazyLock::new(|| &COMPILED.editions);

/// The content of the first edition.
///
/// ```ignore
/// let schedule = &CONTENT.fees.schedules["calculator"];
/// let quote = schedule.quote(750_000);
/// ```
pub static CONTENT: LazyLock<&'static Content> = LazyLock::new(|| COMPILED.first());

/// The digest of [`EDITIONS`]. Everything made from the same content has the same digest.
pub static DIGEST: LazyLock<&'static str> = LazyLock::new(|| &COMPILED.digest);

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let json = include_bytes!(env!("SITE_CONTENT_FILE"));
    serde_json::from_slice(json).unwrap_or_else(|error| {
        panic!(
            "expected compiled content in {}, found: {error}; `cargo site build` writes it again",
            env!("SITE_CONTENT_FILE")
        )
    })
});

/// The absolute address of a path on the site.
pub fn address(content: &Content, path: &str) -> String {
    format!("{}{path}", content.site.origin)
}

/// The identity of content that was first published at a path of the site. It stays the same if the content or the site moves.
fn identity(content: &Content, first_path: &str) -> String {
    format!("{}{first_path}", content.site.first_origin())
}

/// An old path and its target.
pub struct Redirection<'a> {
    pub from: &'a str,
    /// The address, or `None` for a gone page.
    pub to: Option<&'a str>,
    /// True if another edition has a page at the old path, or if the redirect ends by the clock.
    pub is_temporary: bool,
}

/// All redirects, in the content's order.
pub fn redirects(content: &Content) -> impl Iterator<Item = Redirection<'_>> {
    content.redirects.iter().map(|redirect| Redirection {
        from: &redirect.from,
        to: redirect.to.as_ref().map(|link| &*link.0.href),
        is_temporary: redirect.temporary,
    })
}
