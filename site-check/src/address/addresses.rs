//! The addresses that a file has, wherever it has them, and all addresses of other sites.

use super::correct::own_path;
use super::link::{Destination, parse};
use super::web::WebAddress;
use crate::diagnostic::Place;
use crate::load::{File, Reference, Target, Tree};
use crate::rule::leaves;
use site_schema::model::format;
use std::collections::BTreeMap;
use std::ops::Range;

/// An address in a file.
#[derive(Debug, Clone)]
pub struct WrittenAddress<'a> {
    pub text: &'a str,
    pub span: Range<usize>,
    /// True for a link, which can lead to a page of this site, too; false for a text that is the address of another site.
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

/// Returns every address of a file: its links, its web addresses, and the texts of its TOML that are a full address.
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

/// Returns true if a text is an address of another site, of a file, of the own machine, or of someone's mail.
pub fn is_full(text: &str) -> bool {
    let address = text.trim();
    let is_url = address.contains("://");
    let is_windows_path = address.starts_with("\\\\") || address.contains(":\\");
    let begins = |start: &str| {
        let beginning = address.get(..start.len()).unwrap_or_default();
        beginning.eq_ignore_ascii_case(start)
    };
    let is_other = begins("localhost") || begins("mailto:");
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
