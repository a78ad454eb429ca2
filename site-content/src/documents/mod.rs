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
    let document = |path, content_type, made: Made| match made {
        Ok(body) => Ok(Document {
            path,
            content_type,
            body: body.into_bytes(),
        }),
        Err(error) => Err(format!("{path}: {error}")),
    };
    let atom = "application/atom+xml; charset=utf-8";
    let plain = "text/plain; charset=utf-8";
    let xml = "application/xml; charset=utf-8";
    let manifest = "application/manifest+json";
    Ok(vec![
        document(
            "/.well-known/security.txt",
            plain,
            security::security(content),
        )?,
        document("/feed.xml", atom, feed::feed(content))?,
        document("/llms.txt", plain, llms::llms(content))?,
        document(
            "/manifest.webmanifest",
            manifest,
            manifest::manifest(content),
        )?,
        document("/robots.txt", plain, robots::robots(content))?,
        document("/sitemap.xml", xml, sitemap::sitemap(content))?,
    ])
}
