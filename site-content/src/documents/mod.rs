//! The documents that machines read, each at its own path.

mod feed;
mod html;
mod llms;
mod manifest;
mod robots;
mod security;
mod sitemap;

use site_schema::model::Content;
use std::error::Error;

/// A document that machines read.
#[derive(Debug, Clone)]
pub struct Document {
    /// Where it is served, such as `/sitemap.xml`.
    pub path: &'static str,
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

type Made = Result<String, Box<dyn Error>>;

/// All the documents of some content, by path.
///
/// # Errors
/// When a date or an address of the content is not one that the formats take.
pub fn documents(content: &Content) -> Result<Vec<Document>, Box<dyn Error>> {
    let documents = [
        (
            "/.well-known/security.txt",
            "text/plain; charset=utf-8",
            security::security as fn(&Content) -> Made,
        ),
        (
            "/feed.xml",
            "application/atom+xml; charset=utf-8",
            feed::feed,
        ),
        ("/llms.txt", "text/plain; charset=utf-8", llms::llms),
        (
            "/manifest.webmanifest",
            "application/manifest+json",
            manifest::manifest,
        ),
        ("/robots.txt", "text/plain; charset=utf-8", robots::robots),
        (
            "/sitemap.xml",
            "application/xml; charset=utf-8",
            sitemap::sitemap,
        ),
    ];
    let made = documents.into_iter().map(|(path, content_type, make)| {
        Ok(Document {
            path,
            content_type,
            body: make(content)
                .map_err(|error| format!("{path}: {error}"))?
                .into_bytes(),
        })
    });
    made.collect()
}
