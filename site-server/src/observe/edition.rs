//! The current edition for operators: in the log, in `/live` and in the metrics.

use std::fmt::{self, Display};

use parking_lot::Mutex;
use tracing::info;

use site_table::Moment;

/// An edition and its time range.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    /// The number of the edition, starting at 1.
    pub number: usize,
    /// The number of editions in the table.
    pub count: usize,
    /// `None` for the first edition.
    pub since: Option<Moment>,
    /// `None` for the last edition.
    pub until: Option<Moment>,
    /// The time whose edition is held, or `None` if the clock decides.
    pub held: Option<Moment>,
}

/// The current edition, after the first one is set.
static IN_FORCE: Mutex<Option<Edition>> = Mutex::new(None);

/// Sets the current edition for operators, and logs the change if there is more than one edition.
pub fn show(edition: Edition) {
    *IN_FORCE.lock() = Some(edition);
    if edition.count > 1 || edition.held.is_some() {
        info!("in force: {edition}");
    }
}

/// The line of the current edition in `/live`. Empty before the first edition is set.
pub fn line() -> String {
    let in_force = *IN_FORCE.lock();
    in_force.map_or_else(String::new, |edition| format!("{edition}\n"))
}

/// A function that returns a number of an edition.
type Number = fn(Edition) -> u64;

/// The gauges of the current edition: name, help text and value.
pub const GAUGES: [(&str, &str, Number); 5] = [
    (
        "site_edition",
        "The current edition, starting at 1.",
        |edition| edition.number as u64,
    ),
    ("site_editions", "Editions in the table.", |edition| {
        edition.count as u64
    }),
    (
        "site_edition_start_timestamp_seconds",
        "The start of the current edition; 0 for the first.",
        |edition| seconds(edition.since),
    ),
    (
        "site_edition_end_timestamp_seconds",
        "The start of the next edition; 0 if there is no next edition.",
        |edition| seconds(edition.until),
    ),
    (
        "site_edition_held",
        "1 if --on holds the edition, which then never changes.",
        |edition| u64::from(edition.held.is_some()),
    ),
];

/// Returns a value of the current edition, or 0 before the first edition is set.
pub fn value(number: Number) -> u64 {
    IN_FORCE.lock().map_or(0, number)
}

fn seconds(moment: Option<Moment>) -> u64 {
    moment.map_or(0, |moment| moment.0.unsigned_abs())
}

impl Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edition {} of {}", self.number, self.count)?;
        if let Some(since) = self.since {
            write!(f, ", since {since} ({})", since.0)?;
        }
        if let Some(until) = self.until {
            write!(f, ", until {until} ({})", until.0)?;
        }
        if let Some(held) = self.held {
            write!(f, "; held by --on {held}, it does not change")?;
        }
        Ok(())
    }
}
