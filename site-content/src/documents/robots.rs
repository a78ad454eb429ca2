//! `/robots.txt` (RFC 9309): allows everything, and names the sitemap.

use super::DocumentResult;
use crate::address;
use site_schema::model::Content;

/// Renders the file.
pub fn robots(content: &Content) -> DocumentResult {
    let sitemap = address(content, "/sitemap.xml");
    Ok(format!("User-Agent: *\nAllow: /\n\nSitemap: {sitemap}\n"))
}
