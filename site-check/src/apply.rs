//! Makes the fixes that rules offer, in rounds, because a fix can reveal another problem. A rule
//! only offers a fix if it is certain.

use crate::diagnostic::{Diagnostic, line_at};
use crate::fix::{Edit, Fix};
use crate::load::{File, Tree};
use crate::rules::{self, Cache};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More rounds than any site has needed.
const ROUNDS: usize = 16;

/// The result of all fixes of a site.
#[derive(Debug, Default)]
pub struct Applied {
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// Every file that differs, by its path, with its original text.
    pub before: BTreeMap<String, Arc<str>>,
}

/// A change that `--fix` made in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    pub file: String,
    pub line: usize,
    /// The line before and after the change.
    pub before: String,
    pub after: String,
    /// One sentence about the change.
    pub description: String,
    /// The code of the rule.
    pub code: &'static str,
}

/// An edit of a fix, and the code of the rule that offers the fix.
#[derive(Clone, Copy)]
struct FixEdit<'a> {
    edit: &'a Edit,
    fix: &'a Fix,
    code: &'static str,
}

/// Makes every fix that rules offer, but only in the tree: the caller writes the files.
pub fn apply(tree: &mut Tree) -> Applied {
    let mut applied = Applied::default();
    let mut cache = Cache::default();
    for _ in 0..ROUNDS {
        cache.start();
        let mut diagnostics = rules::diagnose_written(tree);
        diagnostics.extend(rules::diagnose(tree, &mut cache));
        cache.finish();
        let edits = compatible_edits(&diagnostics);
        if edits.is_empty() {
            break;
        }
        for (path, edits_of_file) in by_file(edits) {
            edit_file(path, &edits_of_file, tree, &mut applied);
        }
        tree.rebuild_index();
    }
    applied
}

/// Returns the edits of all fixes that can be made together. If two fixes change the same bytes,
/// only the first is made.
fn compatible_edits(diagnostics: &[Diagnostic]) -> Vec<FixEdit<'_>> {
    let mut chosen: Vec<&Fix> = Vec::new();
    let mut edits = Vec::new();
    for diagnostic in diagnostics {
        let Some(fix) = &diagnostic.fix else { continue };
        if chosen.iter().any(|other| other.overlaps(fix)) {
            continue;
        }
        chosen.push(fix);
        for edit in &fix.edits {
            let code = diagnostic.code;
            edits.push(FixEdit { edit, fix, code });
        }
    }
    edits
}

/// Groups edits by the path of their file.
fn by_file(edits: Vec<FixEdit<'_>>) -> BTreeMap<&str, Vec<FixEdit<'_>>> {
    let mut by_file: BTreeMap<&str, Vec<FixEdit>> = BTreeMap::new();
    for edit in edits {
        by_file.entry(&edit.edit.file).or_default().push(edit);
    }
    by_file
}

/// Makes the edits of one file, and records what they change.
fn edit_file(path: &str, edits: &[FixEdit], tree: &mut Tree, applied: &mut Applied) {
    let Some(file) = tree.files.iter().find(|file| file.path == path) else {
        return;
    };
    let mut in_order = edits.to_vec();
    in_order.sort_by_key(|edit| edit.edit.start);
    for edit in &in_order {
        applied.changes.push(change(file, *edit));
    }

    let before = Arc::clone(&file.text);
    let mut after = before.to_string();
    // From the end of the file, so that the positions of the remaining edits stay valid.
    for FixEdit { edit, .. } in in_order.iter().rev() {
        after.replace_range(edit.start..edit.end, &edit.text);
    }
    tree.put(path, &after);
    applied.before.entry(path.to_owned()).or_insert(before);
}

/// Returns the lines around an edit, before and after it.
fn change(file: &File, FixEdit { edit, fix, code }: FixEdit) -> Change {
    let start = file.line_around(edit.start).start;
    let end = file.line_around(edit.end).end;
    let text_before = &file.text[start..edit.start];
    let replaced = &file.text[edit.start..edit.end];
    let text_after = &file.text[edit.end..end];
    Change {
        file: file.path.clone(),
        line: line_at(file, edit.start),
        before: without_mark_and_end(&[text_before, replaced, text_after].concat()),
        after: without_mark_and_end(&[text_before, &edit.text, text_after].concat()),
        description: fix.description.clone(),
        code,
    }
}

/// Removes the byte-order marks before the lines, and the last line ending.
fn without_mark_and_end(lines: &str) -> String {
    let without_mark = lines.trim_start_matches('\u{feff}');
    without_mark.trim_end_matches(['\r', '\n']).to_owned()
}
