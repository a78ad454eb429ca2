//! The ledger of addresses: what `content/published.toml` holds and should hold.

use crate::load::{FileKind, Tree};
use serde_json::Value;
use site_schema::MACHINE_DOCUMENTS;
use std::collections::BTreeSet;

/// The ledger's path from the folder that holds `content`.
pub const PATH: &str = "content/published.toml";

const HEAD: &str = "\
# Every address of this site that visitors could ever open, one a line: people
# keep links and bookmarks for years. The check sees to it that each still shows
# a page, leads to one, or is marked as gone in redirects.toml.
#
# `cargo site ledger` writes this file: it adds addresses and never takes one out.

published = [
";

/// Returns the addresses that the ledger holds.
pub fn recorded(tree: &Tree) -> BTreeSet<&str> {
    let addresses = tree.toml(&FileKind::Published)["published"].as_array();
    addresses
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Returns the addresses that visitors can open today, old ones that redirect or are gone included.
pub fn answering(tree: &Tree) -> BTreeSet<&str> {
    let mut answering = BTreeSet::from(MACHINE_DOCUMENTS);
    for route in tree.routes.keys() {
        if tree.is_published(route) {
            answering.insert(route);
        }
    }
    let redirects = tree.toml(&FileKind::Redirects)["redirects"].as_array();
    for redirect in redirects.into_iter().flatten() {
        answering.extend(redirect["from"].as_str());
    }
    answering
}

/// Returns the ledger's text for some addresses.
pub fn text<'a>(addresses: impl IntoIterator<Item = &'a str>) -> String {
    let sorted: BTreeSet<&str> = addresses.into_iter().collect();
    let mut text = HEAD.to_owned();
    for address in sorted {
        if is_plain(address) {
            text += &format!("    \"{address}\",\n");
        }
    }
    text + "]\n"
}

/// Returns whether a string of TOML holds an address as it is.
fn is_plain(address: &str) -> bool {
    !address.contains(['"', '\\']) && !address.contains(char::is_control)
}
