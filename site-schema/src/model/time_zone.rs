//! The firm's day: it starts at midnight in the firm's time zone.

use super::zone_named;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Returns true if a time zone with this name exists. The program contains the list, so the answer
/// is the same on every machine.
pub fn is_time_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// Returns the date of `now` in a time zone, or in UTC if there is no such zone.
pub fn date_in(time_zone: &str, now: Timestamp) -> Date {
    now.to_zoned(zone_named(time_zone)).date()
}
