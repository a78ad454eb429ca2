//! Makes the fixes that the rules know, round by round: what the first brings
//! to light the next one fixes. A rule offers a fix only where it is certain.

use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::load::Tree;
use crate::rules;
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

/// A change of some lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub file: String,
    /// 1-based.
    pub line: usize,
    /// The line as it was, and as it is.
    pub before: String,
    pub after: String,
    /// What was done, and by which rule: description and code.
    pub fixes: Vec<(String, &'static str)>,
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
fn chosen(found: &[Diagnostic]) -> Vec<(&'static str, &Fix)> {
    let mut chosen: Vec<(&'static str, &Fix)> = Vec::new();
    let mut rename = None;
    for (code, fix) in found
        .iter()
        .filter_map(|found| Some((found.code, found.fix.as_ref()?)))
    {
        if fix.rename.is_some() {
            rename = rename.or(Some((code, fix)));
        } else if !chosen.iter().any(|(_, other)| other.overlaps(fix)) {
            chosen.push((code, fix));
        }
    }
    if chosen.is_empty() {
        chosen.extend(rename);
    }
    chosen
}

/// The files as some fixes make them; what changes is added to `changes`.
fn write(tree: &Tree, fixes: &[(&'static str, &Fix)], changes: &mut Vec<Change>) -> Vec<Rewritten> {
    let mut files: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    for (code, fix) in fixes {
        for edit in &fix.edits {
            files.entry(&edit.file).or_default().push(Edit {
                span: edit.span.clone(),
                text: &edit.text,
                description: &fix.description,
                code,
            });
        }
        if let Some((from, _)) = &fix.rename {
            files.entry(from).or_default();
            changes.push(Change {
                file: from.clone(),
                line: 1,
                before: String::new(),
                after: String::new(),
                fixes: vec![(fix.description.clone(), code)],
            });
        }
    }
    let renamed = |path: &str| {
        let mut renames = fixes.iter().filter_map(|(_, fix)| fix.rename.as_ref());
        let found = renames.find(|(from, _)| from == path);
        found.map_or(path, |(_, to)| to).to_owned()
    };
    let mut written = Vec::new();
    for (path, mut edits) in files {
        let Some(file) = tree.files.iter().find(|file| file.path == path) else {
            continue;
        };
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        changes.extend(changed_lines(path, &file.text, &edits));
        written.push(Rewritten {
            path: path.to_owned(),
            new_path: renamed(path),
            text: file.text.to_string(),
            new_text: edited(&file.text, 0, &edits),
        });
    }
    written
}

/// An edit that is made, and why.
struct Edit<'a> {
    span: Range<usize>,
    text: &'a str,
    description: &'a str,
    code: &'static str,
}

/// A part of a text, from a byte on, with the edits within it.
fn edited(text: &str, from: usize, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits.iter().filter(|edit| edit.span.start >= from) {
        // Edits of one fix are for different places; a second one for the same is dropped.
        if edit.span.start - from < at {
            continue;
        }
        out.push_str(&text[at..edit.span.start - from]);
        out.push_str(edit.text);
        at = edit.span.end - from;
    }
    out.push_str(&text[at..]);
    out
}

/// The lines that sorted edits change, one change for those that share a line.
fn changed_lines(file: &str, text: &str, edits: &[Edit]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut rest = edits;
    while let Some(first) = rest.first() {
        let start = text[..first.span.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |found| at + found);
        let mut end = line_end(first.span.end);
        let mut count = 1;
        while let Some(edit) = rest.get(count).filter(|edit| edit.span.start <= end) {
            end = line_end(edit.span.end);
            count += 1;
        }
        let (here, later) = rest.split_at(count);
        let shown = |text: &str| {
            text.trim_start_matches('\u{feff}')
                .trim_end_matches(['\r', '\n'])
                .to_owned()
        };
        let mut fixes: Vec<_> = here
            .iter()
            .map(|edit| (edit.description.to_owned(), edit.code))
            .collect();
        fixes.dedup();
        changes.push(Change {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            before: shown(&text[start..end]),
            after: shown(&edited(&text[start..end], start, here)),
            fixes,
        });
        rest = later;
    }
    changes
}
