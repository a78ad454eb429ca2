//! All that differs, as a comment on GitHub: the whole in a sentence, what the
//! compliance officer answers for, then what visitors and search engines meet.

use super::change::{paired, values};
use super::escape::{code, text};
use super::markdown::counted;
use super::pages::Pairs;
use super::screenshots::Screenshots;
use super::section::Section;
use super::side::Side;
use super::{disclaimers, facts, fees, links, pages, pictures, text as words};
use anyhow::Result;
use site_check::reading::settings;
use std::collections::BTreeSet;

/// GitHub takes 65,536 characters; the last lines need some of them.
pub const ROOM: usize = 65_536 - 1_500;

const LOST: &str = "Removed without a redirect";
const SEARCH: &str = "Search engines and sharing";

pub struct Report {
    opening: String,
    sections: Vec<Section>,
}

impl Report {
    pub fn new(base: &Side, head: &Side, shots: Option<&Screenshots>) -> Result<Self> {
        let (old, new) = (&base.content, &head.content);
        let pairs = Pairs::new(base, head);
        let every = pairs.every;
        let disclaimers = disclaimers::changes(base, head, &pairs);
        let search = pairs.changes(|old, new| values(&old.search, &new.search));
        let marks = pairs.changes(|old, new| paired(&old.marks, &new.marks));
        let settings = values(&settings(old)?, &settings(new)?);
        let shots = shots.map_or_else(Vec::new, Screenshots::entries);
        let sections = vec![
            Section::of(LOST, pairs.lost()),
            disclaimers::section(&disclaimers, every),
            fees::schedules(base, head, every),
            fees::terms(&old.fees, &new.fees)?,
            facts::section(base, head)?,
            facts::details(base, head),
            pages::section(&pairs, old, new),
            words::section(&pairs, &disclaimers),
            links::section(&pairs),
            Section {
                pages: BTreeSet::new(),
                ..Section::of_changes(SEARCH, &search, every)
            },
            pictures::section(base, head, &pairs),
            Section::of("Screenshots", shots).unseen(),
            Section::of_changes("Icons, anchors, dates and numbers", &marks, every),
            Section::of_changes("Settings that no page shows", &settings, every)
                .counted("setting", "settings")
                .unseen(),
        ];
        let opening = format!(
            "## What this change means\n\n**{}**\n\nCompared: {} with {}.\n",
            summary(&sections),
            side(base),
            side(head),
        );
        Ok(Self { opening, sections })
    }

    /// It as Markdown of no more characters than there is room for: an entry is
    /// in it whole or not at all, and what is left out is counted.
    pub fn markdown(&self, room: usize) -> String {
        let mut out = self.opening.clone();
        let mut length = out.chars().count();
        let mut left = Vec::new();
        for section in &self.sections {
            let mut heading = format!("\n### {}\n\n", section.heading);
            let mut count = 0;
            for entry in &section.entries {
                let added = heading.chars().count() + entry.chars().count() + 1;
                if length + added > room {
                    count += 1;
                    continue;
                }
                length += added;
                out += &std::mem::take(&mut heading);
                out += entry;
                out.push('\n');
            }
            if count > 0 {
                left.push(format!("{count} under “{}”", section.heading));
            }
        }
        if !left.is_empty() {
            out += &format!(
                "\n> [!IMPORTANT]\n> This report is longer than GitHub takes. Left out: {}. `cargo site diff --out FILE` writes all of it.\n",
                left.join(", ")
            );
        }
        out
    }
}

fn summary(sections: &[Section]) -> String {
    let counts = sections.iter().flat_map(|section| &section.counts);
    let mut parts: Vec<String> = counts
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, more)| counted(*count, one, more))
        .collect();
    let pages: BTreeSet<&String> = sections.iter().flat_map(|each| &each.pages).collect();
    if !pages.is_empty() {
        let pages = counted(pages.len(), "page", "pages");
        parts.push(format!("what visitors meet on {pages}"));
    }
    let entries = |heading: &str| {
        let mut sections = sections.iter();
        let section = sections.find(|section| section.heading == heading);
        section.map_or(0, |section| section.entries.len())
    };
    if entries(SEARCH) > 0 {
        parts.push("what search engines read".to_owned());
    }
    let listed = match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    };
    let is_visible = sections.iter().any(|section| section.is_visible);
    let out = match (is_visible, listed.is_empty()) {
        (false, true) => "Nothing that a visitor can see changes.".to_owned(),
        (false, false) => {
            format!("Nothing that a visitor can see changes. Changed behind it: {listed}.")
        }
        (true, _) => format!("Changed: {listed}."),
    };
    match entries(LOST) {
        0 => out,
        1 => out + " One page is removed without a redirect!",
        count => format!("{out} {count} pages are removed without a redirect!"),
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
