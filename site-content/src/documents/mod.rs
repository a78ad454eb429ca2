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
    let plain = "text/plain; charset=utf-8";
    let all = [
        (
            "/.well-known/security.txt",
            plain,
            security::security(content),
        ),
        (
            "/feed.xml",
            "application/atom+xml; charset=utf-8",
            feed::feed(content),
        ),
        ("/llms.txt", plain, llms::llms(content)),
        (
            "/manifest.webmanifest",
            "application/manifest+json",
            manifest::manifest(content),
        ),
        ("/robots.txt", plain, robots::robots(content)),
        (
            "/sitemap.xml",
            "application/xml; charset=utf-8",
            sitemap::sitemap(content),
        ),
    ];
    let documents = all.into_iter().map(|(path, content_type, made)| {
        let body = made.map_err(|error| format!("{path}: {error}"))?;
        Ok(Document {
            path,
            content_type,
            body: body.into_bytes(),
        })
    });
    documents.collect()
}
