//! Disclaimers: the words that the law or the firm has pages say.

use super::entry::{Change, gathered, on, values};
use super::pages::Pairs;
use super::side::Side;
use site_check::reading::Reading;

/// The disclaimers with other words, or on other pages.
pub fn changes(base: &Side, head: &Side, pairs: &Pairs) -> Vec<Change> {
    let stated = pairs.all.iter().flat_map(|(old, new)| {
        let stated =
            |page: &Option<&Reading>| page.map_or_else(Vec::new, |page| page.disclaimers.clone());
        let pages = new
            .or(*old)
            .map_or_else(Vec::new, |page| page.pages.clone());
        on(&pages, values(&stated(old), &stated(new)))
    });
    let mut all = gathered(stated);
    all.sort_by(|one, other| one.name.cmp(&other.name));
    // A text that no page shows is still one that the firm has approved.
    let texts = |side: &Side| {
        let named = side.content.site.disclaimers.iter();
        let texts = named.map(|(name, text)| (name.to_owned(), text.to_string()));
        texts.collect::<Vec<_>>()
    };
    for change in values(&texts(base), &texts(head)) {
        if all.iter().all(|known| known.name != change.name) {
            all.push(change);
        }
    }
    all
}
