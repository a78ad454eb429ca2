//! The editions of a content folder, each checked by itself: the content from one moment to the next.
//!
//! There is an edition for every moment from that of the commit on. What is over by the clock is part of the
//! build, so that two builds of a commit are the same, but it is not judged.

use crate::diagnostic::{Diagnostic, Period, Run};
use crate::load::{File, Tree};
use crate::rules;
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;

/// The moments by which content is read and judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moments {
    /// The moment of the content's commit, at which the first edition is in force. Without one, nothing is ahead.
    pub committed: Option<Timestamp>,
    /// The moment from which on editions are judged: that of the clock.
    pub now: Option<Timestamp>,
    /// The moment by whose day dates are judged; none where no day is later than today.
    pub today: Option<Timestamp>,
}

impl Moments {
    /// One moment for everything.
    pub fn all_at(moment: Option<Timestamp>) -> Self {
        Self {
            committed: moment,
            now: moment,
            today: moment,
        }
    }

    /// The moment of the content's commit, or the last one that there is.
    fn committed(self) -> Timestamp {
        self.committed.unwrap_or(Timestamp::MAX)
    }
}

/// The content from one moment to the next.
#[derive(Debug, Default)]
pub struct TreeOfEdition {
    /// None for the edition of the commit.
    pub starts: Option<Timestamp>,
    pub tree: Tree,
}

impl TreeOfEdition {
    /// The second since 1970 at which it starts; none for the edition of the commit.
    pub fn second(&self) -> Option<i64> {
        self.starts.map(Timestamp::as_second)
    }
}

/// The moments at which the editions of content start; none for the first, that of the commit.
pub fn starts(written: &Tree, moments: Moments) -> Vec<Option<Timestamp>> {
    let mut starts = vec![None];
    for moment in written.moments_after(moments.committed()) {
        starts.push(Some(moment));
    }
    starts
}

/// Derives the edition that starts at a moment from content as it is written, after those that start earlier. A file that is
/// the same in one of these, or in an edition of the reading before, is shared with it.
pub fn derive(
    start: Option<Timestamp>,
    written: &Tree,
    moments: Moments,
    earlier: &[TreeOfEdition],
    before: &[TreeOfEdition],
) -> TreeOfEdition {
    let mut known = files_at_moments(before);
    known.extend(files_at_moments(earlier));
    let mut tree = written.at(start.unwrap_or(moments.committed()), &known);
    if let Some(last) = earlier.last() {
        tree.answered_before.clone_from(&last.tree.answered_before);
        tree.answered_before.extend(last.tree.answering());
    }
    TreeOfEdition {
        starts: start,
        tree,
    }
}

/// The files of editions that are not as they are written.
fn files_at_moments(editions: &[TreeOfEdition]) -> Vec<Arc<File>> {
    let mut files = Vec::new();
    for edition in editions {
        for file in &edition.tree.files {
            if file.is_at_moment() {
                files.push(Arc::clone(file));
            }
        }
    }
    files
}

/// The place of the edition that is in force at a moment, or of the first where that is later.
pub fn in_force(editions: &[TreeOfEdition], now: Option<Timestamp>) -> usize {
    let mut starts = Vec::new();
    for edition in editions {
        starts.push(edition.starts);
    }
    last_started(&starts, now)
}

/// The place of the last of the moments at which editions start that is not after another one, or of the first.
pub fn last_started(starts: &[Option<Timestamp>], now: Option<Timestamp>) -> usize {
    let Some(now) = now else {
        return starts.len() - 1;
    };
    let has_started = |start: &Option<Timestamp>| start.is_none_or(|start| start <= now);
    starts.partition_point(has_started).saturating_sub(1)
}

/// An edition that was checked before all others, and what was found in it.
#[derive(Debug)]
pub struct CheckedFirst {
    /// Its place among the editions.
    pub number: usize,
    pub found: Vec<Diagnostic>,
}

/// Returns what the rules find in content as it is written, and in each edition from the one in force on. What is
/// found in all of these is given once; what is not says in which. An edition that was checked first is not checked
/// again.
pub fn judge(
    written: &Tree,
    editions: &[TreeOfEdition],
    moments: Moments,
    checked_first: Option<CheckedFirst>,
    cache: &mut rules::Cache,
) -> Vec<Diagnostic> {
    let first = in_force(editions, moments.now);
    let mut found_in = FoundIn::default();
    for (number, edition) in editions.iter().enumerate().skip(first) {
        let found = match &checked_first {
            Some(checked) if checked.number == number => checked.found.clone(),
            _ => rules::diagnose(&edition.tree, cache),
        };
        for diagnostic in found {
            found_in.add(diagnostic, number - first);
        }
    }

    let judged = &editions[first..];
    let mut all = rules::diagnose_written(written);
    let of_written = all.len();
    let zone = written.zone();
    for (mut diagnostic, numbers) in found_in.all {
        if all[..of_written]
            .iter()
            .any(|known| is_same(known, &diagnostic))
        {
            continue;
        }
        if numbers.len() < judged.len() {
            diagnostic.hold_in(&runs(&numbers, judged), &zone, moments.now);
        }
        all.push(diagnostic);
    }
    // What is written may be the cause of what only an edition shows, and the other way around.
    rules::remove_suppressed(&mut all);
    rules::sort(&mut all);
    all
}

/// What was found, each with the numbers of the editions that have it.
#[derive(Default)]
struct FoundIn {
    all: Vec<(Diagnostic, Vec<usize>)>,
    /// The indexes of what was found at a place.
    by_place: HashMap<(String, usize, &'static str), Vec<usize>>,
}

impl FoundIn {
    fn add(&mut self, diagnostic: Diagnostic, edition: usize) {
        let start = diagnostic.place.as_ref().map_or(0, |place| place.start);
        let key = (diagnostic.file.clone(), start, diagnostic.code);
        let known = self.by_place.entry(key).or_default();
        for &index in known.iter() {
            if is_same(&self.all[index].0, &diagnostic) {
                self.all[index].1.push(edition);
                return;
            }
        }
        known.push(self.all.len());
        self.all.push((diagnostic, vec![edition]));
    }
}

/// Returns whether two diagnostics are of one problem: what is expected or found, and what to do, may change with the
/// moment.
fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.file == b.file && a.place == b.place && a.message == b.message
}

/// The times of some editions, each from one that is not preceded by another of them to the last that follows it.
fn runs(numbers: &[usize], judged: &[TreeOfEdition]) -> Vec<Run> {
    let mut runs = Vec::new();
    for follow in numbers.chunk_by(|number, next| number + 1 == *next) {
        let first = follow[0];
        let next = judged.get(first + follow.len());
        let period = Period {
            from: if first == 0 {
                None
            } else {
                judged[first].starts
            },
            until: next.and_then(|next| next.starts),
        };
        runs.push(Run {
            period,
            is_one_edition: follow.len() == 1,
        });
    }
    runs
}
