//! All that differs, as a comment on GitHub: the whole in a sentence, what the
//! compliance officer answers for, then what visitors and search engines meet.

use super::entry::{Change, Entry, Section, values};
use super::lines::{grouped, in_any_order, in_order};
use super::pages::Pairs;
use super::side::Side;
use super::{disclaimers, facts, fees, pages};
use crate::escape::{code, text};
use site_check::reading::{Reading, settings};
use site_check::report::counted;
use std::collections::BTreeSet;

const SEARCH: &str = "Search engines and sharing";

/// What differs, in Markdown; `shots` are the entries of screenshots, if any were taken.
pub fn comment(base: &Side, head: &Side, shots: Vec<Entry>) -> String {
    let (old, new) = (&base.content, &head.content);
    let pairs = &Pairs::new(base, head);
    let every = pairs.every;
    let unordered = |lines: fn(&Reading) -> Vec<String>| {
        let changes = pairs.changes(|old, new| in_any_order(&lines(old), &lines(new)));
        grouped(changes, every)
    };
    let disclaimers = disclaimers::changes(base, head, pairs);
    let mut words = pairs.changes(|old, new| in_order(&old.lines, &new.lines));
    // Those stand on top.
    let sides = |change: &Change| (change.before.clone(), change.after.clone());
    words.retain(|line| disclaimers.iter().all(|known| sides(known) != sides(line)));
    let mut sections = vec![
        Section::new("For compliance: disclaimers", disclaimers).counting("disclaimer"),
        fees::schedules(base, head),
        fees::terms(&old.fees, &new.fees),
        facts::section(base, head),
    ];
    sections.extend(pages::sections(pairs, old, new));
    sections.extend([
        Section::new("What visitors read", grouped(words, every)),
        Section::new("Links", unordered(links)),
        Section::new(
            SEARCH,
            pairs.changes(|old, new| values(&old.search, &new.search)),
        ),
        Section::new("Pictures", unordered(|page| page.pictures.clone())),
        Section::new("Files of pictures", files(base, head)).unseen(),
        Section::new("Screenshots", shots).unseen(),
        Section::new(
            "Icons, anchors, dates and numbers",
            unordered(|page| page.marks.clone()),
        ),
        Section::new(
            "Settings that no page shows",
            values(&settings(old), &settings(new)),
        )
        .counting("setting")
        .unseen(),
    ]);
    let (summary, base, head) = (summary(&sections), side(base), side(head));
    let mut out =
        format!("## What this change means\n\n**{summary}**\n\nCompared: {base} with {head}.\n");
    sections.retain(|section| !section.entries.is_empty());
    for section in &sections {
        out += &format!("\n### {}\n\n", section.heading);
        for entry in &section.entries {
            out += &(entry.markdown(every) + "\n");
        }
    }
    out
}

fn links(page: &Reading) -> Vec<String> {
    let links = page.links.iter();
    links
        .map(|link| format!("“{}” → {}", link.label, link.href))
        .collect()
}

/// The files of pictures with other bytes.
fn files(base: &Side, head: &Side) -> Vec<Entry> {
    let (old, new) = (&base.pictures, &head.pictures);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut entries = Vec::new();
    for file in names {
        let what = match (old.get(file), new.get(file)) {
            (before, after) if before == after => continue,
            (None, _) => "is added",
            (_, None) => "is removed",
            _ => "is another picture",
        };
        let mut entry = Entry::new(format!("{} {what}", code(file)));
        if old.contains_key(file) {
            entry.pages = head.pages(|page| page.pictures.contains(file));
        }
        entries.push(entry);
    }
    entries
}

fn summary(sections: &[Section]) -> String {
    let mut parts = Vec::new();
    let (mut pages, mut is_searched) = (BTreeSet::new(), false);
    for section in sections {
        let count = section.entries.len();
        let noun = section.noun.filter(|_| count > 0);
        parts.extend(noun.map(|noun| counted(count, noun)));
        if section.heading == SEARCH {
            is_searched = !section.entries.is_empty();
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
    let last = parts.pop().unwrap_or_default();
    let listed = match parts.as_slice() {
        [] => last,
        first => format!("{} and {last}", first.join(", ")),
    };
    if sections.iter().any(Section::is_visible) {
        format!("Changed: {listed}.")
    } else if listed.is_empty() {
        "Nothing that a visitor can see changes.".to_owned()
    } else {
        format!("Nothing that a visitor can see changes. Changed behind it: {listed}.")
    }
}

/// How a side was asked for; the name of a commit as code, which GitHub does not link.
fn side(side: &Side) -> String {
    let short = |commit: &str| code(commit.get(..10).unwrap_or(commit));
    match &side.commit {
        Some(commit) if commit.starts_with(&side.name) => short(&side.name),
        Some(commit) => format!("{} ({})", text(&side.name), short(commit)),
        None => text(&side.name),
    }
}
