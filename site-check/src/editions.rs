//! The editions of a content folder: the content from one moment to the next. Each is checked
//! separately.
//!
//! The first edition is in force when the content is committed, and each scheduled moment after
//! that starts another. Past editions are part of the build, so that two builds of a commit are
//! identical, but they aren't checked.

use crate::diagnostic::{Diagnostic, Period, Run};
use crate::load::{File, Tree};
use crate::rules;
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;

/// The moments for reading and checking content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moments {
    /// The moment of the content's commit, when the first edition is in force. Without it, there is
    /// only one edition.
    pub committed: Option<Timestamp>,
    /// The moment of the clock. Editions that end before it aren't checked.
    pub now: Option<Timestamp>,
    /// The moment that determines today's date; `None` if no date is in the future.
    pub today: Option<Timestamp>,
}

impl Moments {
    /// Uses one moment for everything.
    pub fn all_at(moment: Option<Timestamp>) -> Self {
        Self {
            committed: moment,
            now: moment,
            today: moment,
        }
    }

    /// Returns the moment of the content's commit, or the latest possible moment.
    fn committed(self) -> Timestamp {
        self.committed.unwrap_or(Timestamp::MAX)
    }
}

/// The content from one moment to the next.
#[derive(Debug, Default)]
pub struct TreeOfEdition {
    /// `None` for the edition of the commit.
    pub starts: Option<Timestamp>,
    pub tree: Tree,
}

impl TreeOfEdition {
    /// Returns the start in seconds since 1970; `None` for the edition of the commit.
    pub fn second(&self) -> Option<i64> {
        self.starts.map(Timestamp::as_second)
    }
}

/// Returns the moments when editions start; `None` for the first, the edition of the commit.
pub fn starts(written: &Tree, moments: Moments) -> Vec<Option<Timestamp>> {
    let mut starts = vec![None];
    for moment in written.moments_after(moments.committed()) {
        starts.push(Some(moment));
    }
    starts
}

/// Derives the edition that starts at a moment, after the earlier ones. Files that are the same in
/// an earlier edition, or in an edition of the last reading, are shared.
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

/// Returns the files that differ from their written form.
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

/// Returns the index of the edition in force at a moment; the first if all start later.
pub fn in_force(editions: &[TreeOfEdition], now: Option<Timestamp>) -> usize {
    let mut starts = Vec::new();
    for edition in editions {
        starts.push(edition.starts);
    }
    last_started(&starts, now)
}

/// Returns the index of the last edition that starts at or before a moment; the first if all start
/// later.
pub fn last_started(starts: &[Option<Timestamp>], now: Option<Timestamp>) -> usize {
    let Some(now) = now else {
        return starts.len() - 1;
    };
    let has_started = |start: &Option<Timestamp>| start.is_none_or(|start| start <= now);
    starts.partition_point(has_started).saturating_sub(1)
}

/// An edition that was checked before the others, and its problems.
#[derive(Debug)]
pub struct CheckedFirst {
    /// The index of the edition.
    pub number: usize,
    pub found: Vec<Diagnostic>,
}

/// Returns the problems in the written content, in the edition in force and in all later editions.
/// A problem in some of these editions names its periods. An edition that was checked first isn't
/// checked again.
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
    // A problem in the written content can cause a problem in only one edition, and the other way
    // around.
    rules::remove_suppressed(&mut all);
    rules::sort(&mut all);
    all
}

/// The problems, each with the numbers of its editions.
#[derive(Default)]
struct FoundIn {
    all: Vec<(Diagnostic, Vec<usize>)>,
    /// The indexes of the problems at each place.
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

/// Returns true if two diagnostics report the same problem. What they expected and found and their
/// help may depend on the moment.
fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.file == b.file && a.place == b.place && a.message == b.message
}

/// Groups editions into runs of consecutive ones.
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
