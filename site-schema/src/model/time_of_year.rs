//! A day, a month or a span that comes every year, as editors write it.

use super::compiled;
use jiff::civil::{Date, date};

compiled! {
    /// A day of the year, or a whole month.
    #[derive(Copy)]
    pub struct DayOfYear {
        /// 1 for January to 12 for December.
        #[schemars(range(min = 1, max = 12))]
        pub month: u8,
        /// None where the whole month is meant.
        pub day: Option<u8>,
    }

    /// A time that comes every year.
    pub struct ResolvedTime {
        /// As it is shown: January 15, October, May to June.
        pub label: String,
        pub from: DayOfYear,
        /// The last day or month of a span.
        pub to: Option<DayOfYear>,
    }
}

impl ResolvedTime {
    /// Reads a time of the year: one month with or without a day, or two of them
    /// with "to", "through", "and" or a dash between, the second later in the same year.
    pub fn parse(text: &str) -> Option<Self> {
        let spaced = text.replace(['–', '-'], " to ");
        let words: Vec<_> = spaced.split_whitespace().collect();
        let mut each = words.iter();
        let between = each.position(|word| matches!(*word, "to" | "through" | "and"));
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
        let place = |day: DayOfYear, open: u8| (day.month, day.day.unwrap_or(open));
        (place(to, u8::MAX) > place(from, 1)).then(|| Self {
            label: format!("{from} to {to}"),
            from,
            to: Some(to),
        })
    }
}

impl DayOfYear {
    /// Reads "May", "May 5" or "May 5, 2026".
    fn parse(words: &[&str]) -> Option<Self> {
        let bare = words.iter().map(|word| word.trim_end_matches([',', '.']));
        let words: Vec<_> = bare.collect();
        let is_year = |word: &str| word.len() == 4 && word.bytes().all(|it| it.is_ascii_digit());
        let words = match words.as_slice() {
            [words @ .., year] if is_year(year) => words,
            words => words,
        };
        let (month, day) = match words {
            [name, day] => (month_number(name)?, Some(day.parse().ok()?)),
            [name] => (month_number(name)?, None),
            _ => return None,
        };
        let days = 1..=first_day(month).days_in_month().cast_unsigned();
        day.is_none_or(|day| days.contains(&day))
            .then_some(Self { month, day })
    }
}

/// The number of a month that is named in full or by its first three letters, the first a capital.
fn month_number(name: &str) -> Option<u8> {
    (1..=12).find(|month| {
        let full = month_name(*month);
        full == name || full[..3] == *name
    })
}

fn month_name(month: u8) -> String {
    first_day(month).strftime("%B").to_string()
}

/// The first day of a month from 1 to 12, in a year without a February 29.
fn first_day(month: u8) -> Date {
    date(2025, month.cast_signed(), 1)
}

impl std::fmt::Display for DayOfYear {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.day {
            Some(day) => write!(out, "{} {day}", month_name(self.month)),
            None => out.write_str(&month_name(self.month)),
        }
    }
}
