//! The site's content as a typed crate: [`CONTENT`], and the documents that machines read, made from any content.
//!
//! `CONTENT` is for programs that are about this site, and need no file beside them: `site-prepare` makes the documents and the
//! redirects from it, and the tests compare what the fee schedules charge. The server is none of them. It serves a table, so
//! that a change of content compiles this crate and `site-prepare`, and nothing of the server.

mod documents;

pub use documents::{Document, documents};

use site_schema::model::Content;
use site_schema::{Compiled, Edition};
use std::sync::LazyLock;

/// All editions of the site, as the last `cargo site build` compiled them, or those of the file in SITE_CONTENT: at least
/// one, by the moment at which each starts.
pub static EDITIONS: LazyLock<&'static [Edition]> = LazyLock::new(|| &COMPILED.editions);

/// The whole content of the first edition.
///
/// ```ignore
/// let schedule = &CONTENT.fees.schedules["calculator"];
/// let quote = schedule.quote(750_000);
/// ```
pub static CONTENT: LazyLock<&'static Content> = LazyLock::new(|| COMPILED.first());

/// The digest of [`EDITIONS`]: what is made from the same content has the same.
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

/// The full address of a path of the site.
pub fn address(content: &Content, path: &str) -> String {
    format!("{}{path}", content.site.origin)
}

/// The identity of what was first published at a path of the site. It stays when that moves, or the site itself does.
fn identity(content: &Content, first_path: &str) -> String {
    format!("{}{first_path}", content.site.first_origin())
}

/// An old path, and where it leads.
pub struct Redirection<'a> {
    pub from: &'a str,
    /// The address; none for what is gone.
    pub to: Option<&'a str>,
    /// True where a page stands at the old path in another edition, or has ended by the clock.
    pub is_temporary: bool,
}

/// Every redirect, in the content's order.
pub fn redirects(content: &Content) -> impl Iterator<Item = Redirection<'_>> {
    content.redirects.iter().map(|redirect| Redirection {
        from: &redirect.from,
        to: redirect.to.as_ref().map(|link| &*link.0.href),
        is_temporary: redirect.temporary,
    })
}
