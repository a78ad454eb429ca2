//! How long what was shown must be kept: until five years after the end of the fiscal year in which it was last shown.

use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::index::Index;
use crate::record::Record;
use crate::showing::from_changes;
use crate::timeline::spans;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use std::collections::BTreeMap;

/// The years for which what was shown is kept.
const YEARS: i64 = 5;

/// The firm's calendar, as the record's first entry has it.
#[derive(Debug, Clone)]
pub struct Calendar {
    pub zone: TimeZone,
    /// Month and day of the last day of the fiscal year.
    ends: (i8, i8),
}

impl Calendar {
    /// The calendar of a record.
    ///
    /// # Errors
    /// Where the first entry has none.
    pub fn of(record: &Record) -> Result<Self> {
        let first = record.entry(1)?;
        Self::parse(first.text("zone")?, first.text("fiscal_year_ends")?)
    }

    /// The calendar of a zone and a month-day, such as `12-31`.
    ///
    /// # Errors
    /// [`Error::Refused`] where they are none.
    pub fn parse(zone: &str, year_ends: &str) -> Result<Self> {
        let Ok(zone) = TimeZone::get(zone) else {
            return Err(Error::Refused(format!(
                "expected a time zone such as America/Chicago, found {zone:?}; write its name in the IANA time zone database"
            )));
        };
        let day: std::result::Result<Date, _> = format!("2001-{year_ends}").parse();
        match day {
            Ok(day) => Ok(Self {
                zone,
                ends: (day.month(), day.day()),
            }),
            Err(_) => Err(Error::Refused(format!(
                "expected the last day of the fiscal year as month-day, such as 12-31, found {year_ends:?}; write the month and the day with two digits each"
            ))),
        }
    }

    /// The day of a moment, for the firm.
    pub fn day(&self, moment: i64) -> Date {
        let moment = Timestamp::from_second(moment).unwrap_or(Timestamp::MAX);
        moment.to_zoned(self.zone.clone()).date()
    }

    /// The last day on which something must be kept that was shown last at a moment.
    pub fn keep_until(&self, last_shown: i64) -> Date {
        let day = self.day(last_shown);
        let (month, last) = self.ends;
        let mut year = day.year();
        if (day.month(), day.day()) > self.ends {
            year += 1;
        }
        let end = Date::new(year, month, last).unwrap_or(Date::MAX);
        end.checked_add(YEARS.years()).unwrap_or(Date::MAX)
    }
}

/// A body that need not be kept any longer.
#[derive(Debug)]
pub struct Due {
    pub body: Digest,
    /// The paths at which it was shown.
    pub paths: Vec<String>,
    /// The last moment at which it may have been shown.
    pub last_shown: i64,
    /// The last day on which it had to be kept.
    pub kept_until: Date,
}

/// The bodies that need not be kept any longer on a day. Nothing is removed by this.
///
/// # Errors
/// Where the record can't be read.
pub fn due(record: &Record, index: &Index, today: Date) -> Result<Vec<Due>> {
    let calendar = Calendar::of(record)?;
    let all_spans = spans(index.steps());
    let mut last_shown: BTreeMap<Digest, (i64, Vec<String>)> = BTreeMap::new();
    for path in index.paths()? {
        let changes = index.changes(&path)?;
        for showing in from_changes(index.steps(), &all_spans, &path, &changes) {
            let Some(body) = showing.answer.and_then(|answer| answer.body()) else {
                continue;
            };
            let until = showing.seen_until().unwrap_or(i64::MAX);
            let (last, paths) = last_shown.entry(body).or_insert((until, Vec::new()));
            *last = until.max(*last);
            if !paths.contains(&path) {
                paths.push(path.clone());
            }
        }
    }
    let mut due = Vec::new();
    for (body, (last_shown, paths)) in last_shown {
        if last_shown == i64::MAX || !record.bodies().has(&body) {
            continue;
        }
        let kept_until = calendar.keep_until(last_shown);
        if kept_until < today {
            due.push(Due {
                body,
                paths,
                last_shown,
                kept_until,
            });
        }
    }
    Ok(due)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shown_is_kept_five_years_from_the_end_of_its_fiscal_year() {
        let kept = |ends: &str, shown: &str| {
            let calendar = Calendar::parse("America/Chicago", ends).expect("a calendar");
            let shown: Timestamp = shown.parse().expect("a moment");
            calendar.keep_until(shown.as_second()).to_string()
        };
        assert_eq!(kept("12-31", "2026-03-03T12:00:00Z"), "2031-12-31");
        // Still the last day of the year in the firm's zone.
        assert_eq!(kept("12-31", "2027-01-01T05:00:00Z"), "2031-12-31");
        assert_eq!(kept("12-31", "2027-01-01T07:00:00Z"), "2032-12-31");
        assert_eq!(kept("06-30", "2026-07-01T12:00:00Z"), "2032-06-30");
        assert!(Calendar::parse("Mars/Base", "12-31").is_err());
        assert!(Calendar::parse("America/Chicago", "02-30").is_err());
    }
}
