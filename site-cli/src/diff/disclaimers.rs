//! Disclaimers: the text that the law or the firm requires on pages.

use super::entry::{Change, compare_values, merge_same};
use super::pages::Pairs;
use super::side::Side;
use site_check::reading::Reading;

/// Returns the disclaimers whose text or pages differ, by name.
pub fn changes(base: &Side, head: &Side, pairs: &Pairs) -> Vec<Change> {
    let mut changes = merge_same(shown_by_pages(pairs));
    changes.sort_by(|one, other| one.name.cmp(&other.name));

    // The firm approves each text, even if no page shows it.
    for change in compare_values(&approved(base), &approved(head)) {
        if changes.iter().all(|known| known.name != change.name) {
            changes.push(change);
        }
    }
    changes
}

/// Returns each page's changed disclaimers.
fn shown_by_pages(pairs: &Pairs) -> Vec<Change> {
    let mut changes = Vec::new();
    for (old, new) in &pairs.all {
        let Some(page) = new.or(*old) else {
            continue;
        };
        let before = shown_by(*old);
        let after = shown_by(*new);
        for change in compare_values(before, after) {
            changes.push(change.on_pages(&page.pages));
        }
    }
    changes
}

/// Returns the disclaimers on a page, by name; none if there is no page.
fn shown_by(page: Option<&Reading>) -> &[(String, String)] {
    match page {
        Some(page) => &page.disclaimers,
        None => &[],
    }
}

/// Returns the disclaimers in content/site.toml by name.
fn approved(side: &Side) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (name, text) in side.content.site.disclaimers.iter() {
        texts.push((name.clone(), text.to_string()));
    }
    texts
}
