//! `/.well-known/security.txt` (RFC 9116).

use super::Made;
use crate::{CONTENT, address};

pub fn security() -> Made {
    let security = &CONTENT.site.security;
    Ok(format!(
        "Contact: {}\nExpires: {}T00:00:00Z\nPreferred-Languages: en\nCanonical: {}\n",
        security.contact,
        &*security.expires,
        address("/.well-known/security.txt"),
    ))
}
