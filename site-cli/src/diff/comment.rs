//! Everything that differs, as a comment on GitHub: the whole in a sentence, what the
//! compliance officer answers for, then what visitors and search engines meet.

use super::entry::{Change, Entry, Section, compare_values, merge_same};
use super::lines::{grouped, in_any_order, in_order};
use super::moves::{self, arranged};
use super::pages::Pairs;
use super::side::Side;
use super::{approvers, compliance, disclaimers, facts, fees, pages};
use crate::escape::{code, text};
use site_check::reading::{Reading, settings};
use site_check::report::counted;
use std::collections::BTreeSet;

const SEARCH: &str = "Search engines and sharing";

/// Everything that differs between two sides.
pub struct Comment<'s> {
    base: &'s Side,
    head: &'s Side,
    sections: Vec<Section>,
    /// The addresses of added pages.
    added: Vec<String>,
    /// The number of pages after the change.
    page_count: usize,
}

impl<'s> Comment<'s> {
    /// Compares two sides; `shots` are the entries of screenshots, if any were taken.
    pub fn new(base: &'s Side, head: &'s Side, shots: Vec<Entry>) -> Self {
        let pairs = Pairs::new(base, head);
        Self {
            base,
            head,
            sections: sections(base, head, &pairs, shots),
            added: pairs.added(),
            page_count: pairs.page_count,
        }
    }

    /// Renders it in Markdown.
    pub fn markdown(&self) -> String {
        let summary = summary(&self.sections);
        let mut out = format!("## What this change means\n\n**{summary}**\n\n");
        if let Some(asked) = approvers::asked(&self.base.approvers, &self.sections) {
            out += &format!("{asked}\n\n");
        }
        let (base, head) = (described(self.base), described(self.head));
        out += &format!("Compared: {base} with {head}.\n");
        for section in &self.sections {
            if section.entries.is_empty() {
                continue;
            }
            out += &format!("\n### {}\n\n", section.heading);
            for entry in &section.entries {
                out += &entry.markdown(self.page_count);
                out += "\n";
            }
        }
        out
    }

    /// The addresses of the pages after the change that are not as they were: first those that are added, then those
    /// with what the fewest pages share.
    pub fn changed_pages(&self) -> Vec<&str> {
        let mut entries: Vec<&Entry> = Vec::new();
        for section in &self.sections {
            entries.extend(&section.entries);
        }
        entries.sort_by_key(|entry| entry.pages.len());
        let mut pages = Vec::new();
        for added in &self.added {
            pages.push(added.as_str());
        }
        for entry in entries {
            for page in &entry.pages {
                if !pages.contains(&page.as_str()) {
                    pages.push(page);
                }
            }
        }
        pages
    }
}

/// All sections, those without an entry among them.
fn sections(base: &Side, head: &Side, pairs: &Pairs, shots: Vec<Entry>) -> Vec<Section> {
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
    sections.extend(pages::sections(pairs, base, head));
    let search = pairs.changes(|old, new| compare_values(&old.search, &new.search));
    let settings = compare_values(&settings(old), &settings(new));
    sections.extend([
        Section::new("What visitors read", read),
        Section::new("Links", in_any_place(pairs, links)),
        Section::new(SEARCH, search),
        Section::new("Pictures", in_any_place(pairs, pictures)),
        Section::new("Files of pictures", files(base, head)).unseen(),
        Section::new("Screenshots", shots).unseen(),
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

/// What pages say in another place or in other words, but for the disclaimers, which have a section of their own.
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

/// Returns whether one of the disclaimers differs in the same way as a line.
fn is_among(line: &Change, disclaimers: &[Change]) -> bool {
    disclaimers
        .iter()
        .any(|known| known.before == line.before && known.after == line.after)
}

/// Entries about the lines of pages that differ, wherever they stand on a page.
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

/// The files of pictures with other bytes.
fn files(base: &Side, head: &Side) -> Vec<Entry> {
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
            entry.pages = head.pages(|page| page.pictures.contains(file));
        }
        entries.push(entry);
    }
    entries
}

/// Sums all sections up in a sentence.
fn summary(sections: &[Section]) -> String {
    let mut parts = Vec::new();
    let mut pages = BTreeSet::new();
    let mut is_searched = false;
    for section in sections {
        let count = section.entries.len();
        if let Some(noun) = section.noun
            && count > 0
        {
            parts.push(counted(count, noun));
        }
        if section.heading == SEARCH {
            is_searched = count > 0;
        } else {
            pages.extend(section.entries.iter().flat_map(|entry| &entry.pages));
        }
    }
    if !pages.is_empty() {
        let pages = counted(pages.len(), "page");
        parts.push(format!("what visitors meet on {pages}"));
    }
    if is_searched {
        parts.push("what search engines read".to_owned());
    }
    let changed = listed(&parts);
    if sections.iter().any(Section::is_visible) {
        format!("Changed: {changed}.")
    } else if parts.is_empty() {
        "Nothing that a visitor can see changes.".to_owned()
    } else {
        format!("Nothing that a visitor can see changes. Changed behind it: {changed}.")
    }
}

/// Joins words as a sentence does: "one", "one and two", "one, two and three".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A side as it was asked for; the name of a commit as code, which GitHub does not link.
fn described(side: &Side) -> String {
    let Some(commit) = &side.commit else {
        return text(&side.name);
    };
    if commit.starts_with(&side.name) {
        return short(&side.name);
    }
    format!("{} ({})", text(&side.name), short(commit))
}

/// The first ten digits of a commit.
fn short(commit: &str) -> String {
    code(commit.get(..10).unwrap_or(commit))
}
