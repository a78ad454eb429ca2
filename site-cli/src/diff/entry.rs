//! What the comment is made of: a value that differs, an entry about it, and a section of entries.

use super::words::between;
use crate::escape::{code, text};
use std::collections::BTreeSet;

/// A value that differs.
#[derive(Clone)]
pub struct Change {
    /// What it is; empty for a line of text.
    pub name: String,
    /// None where it was not there.
    pub before: Option<String>,
    /// None where it is no longer there.
    pub after: Option<String>,
    /// The paths of the pages that show it, as they are after the change.
    pub pages: BTreeSet<String>,
}

impl Change {
    /// On no page.
    pub fn new(name: &str, before: Option<&String>, after: Option<&String>) -> Self {
        Self {
            name: name.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
            pages: BTreeSet::new(),
        }
    }

    /// All but the pages.
    fn what(&self) -> (&str, &Option<String>, &Option<String>) {
        (&self.name, &self.before, &self.after)
    }
}

/// Named values that differ, in the order of the names.
pub fn values(old: &[(String, String)], new: &[(String, String)]) -> Vec<Change> {
    let lost = old.iter().filter(|(name, _)| find(new, name).is_none());
    let all = new.iter().chain(lost);
    all.map(|(name, _)| Change::new(name, find(old, name), find(new, name)))
        .filter(|change| change.before != change.after)
        .collect()
}

fn find<'v>(values: &'v [(String, String)], name: &str) -> Option<&'v String> {
    let (_, value) = values.iter().find(|(known, _)| known == name)?;
    Some(value)
}

/// The changes on these pages.
pub fn on(pages: &[String], mut changes: Vec<Change>) -> Vec<Change> {
    for change in &mut changes {
        change.pages = pages.iter().cloned().collect();
    }
    changes
}

/// The changes, each once, with all its pages.
pub fn gathered(changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for change in changes {
        match all.iter_mut().find(|known| known.what() == change.what()) {
            Some(known) => known.pages.extend(change.pages),
            None => all.push(change),
        }
    }
    all
}

/// One thing that differs, as it is reported.
#[derive(Default)]
pub struct Entry {
    pub line: String,
    /// What is indented below the line: Markdown.
    pub below: Vec<String>,
    /// The pages that show it, as they are after the change.
    pub pages: BTreeSet<String>,
}

impl From<Change> for Entry {
    fn from(change: Change) -> Self {
        let words = between(change.before.as_deref(), change.after.as_deref());
        let line = match change.name.as_str() {
            "" => words,
            name => format!("{}: {words}", text(name)),
        };
        Self {
            pages: change.pages,
            ..Self::new(line)
        }
    }
}

impl Entry {
    /// Without a page.
    pub fn new(line: String) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// With changes in a list below it.
    pub fn listing(line: String, changes: Vec<Change>) -> Self {
        let below = changes.into_iter().map(|it| Self::from(it).markdown(0));
        Self {
            below: below.collect(),
            ..Self::new(line)
        }
    }

    /// It as an item of a list, where there are so many pages in all: these by
    /// name while they are few, else counted and folded.
    pub fn markdown(&self, every: usize) -> String {
        let names: Vec<String> = self.pages.iter().map(|page| code(page)).collect();
        let (place, fold) = match names.len() {
            0 => (String::new(), None),
            count if count == every && every > 4 => (format!("on all {every} pages: "), None),
            1..=4 => (format!("on {}: ", names.join(", ")), None),
            count => (
                format!("on {count} pages: "),
                Some(folded("The pages", &names.join(", "))),
            ),
        };
        let mut out = format!("- {place}{}", self.line);
        for line in self.below.iter().chain(&fold).flat_map(|part| part.lines()) {
            let indent = if line.is_empty() { "" } else { "  " };
            out += &format!("\n{indent}{line}");
        }
        out
    }
}

/// What unfolds on a click.
pub fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n\n</details>\n")
}

/// A part of the comment under a heading of its own.
pub struct Section {
    pub heading: &'static str,
    pub entries: Vec<Entry>,
    /// What an entry is; none where the comment counts pages instead.
    pub noun: Option<&'static str>,
    /// Whether visitors meet it even where no page shows it.
    is_seen: bool,
}

impl Section {
    pub fn new<E: Into<Entry>>(heading: &'static str, all: impl IntoIterator<Item = E>) -> Self {
        Self {
            heading,
            entries: all.into_iter().map(Into::into).collect(),
            noun: None,
            is_seen: true,
        }
    }

    pub fn counting(self, noun: &'static str) -> Self {
        let noun = Some(noun);
        Self { noun, ..self }
    }

    /// Of what visitors meet only where a page shows it, if at all.
    pub fn unseen(self) -> Self {
        let is_seen = false;
        Self { is_seen, ..self }
    }

    pub fn is_visible(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| self.is_seen || !entry.pages.is_empty())
    }
}
