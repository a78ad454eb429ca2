//! What each place served, from when to when, from the events in their order.
//!
//! Within a change nobody can know what a visitor got: from the moment at which a publication begins until it is seen
//! live, both sides may have been served. So each span has two starts and two ends.

use crate::canonical::Value;
use crate::entry::Entry;
use crate::error::Result;
use std::collections::BTreeMap;

/// The beginning of the words in `verified`, if the origin was asked and answered as it should. An entry without them proves only that
/// someone said so.
pub const CHECKED: &str = "the origin: ";

/// The part of an entry that says when something was served.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    pub number: u64,
    /// The event's name.
    pub event: String,
    /// The earliest that it can have been: our clock.
    pub early: i64,
    /// The latest that it can have been: our clock, or a later one before it.
    pub late: i64,
    /// The place's clock less ours.
    pub difference: i64,
    /// Empty where the event is about no place.
    pub place: String,
    /// The publication that it is about, by the number of its `begins`; 0 where it is about none.
    pub publication: u64,
    /// The moment at which a change back began, where that is known.
    pub began: Option<i64>,
    /// True if the origin was asked, and answered with the publication.
    pub is_checked: bool,
    /// True where an edition turns when a publication runs, not by the place's clock.
    pub turns_by_run: bool,
    /// The moments of the editions after the first.
    pub starts: Vec<i64>,
}

impl Step {
    /// The step of an entry.
    ///
    /// # Errors
    /// Where the entry is not in its form.
    pub fn of(entry: &Entry) -> Result<Self> {
        let early = entry.moment()?;
        let latest = entry.optional_integer_of("moment", "latest");
        let difference = entry.optional_integer_of("moment", "difference");
        let event = entry.event().to_owned();
        let publication = match event.as_str() {
            "begins" => entry.number,
            "live" | "failed" | "back" => entry.integer("publication")? as u64,
            _ => 0,
        };
        let mut starts = Vec::new();
        for edition in entry.list("editions") {
            let start = edition.object().and_then(|fields| fields.get("starts"));
            if let Some(start) = start.and_then(Value::integer) {
                starts.push(start);
            }
        }
        Ok(Self {
            number: entry.number,
            early,
            late: early.max(latest.unwrap_or(early)),
            difference: difference.unwrap_or(0),
            place: entry.optional_text("place").unwrap_or_default().to_owned(),
            publication,
            began: entry.fields.get("began").and_then(Value::integer),
            is_checked: entry
                .optional_text("verified")
                .is_some_and(|words| words.starts_with(CHECKED)),
            turns_by_run: entry.optional_text("turns") == Some("run"),
            starts,
            event,
        })
    }
}

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
    /// Notes a check of the publication that is served already. Returns false if the step is about something else.
    fn confirms(&mut self, step: &Step) -> bool {
        let Some(serving) = &mut self.serving else {
            return false;
        };
        if self.pending.is_some() || serving.publication != step.publication {
            return false;
        }
        if step.is_checked && serving.surely_from.is_none() {
            serving.surely_from = Some(step.late);
        }
        true
    }
}

/// The publication that has begun at a place and of which nothing is known since; none where all have ended.
pub fn open_publication(steps: &[Step], place: &str) -> Option<u64> {
    let mut open = None;
    for step in steps {
        if step.place == place {
            match step.event.as_str() {
                "begins" => open = Some(step.publication),
                "live" | "failed" | "back" => open = None,
                _ => {}
            }
        }
    }
    open
}

/// The publication that a place serves, as far as the record knows; none where it serves none.
pub fn served_publication(steps: &[Step], place: &str) -> Option<u64> {
    let mut served = None;
    for step in steps {
        if step.place == place && matches!(step.event.as_str(), "live" | "back") {
            served = Some(step.publication);
        }
    }
    served
}

/// The time in which each edition of each publication was served by a moment, in the order in which that ends. An edition that starts later
/// wasn't served, and one that ends later hasn't ended.
pub fn spans_by(steps: &[Step], now: i64) -> Vec<Span> {
    let mut publications = BTreeMap::new();
    for step in steps {
        if step.event == "begins" {
            publications.insert(step.publication, step);
        }
    }
    let mut spans = Vec::new();
    for span in publication_spans(steps) {
        match publications.get(&span.publication) {
            Some(begins) => divide(&span, begins, slack(steps, begins), now, &mut spans),
            None => spans.push(span),
        }
    }
    spans
}

/// The time in which each publication was served, whichever edition.
fn publication_spans(steps: &[Step]) -> Vec<Span> {
    let mut places: BTreeMap<&str, Place> = BTreeMap::new();
    let mut spans = Vec::new();
    for step in steps {
        if step.place.is_empty() {
            continue;
        }
        let name = step.place.as_str();
        let place = places.entry(name).or_default();
        match step.event.as_str() {
            "begins" => {
                place.pending = Some(Serving {
                    publication: step.publication,
                    may_from: step.early,
                    surely_from: None,
                });
            }
            // A later check of the publication that is served.
            "live" if place.confirms(step) => {}
            "live" | "back" => {
                let mut began = step.began.unwrap_or(step.early);
                if let Some(pending) = place.pending.take() {
                    began = began.min(pending.may_from);
                    if pending.publication != step.publication {
                        spans.push(pending.until(name, began, step.late));
                    }
                }
                if let Some(serving) = place.serving.take() {
                    spans.push(serving.until(name, began, step.late));
                }
                place.serving = Some(Serving {
                    publication: step.publication,
                    may_from: began,
                    surely_from: step.is_checked.then_some(step.late),
                });
            }
            "failed" => {
                let Some(pending) = place.pending.take() else {
                    continue;
                };
                spans.push(pending.until(name, pending.may_from, step.late));
                // What was served before is served on, and surely again from here.
                if let Some(serving) = &mut place.serving {
                    spans.push(serving.until(name, pending.may_from, step.late));
                    serving.may_from = pending.may_from;
                    serving.surely_from = serving.surely_from.map(|_| step.late);
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

/// The most seconds by which the place's clock was found to differ from ours. By our clock, the place switched editions this much earlier or later.
fn slack(steps: &[Step], begins: &Step) -> i64 {
    let of_publication = steps
        .iter()
        .filter(|step| step.publication == begins.publication);
    let differences = of_publication.map(|step| step.difference.abs());
    differences.max().unwrap_or(0)
}

/// The span of a publication, divided among its editions that have started.
fn divide(span: &Span, begins: &Step, slack: i64, now: i64, spans: &mut Vec<Span>) {
    if begins.turns_by_run {
        let mut whole = span.clone();
        whole.edition = begins
            .starts
            .partition_point(|start| *start <= begins.early);
        spans.push(whole);
        return;
    }
    for edition in 0..=begins.starts.len() {
        let mut part = span.clone();
        part.edition = edition;
        if edition > 0 {
            let start = begins.starts[edition - 1];
            if start - slack > now {
                return;
            }
            part.time.may_from = part.time.may_from.max(start - slack);
            let surely_from = part.time.surely_from;
            part.time.surely_from = surely_from.map(|from| from.max(start + slack));
        }
        if let Some(end) = begins.starts.get(edition)
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
