//! `cargo site mv`: another address for a page or an article.
//!
//! 1. `place`: the file that is meant, and where it will be
//! 2. `links`: what points to it, and what that becomes
//! 3. `redirect`: the old address leads to the new one
//! 4. the rules judge all of it; then all files are written, or none

mod links;
mod place;
mod redirect;

use crate::change::{self, Change, FileChange};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use place::Place;
use site_check::load::{File, Tree};
use std::collections::BTreeMap;

/// Moves a page or an article.
pub fn mv(old: &str, new: &str) -> Result<bool> {
    let workspace = Workspace::find()?;
    let mut loaded = site_check::load(&workspace.content())?;
    readable(&loaded.tree)?;
    let from = place::find(old, &workspace, &loaded.tree)?;
    let to = place::target(new, &from, &workspace, &loaded.tree)?;
    let change = plan(&loaded.tree, &from, &to)?;
    let objections = change::errors(change.objections(&mut loaded));
    if !objections.is_empty() {
        return Err(change::refuse(
            "the move would cause other errors",
            &objections,
        ));
    }
    change.write(&workspace)?;
    println!("moved {} to {}", from.path, to.path);
    let stays = |file: &&FileChange| file.path == file.new_path;
    for file in change.files.iter().filter(stays) {
        println!("changed {}", file.path);
    }
    println!("{} leads to {}", from.route, to.route);
    println!(
        "Next: look at the changes, then commit them together. The recorded text of the page moves, too: `cargo site test --accept`."
    );
    Ok(true)
}

/// A link in what can't be read can't be changed.
fn readable(tree: &Tree) -> Result<()> {
    let unread = tree
        .rejected
        .iter()
        .filter(|rejected| rejected.kind.is_some());
    let broken = |file: &&File| {
        !file.is_parsed()
            || !file.conflicts.is_empty()
            || file.proses().any(|prose| !prose.is_parsed())
    };
    let mut paths: Vec<&str> = unread.map(|rejected| rejected.path.as_str()).collect();
    paths.extend(
        tree.files
            .iter()
            .filter(broken)
            .map(|file| file.path.as_str()),
    );
    if !paths.is_empty() {
        bail!(
            "expected content that can be read, so that no link is missed, but {} can't; `cargo site check` shows why: fix that first",
            paths.join(", ")
        );
    }
    Ok(())
}

const REDIRECTS: &str = "content/redirects.toml";

fn plan(tree: &Tree, from: &Place, to: &Place) -> Result<Change> {
    let mut texts: BTreeMap<String, String> = links::changed(tree, from, to)?;
    let mut text_of = |path: &str| {
        let file = tree.files.iter().find(|file| file.path == path);
        let text = texts.remove(path).or_else(|| Some(file?.text.to_string()));
        text.with_context(|| format!("{path} is missing: bring it back first"))
    };
    let redirects = redirect::added(&text_of(REDIRECTS)?, &from.route, &to.route)?;
    let moved = text_of(&from.path)?;
    texts.insert(REDIRECTS.to_owned(), redirects);
    texts.insert(from.path.clone(), moved);
    let files = tree.files.iter().filter_map(|file| {
        let change = FileChange::changed(&file.path, &file.text, texts.remove(&file.path)?);
        Some(match file.path == from.path {
            true => FileChange {
                new_path: to.path.clone(),
                ..change
            },
            false => change,
        })
    });
    Ok(Change {
        files: files.collect(),
    })
}
