//! The tax dates of published calendars, in the content and at the commits before a change.

use super::year_of;
use crate::compile::filled;
use crate::load::{Base, File, FileKind, Tree, Window};
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
    /// The time as visitors read it, such as April 15.
    pub label: String,
    /// Its first and its last day.
    pub days: (Date, Date),
    pub corrected: Option<Date>,
}

impl<'a> TaxDate<'a> {
    /// Reads an entry of a calendar. Returns `None` for a different kind of entry, and for an entry that other rules report.
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

    /// Returns the pointer of one of its keys.
    pub fn at(&self, key: &str) -> String {
        format!("{}/{key}", self.pointer)
    }

    /// Returns its identity in calendar programs.
    pub fn key(&self) -> (i16, &'a str) {
        (self.year, self.id)
    }

    /// Returns true if its page, or the part of the page around it, starts or ends.
    pub fn has_window(&self) -> bool {
        self.windows().next().is_some()
    }

    /// Returns true if its page, or the part of the page around it, has ended.
    pub fn is_over(&self, tree: &Tree) -> bool {
        let zone = tree.zone();
        let mut ends = self.windows().filter_map(|window| window.end(&zone));
        tree.now.is_some_and(|now| ends.any(|end| end <= now))
    }

    /// Returns the windows of its page, and of the parts of the page around it.
    fn windows(&self) -> impl Iterator<Item = &Window> {
        let windows = self.file.windows.iter();
        windows.filter(|window| {
            window.pointer == "/meta" || self.pointer.starts_with(&format!("{}/", window.pointer))
        })
    }
}

/// Returns the tax dates of all published calendars.
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

/// Returns the files that calendars depend on at the commits before a change, in the edition at the moment of the check; leaves out
/// a commit with the same files.
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

/// Returns the texts of a commit that calendars depend on, by path.
fn texts_at(base: &Base) -> BTreeMap<&str, &Arc<str>> {
    let mut texts = BTreeMap::new();
    for (path, text) in &base.texts {
        if FileKind::at(path).is_some_and(|kind| is_part(&kind, text)) {
            texts.insert(path.as_str(), text);
        }
    }
    texts
}

/// Returns the files that calendars depend on.
fn parts(tree: &Tree) -> impl Iterator<Item = &File> {
    let files = tree.files.iter().map(|file| &**file);
    files.filter(|file| is_part(&file.kind, &file.text))
}

/// Returns true if a file may have a calendar, or a fact that a calendar quotes.
fn is_part(kind: &FileKind, text: &str) -> bool {
    match kind {
        FileKind::Page(_) => text.contains("calendar"),
        FileKind::Site | FileKind::Fees | FileKind::Facts => true,
        _ => false,
    }
}
