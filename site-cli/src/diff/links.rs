//! Links with another target or another label, links added and removed.

use super::report::spread_lists;
use super::words::likeness;
use schemars::JsonSchema;
use serde::Serialize;
use site_check::reading::{ReadLink, Reading};

/// The same change of one or more links: from one target to another, or of
/// links to the same target.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkChange {
    /// Where the links led; none where they were not there.
    pub before: Option<String>,
    /// Where they lead; none where they are no longer there.
    pub after: Option<String>,
    /// The links, by their words.
    pub labels: Vec<LabelChange>,
    /// All pages that have one of these links, as they are after the change.
    pub pages: Vec<String>,
}

/// A link's words, before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabelChange {
    /// None where the link was not there.
    pub before: Option<String>,
    /// None where the link is no longer there.
    pub after: Option<String>,
    pub pages: Vec<String>,
}

pub fn changes(pairs: &[(&Reading, &Reading)]) -> Vec<LinkChange> {
    let mut all: Vec<LinkChange> = Vec::new();
    for (old, new) in pairs {
        for (before, after) in on_page(&old.links, &new.links) {
            let (label_before, before) = split(before);
            let (label_after, after) = split(after);
            let known = all
                .iter()
                .position(|change| change.before == before && change.after == after);
            let at = known.unwrap_or_else(|| {
                all.push(LinkChange {
                    before,
                    after,
                    labels: Vec::new(),
                    pages: Vec::new(),
                });
                all.len() - 1
            });
            let change = &mut all[at];
            add(&mut change.pages, &new.route);
            let known = change
                .labels
                .iter_mut()
                .find(|label| label.before == label_before && label.after == label_after);
            match known {
                Some(label) => add(&mut label.pages, &new.route),
                None => change.labels.push(LabelChange {
                    before: label_before,
                    after: label_after,
                    pages: vec![new.route.clone()],
                }),
            }
        }
    }
    all
}

fn split(link: Option<ReadLink>) -> (Option<String>, Option<String>) {
    link.map(|ReadLink { label, href }| (label, href)).unzip()
}

fn add(pages: &mut Vec<String>, page: &str) {
    if pages.last().is_none_or(|last| last != page) {
        pages.push(page.to_owned());
    }
}

type Pair = (Option<ReadLink>, Option<ReadLink>);
type Sameness = dyn Fn(&ReadLink, &ReadLink) -> bool;

/// The links of a page that differ: first those that kept their words, then
/// those that kept their target, then those that are alike, then the rest.
fn on_page(old: &[ReadLink], new: &[ReadLink]) -> Vec<Pair> {
    let (mut gone, mut come) = spread_lists(old, new);
    let mut out = Vec::new();
    let same_words = |a: &ReadLink, b: &ReadLink| a.label == b.label;
    let same_target = |a: &ReadLink, b: &ReadLink| a.href == b.href;
    let alike = |a: &ReadLink, b: &ReadLink| {
        scheme(&a.href) == scheme(&b.href) && likeness(&a.label, &b.label) >= 50
            || ["tel", "mailto"].contains(&scheme(&a.href)) && scheme(&a.href) == scheme(&b.href)
    };
    let tests: [&Sameness; 3] = [&same_words, &same_target, &alike];
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

fn scheme(href: &str) -> &str {
    href.split_once(':').map_or("", |(scheme, _)| scheme)
}
