//! Moments in words, in the firm's time zone.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// Formats the moment when something starts: "January 1, 2027", or "9:00 a.m. on January 1, 2027".
/// Leaves out the present year.
pub fn in_words(moment: Timestamp, zone: &TimeZone, now: Option<Timestamp>) -> String {
    let at = moment.to_zoned(zone.clone());
    let this_year = now.map(|now| now.to_zoned(zone.clone()).year());
    let mut day = at.strftime("%B %-d").to_string();
    if this_year != Some(at.year()) {
        day += &at.strftime(", %Y").to_string();
    }
    let is_first_of_day = at.start_of_day().is_ok_and(|start| start == at);
    if is_first_of_day {
        return day;
    }
    let half = if at.hour() < 12 { "a.m." } else { "p.m." };
    let time = at.strftime("%-I:%M");
    format!("{time} {half} on {day}")
}

/// Formats the moment when something is over, in the form that editors write: the end of the day
/// before, or a time.
pub fn end_in_words(moment: Timestamp, zone: &TimeZone, now: Option<Timestamp>) -> String {
    let at = moment.to_zoned(zone.clone());
    let is_midnight = at.time() == Time::midnight();
    match at.checked_sub(1.day()) {
        Ok(day_before) if is_midnight => {
            format!("the end of {}", in_words(day_before.timestamp(), zone, now))
        }
        _ => in_words(moment, zone, now),
    }
}
