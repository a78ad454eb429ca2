//! The forms of a link.

use crate::load::Tree;
use site_schema::{MACHINE_DOCUMENTS, TAX_DATES};

/// The names that can follow `contact:`.
pub const CONTACTS: [&str; 2] = ["phone", "email"];

/// The target of a link, by its form alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination<'a> {
    /// A page of this site; an empty path is the page the link is on.
    Page {
        path: &'a str,
        fragment: Option<&'a str>,
    },
    /// A full web address.
    Web(&'a str),
    /// A link named in `content/site.toml`.
    External(&'a str),
    /// The phone or the email of the firm.
    Contact(&'a str),
    Unknown,
}

/// Reads a link as an editor wrote it.
pub fn parse(href: &str) -> Destination<'_> {
    if let Some(name) = href.strip_prefix("external:") {
        return Destination::External(name);
    }
    if let Some(name) = href.strip_prefix("contact:") {
        return Destination::Contact(name);
    }
    if href.strip_prefix("https://").is_some_and(begins_with_host) {
        return Destination::Web(href);
    }
    let is_path = href.starts_with('/') && !href.starts_with("//");
    let is_fragment = href.starts_with('#') && href.len() > 1;
    if is_path || is_fragment {
        let (before, fragment) = split_fragment(href);
        let path = before.split('?').next().unwrap_or_default();
        return Destination::Page { path, fragment };
    }
    Destination::Unknown
}

fn begins_with_host(rest: &str) -> bool {
    let host = rest.split('/').next().unwrap_or_default();
    host.contains('.') && !host.contains(' ')
}

/// Returns the path of the page of this site that a link names; empty for the page the link is on.
pub fn path_in(href: &str) -> Option<&str> {
    match parse(href) {
        Destination::Page { path, .. } => Some(path),
        _ => None,
    }
}

/// Returns what is before the `#` of a link, and the anchor after it.
pub(super) fn split_fragment(href: &str) -> (&str, Option<&str>) {
    match href.split_once('#') {
        Some((before, fragment)) => (before, Some(fragment)),
        None => (href, None),
    }
}

/// Returns whether a page, an article or a document for machines answers at a path.
pub fn answers(path: &str, tree: &Tree) -> bool {
    tree.is_route(path)
        || MACHINE_DOCUMENTS.contains(&path)
        || (path == TAX_DATES && tree.has_tax_dates)
}
