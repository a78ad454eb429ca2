//! `/.well-known/security.txt` (RFC 9116).

use super::DocumentResult;
use crate::address;
use site_schema::model::Content;

/// Renders the file.
pub fn security(content: &Content) -> DocumentResult {
    let security = &content.site.security;
    Ok(format!(
        "Contact: {}\nExpires: {}T00:00:00Z\nPreferred-Languages: en\nCanonical: {}\n",
        security.contact,
        &*security.expires,
        address(content, "/.well-known/security.txt"),
    ))
}
