//! The history of each place: what it served and when, derived from the events in order.
//!
//! During a switch, a visitor may have received either version: both may have been served from the time a publication
//! begins until it is confirmed live. So each span has two starts and two ends.

use crate::entry::Entry;
use crate::event::{Begins, Event, Turns};
use std::collections::BTreeMap;

/// The time during which a place served one edition of a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub place: String,
    pub publication: u64,
    /// The index of the edition, starting at 0.
    pub edition: usize,
    pub time: Time,
}

/// A time with two starts and two ends, in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Time {
    /// It may have been served from this time.
    pub may_from: i64,
    /// It was certainly served from this time. `None` if it was never confirmed live.
    pub surely_from: Option<i64>,
    /// It was certainly served until this time. `None` if it is still served, or was never confirmed live.
    pub surely_until: Option<i64>,
    /// It may have been served until this time. `None` if it is still served. Caches may have kept it for longer.
    pub may_until: Option<i64>,
}

impl Time {
    /// Returns true if it may have been served at or after `from` and before `until`. A span of less than a second has
    /// the same start and end.
    pub fn overlaps(&self, from: i64, until: i64) -> bool {
        self.may_from < until && self.may_until.is_none_or(|end| end >= from)
    }
}

/// A publication that a place serves or is switching to.
struct Serving {
    publication: u64,
    may_from: i64,
    surely_from: Option<i64>,
}

impl Serving {
    /// Ends the span between two times.
    fn until(&self, place: &str, surely: i64, may: i64) -> Span {
        Span {
            place: place.to_owned(),
            publication: self.publication,
            edition: 0,
            time: Time {
                may_from: self.may_from,
                surely_from: self.surely_from,
                surely_until: self.surely_from.map(|_| surely),
                may_until: Some(may),
            },
        }
    }
}

/// The state of a place at one time.
#[derive(Default)]
struct Place {
    serving: Option<Serving>,
    /// The publication that has begun and not ended.
    pending: Option<Serving>,
}

impl Place {
    /// Records another check of the publication that is already live. Returns false if the entry refers to another publication.
    fn confirms(&mut self, publication: u64, entry: &Entry) -> bool {
        let Some(serving) = &mut self.serving else {
            return false;
        };
        if self.pending.is_some() || serving.publication != publication {
            return false;
        }
        if entry.event.is_checked() && serving.surely_from.is_none() {
            serving.surely_from = Some(entry.moment.late());
        }
        true
    }
}

/// Returns the publication that has begun at a place and whose outcome is unknown, or `None` if all have ended.
pub fn open_publication(entries: &[Entry], place: &str) -> Option<u64> {
    let last = entries
        .iter()
        .rfind(|entry| entry.event.place() == Some(place))?;
    matches!(last.event, Event::Begins(_)).then_some(last.number)
}

/// Returns the publication that a place serves, according to the record.
pub fn served_publication(entries: &[Entry], place: &str) -> Option<u64> {
    let mut served = None;
    for entry in entries {
        if let Event::Live { about, .. } | Event::Back { about, .. } = &entry.event
            && about.place == place
        {
            served = Some(about.publication);
        }
    }
    served
}

/// Returns when each edition of each publication was served, up to `now`, sorted by end. Editions that start after
/// `now` aren't included, and editions that end after it have no end.
pub fn spans_by(entries: &[Entry], now: i64) -> Vec<Span> {
    let mut publications = BTreeMap::new();
    for entry in entries {
        if let Event::Begins(begins) = &entry.event {
            publications.insert(entry.number, (entry.moment.ours, begins));
        }
    }
    let slacks = slacks(entries);
    let mut spans = Vec::new();
    for span in publication_spans(entries) {
        match publications.get(&span.publication) {
            Some((began, begins)) => {
                let slack = slacks.get(&span.publication).copied().unwrap_or(0);
                divide(&span, *began, begins, slack, now, &mut spans);
            }
            None => spans.push(span),
        }
    }
    spans
}

/// Returns when each publication was served, in any edition.
fn publication_spans(entries: &[Entry]) -> Vec<Span> {
    let mut places: BTreeMap<&str, Place> = BTreeMap::new();
    let mut spans = Vec::new();
    for entry in entries {
        let Some(name) = entry.event.place() else {
            continue;
        };
        let place = places.entry(name).or_default();
        let (early, late) = (entry.moment.ours, entry.moment.late());
        match &entry.event {
            Event::Begins(_) => {
                place.pending = Some(Serving {
                    publication: entry.number,
                    may_from: early,
                    surely_from: None,
                });
            }
            // Another check of the live publication.
            Event::Live { about, .. } if place.confirms(about.publication, entry) => {}
            Event::Live { about, .. } | Event::Back { about, .. } => {
                let mut began = match &entry.event {
                    Event::Back { began, .. } => began.unwrap_or(early),
                    _ => early,
                };
                if let Some(pending) = place.pending.take() {
                    began = began.min(pending.may_from);
                    if pending.publication != about.publication {
                        spans.push(pending.until(name, began, late));
                    }
                }
                if let Some(serving) = place.serving.take() {
                    spans.push(serving.until(name, began, late));
                }
                place.serving = Some(Serving {
                    publication: about.publication,
                    may_from: began,
                    surely_from: entry.event.is_checked().then_some(late),
                });
            }
            Event::Failed { .. } => {
                let Some(pending) = place.pending.take() else {
                    continue;
                };
                spans.push(pending.until(name, pending.may_from, late));
                // The previous publication is still served, and is certain again from here.
                if let Some(serving) = &mut place.serving {
                    spans.push(serving.until(name, pending.may_from, late));
                    serving.may_from = pending.may_from;
                    serving.surely_from = serving.surely_from.map(|_| late);
                }
            }
            _ => {}
        }
    }
    for (name, place) in &places {
        for serving in [&place.serving, &place.pending].into_iter().flatten() {
            let mut span = serving.until(name, 0, 0);
            span.time.may_until = None;
            span.time.surely_until = match &place.pending {
                Some(pending) => serving.surely_from.map(|_| pending.may_from),
                None => None,
            };
            spans.push(span);
        }
    }
    spans
}

/// Returns the largest difference between the place's clock and ours for each publication, in seconds. By our clock, the
/// place switched editions earlier or later by up to this much.
fn slacks(entries: &[Entry]) -> BTreeMap<u64, i64> {
    let mut slacks = BTreeMap::new();
    for entry in entries {
        let publication = entry
            .event
            .about()
            .map_or(entry.number, |about| about.publication);
        let difference = entry.moment.difference.unwrap_or(0).abs();
        let slack = slacks.entry(publication).or_insert(0);
        *slack = difference.max(*slack);
    }
    slacks
}

/// Divides a publication's span among the editions that have started.
fn divide(span: &Span, began: i64, begins: &Begins, slack: i64, now: i64, spans: &mut Vec<Span>) {
    let starts = begins.starts();
    if begins.turns == Turns::Run {
        let mut whole = span.clone();
        whole.edition = starts.partition_point(|start| *start <= began);
        spans.push(whole);
        return;
    }
    for edition in 0..=starts.len() {
        let mut part = span.clone();
        part.edition = edition;
        if edition > 0 {
            let start = starts[edition - 1];
            if start - slack > now {
                return;
            }
            part.time.may_from = part.time.may_from.max(start - slack);
            let surely_from = part.time.surely_from;
            part.time.surely_from = surely_from.map(|from| from.max(start + slack));
        }
        if let Some(end) = starts.get(edition)
            && end - slack <= now
        {
            part.time.may_until = earlier(part.time.may_until, end + slack);
            if part.time.surely_from.is_some() {
                part.time.surely_until = earlier(part.time.surely_until, end - slack);
            }
        }
        if part
            .time
            .may_until
            .is_none_or(|end| end >= part.time.may_from)
        {
            spans.push(part);
        }
    }
}

/// Returns the earlier of two ends, if the first has an end.
fn earlier(end: Option<i64>, other: i64) -> Option<i64> {
    match end {
        Some(end) => Some(end.min(other)),
        None => Some(other),
    }
}

#[cfg(test)]
mod tests;
