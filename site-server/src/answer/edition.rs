//! The current edition: the site between two scheduled switches, by this machine's clock.
//!
//! It is one number. The watcher sets it from the clock, and each request reads it once, so one edition answers the whole request.
//! The number is recomputed from the clock each time. After a suspend, or after the clock was set forward or back, the next tick finds
//! the right edition.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::observe::edition::{Edition, show};
use site_table::{Moment, Table};

/// The edition that requests are answered from.
pub struct InForce {
    table: &'static Table,
    /// The time whose edition stays current, whatever the clock shows.
    held: Option<Moment>,
    number: AtomicUsize,
}

impl InForce {
    /// Sets the edition of the clock, or of the `held` time.
    pub fn new(table: &'static Table, held: Option<Moment>) -> Self {
        let in_force = InForce {
            table,
            held,
            number: AtomicUsize::new(0),
        };
        in_force.set(in_force.due());
        in_force
    }

    /// The index of the edition, starting at 0.
    pub fn number(&self) -> usize {
        self.number.load(Ordering::Relaxed)
    }

    /// Sets the edition of the clock if it has changed.
    pub fn turn(&self) {
        let due = self.due();
        if due != self.number() {
            self.set(due);
        }
    }

    /// The edition that should be current.
    fn due(&self) -> usize {
        let moment = self.held.unwrap_or_else(Moment::now);
        self.table.edition_at(moment)
    }

    fn set(&self, edition: usize) {
        self.number.store(edition, Ordering::Relaxed);
        show(Edition {
            number: edition + 1,
            count: self.table.starts.len() + 1,
            since: self.table.start_of(edition),
            until: self.table.start_of(edition + 1),
            held: self.held,
        });
    }
}
