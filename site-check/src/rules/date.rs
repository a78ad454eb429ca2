use super::{File, Sink, key, leaves};
use crate::load::{Leaf, pattern};
use jiff::ToSpan;
use jiff::civil::Date;
use regex::Regex;
use site_schema::model::format;
use std::ops::Range;
use std::sync::LazyLock;

/// The keys whose days are in the past.
const PAST: [&str; 3] = ["published", "modified", "reviewed"];
/// All keys of days.
const KEYS: [&str; 4] = ["published", "modified", "reviewed", "expires"];

pub(super) fn check_form(file: &File, out: &mut Sink) {
    let mut last = None;
    for error in &file.document.errors {
        let line = file.line_around(error.span.start);
        let Some(place) = date_on_line(&file.text, line.clone()) else {
            continue;
        };
        if last.replace(line.start) == Some(line.start) {
            continue;
        }
        let written = &file.text[place.clone()];
        let message = "this is not a date, or not in the form year-month-day";
        out.at(file, place, message)
            .expected("year-month-day without quotes, such as 2025-07-23")
            .quoting(written)
            .help("Write the year with four digits, the month (01 to 12) and a day that this month has.")
            .suppresses(line);
    }
}

/// The value on a line of TOML that is meant as a date.
fn date_on_line(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let (key, value) = text[line.clone()].split_once('=')?;
    let value = value.split('#').next().unwrap_or_default();
    let trimmed = value.trim();
    let is_date = KEYS.contains(&key.trim())
        && trimmed.starts_with(char::is_alphanumeric)
        && trimmed.contains(|c: char| c.is_ascii_digit());
    let start = line.start + key.len() + 1 + (value.len() - value.trim_start().len());
    is_date.then_some(start..start + trimmed.len())
}

pub(super) fn check_future(file: &File, out: &mut Sink) {
    let Some(today) = out.today else { return };
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if PAST.contains(&key) && date > latest {
            out.at_value(file, &leaf.pointer, format!("`{key}` is in the future"))
                .expected(format!("today ({today}) or an earlier day"))
                .quoting(&leaf.value)
                .help("Correct the date. To publish later, merge the change on that day.");
        }
    }
}

pub(super) fn check_order(file: &File, out: &mut Sink) {
    for (later, earlier) in [("modified", "published"), ("expires", "reviewed")] {
        for (leaf, date) in dates(file).filter(|(leaf, _)| key(&leaf.pointer) == later) {
            let table = leaf.pointer.trim_end_matches(later);
            let before = format!("{table}{earlier}");
            let first = dates(file).find(|(leaf, _)| leaf.pointer == before);
            if let Some((_, first)) = first.filter(|(_, first)| date < *first) {
                let message = format!("`{later}` is before `{earlier}`");
                out.at_value(file, &leaf.pointer, message)
                    .expected(format!("{first} or a later day"))
                    .quoting(&leaf.value)
                    .help(format!("Correct `{later}` or `{earlier}`."));
            }
        }
    }
}

pub(super) fn check_later(file: &File, out: &mut Sink) {
    let day_of = |key: &str| Some(dates(file).find(|(leaf, _)| leaf.pointer == key)?.1);
    let last = day_of("/modified").or_else(|| day_of("/published"));
    let (Some(last), Some(today)) = (last, out.today) else {
        return;
    };
    for text in file.written() {
        for found in DAY.captures_iter(text.text) {
            let part = |at| found.get(at).map_or("1", |part| part.as_str());
            let written = format!("{} {}, {}", part(1), part(2), part(3));
            let day = Date::strptime("%B %d, %Y", written).or_else(|_| {
                let year = part(3).parse().unwrap_or_default();
                Date::new(year, 1, 1)
            });
            let is_later = day.is_ok_and(|day| last < day && day <= today);
            let place = found.get_match().range();
            if is_later && !AHEAD.is_match(sentence(text.text, &place)) {
                let named = found.get_match().as_str();
                let message = format!("`{named}` is later than the date of this article");
                out.in_text(file, &text, place, message)
                    .expected(format!("{last} or earlier"))
                    .help("If the text describes what has happened since, set `modified` to the day of the change. If it looks ahead, say so: it will be, it is expected.");
            }
        }
    }
}

/// A year, perhaps with a month and a day before it.
static DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-u)\b(?:([A-Z][a-z]+) (?:(\d{1,2}), )?)?(20\d\d)\b"));
/// What a sentence about the future contains.
static AHEAD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:will|would|expect|project|forecast|schedul|until|later)"));

/// The sentence around a place.
fn sentence<'a>(text: &'a str, place: &Range<usize>) -> &'a str {
    let start = text[..place.start].rfind(". ").unwrap_or(0);
    let end = text[place.end..]
        .find(". ")
        .map_or(text.len(), |at| place.end + at);
    &text[start..end]
}

/// The dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    leaves(file, format::DATE).filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}
