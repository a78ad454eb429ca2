//! Disclaimers: the words that the law or the firm has pages say.

use super::entry::{Change, compare_values, merge_same};
use super::pages::Pairs;
use super::side::Side;

/// The disclaimers with other words, or on other pages, by name.
pub fn changes(base: &Side, head: &Side, pairs: &Pairs) -> Vec<Change> {
    let mut stated = Vec::new();
    for (old, new) in &pairs.all {
        let Some(page) = new.or(*old) else {
            continue;
        };
        let before = old.map_or(&[][..], |page| &page.disclaimers);
        let after = new.map_or(&[][..], |page| &page.disclaimers);
        for change in compare_values(before, after) {
            stated.push(change.on_pages(&page.pages));
        }
    }
    let mut changes = merge_same(stated);
    changes.sort_by(|one, other| one.name.cmp(&other.name));
    // A text that no page shows is still one that the firm has approved.
    for change in compare_values(&approved(base), &approved(head)) {
        if changes.iter().all(|known| known.name != change.name) {
            changes.push(change);
        }
    }
    changes
}

/// The disclaimers of content/site.toml by name.
fn approved(side: &Side) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (name, text) in side.content.site.disclaimers.iter() {
        texts.push((name.clone(), text.to_string()));
    }
    texts
}
