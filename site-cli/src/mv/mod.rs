//! `cargo site mv`: moves a page or an article to another address.
//!
//! 1. `place` finds the file and its destination.
//! 2. `redirect` redirects the old address to the new one. An article keeps its first address, because feed readers identify it
//!    by that address.
//! 3. The fixes of the rules update every link.
//! 4. The rules check the result. Then all files are written, or none.

mod place;
pub mod redirect;

use crate::change::{self, FileChange};
use crate::load::Day;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use place::Place;
use site_check::apply;
use site_check::diagnostic::Severity;
use site_check::load::{File, FileKind, Tree};
use site_check::rules::{self, Cache};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A move that passes the rules.
pub struct Plan {
    from: Place,
    to: Place,
    changes: Vec<FileChange>,
}

/// Moves a page or an article.
pub fn mv(old: &str, new: &str) -> Result<bool> {
    let workspace = Workspace::find()?;
    let Plan { from, to, changes } = plan(old, new, &workspace)?;
    change::write(&changes, workspace.root())?;
    println!("moved {} to {}", from.path, to.path);
    for file in &changes {
        if file.path == file.new_path {
            println!("changed {}", file.path);
        }
    }
    println!("{} leads to {}", from.route, to.route);
    println!("Next: look at the changes, then commit them together.");
    Ok(true)
}

/// Moves a page or an article without writing a file.
///
/// # Errors
/// Returns an error if a name doesn't match a file or an address, or if the move breaks a rule.
pub fn plan(old: &str, new: &str, workspace: &Workspace) -> Result<Plan> {
    let loaded = workspace.load(Day::Today, false)?;
    let error_count = loaded.errors();
    // A link can't be updated in a text that can't be read.
    let has_fixes = loaded.diagnostics.iter().any(|found| found.fix.is_some());
    ensure!(
        error_count == 0 && !has_fixes,
        "expected content without errors and with nothing left to fix, so that no link is missed; run `cargo site check --fix` first"
    );

    let mut tree = loaded.tree;
    let from = place::find(old, workspace, &tree)?;
    let to = place::target(new, &from, workspace, &tree)?;
    let changes = move_file(&mut tree, &from, &to)?;

    let mut errors = Vec::new();
    for diagnostic in rules::diagnose(&tree, &mut Cache::default()) {
        if diagnostic.severity == Severity::Error {
            errors.push(diagnostic);
        }
    }
    change::refuse("the move would cause other errors", &errors)?;
    Ok(Plan { from, to, changes })
}

const REDIRECTS: &str = "content/redirects.toml";

/// The files whose exceptions name other files.
const NAMING_FILES: [&str; 2] = ["content/facts.toml", "content/words.toml"];

/// The texts of files, by path.
type Texts = BTreeMap<String, Arc<str>>;

/// Moves a file in a tree, and updates everything that names it. Returns the changed files.
fn move_file(tree: &mut Tree, from: &Place, to: &Place) -> Result<Vec<FileChange>> {
    let mut before = Texts::new();
    for file in &tree.files {
        before.insert(file.path.clone(), Arc::clone(&file.text));
    }

    let mut text = text_of(&before, &from.path).to_owned();
    if let Some(file) = tree.files.iter().find(|file| file.path == from.path) {
        text = with_first_address(file, &from.route);
    }
    tree.remove(&from.path);
    tree.put(&to.path, &text);
    let redirects = redirect::added(text_of(&before, REDIRECTS), &from.route, &to.route)?;
    tree.put(REDIRECTS, &redirects);
    for naming in NAMING_FILES {
        if let Some(text) = before.get(naming) {
            tree.put(naming, &renamed(text, &from.path, &to.path));
        }
    }
    tree.rebuild_index();
    apply::apply(tree);

    let mut changes = Vec::new();
    for file in &tree.files {
        let is_moved = file.path == to.path;
        let path = if is_moved { &from.path } else { &file.path };
        let text = before.get(path);
        if is_moved || text != Some(&file.text) {
            changes.push(FileChange {
                path: path.clone(),
                new_path: file.path.clone(),
                before: text.map(ToString::to_string),
                after: file.text.to_string(),
                is_removal: false,
            });
        }
    }
    Ok(changes)
}

/// Returns the text of a file that moves away from an address. A published article gets the address as its `first_address`,
/// unless it already has one.
fn with_first_address(file: &File, route: &str) -> String {
    let mut text = file.text.to_string();
    let is_article = matches!(file.kind, FileKind::Article(_));
    let has_moved = file.document.value.get("first_address").is_some();
    if is_article && !has_moved && !file.is_draft() {
        let end = file.line_around(file.document.span("/id").start).end;
        let line = format!("{}first_address = \"{route}\"", file.newline());
        text.insert_str(end, &line);
    }
    text
}

/// Returns a text with one quoted path replaced by another.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut renamed = text.to_owned();
    for quote in ['"', '\''] {
        let old = format!("{quote}{from}{quote}");
        let new = format!("{quote}{to}{quote}");
        renamed = renamed.replace(&old, &new);
    }
    renamed
}

/// Returns the text of a file, or an empty text if there is no such file.
fn text_of<'t>(texts: &'t Texts, path: &str) -> &'t str {
    match texts.get(path) {
        Some(text) => text,
        None => "",
    }
}
