//! `/robots.txt` (RFC 9309): everything may be read, and where the sitemap is.

use super::DocumentResult;
use crate::address;
use site_schema::model::Content;

/// Renders the file.
pub fn robots(content: &Content) -> DocumentResult {
    let sitemap = address(content, "/sitemap.xml");
    Ok(format!("User-Agent: *\nAllow: /\n\nSitemap: {sitemap}\n"))
}
