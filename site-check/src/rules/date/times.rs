//! The times in a text: dates, months of a year, and years.

use crate::load::pattern;
use jiff::civil::Date;
use regex::{Captures, Regex};
use site_schema::model::month_number;
use std::ops::Range;
use std::sync::LazyLock;

/// A year, a month of a year, or a date in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub place: Range<usize>,
    /// The first and the last day: for "May 2026", May 1 and May 31.
    pub first: Date,
    pub last: Date,
    /// True for "May 5, 2026"; false for "May 2026" and "2026".
    pub is_full_date: bool,
}

/// Returns the times in a text, in order, except dates that don't exist.
pub(super) fn times_in(text: &str) -> Vec<Time> {
    let mut all = Vec::new();
    if !may_name_a_year(text) {
        return all;
    }
    for found in TIME.captures_iter(text) {
        if let Some((first, last)) = days(&found) {
            let place = found.get_match().range();
            all.push(Time {
                is_full_date: is_full_date(&found),
                place,
                first,
                last,
            });
        }
    }
    all
}

/// Returns the spans of dates with the name of a month that doesn't have that day.
pub(super) fn impossible_dates(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    if !may_name_a_year(text) {
        return places;
    }
    for found in TIME.captures_iter(text) {
        if found.name("day").is_some() && days(&found).is_none() {
            places.push(found.get_match().range());
        }
    }
    places
}

/// Returns true if a text has a year. Most texts don't, and this search is faster.
fn may_name_a_year(text: &str) -> bool {
    YEAR.is_match(text)
}

static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern("(?:19|20)[0-9]{2}"));

/// A year, with or without a month or a date before it; or a date in digits.
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    let month = "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?";
    let day = "[0-9]{1,2}";
    let year = "(?:19|20)[0-9]{2}";
    let ordinal = "(?:st|nd|rd|th)?";
    let to = r"(?:\s?[-–—]\s?|\s(?:to|through|and)\s)";
    let digits = format!(
        "(?P<iso_year>{year})-(?P<iso_month>[0-9]{{2}})-(?P<iso_day>[0-9]{{2}})\
        |(?P<us_month>{day})/(?P<us_day>{day})/(?P<us_year>{year})"
    );
    let span = format!(r"(?:{to}(?:(?P<last_month>{month})\.?\s)?(?P<last_day>{day}){ordinal})?");
    let day_first = format!(r"(?:(?P<day_first>{day}){ordinal}\s(?:of\s)?)?");
    let day_last = format!(r"(?:\s(?P<day>{day}){ordinal}{span})?");
    let month_and_day = format!(r"{day_first}(?P<month>{month})\.?{day_last},?\s");
    pattern(&format!(
        r"(?-u:\b)(?:{digits}|(?:{month_and_day})?(?P<year>{year}))(?-u:\b)"
    ))
});

fn is_full_date(found: &Captures) -> bool {
    let days = ["day", "day_first", "iso_day", "us_day"];
    days.iter().any(|name| found.name(name).is_some())
}

/// Returns the first and the last day of a match of [`TIME`].
fn days(found: &Captures) -> Option<(Date, Date)> {
    if found.name("iso_year").is_some() {
        let month = number(found, "iso_month")?;
        let day = date(number(found, "iso_year")?, month, number(found, "iso_day")?)?;
        return Some((day, day));
    }
    if found.name("us_year").is_some() {
        let month = number(found, "us_month")?;
        let day = date(number(found, "us_year")?, month, number(found, "us_day")?)?;
        return Some((day, day));
    }

    let year = number(found, "year")?;
    let Some(first_month) = month(found, "month") else {
        return Some((date(year, 1, 1)?, date(year, 12, 31)?));
    };
    let Some(day) = number(found, "day").or(number(found, "day_first")) else {
        let first = date(year, first_month, 1)?;
        return Some((first, first.last_of_month()));
    };
    let first = date(year, first_month, day)?;
    let Some(last_day) = number(found, "last_day") else {
        return Some((first, first));
    };
    let last_month = month(found, "last_month").unwrap_or(first_month);
    Some((first, date(year, last_month, last_day)?))
}

/// Returns the number in a group of a match.
fn number(found: &Captures, group: &str) -> Option<i16> {
    found.name(group)?.as_str().parse().ok()
}

/// Returns the month, from 1 to 12, in a group of a match.
fn month(found: &Captures, group: &str) -> Option<i16> {
    let name = found.name(group)?.as_str();
    Some(month_number(name.get(..3)?)?.into())
}

/// Returns the date of a year, a month and a day, if it exists.
fn date(year: i16, month: i16, day: i16) -> Option<Date> {
    let month = i8::try_from(month).ok()?;
    let day = i8::try_from(day).ok()?;
    Date::new(year, month, day).ok()
}

#[cfg(test)]
mod tests {
    use super::{impossible_dates, times_in};

    /// The times in a text: the written words, and the first and the last day.
    fn times(text: &str) -> Vec<String> {
        let mut times = Vec::new();
        for time in times_in(text) {
            let written = &text[time.place];
            times.push(format!("{written} = {} {}", time.first, time.last));
        }
        times
    }

    #[test]
    fn a_time_is_a_year_with_its_month_and_day() {
        let text = "On May 5, 2026, in May 2026, In 2026, Sept. 3rd, 2026, 17 September 2026, the 4th of July, 2026, 9/17/2026, 2026-09-17, \
            April 29 to May 2, 2026, June 15 and 16, 2026 and October, 2025.";
        assert_eq!(
            times(text),
            [
                "May 5, 2026 = 2026-05-05 2026-05-05",
                "May 2026 = 2026-05-01 2026-05-31",
                "2026 = 2026-01-01 2026-12-31",
                "Sept. 3rd, 2026 = 2026-09-03 2026-09-03",
                "17 September 2026 = 2026-09-17 2026-09-17",
                "4th of July, 2026 = 2026-07-04 2026-07-04",
                "9/17/2026 = 2026-09-17 2026-09-17",
                "2026-09-17 = 2026-09-17 2026-09-17",
                "April 29 to May 2, 2026 = 2026-04-29 2026-05-02",
                "June 15 and 16, 2026 = 2026-06-15 2026-06-16",
                "October, 2025 = 2025-10-01 2025-10-31",
            ]
        );
        assert_eq!(times("$2,026 and 12026, 3026, May 5, Form 2026A"), [""; 0]);
        let text = "June 31, 2026, February 29, 2026, 17/9/2026, April 0, 2026";
        let wrong: Vec<_> = impossible_dates(text)
            .into_iter()
            .map(|at| &text[at])
            .collect();
        assert_eq!(
            wrong,
            ["June 31, 2026", "February 29, 2026", "April 0, 2026"]
        );
    }
}
