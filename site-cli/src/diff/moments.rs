//! The differences now and at each future moment when either version changes. Each difference is reported once, at the
//! moment when it starts.

use super::entry::{Entry, Section};
use super::pages::Pairs;
use super::sections::sections;
use super::side::{Side, Version};
use crate::escape::code;
use jiff::Timestamp;
use site_check::moment_words::end_in_words;
use std::collections::BTreeSet;

/// The differences that start at one moment.
pub struct Difference {
    /// `None` for the differences now.
    pub starts: Option<Timestamp>,
    /// The same sections at each moment.
    pub sections: Vec<Section>,
    /// The number of pages after the change.
    pub page_count: usize,
}

impl Difference {
    /// Compares both versions at a moment; without one, now.
    fn at(starts: Option<Timestamp>, base: &Version, head: &Version, shots: &[Entry]) -> Self {
        let (old, new) = (base.at(starts), head.at(starts));
        let pairs = Pairs::new(old, new);
        let mut sections = sections(old, new, &pairs);
        let files = files(base, head, new);
        sections.push(Section::new("Files of pictures", files).unseen());
        sections.push(Section::new("Screenshots", shots.to_vec()).unseen());
        Self {
            starts,
            sections,
            page_count: pairs.page_count,
        }
    }

    /// Returns the addresses of the changed pages: the added pages, then the pages whose changes affect the fewest
    /// pages.
    pub fn changed_pages(&self) -> Vec<&str> {
        let mut entries: Vec<&Entry> = Vec::new();
        let mut pages = Vec::new();
        for section in &self.sections {
            entries.extend(&section.entries);
            for entry in &section.entries {
                if let Some(added) = &entry.added {
                    pages.push(added.as_str());
                }
            }
        }
        entries.sort_by_key(|entry| entry.pages.len());
        for entry in entries {
            for page in &entry.pages {
                if !pages.contains(&page.as_str()) {
                    pages.push(page);
                }
            }
        }
        pages
    }

    pub fn is_empty(&self) -> bool {
        self.sections
            .iter()
            .all(|section| section.entries.is_empty())
    }

    /// Returns true if visitors see any of it.
    pub fn is_visible(&self) -> bool {
        self.sections.iter().any(Section::is_visible)
    }

    /// Returns true if any of it ends at a later moment.
    pub fn has_end(&self) -> bool {
        let mut entries = self.sections.iter().flat_map(|section| &section.entries);
        entries.any(|entry| entry.until.is_some())
    }
}

/// Returns the differences now and at each future moment on either side; `shots` are the entries for screenshots.
pub fn differences(base: &Version, head: &Version, shots: &[Entry]) -> Vec<Difference> {
    let mut moments: BTreeSet<Option<Timestamp>> = BTreeSet::from([None]);
    moments.extend(base.moments().map(Some));
    moments.extend(head.moments().map(Some));
    let mut all = Vec::new();
    for moment in moments {
        all.push(Difference::at(moment, base, head, shots));
    }
    let mut said = Vec::new();
    for (at, difference) in all.iter().enumerate() {
        let mut sections = Vec::new();
        for (number, section) in difference.sections.iter().enumerate() {
            let mut entries = Vec::new();
            for entry in &section.entries {
                if at > 0 && all[at - 1].sections[number].entries.contains(entry) {
                    continue;
                }
                let end = end(entry, number, &all[at + 1..]);
                entries.push(Entry {
                    until: end.map(|moment| end_in_words(moment, &head.zone, None)),
                    ..entry.clone()
                });
            }
            sections.push(section.with(entries));
        }
        said.push(Difference {
            sections,
            ..*difference
        });
    }
    said
}

/// Returns the first later moment when a section no longer has the entry.
fn end(entry: &Entry, section: usize, later: &[Difference]) -> Option<Timestamp> {
    for difference in later {
        if !difference.sections[section].entries.contains(entry) {
            return difference.starts;
        }
    }
    None
}

/// Merges the sections of all differences, with each difference once, whenever it occurs.
pub fn whole(differences: &[Difference]) -> Vec<Section> {
    let mut whole = Vec::new();
    let Some(first) = differences.first() else {
        return whole;
    };
    for (number, section) in first.sections.iter().enumerate() {
        let mut entries: Vec<Entry> = Vec::new();
        for difference in differences {
            for entry in &difference.sections[number].entries {
                match entries.iter_mut().find(|known| known.line == entry.line) {
                    Some(known) => known.pages.extend(entry.pages.iter().cloned()),
                    None => entries.push(entry.clone()),
                }
            }
        }
        whole.push(section.with(entries));
    }
    whole
}

/// Returns the image files whose bytes differ, and the pages that show them.
fn files(base: &Version, head: &Version, shown: &Side) -> Vec<Entry> {
    let (old, new) = (&base.pictures, &head.pictures);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for file in names {
        let before = old.get(file);
        let after = new.get(file);
        if before == after {
            continue;
        }
        let what = match (before, after) {
            (None, _) => "is added",
            (_, None) => "is removed",
            _ => "is another picture",
        };
        let mut entry = Entry::new(format!("{} {what}", code(file)));
        if before.is_some() {
            entry.pages = shown.pages(|page| page.pictures.contains(file));
        }
        entries.push(entry);
    }
    entries
}
