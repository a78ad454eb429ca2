//! A part of the report.

use super::change::Change;
use std::collections::BTreeSet;

/// A part of the report under a heading of its own.
#[derive(Default)]
pub struct Section {
    pub heading: &'static str,
    pub entries: Vec<String>,
    /// What there is in it: how many, one of them, more of them.
    pub counts: Vec<(usize, &'static str, &'static str)>,
    /// The pages on which something that is read differs.
    pub pages: BTreeSet<String>,
    /// Whether a visitor can see anything of it.
    pub is_visible: bool,
}

impl Section {
    pub fn of(heading: &'static str, entries: impl IntoIterator<Item = String>) -> Self {
        let entries: Vec<String> = entries.into_iter().collect();
        Self {
            heading,
            is_visible: !entries.is_empty(),
            entries,
            ..Self::default()
        }
    }

    /// Of changes, on pages that are so many in all.
    pub fn of_changes(heading: &'static str, changes: &[Change], every: usize) -> Self {
        let entries = changes.iter().map(|change| change.entry(every));
        Self::of(heading, entries).on(changes.iter().flat_map(|change| &change.pages))
    }

    /// Of as many things as it has entries.
    pub fn counted(self, one: &'static str, more: &'static str) -> Self {
        let counts = vec![(self.entries.len(), one, more)];
        Self { counts, ..self }
    }

    /// On which visitors meet it.
    pub fn on<'p>(self, pages: impl IntoIterator<Item = &'p String>) -> Self {
        let pages = pages.into_iter().cloned().collect();
        Self { pages, ..self }
    }

    /// Of what visitors meet elsewhere, if at all.
    pub fn unseen(self) -> Self {
        Self {
            is_visible: false,
            ..self
        }
    }
}
