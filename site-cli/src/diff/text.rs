//! What visitors read differently: lines side by side, grouped by what differs in them.

use super::change::{Change, add};
use super::escape::text;
use super::markdown::{counted, folded, item, places};
use super::pages::Pairs;
use super::section::Section;
use super::words::{between, likeness, replaced};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// From this likeness on, in hundredths, one line is another changed.
const ALIKE: usize = 40;

/// No line is looked for farther ahead than this.
const AHEAD: usize = 100;

/// Lines that differ in the same way: more than these are folded.
const SHOWN: usize = 4;

/// Lines with the same difference, and all their pages.
type Group = (Vec<Change>, Vec<String>);

/// The changes, without those of disclaimers, which stand on top.
pub fn section(pairs: &Pairs, disclaimers: &[Change]) -> Section {
    let is_told = |line: &Change| {
        let same = |known: &Change| known.before == line.before && known.after == line.after;
        disclaimers.iter().any(same)
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut keys = Vec::new();
    for line in pairs.changes(|old, new| lines(&old.lines, &new.lines)) {
        let [before, after] = [&line.before, &line.after].map(|side| side.as_deref());
        let key = replaced(before.unwrap_or_default(), after.unwrap_or_default());
        let known = keys.iter().position(|known| *known == key);
        let at = known.unwrap_or_else(|| {
            keys.push(key);
            groups.push(Group::default());
            groups.len() - 1
        });
        let (lines, pages) = &mut groups[at];
        add(pages, &line.pages);
        lines.push(line);
    }
    let untold = groups
        .iter()
        .filter(|(lines, _)| !lines.iter().all(is_told));
    let entries = untold.map(|group| entry(group, pairs.every));
    let pages = groups.iter().flat_map(|(_, pages)| pages);
    Section::of("What visitors read", entries).on(pages)
}

fn entry((lines, pages): &Group, every: usize) -> String {
    let (place, fold) = places(pages, every);
    if let [only] = lines.as_slice() {
        return item(&format!("{place}: {}", shown(only)), fold.as_slice());
    }
    let count = counted(lines.len(), "line", "lines");
    let lines = lines.iter().map(|line| {
        let (place, _) = places(&line.pages, every);
        format!("- {place}: {}", shown(line))
    });
    let mut below: Vec<String> = lines.collect();
    let rest = below.split_off(below.len().min(SHOWN));
    if !rest.is_empty() {
        let summary = counted(rest.len(), "more line", "more lines");
        below.push(format!("\n{}", folded(&summary, &rest.join("\n"))));
    }
    below.extend(fold.map(|fold| format!("\n{fold}")));
    item(&format!("{place}, the same in {count}:"), &below)
}

fn shown(line: &Change) -> String {
    match (&line.before, &line.after) {
        (None, Some(after)) => format!("added: **{}**", text(after)),
        (Some(before), None) => format!("removed: ~~{}~~", text(before)),
        (before, after) => between(before.as_deref(), after.as_deref()),
    }
}

/// The lines of a page that differ.
fn lines(old: &[String], new: &[String]) -> Vec<Change> {
    let mut out = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, from, to) = op.as_tag_tuple();
        if tag != DiffTag::Equal {
            align(&old[from], &new[to], &mut out);
        }
    }
    out
}

/// Puts lines that are alike side by side, without changing their order.
fn align(old: &[String], new: &[String], out: &mut Vec<Change>) {
    let change = |before: Option<&String>, after: Option<&String>| Change {
        before: before.cloned(),
        after: after.cloned(),
        ..Change::default()
    };
    let is_only = old.len() == 1 && new.len() == 1;
    let mut rest = new;
    for line in old {
        let ahead = &rest[..rest.len().min(AHEAD)];
        let likely = |other: &String| is_only || likeness(line, other) >= ALIKE;
        let Some(at) = ahead.iter().position(likely) else {
            out.push(change(Some(line), None));
            continue;
        };
        out.extend(rest[..at].iter().map(|line| change(None, Some(line))));
        out.push(change(Some(line), Some(&rest[at])));
        rest = &rest[at + 1..];
    }
    out.extend(rest.iter().map(|line| change(None, Some(line))));
}
