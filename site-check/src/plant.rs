//! Plants mistakes in the test site, for examples that need more than the text of one file.

use crate::load::{Base, Tree};

/// Makes the present files the state before the change.
pub(crate) fn begin_change(tree: &mut Tree) {
    let mut base = Base::default();
    for file in &tree.files {
        base.paths.insert(file.path.clone());
        base.texts.insert(file.path.clone(), file.text.clone());
    }
    tree.history.base = Some(base);
}

/// Replaces the first occurrence of a text in a file.
pub(crate) fn replace(tree: &mut Tree, path: &str, from: &str, to: &str) {
    let text = text(tree, path).replacen(from, to, 1);
    tree.put(path, &text);
}

/// Inserts blocks before the last one of the page `/about`.
pub(crate) fn add_blocks(tree: &mut Tree, blocks: &str) {
    let last = "[[blocks]]\nkind = \"team\"";
    let with_blocks = format!("{blocks}{last}");
    replace(tree, "content/pages/about.toml", last, &with_blocks);
}

/// Copies a file.
pub(crate) fn copy(tree: &mut Tree, from: &str, to: &str) {
    let text = text(tree, from);
    tree.put(to, &text);
}

/// Returns the text of a file; empty if there is no such file.
fn text(tree: &Tree, path: &str) -> String {
    let file = tree.files.iter().find(|file| file.path == path);
    file.map_or_else(String::new, |file| file.text.to_string())
}
