//! The lines of pages, side by side, and grouped by what differs in them: what
//! visitors read, links, pictures.

use super::change::{Change, add};
use super::section::{Entry, folded};
use super::words::{likeness, replaced};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// From this likeness on, in hundredths, one line is another changed.
const ALIKE: usize = 40;

/// No line is looked for farther ahead than this.
const AHEAD: usize = 100;

/// The lines that differ, where their order counts.
pub fn in_order(old: &[String], new: &[String]) -> Vec<Change> {
    let mut out = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, from, to) = op.as_tag_tuple();
        if tag != DiffTag::Equal {
            align(&old[from], &new[to], &mut out);
        }
    }
    out
}

/// The same where it does not: each line as often as it is there.
pub fn in_any_order(old: &[String], new: &[String]) -> Vec<Change> {
    let mut come = new.to_vec();
    let mut gone = old.to_vec();
    gone.retain(|line| match come.iter().position(|other| other == line) {
        Some(at) => {
            come.remove(at);
            false
        }
        None => true,
    });
    let mut out = Vec::new();
    align(&gone, &come, &mut out);
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
    let entries = groups.into_iter().map(|(_, mut lines)| {
        let rest = lines.split_off(1);
        let mut entry = lines.pop().map(Entry::from).unwrap_or_default();
        if !rest.is_empty() {
            for line in &rest {
                add(&mut entry.pages, &line.pages);
            }
            let count = rest.len();
            let rest = rest
                .into_iter()
                .map(|line| Entry::from(line).markdown(every));
            let rest = rest.collect::<Vec<_>>().join("\n");
            let plural = if count == 1 { "" } else { "s" };
            let summary = format!("The same in {count} other line{plural}");
            entry.below.push(folded(&summary, &rest));
        }
        entry
    });
    entries.collect()
}
