//! The calendars of pages: their year, and the times of their entries.

mod date;
mod weekend;
mod year;

use crate::compile::filled;
use crate::load::markdown::tokens;
use crate::load::{File, Leaf, Tree};
use crate::rule::{Rule, leaves};
use serde_json::Value;
use site_schema::model::{ResolvedTime, format};
use std::ops::Range;

pub(super) static RULES: &[&Rule] = &[&date::DATE, &weekend::WEEKEND, &year::YEAR];

/// The time of a calendar's entry.
struct Entry<'a> {
    leaf: &'a Leaf,
    /// As it is written, with its facts filled in.
    text: String,
    /// None where it can't be read.
    time: Option<ResolvedTime>,
    /// The year of its calendar; none where it can't be read.
    year: Option<i16>,
    /// True for a day that the law moves off weekends.
    moves: bool,
}

impl Entry<'_> {
    /// Returns whether its time quotes a valuation date, which the schema checks.
    fn is_valuation_date(&self) -> bool {
        let names = tokens(&self.leaf.value);
        names
            .iter()
            .any(|(name, _)| name.starts_with("valuation-date-"))
    }

    /// The place of its time in the file.
    fn span(&self) -> Range<usize> {
        self.leaf.map.source(0..self.leaf.value.len())
    }
}

/// The entries of all calendars in a file. Those with an unknown fact are another rule's.
fn entries<'a>(file: &'a File, tree: &Tree) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for leaf in leaves(file, format::TIME_OF_YEAR) {
        if !has_known_facts(leaf, tree) {
            continue;
        }
        let text = filled(&leaf.value, tree);
        let entry = leaf.pointer.rsplit_once('/').unwrap_or_default().0;
        let calendar = entry.rsplitn(3, '/').last().unwrap_or_default();
        let moves = file.document.value.pointer(&format!("{entry}/moves"));
        entries.push(Entry {
            leaf,
            time: ResolvedTime::parse(&text),
            text,
            year: year_of(file, calendar),
            moves: moves == Some(&Value::Bool(true)),
        });
    }
    entries
}

/// Returns whether all facts in a time are known.
fn has_known_facts(leaf: &Leaf, tree: &Tree) -> bool {
    let names = tokens(&leaf.value);
    names.iter().all(|(name, _)| tree.tokens.contains_key(name))
}

/// The year of the calendar at a pointer; none where it can't be read.
fn year_of(file: &File, calendar: &str) -> Option<i16> {
    let pointer = format!("{calendar}/year");
    let year = file.document.value.pointer(&pointer)?.as_i64()?;
    i16::try_from(year).ok()
}
