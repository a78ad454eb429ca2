//! Days and times in the firm's time zone.

use anyhow::{Context as _, Result, bail};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// A period from one time up to but not including another, in seconds since 1970.
#[derive(Debug, Clone)]
pub struct Asked {
    pub words: String,
    pub from: i64,
    pub until: i64,
}

/// Parses a day, such as 2026-03-03, or a time, such as 2026-03-03T14:00, in the firm's time zone, or 2026-03-03T20:00:00Z.
/// The current day ends now.
pub fn asked(text: &str, zone: &TimeZone) -> Result<Asked> {
    let mut asked = read(text, zone)?;
    let now = Timestamp::now().as_second();
    if asked.from > now {
        bail!(
            "expected a day or a moment that has begun, found {text}; the record has only the past, so write an earlier one"
        );
    }
    asked.until = asked.until.min(now + 1);
    Ok(asked)
}

/// Parses a day or a time.
fn read(text: &str, zone: &TimeZone) -> Result<Asked> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(at(text, moment.as_second()));
    }
    if text.contains('T')
        && let Ok(local) = text.parse::<DateTime>()
    {
        let moment = local.to_zoned(zone.clone());
        let moment = moment.context("no such moment in the firm's zone")?;
        return Ok(at(text, moment.timestamp().as_second()));
    }
    let Ok(day) = text.parse::<Date>() else {
        bail!(
            "expected a day such as 2026-03-03, or a moment such as 2026-03-03T14:00, found {text:?}; write it in one of these forms"
        );
    };
    Ok(Asked {
        words: text.to_owned(),
        from: start_of(day, zone)?,
        until: start_of(day.checked_add(1.day())?, zone)?,
    })
}

/// A period of one second.
fn at(words: &str, moment: i64) -> Asked {
    Asked {
        words: words.to_owned(),
        from: moment,
        until: moment + 1,
    }
}

/// The start of a day.
fn start_of(day: Date, zone: &TimeZone) -> Result<i64> {
    Ok(day.to_zoned(zone.clone())?.timestamp().as_second())
}

/// A time as text, in the firm's time zone, with its UTC offset.
pub fn shown(moment: i64, zone: &TimeZone) -> String {
    match Timestamp::from_second(moment) {
        Ok(moment) => {
            let local = moment.to_zoned(zone.clone());
            local.strftime("%Y-%m-%d %H:%M:%S %:z").to_string()
        }
        Err(_) => format!("{moment} seconds since 1970"),
    }
}

/// A time for a file name.
pub fn file_name(moment: i64) -> String {
    match Timestamp::from_second(moment) {
        Ok(moment) => moment.strftime("%Y%m%dT%H%M%SZ").to_string(),
        Err(_) => moment.to_string(),
    }
}
