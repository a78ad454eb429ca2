//! The forms of a link, and where each leads.

mod address;
mod mend;

pub use address::{Address, addresses, parts};
pub use mend::{mend, own_path};

use crate::load::Tree;
use site_schema::model::{LinkKind, ResolvedLink};

/// What can stand after `contact:`.
pub const CONTACTS: [&str; 2] = ["phone", "email"];

/// What a link points to, by its form alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// A page of this site; an empty path is the page the link stands on.
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
pub fn parse(href: &str) -> Target<'_> {
    let has_host = |rest: &str| {
        rest.split('/')
            .next()
            .is_some_and(|host| host.contains('.') && !host.contains(' '))
    };
    if let Some(name) = href.strip_prefix("external:") {
        Target::External(name)
    } else if let Some(name) = href.strip_prefix("contact:") {
        Target::Contact(name)
    } else if href.strip_prefix("https://").is_some_and(has_host) {
        Target::Web(href)
    } else if (href.starts_with('/') && !href.starts_with("//"))
        || (href.starts_with('#') && href.len() > 1)
    {
        let (path, fragment) = href
            .split_once('#')
            .map_or((href, None), |(path, id)| (path, Some(id)));
        let path = path.split('?').next().unwrap_or_default();
        Target::Page { path, fragment }
    } else {
        Target::Unknown
    }
}

/// Where a link leads. What the rules refuse comes back as it was written.
pub fn resolve(href: &str, tree: &Tree) -> ResolvedLink {
    let contact = |name: &str| tree.tokens.get(name).cloned().unwrap_or_default();
    let (kind, href) = match parse(href) {
        Target::External(name) => (
            LinkKind::External,
            tree.external(name).unwrap_or(href).to_owned(),
        ),
        Target::Web(address) => (LinkKind::External, address.to_owned()),
        Target::Contact("phone") => {
            let digits: String = contact("phone")
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            (LinkKind::Phone, format!("tel:+1{digits}"))
        }
        Target::Contact(_) => (LinkKind::Email, format!("mailto:{}", contact("email"))),
        Target::Page { .. } | Target::Unknown => (LinkKind::Page, href.to_owned()),
    };
    ResolvedLink { kind, href }
}
