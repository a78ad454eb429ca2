//! The site's own content, inside this crate.

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
