//! What each place served, from when to when, from the events in their order.
//!
//! Within a change nobody can know what a visitor got: from the moment at which a publication begins until it is seen
//! live, both sides may have been served. So each span has two starts and two ends.

use crate::entry::Entry;
use crate::event::{Begins, Event, Turns};
use std::collections::BTreeMap;

/// The time in which one edition of a publication was served at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub place: String,
    pub publication: u64,
    /// The edition by its position, from 0 on.
    pub edition: usize,
    pub time: Time,
}

/// A time with two starts and two ends, in seconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Time {
    /// From this moment on it may have been served.
    pub may_from: i64,
    /// From this moment on it was served; none where it was never seen live.
    pub surely_from: Option<i64>,
    /// Until this moment it was served; none where it still is, or was never seen live.
    pub surely_until: Option<i64>,
    /// Until this moment it may have been served; none where it still is. What caches kept comes on top.
    pub may_until: Option<i64>,
}

impl Time {
    /// Returns whether it may have been served at any moment from one to before another. What lasted less than a second
    /// has one moment as both its start and its end.
    pub fn overlaps(&self, from: i64, until: i64) -> bool {
        self.may_from < until && self.may_until.is_none_or(|end| end >= from)
    }
}

/// A publication that a place serves, or is being given.
struct Serving {
    publication: u64,
    may_from: i64,
    surely_from: Option<i64>,
}

impl Serving {
    /// The span that ends between two moments.
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

/// A place at a moment.
#[derive(Default)]
struct Place {
    serving: Option<Serving>,
    /// The publication that has begun and not ended.
    pending: Option<Serving>,
}

impl Place {
    /// Notes a check of the publication that is served already. Returns false if the entry is about something else.
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

/// The publication that has begun at a place and of which nothing is known since; none where all have ended.
pub fn open_publication(entries: &[Entry], place: &str) -> Option<u64> {
    let last = entries
        .iter()
        .rfind(|entry| entry.event.place() == Some(place))?;
    matches!(last.event, Event::Begins(_)).then_some(last.number)
}

/// The publication that a place serves, as far as the record knows; none where it serves none.
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

/// The time in which each edition of each publication was served by a moment, in the order in which that ends. An edition that starts later
/// wasn't served, and one that ends later hasn't ended.
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

/// The time in which each publication was served, whichever edition.
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
            // A later check of the publication that is served.
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
                // What was served before is served on, and surely again from here.
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

/// The most seconds by which the place's clock was found to differ from ours, of each publication. By our clock, the place switched
/// editions this much earlier or later.
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

/// The span of a publication that began at a moment, divided among its editions that have started.
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

/// The earlier of two ends, the first of which may not have come.
fn earlier(end: Option<i64>, other: i64) -> Option<i64> {
    match end {
        Some(end) => Some(end.min(other)),
        None => Some(other),
    }
}

#[cfg(test)]
mod tests;
