//! The firm's hours, as editors write them and as schema.org requires.

use super::compiled;
use std::ops::RangeInclusive;

compiled! {
    /// Days of the week.
    pub struct ResolvedWeekdays {
        /// As shown on pages: Monday to Thursday.
        pub label: String,
        /// In the form of schema.org: Mo-Th.
        pub schema_org: String,
    }

    /// The hours of a day.
    pub struct ResolvedOpenHours {
        /// As shown on pages: 8:30am-5pm, closed.
        pub label: String,
        /// Each stretch of hours in the form of schema.org: 08:30-17:00. Empty if the office is
        /// closed.
        pub schema_org: Vec<String>,
    }
}

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Words that replace hours; search engines receive none.
const NO_HOURS: [&str; 3] = ["closed", "by appointment", "by appointment only"];

impl ResolvedWeekdays {
    /// Parses "Monday", "Monday to Thursday" or "Monday, Wednesday and Friday".
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = Vec::new();
        for days in weekdays(text)? {
            let first = &WEEKDAYS[*days.start()][..2];
            let last = &WEEKDAYS[*days.end()][..2];
            if first == last {
                parts.push(first.to_owned());
            } else {
                parts.push(format!("{first}-{last}"));
            }
        }
        Some(Self {
            label: text.to_owned(),
            schema_org: parts.join(","),
        })
    }
}

impl ResolvedOpenHours {
    /// Parses "8:30am-5pm", "9 a.m. to noon and 1 p.m. to 5 p.m.", "closed" or "by appointment".
    pub fn parse(text: &str) -> Option<Self> {
        let mut stretches = Vec::new();
        if !NO_HOURS.contains(&text.to_lowercase().as_str()) {
            let mut last_minute = None;
            for part in parts(text) {
                let (opens, closes) = stretch(&part)?;
                if last_minute.is_some_and(|last| opens <= last) {
                    return None;
                }
                last_minute = Some(closes);
                stretches.push(format!("{}-{}", clock(opens), clock(closes)));
            }
        }
        Some(Self {
            label: text.to_owned(),
            schema_org: stretches,
        })
    }
}

/// Returns the days that a text names, by their place in the week starting at Monday: each one a
/// range, possibly of one day.
pub fn weekdays(text: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let mut found = Vec::new();
    for part in parts(text) {
        let spaced = part.replace(['–', '-'], " to ");
        let words: Vec<_> = spaced.split_whitespace().collect();
        let (first, last) = match words.as_slice() {
            [day] => (weekday(day)?, weekday(day)?),
            [first, "to" | "through", last] => (weekday(first)?, weekday(last)?),
            _ => return None,
        };
        if first > last {
            return None;
        }
        found.push(first..=last);
    }
    Some(found)
}

/// Returns the name of a day by its place in the week, from 0 for Monday to 6.
pub fn weekday_name(place: usize) -> &'static str {
    WEEKDAYS.get(place).copied().unwrap_or_default()
}

/// Returns the parts of a list: "Monday, Wednesday and Friday".
fn parts(text: &str) -> Vec<String> {
    let commas = text.replace(", and ", ", ").replace(" and ", ", ");
    commas
        .split(',')
        .map(|part| part.trim().to_owned())
        .collect()
}

/// Returns the place in the week of a day that is named by three letters or more.
fn weekday(name: &str) -> Option<usize> {
    let bare = name.trim_end_matches('.');
    if bare.len() < 3 {
        return None;
    }
    WEEKDAYS.iter().position(|full| full.starts_with(bare))
}

/// Returns the opening and closing times of "8:30am-5pm" in minutes after midnight.
fn stretch(text: &str) -> Option<(u16, u16)> {
    let spelled = text
        .to_lowercase()
        .replace("a.m.", "am")
        .replace("p.m.", "pm");
    let dashed = spelled.replace(" to ", "-").replace('–', "-");
    let (opens, closes) = dashed.split_once('-')?;
    let (opens, closes) = (minutes(opens)?, minutes(closes)?);
    if closes <= opens {
        return None;
    }
    Some((opens, closes))
}

/// Returns the minutes after midnight of "8:30am", "8:30 am", "8am" or "noon".
fn minutes(text: &str) -> Option<u16> {
    let text = text.trim();
    if text == "noon" {
        return Some(12 * 60);
    }

    let (time, half_day) = match text.strip_suffix("am") {
        Some(time) => (time, 0),
        None => (text.strip_suffix("pm")?, 12),
    };
    let (hour, minute) = time.trim().split_once(':').unwrap_or((time.trim(), "00"));
    if minute.len() != 2 {
        return None;
    }
    let hour = digits(hour)?;
    let minute = digits(minute)?;
    if !(1..=12).contains(&hour) || minute > 59 {
        return None;
    }
    Some((hour % 12 + half_day) * 60 + minute)
}

/// Parses a number of one or two digits.
fn digits(text: &str) -> Option<u16> {
    if text.len() > 2 || !text.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// Formats minutes after midnight as 08:30.
fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
