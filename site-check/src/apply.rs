//! Applies the fixes of a whole site, and never makes a file worse.
//!
//! Fixes are made together, judged by a check of the result, and halved until
//! those that would bring up an error are alone; these are refused. What the
//! first round brings to light the next one mends.

use crate::check::Loaded;
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::load::Tree;
use crate::rules;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

/// More rounds than any site has needed.
const ROUNDS: usize = 16;

/// What became of the fixes of a site.
#[derive(Debug, Default)]
pub struct Applied {
    /// What was changed, in the order of the changes.
    pub changes: Vec<Change>,
    /// Every file that differs now.
    pub files: Vec<Rewritten>,
    /// Fixes that were not made, since each would bring up another error.
    pub refused: Vec<Diagnostic>,
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

/// Takes away the fixes that would bring up another error.
pub fn keep_sound(loaded: &mut Loaded) {
    if loaded.diagnostics.iter().all(|found| found.fix.is_none()) {
        return;
    }
    let refused = apply(&mut loaded.tree).refused;
    let refused: BTreeSet<Key> = refused.iter().map(key).collect();
    for found in &mut loaded.diagnostics {
        if refused.contains(&key(found)) {
            found.fix = None;
        }
    }
}

/// Finds out what applying every fix that the rules know comes to. The tree
/// is left as it was.
pub fn apply(tree: &mut Tree) -> Applied {
    let mut site = Site {
        found: rules::check(tree),
        tree,
        written: Vec::new(),
        changes: Vec::new(),
    };
    let mut refused = BTreeMap::new();
    for _ in 0..ROUNDS {
        let (edits, renames) = site.wanted(&refused);
        if !edits.is_empty() {
            site.mend(&edits, &mut refused);
        } else if !renames.is_empty() {
            // Each rename moves links in files that another rename may move.
            for rename in renames {
                site.mend(&[rename], &mut refused);
            }
        } else {
            break;
        }
    }
    let still_found: BTreeSet<Key> = site.found.iter().map(key).collect();
    let applied = Applied {
        files: site.rewritten(),
        changes: take(&mut site.changes),
        refused: refused
            .into_iter()
            .filter(|(key, _)| still_found.contains(key))
            .map(|(_, diagnostic)| diagnostic)
            .collect(),
    };
    site.take_back(0, 0);
    applied
}

/// What tells one finding from another while lines move: file, code, message.
type Key = (String, &'static str, String);

fn key(found: &Diagnostic) -> Key {
    (found.file.clone(), found.code, found.message.clone())
}

struct Site<'a> {
    tree: &'a mut Tree,
    found: Vec<Diagnostic>,
    /// Every writing of a file, so that it can be taken back.
    written: Vec<Rewritten>,
    changes: Vec<Change>,
}

impl Site<'_> {
    /// The findings that can be mended: by edits, and by renaming their file.
    fn wanted(&self, refused: &BTreeMap<Key, Diagnostic>) -> (Vec<Key>, Vec<Key>) {
        let (mut edits, mut renames) = (BTreeSet::new(), BTreeSet::new());
        for found in &self.found {
            match &found.fix {
                Some(fix) if !refused.contains_key(&key(found)) => match fix.rename {
                    Some(_) => renames.insert(key(found)),
                    None => edits.insert(key(found)),
                },
                _ => false,
            };
        }
        (edits.into_iter().collect(), renames.into_iter().collect())
    }

    /// Mends findings together, or each half of them alone, down to the one to refuse.
    fn mend(&mut self, wanted: &[Key], refused: &mut BTreeMap<Key, Diagnostic>) {
        if self.attempt(wanted) {
            return;
        }
        match wanted {
            [] => {}
            [only] => {
                let found = self.found.iter().find(|found| key(found) == *only);
                refused.extend(found.map(|found| (only.clone(), found.clone())));
            }
            many => {
                let (first, second) = many.split_at(many.len() / 2);
                self.mend(first, refused);
                self.mend(second, refused);
            }
        }
    }

    /// Mends findings; whether that was right. Errors that one fix brings to
    /// light may be mended by others in the same breath.
    fn attempt(&mut self, wanted: &[Key]) -> bool {
        let (written, changes) = (self.written.len(), self.changes.len());
        let mut before = self.counted(Severity::Error);
        let wanted: BTreeSet<Key> = wanted.iter().cloned().collect();
        let were = self.count_of(&wanted);
        let mut next = wanted.clone();
        for _ in 0..ROUNDS {
            let Some(renamed) = self.write(&next) else {
                break;
            };
            if let Some((from, to)) = renamed {
                let moved = |((file, code, message), count): (Key, usize)| {
                    let file = if file == from { to.clone() } else { file };
                    ((file, code, message), count)
                };
                before = before.into_iter().map(moved).collect();
            }
            let now = self.counted(Severity::Error);
            let risen = now
                .into_iter()
                .filter(|(key, count)| *count > before.get(key).copied().unwrap_or(0));
            next = risen.map(|(key, _)| key).collect();
            let left = self.count_of(&wanted);
            if next.is_empty() && (left == 0 || wanted.len() == 1 && left < were) {
                return true;
            }
        }
        self.take_back(written, changes);
        false
    }

    fn count_of(&self, keys: &BTreeSet<Key>) -> usize {
        let found = self.found.iter();
        found.filter(|found| keys.contains(&key(found))).count()
    }

    fn counted(&self, severity: Severity) -> BTreeMap<Key, usize> {
        let mut counts = BTreeMap::new();
        for found in self.found.iter().filter(|found| found.severity == severity) {
            *counts.entry(key(found)).or_insert(0) += 1;
        }
        counts
    }

    /// Writes the fixes of some findings, as far as they do not overlap. The
    /// file that got another name; nothing where there was nothing to write.
    #[expect(
        clippy::option_option,
        reason = "whether anything was written, and whether that renamed a file"
    )]
    fn write(&mut self, wanted: &BTreeSet<Key>) -> Option<Option<(String, String)>> {
        let mut chosen: Vec<(&Diagnostic, &Fix)> = Vec::new();
        let mut in_file: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
        for found in &self.found {
            let Some(fix) = found.fix.as_ref().filter(|_| wanted.contains(&key(found))) else {
                continue;
            };
            let others = |file| in_file.get(file).into_iter().flatten();
            let clear = |file| others(file).all(|other| !other.overlaps(fix));
            if fix.files().all(clear) {
                chosen.push((found, fix));
                for file in fix.files() {
                    in_file.entry(file).or_default().push(fix);
                }
            }
        }
        let rename = chosen.iter().find_map(|(_, fix)| fix.rename.clone());
        let mut changes = Vec::new();
        let mut files: BTreeMap<&str, Vec<Made>> = BTreeMap::new();
        for (found, fix) in &chosen {
            for edit in &fix.edits {
                let made = Made {
                    span: edit.span.clone(),
                    text: &edit.text,
                    description: &fix.description,
                    code: found.code,
                };
                files.entry(&edit.file).or_default().push(made);
            }
            if let Some((from, _)) = &fix.rename {
                files.entry(from).or_default();
                changes.push(Change {
                    file: from.clone(),
                    line: 1,
                    before: String::new(),
                    after: String::new(),
                    fixes: vec![(fix.description.clone(), found.code)],
                });
            }
        }
        if files.is_empty() {
            return None;
        }
        let mut rewritten = Vec::new();
        for (path, mut edits) in files {
            let file = self.tree.files.iter().find(|file| file.path == path)?;
            edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
            changes.extend(changed_lines(path, &file.text, &edits));
            let new_path = rename
                .as_ref()
                .filter(|(from, _)| from == path)
                .map_or(path, |(_, to)| to);
            rewritten.push(Rewritten {
                path: path.to_owned(),
                new_path: new_path.to_owned(),
                text: file.text.to_string(),
                new_text: edited(&file.text, 0, &edits),
            });
        }
        self.changes.extend(changes);
        for file in &rewritten {
            self.tree.put(&file.path, None);
            self.tree.put(&file.new_path, Some(&file.new_text));
        }
        self.written.extend(rewritten);
        self.check();
        Some(rename)
    }

    fn take_back(&mut self, written: usize, changes: usize) {
        if self.written.len() == written {
            return;
        }
        for file in self.written.split_off(written).into_iter().rev() {
            self.tree.put(&file.new_path, None);
            self.tree.put(&file.path, Some(&file.text));
        }
        self.changes.truncate(changes);
        self.check();
    }

    fn check(&mut self) {
        self.tree.define();
        self.found = rules::check(self.tree);
    }

    /// The files as they were first read, and as they are.
    fn rewritten(&self) -> Vec<Rewritten> {
        let mut files: Vec<Rewritten> = Vec::new();
        for step in &self.written {
            match files.iter_mut().find(|file| file.new_path == step.path) {
                Some(file) => {
                    file.new_path.clone_from(&step.new_path);
                    file.new_text.clone_from(&step.new_text);
                }
                None => files.push(step.clone()),
            }
        }
        files.retain(|file| file.path != file.new_path || file.text != file.new_text);
        files
    }
}

/// An edit that is made, and why.
struct Made<'a> {
    span: std::ops::Range<usize>,
    text: &'a str,
    description: &'a str,
    code: &'static str,
}

/// A part of a text, from a byte on, with the edits that stand within it.
fn edited(text: &str, from: usize, edits: &[Made]) -> String {
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
fn changed_lines(file: &str, text: &str, edits: &[Made]) -> Vec<Change> {
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
