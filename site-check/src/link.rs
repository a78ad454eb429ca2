//! The forms of a link, and where each leads.

mod correct;

pub use correct::{corrected, own_path};

use crate::load::Tree;
use site_schema::MACHINE_DOCUMENTS;
use site_schema::model::{LinkKind, ResolvedLink, phone_href};

/// What can follow `contact:`.
pub const CONTACTS: [&str; 2] = ["phone", "email"];

/// What a link points to, by its form alone.
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
    let has_host = |rest: &str| {
        rest.split('/')
            .next()
            .is_some_and(|host| host.contains('.') && !host.contains(' '))
    };
    if let Some(name) = href.strip_prefix("external:") {
        Destination::External(name)
    } else if let Some(name) = href.strip_prefix("contact:") {
        Destination::Contact(name)
    } else if href.strip_prefix("https://").is_some_and(has_host) {
        Destination::Web(href)
    } else if (href.starts_with('/') && !href.starts_with("//"))
        || (href.starts_with('#') && href.len() > 1)
    {
        let (path, fragment) = split_fragment(href);
        let path = path.split('?').next().unwrap_or_default();
        Destination::Page { path, fragment }
    } else {
        Destination::Unknown
    }
}

/// The path of the page of this site that a link names; empty for the page the link is on.
pub fn path_in(href: &str) -> Option<&str> {
    match parse(href) {
        Destination::Page { path, .. } => Some(path),
        _ => None,
    }
}

/// What is before the `#` of a link, and the anchor after it.
fn split_fragment(href: &str) -> (&str, Option<&str>) {
    let parts = href.split_once('#');
    parts.map_or((href, None), |(before, id)| (before, Some(id)))
}

/// Whether a page, an article or a document for machines answers at a path.
pub fn answers(path: &str, tree: &Tree) -> bool {
    tree.is_route(path) || MACHINE_DOCUMENTS.contains(&path)
}

/// Where a link leads. What the rules refuse comes back as it was written.
pub fn resolve(href: &str, tree: &Tree) -> ResolvedLink {
    let (kind, href) = match parse(href) {
        Destination::External(name) => (
            LinkKind::External,
            tree.external(name).unwrap_or(href).to_owned(),
        ),
        Destination::Web(address) => (LinkKind::External, address.to_owned()),
        Destination::Contact("phone") => (LinkKind::Phone, phone_href(&tree.fact("phone"))),
        Destination::Contact(_) => (LinkKind::Email, format!("mailto:{}", tree.fact("email"))),
        Destination::Page { .. } | Destination::Unknown => (LinkKind::Page, href.to_owned()),
    };
    ResolvedLink { kind, href }
}
