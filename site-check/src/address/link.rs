//! The forms of a link, and the links that lead to the firm's own phone and email.

use super::web::split;
use crate::load::{FileKind, Tree};
use site_schema::{MACHINE_DOCUMENTS, TAX_DATES};

/// The names that can follow `contact:`.
pub const CONTACTS: [&str; 2] = ["phone", "email"];

/// The target of a link, as its form shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination<'a> {
    /// A page of this site. An empty path is the page with the link.
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
        let (before, fragment) = split(href, '#');
        let path = before.split('?').next().unwrap_or_default();
        return Destination::Page { path, fragment };
    }
    Destination::Unknown
}

fn begins_with_host(rest: &str) -> bool {
    let host = rest.split('/').next().unwrap_or_default();
    host.contains('.') && !host.contains(' ')
}

/// Returns the path of the page of this site in a link, which is empty for the page with the link.
pub fn path_in(href: &str) -> Option<&str> {
    match parse(href) {
        Destination::Page { path, .. } => Some(path),
        _ => None,
    }
}

/// Returns true if a page, an article or a document for machines answers at a path.
pub fn answers(path: &str, tree: &Tree) -> bool {
    tree.is_route(path)
        || MACHINE_DOCUMENTS.contains(&path)
        || (path == TAX_DATES && tree.has_tax_dates)
}

/// The firm's own phone number or email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    Phone,
    Email,
}

impl Contact {
    /// Returns the fact for this contact.
    pub fn token(self) -> &'static str {
        match self {
            Self::Phone => "{phone}",
            Self::Email => "{email}",
        }
    }

    /// Returns the link to this contact.
    pub fn link(self) -> &'static str {
        match self {
            Self::Phone => "contact:phone",
            Self::Email => "contact:email",
        }
    }
}

/// Returns the firm's contact that a phone number or an email address is, with or without `tel:` or `mailto:`. Returns `None`
/// for anyone else's.
pub fn own_contact(written: &str, tree: &Tree) -> Option<Contact> {
    let stated = |key: &str| {
        let value = tree.value(&FileKind::Site, &format!("/contact/{key}"));
        value.and_then(|value| value.as_str()).unwrap_or_default()
    };
    let written = written.trim();
    let address = match written.split_once(':') {
        Some((scheme, address)) if is_scheme_of_contact(scheme) => address,
        Some(_) => return None,
        None => written,
    };
    let address = address.split('?').next().unwrap_or_default();
    let email = stated("email");
    if !email.is_empty() && address.eq_ignore_ascii_case(email) {
        return Some(Contact::Email);
    }
    let number = national_number(address)?;
    let is_own = national_number(stated("phone")) == Some(number);
    is_own.then_some(Contact::Phone)
}

fn is_scheme_of_contact(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("tel") || scheme.eq_ignore_ascii_case("mailto")
}

/// Returns the ten digits of a phone number without its country code, or `None` for any other text.
fn national_number(written: &str) -> Option<String> {
    if written.contains(char::is_alphabetic) {
        return None;
    }
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let number = match digits.len() {
        11 => digits.strip_prefix('1')?,
        _ => &digits,
    };
    (number.len() == 10).then(|| number.to_owned())
}
