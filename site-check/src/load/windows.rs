//! The windows of a file: from when on, and until when, a part of it is there.
//!
//! Windows are found in the file as it is written. [`super::Tree::at`] makes of it the file as it is
//! at a moment, in which there is no window.

use super::document::{Document, escaped};
use super::kind::FileKind;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value};
use site_schema::model::{WrittenMoment, first_moment};

/// A part of a file with the moments between which it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The JSON pointer of the part.
    pub pointer: String,
    pub kind: WindowKind,
    /// As written, each with its key: none where the key is not there.
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
    /// The page or the article itself.
    File,
    /// An item of a list: a block, a question, a link.
    Item,
    /// The keys that take the place of those around them.
    Next,
    /// The mark of a page or an article that is withdrawn.
    Withdrawn,
    /// Days on which the office is closed.
    Closed,
}

/// The days before the first closed one from which on visitors read of it.
const SHOWN_BEFORE: i32 = 14;

/// The keys that place a part in time.
pub const WINDOW_KEYS: [&str; 2] = ["starts", "ends"];

impl Window {
    /// The moment from which on the part is there. `None` where it has always been there, or the moment can't be read.
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

    /// The first moment without the part. `None` where it has no end, or the moment can't be read.
    pub fn end(&self, zone: &TimeZone) -> Option<Timestamp> {
        self.ends.as_ref()?.moment()?.end(zone)
    }

    /// Returns whether the part is there at a moment. One that ends before it starts counts as always there: its window
    /// is reported, and not what would follow from it.
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

    /// Its bounds, as written.
    pub fn bounds(&self) -> impl Iterator<Item = &WrittenBound> {
        self.starts.iter().chain(&self.ends)
    }
}

impl WrittenBound {
    /// The moment; none where it can't be read.
    pub fn moment(&self) -> Option<WrittenMoment> {
        WrittenMoment::read(&self.text).ok()
    }
}

/// All windows of the TOML of a file.
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

/// Adds the window of a page or an article. An article without `starts` starts on the day in `published`.
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

/// The keys of a table as tokens of a JSON pointer.
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
