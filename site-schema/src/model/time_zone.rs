//! The firm's day: it begins at midnight in the firm's time zone.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Whether a time zone has a name. The program brings the list of them along, so
/// that the answer is the same on every machine.
pub fn is_time_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// The day it is at a moment in a time zone; in Greenwich, where there is no such zone.
pub fn date_in(time_zone: &str, now: Timestamp) -> Date {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    now.to_zoned(zone).date()
}
