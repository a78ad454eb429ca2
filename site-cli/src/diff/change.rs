//! A value before and after, and the same change on many pages.

use super::escape::text;
use super::markdown::{item, places};
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
    /// It as an entry of the report; `every` is how many pages there are.
    pub fn entry(&self, every: usize) -> String {
        let words = between(self.before.as_deref(), self.after.as_deref());
        let name = text(&self.name);
        if self.pages.is_empty() {
            return item(&format!("{name}: {words}"), &[]);
        }
        let (place, fold) = places(&self.pages, every);
        let comma = if name.is_empty() { "" } else { ", " };
        item(&format!("{name}{comma}{place}: {words}"), fold.as_slice())
    }

    pub fn on(self, pages: &[String]) -> Self {
        let pages = pages.to_vec();
        Self { pages, ..self }
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

/// What differs in two lists without names, one by one.
pub fn paired(old: &[String], new: &[String]) -> Vec<Change> {
    let (gone, come) = apart(old, new);
    let change = |at: usize| Change {
        before: gone.get(at).cloned(),
        after: come.get(at).cloned(),
        ..Change::default()
    };
    (0..gone.len().max(come.len())).map(change).collect()
}

/// What the one list has and the other has not, each as often as it is there.
pub fn apart<T: PartialEq + Clone>(old: &[T], new: &[T]) -> (Vec<T>, Vec<T>) {
    let mut come = new.to_vec();
    let mut gone = old.to_vec();
    gone.retain(|thing| match come.iter().position(|other| other == thing) {
        Some(at) => {
            come.remove(at);
            false
        }
        None => true,
    });
    (gone, come)
}
