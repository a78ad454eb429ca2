//! Moments as editors write them: a day, or a day with a time, in the firm's time zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan};

/// A moment that could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenMoment {
    Day(Date),
    /// A day with a time, to the minute.
    Minute(DateTime),
}

/// The reason why a moment can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MomentError {
    /// Neither a day nor a day with a time.
    Form,
    /// A time with an offset, such as Z or -06:00.
    Offset,
    /// A time without its seconds.
    NoSeconds,
    /// A time with seconds other than 00.
    Seconds,
}

/// A moment that doesn't occur exactly once on the clocks of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockChange {
    Skipped,
    Twice,
}

impl WrittenMoment {
    /// Parses 2027-01-01 or 2027-01-01T09:00:00.
    ///
    /// # Errors
    /// Returns an error with the reason if the text has neither form.
    pub fn read(text: &str) -> Result<Self, MomentError> {
        let Some(day) = text.get(..10).and_then(|day| day.parse().ok()) else {
            return Err(MomentError::Form);
        };
        let time = &text[10..];
        if time.is_empty() {
            return Ok(Self::Day(day));
        }

        let Some(time) = time.strip_prefix(['T', 't', ' ']) else {
            return Err(MomentError::Form);
        };
        if time.ends_with(['Z', 'z']) || time.contains(['+', '-']) {
            return Err(MomentError::Offset);
        }
        if time.len() == 5 {
            let full = format!("{day}T{time}:00");
            let read = full.parse::<DateTime>();
            return Err(read.map_or(MomentError::Form, |_| MomentError::NoSeconds));
        }
        let Ok(minute) = format!("{day}T{time}").parse::<DateTime>() else {
            return Err(MomentError::Form);
        };
        if minute.second() != 0 || minute.subsec_nanosecond() != 0 {
            return Err(MomentError::Seconds);
        }
        Ok(Self::Minute(minute))
    }

    pub fn day(self) -> Date {
        match self {
            Self::Day(day) => day,
            Self::Minute(minute) => minute.date(),
        }
    }

    /// Returns the moment when a part with this `starts` appears. A day means its first moment.
    pub fn start(self, zone: &TimeZone) -> Option<Timestamp> {
        match self {
            Self::Day(day) => first_moment(day, zone),
            Self::Minute(minute) => in_zone(minute, zone),
        }
    }

    /// Returns the first moment without a part with this `ends`. A day means the first moment of
    /// the next day.
    pub fn end(self, zone: &TimeZone) -> Option<Timestamp> {
        match self {
            Self::Day(day) => first_moment(day.checked_add(1.day()).ok()?, zone),
            Self::Minute(minute) => in_zone(minute, zone),
        }
    }

    /// Returns the reason why a time doesn't occur exactly once on a zone's clocks. A day always
    /// has a first moment.
    pub fn clock_change(self, zone: &TimeZone) -> Option<ClockChange> {
        let Self::Minute(minute) = self else {
            return None;
        };
        match zone.to_ambiguous_timestamp(minute).offset() {
            AmbiguousOffset::Unambiguous { .. } => None,
            AmbiguousOffset::Gap { .. } => Some(ClockChange::Skipped),
            AmbiguousOffset::Fold { .. } => Some(ClockChange::Twice),
        }
    }
}

/// Returns the first moment of a day. If the clocks skip midnight, it's the moment after the
/// skipped hour.
pub fn first_moment(day: Date, zone: &TimeZone) -> Option<Timestamp> {
    in_zone(day.to_datetime(jiff::civil::Time::midnight()), zone)
}

fn in_zone(minute: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    zone.to_timestamp(minute).ok()
}

/// Returns the time zone with a name, or UTC if there is no such zone.
pub fn zone_named(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}
