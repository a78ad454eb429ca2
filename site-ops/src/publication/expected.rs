//! The rows that are valid at a path: the current edition's and, if caches are in front of the server, earlier ones for a while.

use super::{Publication, Row};
use site_record::directives::Directives;
use std::collections::BTreeSet;

/// The largest difference between two clocks, in seconds.
const SKEW: i64 = 2;

/// The extra seconds that a cache may take to receive and send a response after its lifetime.
const LATE: i64 = 30;

pub struct Expected<'p> {
    /// The live publication.
    pub live: &'p Publication,
    /// The previous publication.
    pub before: Option<&'p Publication>,
    /// When it became live, in seconds since 1970.
    pub since: i64,
    /// True if caches may be in front of the server.
    pub is_edge: bool,
}

/// The valid rows for a response.
pub struct Candidates<'p> {
    /// At least one row. The row of the current edition is first.
    pub current: Vec<&'p Row>,
    /// Rows that a cache may still serve, each with the time until which it may.
    pub earlier: Vec<(&'p Row, i64)>,
}

impl<'p> Expected<'p> {
    /// The valid rows at a path for a request sent at `asked` and answered at `answered`.
    pub fn candidates(&self, path: &str, asked: i64, answered: i64) -> Candidates<'p> {
        let first = self.live.in_force(asked - SKEW);
        let last = self.live.in_force(answered + SKEW);
        let mut current = Vec::new();
        for edition in self.live.editions[first..=last].iter().rev() {
            current.push(edition.answer(path));
        }
        current.extend(self.kept_parts(path));

        let mut earlier = Vec::new();
        if self.is_edge {
            earlier.extend(self.turned_over(path, first, asked));
            earlier.extend(self.replaced(path, asked));
        }
        Candidates { current, earlier }
    }

    /// Every path to request: current, earlier and future ones.
    pub fn paths(&self) -> BTreeSet<&'p str> {
        let mut paths = self.live.paths();
        if let Some(before) = self.before {
            paths.extend(before.paths());
        }
        paths
    }

    /// Parts of other editions and of the previous publication. Their names contain a hash, and pages that visitors have open still request them.
    fn kept_parts(&self, path: &str) -> Vec<&'p Row> {
        let mut parts = Vec::new();
        for publication in [Some(self.live), self.before].into_iter().flatten() {
            for edition in &publication.editions {
                if let Some(row) = edition.rows.get(path)
                    && is_part(row)
                {
                    parts.push(row);
                }
            }
        }
        parts
    }

    /// The rows of earlier editions that caches may still hold.
    fn turned_over(&self, path: &str, place: usize, asked: i64) -> Vec<(&'p Row, i64)> {
        let mut rows = Vec::new();
        for pair in self.live.editions[..=place].windows(2) {
            let [earlier, next] = pair else { continue };
            let row = earlier.answer(path);
            let until = next.starts.unwrap_or_default() + kept_seconds(row);
            if until > asked {
                rows.push((row, until));
            }
        }
        rows
    }

    /// The row of the previous publication that caches may still hold.
    fn replaced(&self, path: &str, asked: i64) -> Option<(&'p Row, i64)> {
        let before = self.before?;
        let row = before.editions[before.in_force(self.since)].answer(path);
        let until = self.since + kept_seconds(row);
        (until > asked).then_some((row, until))
    }
}

/// How long a cache may serve this row after a change, in seconds.
fn kept_seconds(row: &Row) -> i64 {
    let caching = row.header("cache-control").unwrap_or_default();
    Directives::of_caching(caching).shared_cache_seconds() + LATE
}

/// Returns true if the row's path contains the hash of its content.
fn is_part(row: &Row) -> bool {
    let caching = row.header("cache-control").unwrap_or_default();
    row.status == 200 && caching.contains("immutable")
}
