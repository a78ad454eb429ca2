//! The parts of the comment: a changed value, an entry about it, and a section of entries.

use super::words::between;
use crate::escape::{code, text};
use std::collections::BTreeSet;

/// More pages than this are counted and folded.
const FEW_PAGES: usize = 4;

/// A changed value.
#[derive(Clone)]
pub struct Change {
    /// The name of the value; empty for a line of text.
    pub name: String,
    /// `None` if the value is new.
    pub before: Option<String>,
    /// `None` if the value was removed.
    pub after: Option<String>,
    /// The paths of the pages that show it, after the change.
    pub pages: BTreeSet<String>,
}

impl Change {
    /// Returns a change that is on no page.
    pub fn new(name: &str, before: Option<&String>, after: Option<&String>) -> Self {
        Self {
            name: name.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
            pages: BTreeSet::new(),
        }
    }

    /// Returns the same change on these pages.
    pub fn on_pages(self, pages: &[String]) -> Self {
        Self {
            pages: pages.iter().cloned().collect(),
            ..self
        }
    }

    /// Returns true if two changes differ only in their pages.
    fn is_same_as(&self, other: &Self) -> bool {
        self.name == other.name && self.before == other.before && self.after == other.after
    }
}

/// Returns the values that differ: the new values in order, then the removed ones.
pub fn compare_values(old: &[(String, String)], new: &[(String, String)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, _) in new {
        let (before, after) = (find(old, name), find(new, name));
        if before != after {
            changes.push(Change::new(name, before, after));
        }
    }
    for (name, value) in old {
        if find(new, name).is_none() {
            changes.push(Change::new(name, Some(value), None));
        }
    }
    changes
}

fn find<'v>(values: &'v [(String, String)], name: &str) -> Option<&'v String> {
    let (_, value) = values.iter().find(|(known, _)| known == name)?;
    Some(value)
}

/// Merges identical changes, and combines their pages.
pub fn merge_same(changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
    let mut merged: Vec<Change> = Vec::new();
    for change in changes {
        match merged.iter_mut().find(|known| known.is_same_as(&change)) {
            Some(known) => known.pages.extend(change.pages),
            None => merged.push(change),
        }
    }
    merged
}

/// One difference, as shown in the comment.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub line: String,
    /// Markdown to indent below the line.
    pub below: Vec<String>,
    /// The paths of the pages that show it, after the change.
    pub pages: BTreeSet<String>,
    /// The address of an added page.
    pub added: Option<String>,
    /// When the difference ends, in words; `None` if it is permanent.
    pub until: Option<String>,
}

impl From<Change> for Entry {
    fn from(change: Change) -> Self {
        let words = between(change.before.as_deref(), change.after.as_deref());
        let line = if change.name.is_empty() {
            words
        } else {
            format!("{}: {words}", text(&change.name))
        };
        Self {
            pages: change.pages,
            ..Self::new(line)
        }
    }
}

impl Entry {
    /// Returns an entry without pages.
    pub fn new(line: String) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// Returns an entry with a list of changes below its line.
    pub fn listing(line: String, changes: Vec<Change>) -> Self {
        let mut entry = Self::new(line);
        for change in changes {
            entry.below.push(Self::from(change).markdown(0));
        }
        entry
    }

    /// Renders the line and the text below it as Markdown, without the pages.
    pub fn whole(&self) -> String {
        let mut lines = vec![self.line.clone()];
        lines.extend(self.below.iter().cloned());
        lines.join("\n")
    }

    /// Renders the entry as an item of a Markdown list; `page_count` is the site's total. Lists a few pages by name,
    /// but counts and folds a larger number.
    pub fn markdown(&self, page_count: usize) -> String {
        let mut below = self.below.clone();
        let names: Vec<String> = self.pages.iter().map(|page| code(page)).collect();
        let place = if names.is_empty() {
            String::new()
        } else if names.len() == page_count && page_count > FEW_PAGES {
            format!("on all {page_count} pages: ")
        } else if names.len() <= FEW_PAGES {
            format!("on {}: ", names.join(", "))
        } else {
            below.push(folded("The pages", &names.join(", ")));
            format!("on {} pages: ", names.len())
        };
        let until = match &self.until {
            Some(end) => format!(" (until {end})"),
            None => String::new(),
        };
        let mut out = format!("- {place}{}{until}", self.line);
        for line in below.iter().flat_map(|part| part.lines()) {
            let indent = if line.is_empty() { "" } else { "  " };
            out += &format!("\n{indent}{line}");
        }
        out
    }
}

/// Returns Markdown that expands on a click.
pub fn folded(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n\n</details>\n")
}

/// A part of the comment with its heading.
pub struct Section {
    pub heading: &'static str,
    pub entries: Vec<Entry>,
    /// The noun that the summary uses to count entries; `None` if it counts pages instead.
    pub noun: Option<&'static str>,
    /// False if visitors see an entry only when a page shows it.
    is_seen: bool,
}

impl Section {
    /// Returns the same section with other entries.
    pub fn with(&self, entries: Vec<Entry>) -> Self {
        Self { entries, ..*self }
    }

    pub fn new<E: Into<Entry>>(heading: &'static str, all: impl IntoIterator<Item = E>) -> Self {
        Self {
            heading,
            entries: all.into_iter().map(Into::into).collect(),
            noun: None,
            is_seen: true,
        }
    }

    /// Returns the same section, with the noun that the summary uses to count entries.
    pub fn counting(self, noun: &'static str) -> Self {
        Self {
            noun: Some(noun),
            ..self
        }
    }

    /// Returns the same section, whose entries visitors see only when a page shows them.
    pub fn unseen(self) -> Self {
        Self {
            is_seen: false,
            ..self
        }
    }

    /// Returns true if visitors see any of it.
    pub fn is_visible(&self) -> bool {
        if self.is_seen {
            return !self.entries.is_empty();
        }
        self.entries.iter().any(|entry| !entry.pages.is_empty())
    }
}
