//! Disclaimers: the words that the law or the firm has pages say.

use super::change::{Change, gathered, values};
use super::escape::text;
use super::markdown::{item, places};
use super::pages::Pairs;
use super::section::Section;
use super::side::Side;
use super::words::between;
use site_check::reading::Reading;

/// The disclaimers with other words, or on other pages.
pub fn changes(base: &Side, head: &Side, pairs: &Pairs) -> Vec<Change> {
    let stated = pairs.all().flat_map(|(old, new)| {
        let stated =
            |page: Option<&Reading>| page.map_or_else(Vec::new, |page| page.disclaimers.clone());
        let pages = new.or(old).map_or_else(Vec::new, |page| page.pages.clone());
        let changes = values(&stated(old), &stated(new)).into_iter();
        changes.map(move |change| change.on(&pages))
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

pub fn section(changes: &[Change], every: usize) -> Section {
    let entries = changes.iter().map(|change| {
        let (place, fold) = match change.pages.as_slice() {
            [] => ("which no page shows".to_owned(), None),
            pages => places(pages, every),
        };
        let about = format!("{}, {place}", text(&change.name));
        let line = match (&change.before, &change.after) {
            (None, after) => {
                let after = after.as_deref().unwrap_or_default();
                format!("**Added**: {about}: {}", text(after))
            }
            (Some(before), None) => format!("**Removed**: {about}: ~~{}~~", text(before)),
            (before, after) => {
                let words = between(before.as_deref(), after.as_deref());
                format!("**Changed**: {about}: {words}")
            }
        };
        item(&line, fold.as_slice())
    });
    Section::of("For compliance: disclaimers", entries).counted("disclaimer", "disclaimers")
}
