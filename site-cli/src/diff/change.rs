//! A value before and after, and the same change on many pages.

use super::escape::text;
use super::section::Entry;
use super::words::between;

/// A value that differs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// What it is; empty for a line of text.
    pub name: String,
    /// None where it was not there.
    pub before: Option<String>,
    /// None where it is no longer there.
    pub after: Option<String>,
    /// The paths of the pages that show it, as they are after the change.
    pub pages: Vec<String>,
}

impl Change {
    pub fn on(self, pages: &[String]) -> Self {
        let pages = pages.to_vec();
        Self { pages, ..self }
    }
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

/// Named values that differ, in the order of the names.
pub fn values(old: &[(String, String)], new: &[(String, String)]) -> Vec<Change> {
    let find = |values: &[(String, String)], name: &str| {
        let known = values.iter().find(|(known, _)| known == name);
        known.map(|(_, value)| value.clone())
    };
    let lost = old.iter().filter(|(name, _)| find(new, name).is_none());
    let changes = new.iter().chain(lost).map(|(name, _)| Change {
        name: name.clone(),
        before: find(old, name),
        after: find(new, name),
        pages: Vec::new(),
    });
    changes
        .filter(|change| change.before != change.after)
        .collect()
}

/// The changes, each once, with all its pages.
pub fn gathered(changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for change in changes {
        let same = |known: &&mut Change| {
            (&known.name, &known.before, &known.after)
                == (&change.name, &change.before, &change.after)
        };
        match all.iter_mut().find(same) {
            Some(known) => add(&mut known.pages, &change.pages),
            None => all.push(change),
        }
    }
    all
}

/// Adds the pages that are not there yet.
pub fn add(pages: &mut Vec<String>, more: &[String]) {
    for page in more {
        if !pages.contains(page) {
            pages.push(page.clone());
        }
    }
}
