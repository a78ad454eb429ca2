//! Full addresses, of other sites and of files, wherever a file has them.

use crate::load::{File, Target, pattern};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Returns every full address of a file with its place: its links, and the texts of
/// its TOML that are one.
pub(super) fn addresses(file: &File) -> Vec<(&str, Range<usize>)> {
    let mut found: Vec<(&str, Range<usize>)> = Vec::new();
    for link in file.references_of(Target::Link) {
        if is_full(&link.name) {
            found.push((&link.name, link.span.clone()));
        }
    }
    for (pointer, text) in file.document.strings() {
        if !is_full(text) {
            continue;
        }
        let span = file.document.span(pointer);
        let is_known = found
            .iter()
            .any(|(_, known)| known.start < span.end && span.start < known.end);
        if !is_known {
            found.push((text, span));
        }
    }
    found
}

/// Returns whether a text is an address of another site, of a file or of the own machine.
fn is_full(text: &str) -> bool {
    let address = text.trim();
    let is_url = address.contains("://");
    let is_windows_path = address.starts_with("\\\\") || address.contains(":\\");
    let beginning = address.get(.."localhost".len()).unwrap_or_default();
    let is_local = beginning.eq_ignore_ascii_case("localhost");
    (is_url || is_windows_path || is_local) && !address.contains(char::is_whitespace)
}

/// The parts of a full address that say where it leads.
pub(super) struct Authority<'a> {
    /// The part before an @.
    pub user: Option<&'a str>,
    /// The host, without the brackets of an IPv6 address.
    pub host: &'a str,
}

impl<'a> Authority<'a> {
    pub fn of(address: &'a str) -> Option<Self> {
        let found = ADDRESS.captures(address)?;
        let user = found.get(1).map(|user| user.as_str());
        let host = found.get(2).or(found.get(3))?.as_str();
        Some(Self { user, host })
    }
}

/// A full address: the part before an @, captured, and its host, captured with or
/// without the brackets of an IPv6 address.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*[^/\s]+://(?:([^/?#\\]*)@)?(?:\[([^\]/?#\\]*)|([^:/?#\\]*))"));
