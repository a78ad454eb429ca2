//! A day, a month or a span of the year, in the form that editors write.

use super::compiled;
use jiff::civil::{Date, date};

compiled! {
    /// A day of the year, or a whole month.
    #[derive(Copy)]
    pub struct DayOfYear {
        /// 1 for January to 12 for December.
        #[schemars(range(min = 1, max = 12))]
        pub month: u8,
        /// `None` for the whole month.
        pub day: Option<u8>,
    }

    /// A time of the year.
    pub struct ResolvedTime {
        /// As shown on pages: January 15, October, May to June.
        pub label: String,
        pub from: DayOfYear,
        /// The last day or month of a span.
        pub to: Option<DayOfYear>,
    }
}

impl ResolvedTime {
    /// Parses a time of the year: one month with or without a day, or two of them with "to",
    /// "through" or a dash between, the second later in the same year.
    pub fn parse(text: &str) -> Option<Self> {
        let spaced = text.replace(['–', '-'], " to ");
        let words: Vec<_> = spaced.split_whitespace().collect();
        let mut each = words.iter();
        let between = each.position(|word| matches!(*word, "to" | "through"));
        let Some(between) = between else {
            let from = DayOfYear::parse(&words)?;
            return Some(Self {
                label: from.to_string(),
                from,
                to: None,
            });
        };

        let from = DayOfYear::parse(&words[..between])?;
        let to = DayOfYear::parse(&words[between + 1..])?;
        let begins = (from.month, from.day.unwrap_or(1));
        let ends = (to.month, to.day.unwrap_or(u8::MAX));
        if ends <= begins {
            return None;
        }
        Some(Self {
            label: format!("{from} to {to}"),
            from,
            to: Some(to),
        })
    }
}

impl DayOfYear {
    /// Returns the first day in a year; `None` if the year doesn't have that day.
    pub fn first_in(self, year: i16) -> Option<Date> {
        let day = self.day.unwrap_or(1);
        Date::new(year, self.month.cast_signed(), day.cast_signed()).ok()
    }

    /// Returns the last day in a year; `None` if the year doesn't have that day.
    pub fn last_in(self, year: i16) -> Option<Date> {
        let first = self.first_in(year)?;
        match self.day {
            Some(_) => Some(first),
            None => Some(first.last_of_month()),
        }
    }

    /// Parses "May", "May 5" or "May 5, 2026".
    fn parse(words: &[&str]) -> Option<Self> {
        let mut bare = Vec::new();
        for word in words {
            bare.push(word.trim_end_matches([',', '.']));
        }
        if bare.last().is_some_and(|last| year_number(last).is_some()) {
            bare.pop();
        }

        let (month, day) = match bare.as_slice() {
            [name, day] => (month_number(name)?, Some(day.parse().ok()?)),
            [name] => (month_number(name)?, None),
            _ => return None,
        };
        let days = 1..=first_day(month).days_in_month().cast_unsigned();
        if day.is_some_and(|day| !days.contains(&day)) {
            return None;
        }
        Some(Self { month, day })
    }
}

/// Returns the years in a time of the year, such as 2026 in "May 5, 2026".
pub fn years_in(text: &str) -> Vec<i16> {
    let spaced = text.replace(['–', '-'], " ");
    let mut years = Vec::new();
    for word in spaced.split_whitespace() {
        years.extend(year_number(word.trim_end_matches([',', '.'])));
    }
    years
}

/// Parses a four-digit year.
fn year_number(word: &str) -> Option<i16> {
    if word.len() != 4 || !word.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    word.parse().ok()
}

/// Returns the number of a month, named in full or by its first three letters, with a capital
/// letter.
pub fn month_number(name: &str) -> Option<u8> {
    (1..=12).find(|month| {
        let full = month_name(*month);
        full == name || full[..3] == *name
    })
}

fn month_name(month: u8) -> String {
    first_day(month).strftime("%B").to_string()
}

/// Returns the first day of a month from 1 to 12, in a year with a February 29.
fn first_day(month: u8) -> Date {
    date(2024, month.cast_signed(), 1)
}

impl std::fmt::Display for DayOfYear {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.day {
            Some(day) => write!(out, "{} {day}", month_name(self.month)),
            None => out.write_str(&month_name(self.month)),
        }
    }
}
