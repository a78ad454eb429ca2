//! The edition in force: the site from one moment to the next, by this machine's clock.
//!
//! It is one number. The watcher sets it from the clock, and a request reads it once, so that it is answered by one edition and
//! no other. There is no memory: after a suspend, or where the clock was set forward or back, the next look at the clock finds
//! the right one.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::observe::edition::{Edition, show};
use site_table::{Moment, Table};

/// The edition that requests are answered from.
pub struct InForce {
    table: &'static Table,
    /// The moment whose edition is held, whatever the clock shows.
    held: Option<Moment>,
    number: AtomicUsize,
}

impl InForce {
    /// Puts the edition of the clock in force, or that of the moment to hold.
    pub fn new(table: &'static Table, held: Option<Moment>) -> Self {
        let in_force = InForce {
            table,
            held,
            number: AtomicUsize::new(0),
        };
        in_force.set(in_force.due());
        in_force
    }

    /// The number of the edition; 0 is the first of all.
    pub fn number(&self) -> usize {
        self.number.load(Ordering::Relaxed)
    }

    /// Puts the edition of the clock in force, unless it is.
    pub fn turn(&self) {
        let due = self.due();
        if due != self.number() {
            self.set(due);
        }
    }

    /// The edition that has to be in force.
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
