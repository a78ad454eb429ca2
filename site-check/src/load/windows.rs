//! The windows of a file: the start and the end of each of its parts; and a document at a moment,
//! without the parts that don't exist then, and with `next` instead of the values that it replaces.
//!
//! Windows are found in the file as written. [`super::Tree::at`] derives the file at a moment,
//! which has no windows.

use super::document::{Document, escaped};
use super::kind::FileKind;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value};
use site_schema::model::{WrittenMoment, first_moment};
use std::collections::BTreeSet;

/// A part of a file, and the moments between which it exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The JSON pointer of the part.
    pub pointer: String,
    pub kind: WindowKind,
    /// As written, each with its key; `None` if the key is missing.
    pub starts: Option<WrittenBound>,
    pub ends: Option<WrittenBound>,
}

/// One bound of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBound {
    /// The JSON pointer of the value.
    pub pointer: String,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKind {
    /// The whole page or article.
    File,
    /// An item of a list: a block, a question, a link.
    Item,
    /// The keys that replace those around them.
    Next,
    /// The withdrawal of a page or an article.
    Withdrawn,
    /// Days when the office is closed.
    Closed,
}

/// The number of days that a closing is announced in advance.
const SHOWN_BEFORE: i32 = 14;

/// The keys of the bounds of a part.
pub const WINDOW_KEYS: [&str; 2] = ["starts", "ends"];

impl Window {
    /// Returns the moment when the part starts; `None` if it has no start, or the moment can't be
    /// read.
    pub fn start(&self, zone: &TimeZone) -> Option<Timestamp> {
        let starts = self.starts.as_ref()?;
        let start = starts.moment()?;
        let is_first_closed_day =
            self.kind == WindowKind::Closed && starts.pointer.ends_with("/starts");
        if is_first_closed_day {
            let shown = start.day().checked_sub(SHOWN_BEFORE.days()).ok()?;
            return first_moment(shown, zone);
        }
        start.start(zone)
    }

    /// Returns the first moment without the part; `None` if it has no end, or the moment can't be
    /// read.
    pub fn end(&self, zone: &TimeZone) -> Option<Timestamp> {
        self.ends.as_ref()?.moment()?.end(zone)
    }

    /// Returns true if the part exists at a moment. A part that ends before it starts always
    /// exists, so that only its window is reported, and no consequences.
    pub fn holds(&self, moment: Timestamp, zone: &TimeZone) -> bool {
        if let (Some(start), Some(end)) = (self.start(zone), self.end(zone))
            && end <= start
        {
            return true;
        }
        let has_started = self.start(zone).is_none_or(|start| start <= moment);
        let is_over = self.end(zone).is_some_and(|end| end <= moment);
        has_started && !is_over
    }

    /// Returns the bounds, as written.
    pub fn bounds(&self) -> impl Iterator<Item = &WrittenBound> {
        self.starts.iter().chain(&self.ends)
    }
}

impl WrittenBound {
    /// Returns the moment; `None` if it can't be read.
    pub fn moment(&self) -> Option<WrittenMoment> {
        WrittenMoment::read(&self.text).ok()
    }
}

/// Returns all windows in the TOML of a file.
pub fn windows(document: &Document, kind: &FileKind) -> Vec<Window> {
    let value = &document.value;
    let mut found = Vec::new();
    match kind {
        FileKind::Page(_) => {
            add_file(value.get("meta"), "/meta", &mut found);
            add_withdrawn(value, "/meta/withdrawn", &mut found);
            if let Some(blocks) = value.get("blocks") {
                add_items(blocks, "/blocks", &mut found);
            }
        }
        FileKind::Article(_) => {
            add_file(Some(value), "", &mut found);
            add_withdrawn(value, "/withdrawn", &mut found);
        }
        FileKind::Site => {
            for part in ["header", "footer"] {
                if let Some(part_value) = value.get(part) {
                    add_items(part_value, &format!("/{part}"), &mut found);
                }
            }
            add_next(value, "/contact", &mut found);
            add_closed(value, &mut found);
        }
        FileKind::Fees => {
            add_next(value, "/terms", &mut found);
            for name in keys(&value["schedules"]) {
                add_next(value, &format!("/schedules/{name}"), &mut found);
            }
            for index in 0..length(&value["tax_services"]) {
                add_next(value, &format!("/tax_services/{index}"), &mut found);
            }
        }
        FileKind::Facts => {
            for name in keys(value) {
                let years = format!("/{name}/years");
                for year in keys(value.pointer(&years).unwrap_or(&Value::Null)) {
                    add_next(value, &format!("{years}/{year}"), &mut found);
                }
            }
        }
        _ => {}
    }
    found
}

/// Adds the window of a page or an article. An article without `starts` starts on the day in
/// `published`.
fn add_file(table: Option<&Value>, pointer: &str, found: &mut Vec<Window>) {
    let Some(Value::Object(map)) = table else {
        return;
    };
    let mut window = window_of(map, pointer, WindowKind::File);
    if pointer.is_empty() && window.starts.is_none() {
        window.starts = bound(map, pointer, "published");
    }
    if window.starts.is_some() || window.ends.is_some() {
        found.push(window);
    }
}

/// Adds the windows of the items of all lists within a value.
fn add_items(value: &Value, pointer: &str, found: &mut Vec<Window>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let item_pointer = format!("{pointer}/{index}");
                if let Value::Object(map) = item {
                    let window = window_of(map, &item_pointer, WindowKind::Item);
                    if window.starts.is_some() || window.ends.is_some() {
                        found.push(window);
                    }
                }
                add_items(item, &item_pointer, found);
            }
        }
        Value::Object(map) => {
            for (key, inner) in map {
                add_items(inner, &format!("{pointer}/{}", escaped(key)), found);
            }
        }
        _ => {}
    }
}

/// Adds the window of `next` in the table at a pointer.
fn add_next(value: &Value, table: &str, found: &mut Vec<Window>) {
    let pointer = format!("{table}/next");
    if let Some(Value::Object(next)) = value.pointer(&pointer) {
        found.push(Window {
            starts: bound(next, &pointer, "starts"),
            pointer,
            kind: WindowKind::Next,
            ends: None,
        });
    }
}

fn add_withdrawn(value: &Value, pointer: &str, found: &mut Vec<Window>) {
    if let Some(Value::Object(withdrawn)) = value.pointer(pointer) {
        found.push(Window {
            pointer: pointer.to_owned(),
            kind: WindowKind::Withdrawn,
            starts: bound(withdrawn, pointer, "starts"),
            ends: None,
        });
    }
}

fn add_closed(site: &Value, found: &mut Vec<Window>) {
    let closed = &site["contact"]["closed"];
    for (index, days) in closed.as_array().into_iter().flatten().enumerate() {
        let Value::Object(map) = days else { continue };
        let pointer = format!("/contact/closed/{index}");
        let shown = bound(map, &pointer, "shown");
        found.push(Window {
            starts: shown.or_else(|| bound(map, &pointer, "starts")),
            ends: bound(map, &pointer, "ends"),
            pointer,
            kind: WindowKind::Closed,
        });
    }
}

fn window_of(map: &Map<String, Value>, pointer: &str, kind: WindowKind) -> Window {
    Window {
        pointer: pointer.to_owned(),
        kind,
        starts: bound(map, pointer, "starts"),
        ends: bound(map, pointer, "ends"),
    }
}

fn bound(map: &Map<String, Value>, pointer: &str, key: &str) -> Option<WrittenBound> {
    let text = map.get(key)?.as_str()?;
    Some(WrittenBound {
        pointer: format!("{pointer}/{key}"),
        text: text.to_owned(),
    })
}

/// Returns the keys of a table as tokens of a JSON pointer.
fn keys(table: &Value) -> Vec<String> {
    let map = table.as_object();
    map.into_iter()
        .flatten()
        .map(|(key, _)| escaped(key))
        .collect()
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

/// The parts of a document that change at a moment, by JSON pointer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    removed: BTreeSet<String>,
    /// Tables whose `next` is in force.
    replaced: BTreeSet<String>,
}

impl Edits {
    pub fn at(moment: Timestamp, zone: &TimeZone, windows: &[Window], kind: &FileKind) -> Self {
        let mut edits = Self::default();
        for window in windows {
            let holds = window.holds(moment, zone);
            match window.kind {
                // The caller decides whether the file exists. A page that ignores windows does,
                // whatever its window says.
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

    /// Removes the bounds of a part that exists. An article keeps its start time.
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
            // A review and a note concern the replaced value.
            for key in ["reviewed", "note"] {
                self.removed.insert(format!("{table}/{key}"));
            }
        } else {
            // The note in `next` isn't a key of the table around it.
            self.removed.insert(format!("{}/note", window.pointer));
        }
    }
}

impl Document {
    /// Returns the document at a moment.
    pub fn at(
        &self,
        moment: Timestamp,
        zone: &TimeZone,
        windows: &[Window],
        kind: &FileKind,
    ) -> Self {
        let edits = Edits::at(moment, zone, windows, kind);
        self.apply(&edits, windows, kind)
    }

    /// Returns the document with some edits.
    pub fn apply(&self, edits: &Edits, windows: &[Window], kind: &FileKind) -> Self {
        let copy = Copy { from: self, edits };
        let mut document = self.empty();
        document.errors.clone_from(&self.errors);
        document.value = copy.value("", String::new(), &self.value, &mut document);
        if matches!(kind, FileKind::Article(_)) {
            document.add_published(windows);
        }
        document
    }

    /// Adds the date of publication to an article that only has `starts`.
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

/// Copies a document with edits.
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
