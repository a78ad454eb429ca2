//! Makes the fixes that the rules know, round by round: what the first brings
//! to light the next one fixes. A rule offers a fix only where it is certain.

use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, Fix};
use crate::load::Tree;
use crate::rules;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

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

/// Makes every fix that the rules know, in the tree alone: whoever called writes the files.
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
            match applied
                .files
                .iter_mut()
                .find(|known| known.new_path == file.path)
            {
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
            new_text: edited(&file.text, 0, edits.iter().map(|(edit, _)| *edit)),
        });
    }
    written
}

/// A part of a text, from a byte on, with sorted edits within it.
pub fn edited<'a>(text: &str, from: usize, edits: impl Iterator<Item = &'a Edit>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = from;
    for edit in edits {
        // Edits of one fix are for different places; a second one for the same is dropped.
        if edit.start < at {
            continue;
        }
        out.push_str(&text[at - from..edit.start - from]);
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(&text[at - from..]);
    out
}

/// The lines that sorted edits change, one change for those that share a line.
fn changed_lines(file: &str, text: &str, edits: &[(&Edit, MadeFix)]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut rest = edits;
    while let Some((first, _)) = rest.first() {
        let start = text[..first.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |found| at + found);
        let mut end = line_end(first.end);
        let mut count = 1;
        while let Some((edit, _)) = rest.get(count).filter(|(edit, _)| edit.start <= end) {
            end = line_end(edit.end);
            count += 1;
        }
        let (here, later) = rest.split_at(count);
        let shown = |text: &str| {
            text.trim_start_matches('\u{feff}')
                .trim_end_matches(['\r', '\n'])
                .to_owned()
        };
        let mut fixes: Vec<_> = here.iter().map(|(_, made)| made.clone()).collect();
        fixes.dedup();
        changes.push(Change {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            before: shown(&text[start..end]),
            after: shown(&edited(
                &text[start..end],
                start,
                here.iter().map(|(edit, _)| *edit),
            )),
            fixes,
        });
        rest = later;
    }
    changes
}
