//! The lines of pages, side by side, and grouped by what differs in them: what
//! visitors read, links, pictures.

use super::entry::{Change, Entry, folded};
use super::words::{likeness, replaced};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use site_check::report::counted;

/// From this likeness on, one line is another changed.
const ALIKE: f32 = 0.4;

/// No line is looked for farther ahead than this.
const AHEAD: usize = 100;

/// The lines that differ, where their order counts.
pub fn in_order(old: &[String], new: &[String]) -> Vec<Change> {
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let ranges = ops.iter().map(|op| op.as_tag_tuple());
    let differing = ranges.filter(|(tag, ..)| *tag != DiffTag::Equal);
    differing
        .flat_map(|(_, from, to)| aligned(&old[from], &new[to]))
        .collect()
}

/// The same where it does not: each line as often as it is there.
pub fn in_any_order(old: &[String], new: &[String]) -> Vec<Change> {
    let mut come = new.to_vec();
    let mut gone = old.to_vec();
    gone.retain(|line| {
        let place = come.iter().position(|other| other == line);
        place.map(|place| come.remove(place)).is_none()
    });
    aligned(&gone, &come)
}

/// Puts lines that are alike side by side, without changing their order.
fn aligned(old: &[String], new: &[String]) -> Vec<Change> {
    let is_only = old.len() == 1 && new.len() == 1;
    let added = |line| Change::new("", None, Some(line));
    let mut out = Vec::new();
    let mut rest = new;
    for line in old {
        let ahead = &rest[..rest.len().min(AHEAD)];
        let likely = |other: &String| is_only || likeness(line, other) >= ALIKE;
        let Some(at) = ahead.iter().position(likely) else {
            out.push(Change::new("", Some(line), None));
            continue;
        };
        out.extend(rest[..at].iter().map(added));
        out.push(Change::new("", Some(line), Some(&rest[at])));
        rest = &rest[at + 1..];
    }
    out.extend(rest.iter().map(added));
    out
}

/// An entry for all lines that differ in the same way; `every` is how many pages there are.
pub fn grouped(changes: Vec<Change>, every: usize) -> Vec<Entry> {
    let mut groups: Vec<(_, Vec<Change>)> = Vec::new();
    for line in changes {
        let [before, after] = [&line.before, &line.after].map(|side| side.as_deref());
        let key = replaced(before.unwrap_or_default(), after.unwrap_or_default());
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((key, vec![line])),
        }
    }
    let entries = groups.into_iter().map(|(_, lines)| {
        let mut lines = lines.into_iter().map(Entry::from);
        let mut entry = lines.next().unwrap_or_default();
        let rest: Vec<Entry> = lines.collect();
        if !rest.is_empty() {
            let pages = rest.iter().flat_map(|line| line.pages.clone());
            entry.pages.extend(pages);
            let summary = format!("The same in {}", counted(rest.len(), "other line"));
            let lines: Vec<_> = rest.iter().map(|line| line.markdown(every)).collect();
            entry.below.push(folded(&summary, &lines.join("\n")));
        }
        entry
    });
    entries.collect()
}
