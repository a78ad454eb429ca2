//! What a rule sees of a tree when it looks at one file among the others.
//!
//! Two editions mostly differ in a few files, and so does one from what it was before a change. A file that is the same in
//! both, and for which all that it names is the same, too, is not checked among the others again, if nothing was found in
//! it: words about a problem may name anything.

use crate::address::link::path_in;
use crate::load::{File, FileKind, Target, Tree};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;

/// Two editions in which all files see the same facts and names.
pub struct Seen<'a> {
    tree: &'a Tree,
    before: &'a Tree,
    /// The files that both have.
    shared: HashSet<&'a str>,
}

/// The files in which facts and names are defined.
const DEFINING: [FileKind; 5] = [
    FileKind::Site,
    FileKind::Fees,
    FileKind::Facts,
    FileKind::Subjects,
    FileKind::Words,
];

impl<'a> Seen<'a> {
    /// Returns what two editions have in common. `None` where they differ in facts, names, subjects or pictures, or in the
    /// day of the check.
    pub fn in_both(tree: &'a Tree, before: &'a Tree) -> Option<Self> {
        if tree.today != before.today || tree.images != before.images {
            return None;
        }
        let mut files_before = HashSet::new();
        for file in &before.files {
            files_before.insert(Arc::as_ptr(file));
        }
        let mut shared = HashSet::new();
        for file in &tree.files {
            if files_before.contains(&Arc::as_ptr(file)) {
                shared.insert(file.path.as_str());
            } else if DEFINING.contains(&file.kind) && !defines_the_same(file, before) {
                return None;
            }
        }
        let has_same_facts = tree.year == before.year && tree.tokens == before.tokens;
        let has_same_subjects = tree.subjects_of_articles() == before.subjects_of_articles();
        if !has_same_facts || !has_same_subjects {
            return None;
        }
        Some(Self {
            tree,
            before,
            shared,
        })
    }

    /// Returns whether a file, and all that it has links to, is the same in both.
    pub fn is_same_for(&self, file: &File) -> bool {
        let (tree, before) = (self.tree, self.before);
        if !self.shared.contains(file.path.as_str()) {
            return false;
        }
        for link in file.references_of(Target::Link) {
            let Some(path) = path_in(&link.name) else {
                continue;
            };
            let has_same_anchors = tree.routes.get(path) == before.routes.get(path);
            let is_draft_in_both = tree.drafts.contains(path) == before.drafts.contains(path);
            let is_absent_in_both = tree.absent.contains(path) == before.absent.contains(path);
            if !has_same_anchors || !is_draft_in_both || !is_absent_in_both {
                return false;
            }
        }
        true
    }
}

/// Returns whether a file defines for all others what it defined in the edition before.
fn defines_the_same(file: &File, before: &Tree) -> bool {
    if file.kind != FileKind::Site {
        return false;
    }
    defined_by_site(&file.document.value) == defined_by_site(before.toml(&FileKind::Site))
}

/// The values of `content/site.toml` that rules look at where they check another file: all but what only visitors see.
fn defined_by_site(site: &Value) -> Value {
    let mut defined = site.clone();
    if let Some(keys) = defined.as_object_mut() {
        keys.remove("header");
        keys.remove("footer");
    }
    if let Some(contact) = defined["contact"].as_object_mut() {
        contact.remove("closed");
    }
    defined
}
