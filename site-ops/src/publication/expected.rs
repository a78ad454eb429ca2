//! The rows that are right at a path: of the edition in force, and for a while, where caches stand before the server, of what was there before.

use super::{Publication, Row};
use site_record::directives::Directives;
use std::collections::BTreeSet;

/// Seconds by which two clocks may differ.
const SKEW: i64 = 2;

/// Seconds that a cache may take beyond the time for which it keeps a response: to ask, and to be asked itself.
const LATE: i64 = 30;

pub struct Expected<'p> {
    /// The publication that is live.
    pub live: &'p Publication,
    /// The one that was live before it.
    pub before: Option<&'p Publication>,
    /// The moment at which it became live, in seconds since 1970.
    pub since: i64,
    /// True where caches may stand before the server.
    pub is_edge: bool,
}

/// The rows that an answer may be.
pub struct Candidates<'p> {
    /// At least one, the one in force first.
    pub current: Vec<&'p Row>,
    /// What a cache may still give, each with the moment until which it may.
    pub earlier: Vec<(&'p Row, i64)>,
}

impl<'p> Expected<'p> {
    /// The rows that are right at a path for one who asked at one moment and was answered at another.
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

    /// Every path to ask: what is there, what was there before, and what is there only later.
    pub fn paths(&self) -> BTreeSet<&'p str> {
        let mut paths = self.live.paths();
        if let Some(before) = self.before {
            paths.extend(before.paths());
        }
        paths
    }

    /// Parts of other editions and of the publication before, whose names are those of their content: pages that were open still ask for them.
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

    /// The rows of editions before the one in force that caches may still hold.
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

    /// The row of the publication before that caches may still hold.
    fn replaced(&self, path: &str, asked: i64) -> Option<(&'p Row, i64)> {
        let before = self.before?;
        let row = before.editions[before.in_force(self.since)].answer(path);
        let until = self.since + kept_seconds(row);
        (until > asked).then_some((row, until))
    }
}

/// Seconds after a change for which a cache may give this row.
fn kept_seconds(row: &Row) -> i64 {
    let caching = row.header("cache-control").unwrap_or_default();
    Directives::of_caching(caching).shared_cache_seconds() + LATE
}

/// Returns true for a row whose path has the hash of its content.
fn is_part(row: &Row) -> bool {
    let caching = row.header("cache-control").unwrap_or_default();
    row.status == 200 && caching.contains("immutable")
}
