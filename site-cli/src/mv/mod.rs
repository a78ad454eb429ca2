//! `cargo site mv`: another address for a page or an article.
//!
//! 1. `place`: the file that is meant, and where it will be
//! 2. `redirect`: the old address leads to the new one
//! 3. the fixes that the rules know bring every link to the new address
//! 4. the rules judge all of it; then all files are written, or none

mod place;
mod redirect;

use crate::load::Day;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use place::Place;
use site_check::apply;
use site_check::diagnostic::Severity;
use site_check::load::Tree;
use site_check::rules::{self, Cache};
use site_cli::change::{self, FileChange};
use std::collections::BTreeMap;

/// Moves a page or an article.
pub fn mv(old: &str, new: &str) -> Result<bool> {
    let workspace = Workspace::find()?;
    let loaded = workspace.load(Day::Today, false)?;
    // A link in what can't be read can't be changed.
    let is_clean =
        loaded.errors() == 0 && loaded.diagnostics.iter().all(|found| found.fix.is_none());
    ensure!(
        is_clean,
        "expected content without errors and with nothing left to fix, so that no link is missed; run `cargo site check --fix` first"
    );
    let mut tree = loaded.tree;
    let from = place::find(old, &workspace, &tree)?;
    let to = place::target(new, &from, &workspace, &tree)?;
    let changes = moved(&mut tree, &from, &to)?;
    let mut errors = rules::diagnose(&tree, &mut Cache::default());
    errors.retain(|found| found.severity == Severity::Error);
    change::refuse("the move would cause other errors", &errors)?;
    change::write(&changes, workspace.root())?;
    println!("moved {} to {}", from.path, to.path);
    let stays = |file: &&FileChange| file.path == file.new_path;
    for file in changes.iter().filter(stays) {
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

/// Moves the file in a tree; every file that is then not as it was before.
fn moved(tree: &mut Tree, from: &Place, to: &Place) -> Result<Vec<FileChange>> {
    let files = tree.files.iter();
    let before = files.map(|file| (file.path.clone(), file.text.clone()));
    let before: BTreeMap<_, _> = before.collect();
    let text_of = |path: &str| before.get(path).map_or("", |text| text);
    tree.remove(&from.path);
    tree.put(&to.path, text_of(&from.path));
    let redirects = redirect::added(text_of(REDIRECTS), &from.route, &to.route)?;
    tree.put(REDIRECTS, &redirects);
    // A fact names the files in which it means something else.
    let [old, new] = [from, to].map(|place| format!("\"{}\"", place.path));
    tree.put(FACTS, &text_of(FACTS).replace(&old, &new));
    tree.rebuild_index();
    apply::apply(tree);
    let files = tree.files.iter().map(|file| {
        let is_it = file.path == to.path;
        let path = if is_it { &from.path } else { &file.path };
        FileChange {
            new_path: file.path.clone(),
            ..FileChange::new(
                path,
                before.get(path).map(|text| &**text),
                file.text.to_string(),
            )
        }
    });
    let differs =
        |file: &FileChange| file.path != file.new_path || file.before.as_ref() != Some(&file.after);
    Ok(files.filter(differs).collect())
}
