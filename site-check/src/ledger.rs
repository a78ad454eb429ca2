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

/// The addresses that the ledger holds.
pub fn recorded(tree: &Tree) -> BTreeSet<&str> {
    let list = tree.toml(&FileKind::Published)["published"].as_array();
    list.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// The addresses that visitors can open today, old ones that redirect or are gone included.
pub fn answering(tree: &Tree) -> BTreeSet<&str> {
    let routes = tree.routes.keys().map(String::as_str);
    let routes = routes.filter(|route| tree.is_published(route));
    let redirects = tree.toml(&FileKind::Redirects)["redirects"].as_array();
    let moved = redirects
        .into_iter()
        .flatten()
        .filter_map(|it| it["from"].as_str());
    routes.chain(moved).chain(MACHINE_DOCUMENTS).collect()
}

/// The ledger's text for some addresses.
pub fn text<'a>(addresses: impl IntoIterator<Item = &'a str>) -> String {
    let sorted: BTreeSet<&str> = addresses.into_iter().collect();
    let plain =
        |address: &&&str| !address.contains(['"', '\\']) && !address.contains(char::is_control);
    let lines = sorted.iter().filter(plain);
    let lines = lines.map(|address| format!("    \"{address}\",\n"));
    format!("{HEAD}{}]\n", lines.collect::<String>())
}
