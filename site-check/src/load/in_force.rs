//! A document as it is at a moment: without what is not there, with `next` in the place of what it
//! replaces, and every value with its span in the file.

use super::document::{Document, escaped};
use super::kind::FileKind;
use super::windows::{WINDOW_KEYS, Window, WindowKind};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use site_schema::model::WrittenMoment;
use std::collections::BTreeSet;

/// The parts of a document that differ at a moment from what is written, by JSON pointer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    removed: BTreeSet<String>,
    /// Tables whose `next` holds.
    replaced: BTreeSet<String>,
}

impl Edits {
    pub fn at(moment: Timestamp, zone: &TimeZone, windows: &[Window], kind: &FileKind) -> Self {
        let mut edits = Self::default();
        for window in windows {
            let holds = window.holds(moment, zone);
            match window.kind {
                // Whether a file is there is decided before; a page that takes no window is, whatever it says.
                WindowKind::File => edits.remove_bounds(window),
                WindowKind::Item if holds => edits.remove_bounds(window),
                WindowKind::Withdrawn | WindowKind::Closed if holds => {}
                WindowKind::Next => edits.apply_next(window, holds, kind),
                _ => _ = edits.removed.insert(window.pointer.clone()),
            }
        }
        edits
    }

    /// Removes some values.
    pub fn without(pointers: BTreeSet<String>) -> Self {
        Self {
            removed: pointers,
            ..Self::default()
        }
    }

    /// Removes the bounds of a part that is there. An article keeps the time at which it starts.
    fn remove_bounds(&mut self, window: &Window) {
        for key in WINDOW_KEYS {
            let pointer = format!("{}/{key}", window.pointer);
            let starts = window.starts.as_ref().and_then(|starts| starts.moment());
            let is_time = matches!(starts, Some(WrittenMoment::Minute(_)));
            if !(is_time && pointer == "/starts") {
                self.removed.insert(pointer);
            }
        }
    }

    fn apply_next(&mut self, window: &Window, holds: bool, kind: &FileKind) {
        self.removed.insert(window.pointer.clone());
        if !holds {
            return;
        }
        let table = window.pointer.strip_suffix("/next").unwrap_or_default();
        self.replaced.insert(table.to_owned());
        if *kind == FileKind::Facts {
            // A review and a remark are of the value that was there.
            for key in ["reviewed", "note"] {
                self.removed.insert(format!("{table}/{key}"));
            }
        } else {
            // Only `next` takes a remark, not the table around it.
            self.removed.insert(format!("{}/note", window.pointer));
        }
    }
}

impl Document {
    /// Returns the document as it is at a moment.
    pub fn at(
        &self,
        moment: Timestamp,
        zone: &TimeZone,
        windows: &[Window],
        kind: &FileKind,
    ) -> Self {
        let edits = Edits::at(moment, zone, windows, kind);
        self.edited(&edits, windows, kind)
    }

    /// Returns the document with some edits.
    pub fn edited(&self, edits: &Edits, windows: &[Window], kind: &FileKind) -> Self {
        let copy = Copy { from: self, edits };
        let mut document = self.empty();
        document.errors.clone_from(&self.errors);
        document.value = copy.value("", String::new(), &self.value, &mut document);
        if matches!(kind, FileKind::Article(_)) {
            document.add_published(windows);
        }
        document
    }

    /// Gives an article that says in `starts` alone when it appears the day of that.
    fn add_published(&mut self, windows: &[Window]) {
        let file = windows.iter().find(|it| it.kind == WindowKind::File);
        let Some(starts) = file.and_then(|file| file.starts.as_ref()) else {
            return;
        };
        let (Some(moment), Value::Object(map)) = (starts.moment(), &mut self.value) else {
            return;
        };
        if !map.contains_key("published") {
            let day = moment.day().to_string();
            map.insert("published".to_owned(), day.clone().into());
            self.add_string("/published", day, &starts.pointer);
        }
    }
}

/// Copies a document but for some edits.
struct Copy<'a> {
    from: &'a Document,
    edits: &'a Edits,
}

impl Copy<'_> {
    /// Copies the value at a pointer to another one.
    fn value(&self, from: &str, to: String, value: &Value, into: &mut Document) -> Value {
        into.copy_place(self.from, from, &to);
        match value {
            Value::Array(items) => {
                let mut kept = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let pointer = format!("{from}/{index}");
                    if !self.edits.removed.contains(&pointer) {
                        let place = format!("{to}/{}", kept.len());
                        kept.push(self.value(&pointer, place, item, into));
                    }
                }
                Value::Array(kept)
            }
            Value::Object(table) => Value::Object(self.table(from, &to, table, into)),
            single => single.clone(),
        }
    }

    fn table(
        &self,
        from: &str,
        to: &str,
        table: &Map<String, Value>,
        into: &mut Document,
    ) -> Map<String, Value> {
        let mut values = Map::new();
        for (key, value) in table {
            let pointer = format!("{from}/{}", escaped(key));
            if !self.edits.removed.contains(&pointer) {
                let place = format!("{to}/{}", escaped(key));
                values.insert(key.clone(), self.value(&pointer, place, value, into));
            }
        }
        if self.edits.replaced.contains(from) {
            for (key, value) in table["next"].as_object().into_iter().flatten() {
                let pointer = format!("{from}/next/{}", escaped(key));
                if key == "starts" || self.edits.removed.contains(&pointer) {
                    continue;
                }
                let place = format!("{to}/{}", escaped(key));
                into.forget(&place);
                values.insert(key.clone(), self.value(&pointer, place, value, into));
            }
        }
        values
    }
}
