//! The identity of tax dates in the calendars of subscribers: the year of the calendar and the `id`.

use super::year_of;
use crate::compile::filled;
use crate::load::{Base, File, FileKind, Tree};
use crate::rule::entries;
use jiff::civil::Date;
use serde_json::Value;
use site_schema::model::ResolvedTime;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A tax date of a published calendar.
pub struct TaxDate<'a> {
    pub file: &'a File,
    pointer: String,
    pub year: i16,
    pub id: &'a str,
    pub title: &'a str,
    /// The time as it is shown, such as April 15.
    pub label: String,
    /// Its first and its last day.
    pub days: (Date, Date),
    pub corrected: Option<Date>,
}

impl<'a> TaxDate<'a> {
    /// Reads an entry of a calendar. `None` for another kind of entry, and for one that other rules report.
    fn read(
        file: &'a File,
        pointer: String,
        year: i16,
        entry: &'a Value,
        tree: &Tree,
    ) -> Option<Self> {
        if entry["kind"] != "tax" {
            return None;
        }
        let time = ResolvedTime::parse(&filled(entry["when"].as_str()?, tree))?;
        let first = time.from.first_in(year)?;
        let last = time.to.unwrap_or(time.from).last_in(year)?;
        let corrected = entry["corrected"].as_str();
        Some(Self {
            file,
            pointer,
            year,
            id: entry["id"].as_str()?,
            title: entry["title"].as_str()?,
            label: time.label,
            days: (first, last),
            corrected: corrected.and_then(|day| day.parse().ok()),
        })
    }

    /// The pointer of one of its keys.
    pub fn at(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }

    /// The name by which calendar programs know it.
    pub fn key(&self) -> (i16, &'a str) {
        (self.year, self.id)
    }

    /// Returns true if it is in a part of its page that is not there at all moments.
    pub fn has_window(&self) -> bool {
        self.file.windows.iter().any(|window| {
            window.pointer == "/meta" || self.pointer.starts_with(&format!("{}/", window.pointer))
        })
    }

    /// Returns true if its page, or the part of it that has the date, is over.
    pub fn is_over(&self, tree: &Tree) -> bool {
        let zone = tree.zone();
        self.file.windows.iter().any(|window| {
            let is_around = window.pointer == "/meta"
                || self.pointer.starts_with(&format!("{}/", window.pointer));
            let end = window.end(&zone);
            is_around && end.is_some_and(|end| tree.now.is_some_and(|now| end <= now))
        })
    }
}

/// The tax dates of all published calendars.
pub fn tax_dates<'a>(files: impl IntoIterator<Item = &'a File>, tree: &Tree) -> Vec<TaxDate<'a>> {
    let mut dates = Vec::new();
    for file in files {
        if !matches!(file.kind, FileKind::Page(_)) || file.is_draft() {
            continue;
        }
        for (block, value) in entries(file, "/blocks") {
            if value["kind"] != "calendar" {
                continue;
            }
            let Some(year) = year_of(file, &block) else {
                continue;
            };
            let list = value["entries"].as_array().into_iter().flatten();
            for (index, entry) in list.enumerate() {
                let pointer = format!("{block}/entries/{index}");
                dates.extend(TaxDate::read(file, pointer, year, entry, tree));
            }
        }
    }
    dates
}

/// What calendars are made of at the commits before a change, as visitors see it at the moment of the check; none of a commit
/// that has the same.
pub fn trees_before(tree: &Tree) -> Vec<Tree> {
    let history = &tree.history;
    let mut trees = Vec::new();
    for base in [&history.base, &history.parent].into_iter().flatten() {
        let texts = texts_at(base);
        let is_unchanged = texts.len() == parts(tree).count()
            && parts(tree).all(|file| texts.get(&*file.path) == Some(&&file.text));
        if is_unchanged {
            continue;
        }
        let mut before = Tree {
            now: tree.now,
            ..Tree::default()
        };
        for (path, text) in texts {
            before.put(path, text);
        }
        before.rebuild_index();
        before.set_year(tree.year);
        trees.push(match tree.now {
            Some(now) => before.at(now, &[]),
            None => before,
        });
    }
    trees
}

/// The texts at a commit that calendars are made of, by path.
fn texts_at(base: &Base) -> BTreeMap<&str, &Arc<str>> {
    let mut texts = BTreeMap::new();
    for (path, text) in &base.texts {
        if FileKind::at(path).is_some_and(|kind| is_part(&kind, text)) {
            texts.insert(path.as_str(), text);
        }
    }
    texts
}

/// The files that calendars are made of.
fn parts(tree: &Tree) -> impl Iterator<Item = &File> {
    let files = tree.files.iter().map(|file| &**file);
    files.filter(|file| is_part(&file.kind, &file.text))
}

/// Returns true if a file may have a calendar, or a fact of one.
fn is_part(kind: &FileKind, text: &str) -> bool {
    match kind {
        FileKind::Page(_) => text.contains("calendar"),
        FileKind::Site | FileKind::Fees | FileKind::Facts => true,
        _ => false,
    }
}

#[cfg(test)]
pub mod tests {
    use crate::rules::tests::base_of;
    use crate::rules::tests::site::Site;

    /// What is found in the tests' own site after some changes, where it had others at the merge base.
    pub fn found(before: &[(&str, &str, &str)], after: &[(&str, &str, &str)]) -> Vec<String> {
        let [base, site] = [before, after].map(|changes| {
            let site = Site::new();
            for (file, from, to) in changes {
                site.change(file, from, to);
            }
            site
        });
        let mut loaded = site.load_today();
        loaded.tree.history.base = Some(base_of(&base));
        loaded.recheck();
        let found = loaded.diagnostics.iter();
        let found = found.filter(|it| ["calendar/corrected", "calendar/id"].contains(&it.code));
        found.map(ToString::to_string).collect()
    }
}
