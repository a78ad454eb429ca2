//! Pictures: files with other bytes, and pages that show other files.

use super::change::{add, paired};
use super::escape::code;
use super::markdown::{item, places};
use super::pages::Pairs;
use super::section::Section;
use super::side::Side;
use std::collections::BTreeSet;

pub fn section(base: &Side, head: &Side, pairs: &Pairs) -> Section {
    let names = base.pictures.keys().chain(head.pictures.keys());
    let names: BTreeSet<&String> = names.collect();
    let files = names.into_iter().filter_map(|file| {
        let name = code(file);
        match (base.pictures.get(file), head.pictures.get(file)) {
            (before, after) if before == after => None,
            (None, _) => Some((format!("**Added**: {name}"), Vec::new())),
            (_, None) => Some((format!("**Removed**: {name}"), Vec::new())),
            _ => {
                let mut pages = Vec::new();
                let showing = head.readings.iter();
                let showing = showing.filter(|reading| reading.pictures.contains(file));
                showing.for_each(|reading| add(&mut pages, &reading.pages));
                Some((format!("**Changed**: {name} is another picture"), pages))
            }
        }
    });
    let shown = pairs.changes(|old, new| paired(&old.pictures, &new.pictures));
    let shown = shown.into_iter().map(|change| {
        let [before, after] = [&change.before, &change.after].map(|file| file.as_deref().map(code));
        let what = match (before, after) {
            (Some(before), Some(after)) => format!("{after} is shown in place of {before}"),
            (Some(before), None) => format!("{before} is no longer shown"),
            (None, after) => format!("{} is shown", after.unwrap_or_default()),
        };
        (what, change.pages)
    });
    let all: Vec<(String, Vec<String>)> = files.chain(shown).collect();
    let entries = all.iter().map(|(what, pages)| match pages.as_slice() {
        [] => item(what, &[]),
        pages => {
            let (place, fold) = places(pages, pairs.every);
            item(&format!("{what}, {place}"), fold.as_slice())
        }
    });
    let pages: Vec<&String> = all.iter().flat_map(|(_, pages)| pages).collect();
    Section {
        is_visible: !pages.is_empty(),
        ..Section::of("Pictures", entries).on(pages)
    }
}
