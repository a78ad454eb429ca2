//! The firm's calendar, read from the first entry of the record.

use crate::error::{Error, Result};
use crate::event::Event;
use crate::record::Record;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// The firm's time zone and fiscal year.
#[derive(Debug, Clone)]
pub struct Calendar {
    pub zone: TimeZone,
}

impl Calendar {
    /// Reads the calendar of a record.
    ///
    /// # Errors
    /// Returns an error if the first entry has no calendar.
    pub fn of(record: &Record) -> Result<Self> {
        match record.entry(1)?.event {
            Event::Opened { opening, .. } => Self::parse(&opening.zone, &opening.fiscal_year_ends),
            _ => Err(Error::Damaged(
                "expected the event `opened` in entry 1, found another event; copy the entry from the second copy of the record".into(),
            )),
        }
    }

    /// Parses a time zone and the last day of the fiscal year, a month and a day such as `12-31`.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if either is malformed.
    pub fn parse(zone: &str, year_ends: &str) -> Result<Self> {
        let Ok(zone) = TimeZone::get(zone) else {
            return Err(Error::Refused(format!(
                "expected a time zone such as America/Chicago, found {zone:?}; use its name from the IANA time zone database"
            )));
        };
        if format!("2001-{year_ends}").parse::<Date>().is_err() {
            return Err(Error::Refused(format!(
                "expected the last day of the fiscal year as month-day, such as 12-31, found {year_ends:?}; write the month and the day with two digits each"
            )));
        }
        Ok(Self { zone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_has_a_known_zone_and_a_day_of_the_year() {
        assert!(Calendar::parse("America/Chicago", "06-30").is_ok());
        assert!(Calendar::parse("Mars/Base", "12-31").is_err());
        assert!(Calendar::parse("America/Chicago", "02-30").is_err());
    }
}
