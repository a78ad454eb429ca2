//! Everything that points to a page or an article, pointed to its new place.

use super::place::Place;
use anyhow::{Result, bail};
use site_check::apply::edited;
use site_check::diagnostic::line_at;
use site_check::fix::{Edit, Fix};
use site_check::link::{self, addresses, own_path};
use site_check::load::{File, FileKind, Target, Tree};
use std::collections::BTreeMap;
use std::ops::Range;

/// The files with such places, and their text after the move.
pub fn changed(tree: &Tree, from: &Place, to: &Place) -> Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    for file in &tree.files {
        let mut edits: Vec<Edit> = Vec::new();
        for (place, now, then) in places(file, tree, from, to) {
            let Some(fix) = Fix::instead(file, place.clone(), &now, &then) else {
                bail!(
                    "the link to `{}` in {}, line {}, is written with escapes and can't be changed safely, so nothing was written: write it plainly as `{now}`, then call this again",
                    from.route,
                    file.path,
                    line_at(file, place.start)
                );
            };
            edits.extend(fix.edits);
        }
        if !edits.is_empty() {
            edits.sort_by_key(|edit| edit.start);
            texts.insert(file.path.clone(), edited(&file.text, 0, edits.iter()));
        }
    }
    Ok(texts)
}

/// Where a file points to what moves: place, what is there, and what will be.
fn places(
    file: &File,
    tree: &Tree,
    from: &Place,
    to: &Place,
) -> Vec<(Range<usize>, String, String)> {
    let mut found = Vec::new();
    for found_link in file.uses_of(Target::Link) {
        if let link::Destination::Page { path, .. } = link::parse(&found_link.name)
            && path == from.route
        {
            let then = format!("{}{}", to.route, &found_link.name[path.len()..]);
            found.push((found_link.span.clone(), found_link.name.clone(), then));
        }
    }
    // A fact's source is what somebody else says at an address of their own.
    if file.kind == FileKind::Facts {
        for (pointer, text) in file.document.strings() {
            if text == from.path && pointer.contains("/means_something_else_in/") {
                found.push((
                    file.document.place(pointer),
                    text.to_owned(),
                    to.path.clone(),
                ));
            }
        }
        return found;
    }
    for address in addresses(file) {
        let Some(own) = own_path(address.text, tree) else {
            continue;
        };
        let path = &own[..own.find(['?', '#']).unwrap_or(own.len())];
        if path == from.route {
            let origin = &address.text[..address.text.len() - own.len()];
            let then = format!("{origin}{}{}", to.route, &own[path.len()..]);
            found.push((address.place, address.text.to_owned(), then));
        }
    }
    found
}
