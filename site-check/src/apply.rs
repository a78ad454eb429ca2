//! Makes the fixes that the rules know, round by round: what the first brings
//! to light the next one fixes. A rule offers a fix only where it is certain.

use crate::diagnostic::{Diagnostic, line_at};
use crate::fix::{Edit, Fix};
use crate::load::{File, Tree};
use crate::rules::{self, Cache};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More rounds than any site has needed.
const ROUNDS: usize = 16;

/// What the fixes of a site come to.
#[derive(Debug, Default)]
pub struct Applied {
    /// What was changed, in the order of the changes.
    pub changes: Vec<Change>,
    /// Every file that differs, by its path, and its text before.
    pub before: BTreeMap<String, Arc<str>>,
}

/// What `--fix` has changed in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    pub file: String,
    pub line: usize,
    /// The line as it was, and as this change makes it.
    pub before: String,
    pub after: String,
    /// What was done, in one sentence.
    pub description: String,
    /// The code of the rule.
    pub code: &'static str,
}

/// Makes every fix that the rules know, in the tree alone: the caller writes the files.
pub fn apply(tree: &mut Tree) -> Applied {
    let mut applied = Applied::default();
    let mut cache = Cache::default();
    for _ in 0..ROUNDS {
        let found = rules::diagnose(tree, &mut cache);
        let mut edits: Vec<(&Edit, &Diagnostic, &Fix)> = Vec::new();
        for (found, fix) in compatible(&found) {
            edits.extend(fix.edits.iter().map(|edit| (edit, found, fix)));
        }
        if edits.is_empty() {
            break;
        }
        // From the end of each file, so that the places of the others stay right.
        edits.sort_by_key(|(edit, ..)| (&edit.file, Reverse(edit.start)));
        for edits in edits.chunk_by(|(one, ..), (next, ..)| one.file == next.file) {
            let path = &edits[0].0.file;
            let Some(file) = tree.files.iter().find(|file| file.path == *path) else {
                continue;
            };
            let before = file.text.clone();
            let mut after = before.to_string();
            for (edit, ..) in edits {
                after.replace_range(edit.start..edit.end, &edit.text);
            }
            let changes = edits.iter().rev();
            let changes = changes.map(|(edit, found, fix)| change(file, edit, found.code, fix));
            applied.changes.extend(changes);
            tree.put(path, &after);
            applied.before.entry(path.clone()).or_insert(before);
        }
        tree.rebuild_index();
    }
    applied
}

/// The fixes that can be made together.
fn compatible(found: &[Diagnostic]) -> Vec<(&Diagnostic, &Fix)> {
    let mut chosen: Vec<(&Diagnostic, &Fix)> = Vec::new();
    for found in found {
        if let Some(fix) = &found.fix
            && !chosen.iter().any(|(_, other)| other.overlaps(fix))
        {
            chosen.push((found, fix));
        }
    }
    chosen
}

/// What an edit does to its lines.
fn change(file: &File, edit: &Edit, code: &'static str, fix: &Fix) -> Change {
    let start = file.line_around(edit.start).start;
    let end = file.line_around(edit.end).end;
    let [before, inner, after] =
        [start..edit.start, edit.start..edit.end, edit.end..end].map(|part| &file.text[part]);
    let shown = |middle: &str| {
        let text = [before, middle, after].concat();
        let text = text.trim_start_matches('\u{feff}');
        text.trim_end_matches(['\r', '\n']).to_owned()
    };
    Change {
        file: file.path.clone(),
        line: line_at(file, edit.start),
        before: shown(inner),
        after: shown(&edit.text),
        description: fix.description.clone(),
        code,
    }
}
