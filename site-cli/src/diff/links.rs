//! Links with another target or another label, links added and removed.

use super::change::{Change, add, apart};
use super::escape::{code, text};
use super::markdown::{item, places};
use super::pages::Pairs;
use super::section::Section;
use super::words::likeness;
use site_check::reading::ReadLink;

/// No more words of links that changed in the same way are shown.
const MANY: usize = 8;

pub fn section(pairs: &Pairs) -> Section {
    let changes = pairs.changes(|old, new| {
        let links = on_page(&old.links, &new.links).into_iter();
        links.map(|(before, after)| change(before, after)).collect()
    });
    // From one target to another: with the words and the pages of all such links.
    let mut all: Vec<(Change, Vec<String>)> = Vec::new();
    for change in changes {
        let same = |(known, _): &&mut (Change, Vec<String>)| {
            known.before == change.before && known.after == change.after
        };
        match all.iter_mut().find(same) {
            Some((known, labels)) => {
                add(&mut known.pages, &change.pages);
                labels.push(change.name);
            }
            None => all.push((change.clone(), vec![change.name])),
        }
    }
    let entries = all.iter();
    let entries = entries.map(|(change, labels)| entry(change, labels, pairs.every));
    let pages = all.iter().flat_map(|(change, _)| &change.pages);
    Section::of("Links", entries).on(pages)
}

/// The targets of a link, under its words as they are shown.
fn change(before: Option<ReadLink>, after: Option<ReadLink>) -> Change {
    let quoted = |link: &ReadLink| format!("“{}”", text(&link.label));
    let [old, new] = [&before, &after].map(|link| link.as_ref().map(quoted));
    let name = match (old, new) {
        (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
        (old, new) => old.or(new).unwrap_or_default(),
    };
    Change {
        name,
        before: before.map(|link| link.href),
        after: after.map(|link| link.href),
        pages: Vec::new(),
    }
}

fn entry(change: &Change, labels: &[String], every: usize) -> String {
    let (place, fold) = places(&change.pages, every);
    let mut shown = labels[..labels.len().min(MANY)].join(", ");
    if labels.len() > MANY {
        shown += &format!(", and {} more", labels.len() - MANY);
    }
    let line = match (&change.before, &change.after) {
        (Some(old), Some(new)) if old == new => {
            format!("to {}, in other words: {shown}", code(new))
        }
        (Some(old), Some(new)) => {
            format!(
                "now to {} and no longer to {}: {shown}",
                code(new),
                code(old)
            )
        }
        (None, to) => format!(
            "added: {shown} → {}",
            code(to.as_deref().unwrap_or_default())
        ),
        (Some(to), None) => format!("removed: {shown} → {}", code(to)),
    };
    item(&format!("{place}: {line}"), fold.as_slice())
}

type Pair = (Option<ReadLink>, Option<ReadLink>);
/// The links of a page that differ: first those that kept their words, then
/// those that kept their target, then those that are alike, then the rest.
fn on_page(old: &[ReadLink], new: &[ReadLink]) -> Vec<Pair> {
    let (mut gone, mut come) = apart(old, new);
    let mut out = Vec::new();
    let tests: [fn(&ReadLink, &ReadLink) -> bool; 3] = [
        |a, b| a.label == b.label,
        |a, b| a.href == b.href,
        |a, b| scheme(a) == scheme(b) && likeness(&a.label, &b.label) >= 50,
    ];
    for is_same in tests {
        gone.retain(
            |link| match come.iter().position(|other| is_same(link, other)) {
                Some(at) => {
                    out.push((Some(link.clone()), Some(come.remove(at))));
                    false
                }
                None => true,
            },
        );
    }
    out.extend(gone.into_iter().map(|link| (Some(link), None)));
    out.extend(come.into_iter().map(|link| (None, Some(link))));
    out
}

fn scheme(link: &ReadLink) -> &str {
    link.href.split_once(':').map_or("", |(scheme, _)| scheme)
}
