//! The documents for machines, each at its own path.

mod feed;
mod html;
mod llms;
mod manifest;
mod robots;
mod security;
mod sitemap;
mod tax_dates;

use feed::feed;
use llms::llms;
use manifest::manifest;
use robots::robots;
use security::security;
use site_schema::TAX_DATES;
use site_schema::model::Content;
use sitemap::sitemap;
use std::error::Error;
use tax_dates::tax_dates;

/// A document for machines.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its path on the site, such as `/sitemap.xml`.
    pub path: &'static str,
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

/// The text of a document.
type DocumentResult = Result<String, Box<dyn Error>>;

/// Makes all documents from some content, sorted by path.
///
/// # Errors
/// Returns an error if a date or address in the content doesn't fit a format.
pub fn documents(content: &Content) -> Result<Vec<Document>, Box<dyn Error>> {
    let atom = "application/atom+xml; charset=utf-8";
    let plain = "text/plain; charset=utf-8";
    let web_manifest = "application/manifest+json";
    let xml = "application/xml; charset=utf-8";
    let mut documents = Vec::new();
    for (path, content_type, made) in [
        ("/.well-known/security.txt", plain, security(content)),
        ("/feed.xml", atom, feed(content)),
        ("/llms.txt", plain, llms(content)),
        ("/manifest.webmanifest", web_manifest, manifest(content)),
        ("/robots.txt", plain, robots(content)),
        ("/sitemap.xml", xml, sitemap(content)),
    ] {
        let text = made.map_err(|error| format!("{path}: {error}"))?;
        documents.push(Document {
            path,
            content_type,
            body: text.into_bytes(),
        });
    }
    if let Some(text) = tax_dates(content)? {
        documents.push(Document {
            path: TAX_DATES,
            content_type: "text/calendar; charset=utf-8",
            body: text.into_bytes(),
        });
    }
    Ok(documents)
}
