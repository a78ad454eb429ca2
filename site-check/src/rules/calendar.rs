use super::{File, Sink, Tree, leaves};
use crate::compile::filled;
use crate::load::Leaf;
use crate::load::markdown::tokens;
use site_schema::model::{DayOfYear, ResolvedTime, format};
use std::collections::HashMap;

pub(super) fn check_dates(file: &File, tree: &Tree, out: &mut Sink) {
    for (leaf, time) in times(file, tree) {
        if time.is_none() {
            out.at(file, leaf.map.source(0..leaf.value.len()), "not a time of the year")
                .expected("a day that comes every year, a month, or a span within one year, such as April 15, October or May to June")
                .quoting(&filled(&leaf.value, tree))
                .help("Write the month's name and then the day, or a fact with such a value. Write a span over New Year as two entries.");
        }
    }
}

pub(super) fn check_order(file: &File, tree: &Tree, out: &mut Sink) {
    // The latest entry of each list, by the list's pointer.
    let mut latest: HashMap<&str, DayOfYear> = HashMap::new();
    let day = |day: &DayOfYear| (day.month, day.day.unwrap_or(1));
    for (leaf, time) in times(file, tree) {
        let Some(time) = time else { continue };
        let list = leaf.pointer.rsplitn(3, '/').last().unwrap_or_default();
        let before = latest.entry(list).or_insert(time.from);
        if day(before) > day(&time.from) {
            let place = leaf.map.source(0..leaf.value.len());
            let message = "this entry is earlier in the year than the one before it";
            out.at(file, place, message)
                .expected(format!("{before} or later"))
                .quoting(&time.label)
                .help("Move the entry up to its place in the year.");
        } else {
            *before = time.from;
        }
    }
}

/// The times of the year in a file. Unknown facts are another rule's.
fn times<'a>(
    file: &'a File,
    tree: &'a Tree,
) -> impl Iterator<Item = (&'a Leaf, Option<ResolvedTime>)> {
    let is_known = |(name, _): &(String, _)| tree.tokens.contains_key(name);
    leaves(file, format::TIME_OF_YEAR)
        .filter(move |leaf| tokens(&leaf.value).iter().all(is_known))
        .map(|leaf| (leaf, ResolvedTime::parse(&filled(&leaf.value, tree))))
}
