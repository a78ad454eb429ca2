//! Makes the fixes that the rules know, round by round: what the first brings
//! to light the next one fixes. A rule offers a fix only where it is certain.

use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, Fix};
use crate::load::Tree;
use crate::rules;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::Range;

/// More rounds than any site has needed.
const ROUNDS: usize = 16;

/// What the fixes of a site come to.
#[derive(Debug, Default)]
pub struct Applied {
    /// What was changed, in the order of the changes.
    pub changes: Vec<Change>,
    /// Every file that differs.
    pub files: Vec<Rewritten>,
}

/// What `--fix` has changed in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    pub file: String,
    pub line: usize,
    /// The line as it was, and as it is.
    pub before: String,
    pub after: String,
    /// What was done, in sentences.
    #[serde(rename = "descriptions", serialize_with = "descriptions")]
    #[schemars(with = "Vec<String>")]
    pub fixes: Vec<MadeFix>,
}

/// What was done, and the code of the rule.
pub type MadeFix = (String, &'static str);

fn descriptions<S: Serializer>(fixes: &[MadeFix], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(fixes.iter().map(|(description, _)| description))
}

/// A file that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// Its path, before and after.
    pub path: String,
    pub new_path: String,
    /// Its text, before and after.
    pub text: String,
    pub new_text: String,
}

/// Makes every fix that the rules know, in the tree alone: the caller writes the files.
pub fn apply(tree: &mut Tree) -> Applied {
    let mut applied = Applied::default();
    for _ in 0..ROUNDS {
        let found = rules::check(tree);
        let chosen = chosen(&found);
        if chosen.is_empty() {
            break;
        }
        let written = write(tree, &chosen, &mut applied.changes);
        for file in written {
            tree.put(&file.path, None);
            tree.put(&file.new_path, Some(&file.new_text));
            let mut known = applied.files.iter_mut();
            match known.find(|known| known.new_path == file.path) {
                Some(known) => {
                    known.new_path = file.new_path;
                    known.new_text = file.new_text;
                }
                None => applied.files.push(file),
            }
        }
        tree.define();
    }
    applied
}

/// The fixes that can be made together. A file is renamed when there is nothing
/// else to do, and alone, since that moves links in other files.
fn chosen(found: &[Diagnostic]) -> Vec<(&Diagnostic, &Fix)> {
    let mut chosen: Vec<(&Diagnostic, &Fix)> = Vec::new();
    let mut rename = None;
    for found in found {
        let Some(fix) = &found.fix else { continue };
        if fix.rename_to.is_some() {
            rename = rename.or(Some((found, fix)));
        } else if !chosen.iter().any(|(_, other)| other.overlaps(fix)) {
            chosen.push((found, fix));
        }
    }
    if chosen.is_empty() {
        chosen.extend(rename);
    }
    chosen
}

/// The files as some fixes make them; what changes is added to `changes`.
fn write(tree: &Tree, fixes: &[(&Diagnostic, &Fix)], changes: &mut Vec<Change>) -> Vec<Rewritten> {
    let mut files: BTreeMap<&str, Vec<(&Edit, MadeFix)>> = BTreeMap::new();
    let mut renames = BTreeMap::new();
    for (found, fix) in fixes {
        let made = (fix.description.clone(), found.code);
        for edit in &fix.edits {
            let edits = files.entry(&edit.file).or_default();
            edits.push((edit, made.clone()));
        }
        if let Some(to) = &fix.rename_to {
            files.entry(&found.file).or_default();
            renames.insert(found.file.as_str(), to);
            changes.push(Change {
                file: found.file.clone(),
                line: 1,
                before: String::new(),
                after: String::new(),
                fixes: vec![made],
            });
        }
    }
    let mut written = Vec::new();
    for (path, mut edits) in files {
        let Some(file) = tree.files.iter().find(|file| file.path == path) else {
            continue;
        };
        edits.sort_by_key(|(edit, _)| (edit.start, edit.end));
        changes.extend(changed_lines(path, &file.text, &edits));
        written.push(Rewritten {
            path: path.to_owned(),
            new_path: renames.get(path).map_or(path, |to| to).to_owned(),
            text: file.text.to_string(),
            new_text: edited(&file.text, 0..file.text.len(), &edits),
        });
    }
    written
}

/// A part of a text with sorted edits within it.
fn edited(text: &str, part: Range<usize>, edits: &[(&Edit, MadeFix)]) -> String {
    let mut out = String::new();
    let mut at = part.start;
    // Edits of one fix are for different places; a second one for the same is dropped.
    for (edit, _) in edits {
        if edit.start >= at {
            out += &text[at..edit.start];
            out += &edit.text;
            at = edit.end;
        }
    }
    out + &text[at..part.end]
}

/// The lines that sorted edits change, one change for those that share a line.
fn changed_lines(file: &str, text: &str, edits: &[(&Edit, MadeFix)]) -> Vec<Change> {
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |found| at + found);
    let shown = |text: &str| {
        let text = text.trim_start_matches('\u{feff}');
        text.trim_end_matches(['\r', '\n']).to_owned()
    };
    let share_a_line =
        |(one, _): &(&Edit, MadeFix), (next, _): &(&Edit, MadeFix)| next.start <= line_end(one.end);
    let changes = edits.chunk_by(share_a_line).map(|here| {
        let (first, last) = (here[0].0, here[here.len() - 1].0);
        let start = text[..first.start].rfind('\n').map_or(0, |at| at + 1);
        let end = line_end(last.end);
        let mut fixes: Vec<_> = here.iter().map(|(_, made)| made.clone()).collect();
        fixes.dedup();
        Change {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            before: shown(&text[start..end]),
            after: shown(&edited(text, start..end, here)),
            fixes,
        }
    });
    changes.collect()
}
