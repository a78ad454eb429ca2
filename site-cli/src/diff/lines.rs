//! The lines of pages, side by side, and grouped by the differences in them: text, links and images.

use super::entry::{Change, Entry, folded};
use super::words::{Words, likeness, replaced};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use site_check::report::counted;

/// The minimum similarity, from 0 to 1, for treating a line as an edited version of another.
const ALIKE: f32 = 0.4;

/// The maximum number of lines to search ahead.
const AHEAD: usize = 100;

/// Compares lines whose order matters.
pub fn in_order(old: &[String], new: &[String]) -> Vec<Change> {
    let mut changes = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        if op.tag() != DiffTag::Equal {
            changes.extend(aligned(&old[op.old_range()], &new[op.new_range()]));
        }
    }
    changes
}

/// Compares lines whose order doesn't matter; each occurrence counts.
pub fn in_any_order(old: &[String], new: &[String]) -> Vec<Change> {
    let mut added = new.to_vec();
    let mut removed = Vec::new();
    for line in old {
        if let Some(at) = added.iter().position(|other| other == line) {
            added.remove(at);
        } else {
            removed.push(line.clone());
        }
    }
    aligned(&removed, &added)
}

/// Pairs similar lines without changing their order.
fn aligned(old: &[String], new: &[String]) -> Vec<Change> {
    let is_only = old.len() == 1 && new.len() == 1;
    let mut out = Vec::new();
    let mut rest = new;
    for line in old {
        let ahead = &rest[..rest.len().min(AHEAD)];
        let is_alike = |other: &String| is_only || likeness(line, other) >= ALIKE;
        let Some(at) = ahead.iter().position(is_alike) else {
            out.push(Change::new("", Some(line), None));
            continue;
        };
        for added in &rest[..at] {
            out.push(Change::new("", None, Some(added)));
        }
        out.push(Change::new("", Some(line), Some(&rest[at])));
        rest = &rest[at + 1..];
    }
    for added in rest {
        out.push(Change::new("", None, Some(added)));
    }
    out
}

/// Returns an entry for all lines with the same difference; `page_count` is the site's total.
pub fn grouped(changes: Vec<Change>, page_count: usize) -> Vec<Entry> {
    let mut groups: Vec<(Words, Vec<Change>)> = Vec::new();
    for change in changes {
        let before = change.before.as_deref().unwrap_or_default();
        let after = change.after.as_deref().unwrap_or_default();
        let words = replaced(before, after);
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, group)) => group.push(change),
            None => groups.push((words, vec![change])),
        }
    }
    let mut entries = Vec::new();
    for (_, group) in groups {
        entries.extend(group_entry(group, page_count));
    }
    entries
}

/// Returns the first line of a group, with the others folded below it.
fn group_entry(group: Vec<Change>, page_count: usize) -> Option<Entry> {
    let mut lines = group.into_iter().map(Entry::from);
    let mut entry = lines.next()?;
    let mut others = Vec::new();
    for line in lines {
        others.push(line.markdown(page_count));
        entry.pages.extend(line.pages);
    }
    if !others.is_empty() {
        let summary = format!("The same in {}", counted(others.len(), "other line"));
        entry.below.push(folded(&summary, &others.join("\n")));
    }
    Some(entry)
}
