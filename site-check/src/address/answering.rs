//! The addresses that visitors could open at a commit.

use crate::load::document::Document;
use crate::load::{Base, File, FileKind, Tree};
use site_schema::NOT_FOUND_ROUTE;
use std::collections::BTreeSet;

/// Returns the addresses of pages, articles and redirects that content at a commit answers by the clock of a tree, as far as
/// they are not among `known` ones.
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
        // Nearly all are known, so that few texts are parsed.
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

/// Returns a page or an article at a commit, if visitors find it by the clock of a tree.
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

/// The old addresses that the text of `content/redirects.toml` names.
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
