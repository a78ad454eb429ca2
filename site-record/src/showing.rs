//! The history of a path: what it served and when.

use crate::error::Result;
use crate::index::{Answer, Answers, Index};
use crate::record::Record;
use crate::removal::Removal;
use crate::row::Row;
use crate::timeline::{Span, Time};

/// One response of a path at a place, for as long as it stayed the same.
#[derive(Debug, Clone)]
pub struct Showing {
    pub place: String,
    pub path: String,
    /// The digests of the response, or `None` if the path had none. If only headers changed, the last row applies.
    pub answer: Option<Answer>,
    /// The publications that served it, in order.
    pub publications: Vec<u64>,
    pub time: Time,
}

impl Showing {
    /// Returns true if readers can't tell the other response from this one.
    fn is_same(&self, other: &Self) -> bool {
        let is_same_answer = match (self.answer, other.answer) {
            (
                Some(Answer::Kept { status, body, .. }),
                Some(Answer::Kept {
                    status: other_status,
                    body: other_body,
                    ..
                }),
            ) => status == other_status && body == other_body,
            (answer, other_answer) => answer == other_answer,
        };
        self.place == other.place && is_same_answer
    }

    /// Adds a time during which the same response was served.
    fn add(&mut self, other: &Self) {
        self.answer = other.answer;
        for publication in &other.publications {
            if !self.publications.contains(publication) {
                self.publications.push(*publication);
            }
        }
        let time = &mut self.time;
        if time.surely_from.is_none() {
            time.surely_from = other.time.surely_from;
        }
        if other.time.surely_from.is_some() {
            time.surely_until = other.time.surely_until;
        }
        time.may_until = match (time.may_until, other.time.may_until) {
            (Some(end), Some(other_end)) => Some(end.max(other_end)),
            _ => None,
        };
    }

    /// The last time when a visitor or a cache may have shown it, or `None` if it is still online.
    pub fn seen_until(&self) -> Option<i64> {
        let cached_for = self.answer.map_or(0, |answer| answer.cached_for());
        let end = self.time.may_until?;
        Some(end.saturating_add(cached_for))
    }

    /// Returns true if someone may have seen it, possibly from a cache, at or after `from` and before `until`.
    pub fn may_have_been_seen(&self, from: i64, until: i64) -> bool {
        self.time.may_from < until && self.seen_until().is_none_or(|end| end >= from)
    }

    /// Returns the row, unless the path had no response or the response was removed.
    ///
    /// # Errors
    /// Returns an error if the row is missing or has changed.
    pub fn row(&self, record: &Record) -> Result<Option<Row>> {
        match &self.answer {
            Some(Answer::Kept { row, .. }) => Row::parse(&record.bodies().read(row)?).map(Some),
            Some(Answer::Removed(_)) | None => Ok(None),
        }
    }

    /// The removal of the response, if it was removed.
    pub fn removal<'i>(&self, index: &'i Index) -> Option<&'i Removal> {
        match &self.answer {
            Some(Answer::Removed(digest)) => index.removals().get(digest),
            Some(Answer::Kept { .. }) | None => None,
        }
    }
}

/// Returns everything that a path served in these spans, sorted by start.
pub fn showings(answers: &Answers, spans: &[Span]) -> Vec<Showing> {
    let mut parts = Vec::new();
    for span in spans {
        parts.push(Showing {
            place: span.place.clone(),
            path: answers.path.to_owned(),
            answer: answers.in_span(span),
            publications: vec![span.publication],
            time: span.time.clone(),
        });
    }
    parts.sort_by_key(|part| part.time.may_from);

    let mut showings: Vec<Showing> = Vec::new();
    // The showings that a later part can continue: none of them ended before that part begins.
    let mut open: Vec<usize> = Vec::new();
    for part in parts {
        open.retain(|at| {
            let end = showings[*at].time.may_until;
            end.is_none_or(|end| end >= part.time.may_from)
        });
        let continued = open.iter().rev().find(|at| showings[**at].is_same(&part));
        match continued {
            Some(at) => showings[*at].add(&part),
            None => {
                open.push(showings.len());
                showings.push(part);
            }
        }
    }
    showings
}
