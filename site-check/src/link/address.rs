//! Full web addresses, wherever content states them.

use crate::load::{File, Target};
use std::ops::Range;

/// A full address as it is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullAddress<'a> {
    pub text: &'a str,
    pub place: Range<usize>,
}

/// Every full address of a file: its links, and the texts of its TOML that are one.
pub fn addresses(file: &File) -> Vec<FullAddress<'_>> {
    let links = file.uses_of(Target::Link).map(|link| FullAddress {
        text: link.name.as_str(),
        place: link.span.clone(),
    });
    let mut found: Vec<_> = links.filter(|link| is_full(link.text)).collect();
    for (pointer, text) in file.document.strings() {
        if is_full(text) {
            let place = file.document.place(pointer);
            let is_known = |known: &FullAddress| {
                known.place.start < place.end && place.start < known.place.end
            };
            if !found.iter().any(is_known) {
                found.push(FullAddress { text, place });
            }
        }
    }
    found
}

fn is_full(text: &str) -> bool {
    let text = text.trim();
    let is_one = text.contains("://") || text.starts_with("\\\\") || text.contains(":\\");
    (is_one || text.to_lowercase().starts_with("localhost")) && !text.contains(char::is_whitespace)
}

/// The scheme, what is before an @, and the host of a full address.
pub fn parts(address: &str) -> Option<(&str, Option<&str>, &str)> {
    let address = address.trim();
    let (scheme, rest) = address.split_once("://")?;
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (user, host) = match rest[..end].rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, &rest[..end]),
    };
    let host = match host.strip_prefix('[') {
        Some(inner) => inner.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    Some((scheme, user, host))
}
