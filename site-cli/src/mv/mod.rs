//! `cargo site mv`: another address for a page or an article.
//!
//! 1. `place`: the file that is meant, and where it will be
//! 2. `redirect`: the old address leads to the new one
//! 3. the fixes that the rules know bring every link to the new address
//! 4. the rules judge all of it; then all files are written, or none

mod place;
mod redirect;

use crate::change::{self, Change, FileChange};
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use place::Place;
use site_check::apply;
use site_check::load::Tree;

/// Moves a page or an article.
pub fn mv(old: &str, new: &str) -> Result<bool> {
    let workspace = Workspace::find()?;
    let mut loaded = site_check::load(&workspace.content())?;
    // A link in what can't be read can't be changed.
    let is_clean =
        loaded.errors() == 0 && loaded.diagnostics.iter().all(|found| found.fix.is_none());
    ensure!(
        is_clean,
        "expected content without errors and with nothing left to fix, so that no link is missed; run `cargo site check --fix` first"
    );
    let from = place::find(old, &workspace, &loaded.tree)?;
    let to = place::target(new, &from, &workspace, &loaded.tree)?;
    let moved = site_check::load(&workspace.content())?.tree;
    let change = plan(&loaded.tree, moved, &from, &to)?;
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

const REDIRECTS: &str = "content/redirects.toml";
const FACTS: &str = "content/facts.toml";

/// What differs between the content and the same with the file moved.
fn plan(before: &Tree, mut moved: Tree, from: &Place, to: &Place) -> Result<Change> {
    let text_of = |path: &str| {
        let file = before.files.iter().find(|file| file.path == path);
        file.map_or("", |file| &file.text)
    };
    moved.put(&from.path, None);
    moved.put(&to.path, Some(text_of(&from.path)));
    let redirects = redirect::added(text_of(REDIRECTS), &from.route, &to.route)?;
    moved.put(REDIRECTS, Some(&redirects));
    // A fact names the files in which it means something else.
    let [old, new] = [from, to].map(|place| format!("\"{}\"", place.path));
    moved.put(FACTS, Some(&text_of(FACTS).replace(&old, &new)));
    moved.define();
    apply::apply(&mut moved);
    let files = moved.files.iter().map(|file| {
        let is_it = file.path == to.path;
        let path = if is_it { &from.path } else { &file.path };
        FileChange {
            new_path: file.path.clone(),
            ..FileChange::changed(path, text_of(path), file.text.to_string())
        }
    });
    let differs =
        |file: &FileChange| file.path != file.new_path || file.before.as_ref() != Some(&file.after);
    Ok(Change {
        files: files.filter(differs).collect(),
    })
}
