//! `cargo site mv`: another address for a page or an article.
//!
//! 1. `place`: the file that is meant, and where it shall stand
//! 2. `links`: what points to it, and what it shall point to
//! 3. `redirect`: the old address leads to the new one
//! 4. the rules judge the whole; then all files are written, or none

mod links;
mod place;
mod redirect;

use crate::change::{self, Change, FileChange};
use crate::house::House;
use anyhow::{Context, Result, bail};
use place::Place;
use site_check::load::{File, Tree};
use std::collections::BTreeMap;

/// Moves a page or an article.
pub fn mv(old: &str, new: &str) -> Result<bool> {
    let house = House::find()?;
    let mut loaded = site_check::load(&house.content())?;
    readable(&loaded.tree)?;
    let from = place::find(old, &house, &loaded.tree)?;
    let to = place::target(new, &from, &house, &loaded.tree)?;
    let change = plan(&loaded.tree, &from, &to)?;
    let objections = change::errors(change.objections(&mut loaded));
    if !objections.is_empty() {
        return Err(change::refuse(
            "the move would bring up other errors",
            &objections,
        ));
    }
    change.write(&house)?;
    println!("moved {} to {}", from.path, to.path);
    for file in change
        .files
        .iter()
        .filter(|file| file.path == file.new_path)
    {
        println!("changed {}", file.path);
    }
    println!("{} leads to {} now", from.route, to.route);
    println!(
        "Next: look at the changes, then commit them together. The recorded text of the page moves, too: `cargo site test --accept`."
    );
    Ok(true)
}

/// A link in what can't be read can't be mended.
fn readable(tree: &Tree) -> Result<()> {
    let unread = tree
        .rejected
        .iter()
        .filter(|rejected| rejected.kind.is_some());
    let broken = |file: &&File| {
        !file.is_parsed()
            || !file.conflicts.is_empty()
            || file.proses().any(|prose| prose.parsed.is_err())
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
            "expected content that can be read as a whole, so that no link is missed, but {} can't; `cargo site check` shows why: mend that first",
            paths.join(", ")
        );
    }
    Ok(())
}

fn plan(tree: &Tree, from: &Place, to: &Place) -> Result<Change> {
    let mut texts: BTreeMap<String, String> = links::mended(tree, from, to)?;
    let redirects = tree
        .file(&site_check::load::FileKind::Redirects)
        .context("content/redirects.toml is missing: bring it back first")?;
    let text = texts
        .remove(&redirects.path)
        .unwrap_or_else(|| redirects.text.to_string());
    texts.insert(
        redirects.path.clone(),
        redirect::added(&text, &from.route, &to.route)?,
    );
    let moved = tree.files.iter().find(|file| file.path == from.path);
    let moved = moved.context("the file that moves was found")?;
    texts
        .entry(from.path.clone())
        .or_insert_with(|| moved.text.to_string());
    let files = tree.files.iter().filter_map(|file| {
        let after = texts.remove(&file.path)?;
        let is_moved = file.path == from.path;
        Some(FileChange {
            path: file.path.clone(),
            new_path: if is_moved {
                to.path.clone()
            } else {
                file.path.clone()
            },
            before: Some(file.text.to_string()),
            after,
        })
    });
    Ok(Change {
        files: files.collect(),
    })
}
