//! The addresses in a file, all addresses of other sites, and the addresses that visitors could open at a commit.

use super::correct::own_path;
use super::link::{Destination, parse};
use super::web::{WebAddress, starts_with};
use crate::diagnostic::Place;
use crate::load::document::Document;
use crate::load::{Base, File, FileKind, Reference, Target, Tree};
use crate::rule::leaves;
use site_schema::NOT_FOUND_ROUTE;
use site_schema::model::format;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An address in a file.
#[derive(Debug, Clone)]
pub struct WrittenAddress<'a> {
    pub text: &'a str,
    pub span: Range<usize>,
    /// True for a link, which can also lead to a page of this site; false for a text that is the address of another site.
    pub is_link: bool,
}

/// The places of each address of another site, by the address.
pub type ExternalAddresses<'a> = BTreeMap<&'a str, Vec<ExternalPlace<'a>>>;

/// A place that names an address of another site. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExternalPlace<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
}

/// Returns every address in a file: its links, its web addresses, and the full addresses among the other texts of its TOML.
pub fn addresses(file: &File) -> Vec<WrittenAddress<'_>> {
    let mut found = Vec::new();
    for Reference { name, span, .. } in file.references_of(Target::Link) {
        found.push(WrittenAddress {
            text: name,
            span: span.clone(),
            is_link: true,
        });
    }
    for leaf in leaves(file, format::WEB_ADDRESS) {
        found.push(WrittenAddress {
            text: &leaf.value,
            span: file.document.span(&leaf.pointer),
            is_link: false,
        });
    }
    for (pointer, text) in file.document.strings() {
        if !is_full(text) {
            continue;
        }
        let span = file.document.span(pointer);
        let is_known = found
            .iter()
            .any(|known| known.span.start < span.end && span.start < known.span.end);
        if !is_known {
            found.push(WrittenAddress {
                text,
                span,
                is_link: false,
            });
        }
    }
    found
}

/// Returns true if a text is the address of another site, of a file or of this computer, or an email address.
pub fn is_full(text: &str) -> bool {
    let address = text.trim();
    let is_url = address.contains("://");
    let is_windows_path = address.starts_with("\\\\") || address.contains(":\\");
    let is_other = starts_with(address, "localhost") || starts_with(address, "mailto:");
    (is_url || is_windows_path || is_other) && !address.contains(char::is_whitespace)
}

/// Returns every address of another site in some trees, such as the trees of all editions, with its places.
pub fn external_addresses<'a>(trees: impl IntoIterator<Item = &'a Tree>) -> ExternalAddresses<'a> {
    let mut found = ExternalAddresses::new();
    for tree in trees {
        for file in &tree.files {
            for address in addresses(file) {
                if !leads_away(address.text) || own_path(address.text, tree).is_some() {
                    continue;
                }
                let place = Place::of(file, without_quotes(file, address.span));
                let places = found.entry(address.text).or_default();
                places.push(ExternalPlace {
                    file: &file.path,
                    line: place.line,
                    column: place.column,
                });
            }
        }
    }
    for places in found.values_mut() {
        places.sort();
        places.dedup();
    }
    found
}

/// Returns true if an address isn't a path of this site.
fn leads_away(address: &str) -> bool {
    match parse(address) {
        Destination::Web(_) => true,
        Destination::Unknown => WebAddress::read(address).is_some_and(|read| !read.host.is_empty()),
        _ => false,
    }
}

/// Returns a span without the quotes around its text.
fn without_quotes(file: &File, span: Range<usize>) -> Range<usize> {
    let written = file.text.get(span.clone()).unwrap_or_default();
    for quote in ['"', '\''] {
        if written.len() > 1 && written.starts_with(quote) && written.ends_with(quote) {
            return span.start + 1..span.end - 1;
        }
    }
    span
}

/// Returns the addresses of pages, articles and redirects that the content at a commit answers at the moment of a tree, except
/// `known` addresses.
pub fn answering_at(base: &Base, known: &BTreeSet<String>, tree: &Tree) -> BTreeSet<String> {
    let mut answering = BTreeSet::new();
    for (path, text) in &base.texts {
        let Some(kind) = FileKind::at(path) else {
            continue;
        };
        if kind == FileKind::Redirects {
            answering.extend(redirected(text));
            continue;
        }
        // Nearly all are known, so this parses few texts.
        if let Some(route) = kind.route()
            && route != NOT_FOUND_ROUTE
            && !known.contains(&route)
            && published_at(path, kind, text, tree).is_some()
        {
            answering.insert(route);
        }
    }
    answering.retain(|address| !known.contains(address));
    answering
}

/// Returns a page or an article at a commit, if visitors can open it at the moment of a tree.
pub fn published_at(path: &str, kind: FileKind, text: &str, tree: &Tree) -> Option<File> {
    let file = File::parse(path.to_owned(), kind, text.to_owned());
    if file.is_draft() {
        return None;
    }
    let is_there = match (file.own_window(), tree.now) {
        (Some(window), Some(now)) => window.holds(now, &tree.zone()),
        _ => true,
    };
    is_there.then_some(file)
}

/// Returns the old addresses in the text of `content/redirects.toml`.
fn redirected(text: &str) -> BTreeSet<String> {
    let document = Document::parse(text, 0..text.len(), &FileKind::Redirects);
    let mut redirected = BTreeSet::new();
    let entries = document.value["redirects"].as_array();
    for redirect in entries.into_iter().flatten() {
        if let Some(from) = redirect["from"].as_str() {
            redirected.insert(from.to_owned());
        }
    }
    redirected
}
