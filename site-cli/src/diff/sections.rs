//! The differences between two sides, in sections: first the parts that need compliance approval, then the changes that
//! visitors and search engines see.

use super::entry::{Change, Entry, Section, compare_values, merge_same};
use super::lines::{grouped, in_any_order, in_order};
use super::moves::{self, arranged};
use super::pages::Pairs;
use super::side::Side;
use super::{compliance, disclaimers, facts, fees, pages};
use site_check::reading::{Reading, settings};

/// The heading of the text that visitors don't see.
pub const SEARCH: &str = "Search engines and sharing";

/// Compares the content at two moments, or two versions at one moment. Always returns the same sections in the same
/// order, including empty ones.
pub fn sections(base: &Side, head: &Side, pairs: &Pairs) -> Vec<Section> {
    let (old, new) = (&base.content, &head.content);
    let disclaimers = disclaimers::changes(base, head, pairs);
    let read = read(pairs, &disclaimers);
    let mut sections = vec![
        Section::new("For compliance: disclaimers", disclaimers).counting("disclaimer"),
        fees::schedules(base, head),
        fees::terms(&old.fees, &new.fees),
        facts::section(base, head),
        facts::quoted_section(base, head, pairs),
    ];
    sections.extend(compliance::sections(base, head));
    sections.push(compliance::statements_section(base, head));
    sections.extend(pages::sections(pairs, base, head));
    let search = pairs.changes(|old, new| compare_values(&old.search, &new.search));
    let settings = compare_values(&settings(old), &settings(new));
    sections.extend([
        Section::new("What visitors read", read),
        Section::new("Links", in_any_place(pairs, links)),
        Section::new(SEARCH, search),
        Section::new("Pictures", in_any_place(pairs, pictures)),
        Section::new(
            "Icons, anchors, dates and numbers",
            in_any_place(pairs, marks),
        ),
        Section::new("Settings that no page shows", settings)
            .counting("setting")
            .unseen(),
    ]);
    sections
}

/// Returns the text that moved or changed on pages, without the disclaimers, which have their own section.
fn read(pairs: &Pairs, disclaimers: &[Change]) -> Vec<Entry> {
    let mut moves = Vec::new();
    let mut changes = Vec::new();
    for pair in &pairs.all {
        let (Some(old), Some(new)) = pair else {
            continue;
        };
        let (lines, moved) = arranged(old, new);
        for part in moved {
            moves::merge(&mut moves, part);
        }
        for change in in_order(&lines, &new.lines) {
            changes.push(change.on_pages(&new.pages));
        }
    }
    let mut words = merge_same(changes);
    words.retain(|line| !is_among(line, disclaimers));

    let mut entries: Vec<Entry> = moves.into_iter().map(Entry::from).collect();
    entries.extend(grouped(words, pairs.page_count));
    entries
}

/// Returns true if one of the disclaimers has the same difference as a line.
fn is_among(line: &Change, disclaimers: &[Change]) -> bool {
    disclaimers
        .iter()
        .any(|known| known.before == line.before && known.after == line.after)
}

/// Returns entries about the lines of pages that differ, regardless of their place on the page.
fn in_any_place(pairs: &Pairs, lines: fn(&Reading) -> Vec<String>) -> Vec<Entry> {
    let changes = pairs.changes(|old, new| in_any_order(&lines(old), &lines(new)));
    grouped(changes, pairs.page_count)
}

fn links(page: &Reading) -> Vec<String> {
    let mut links = Vec::new();
    for link in &page.links {
        links.push(format!("“{}” → {}", link.label, link.href));
    }
    links
}

fn pictures(page: &Reading) -> Vec<String> {
    page.pictures.clone()
}

fn marks(page: &Reading) -> Vec<String> {
    page.marks.clone()
}
