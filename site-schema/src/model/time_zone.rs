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

#[cfg(test)]
mod tests {
    use super::{date_in, is_time_zone};
    use jiff::civil::date;

    #[test]
    fn a_day_begins_at_the_firms_midnight() {
        let moment = |text: &str| text.parse().expect("a moment");
        let evening = moment("2026-01-31T03:00:00Z");
        assert_eq!(date_in("America/Chicago", evening), date(2026, 1, 30));
        assert_eq!(date_in("Europe/Berlin", evening), date(2026, 1, 31));
        // Five hours behind in summer.
        let summer = moment("2026-07-01T05:00:00Z");
        assert_eq!(date_in("America/Chicago", summer), date(2026, 7, 1));
        assert_eq!(date_in("Tulsa", evening), date(2026, 1, 31));
    }

    #[test]
    fn zones_are_known_by_their_names() {
        assert!(is_time_zone("America/Chicago"));
        for name in ["", "Tulsa", "America/Tulsa", "CST6CDT,M3.2.0", "../etc"] {
            assert!(!is_time_zone(name), "{name}");
        }
    }
}
