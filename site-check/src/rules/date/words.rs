//! Dates in texts that don't exist, or that don't match the weekday next to them.

use crate::load::{File, Passage, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use regex::{Captures, Match, Regex};
use site_schema::model::month_number;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static IMPOSSIBLE: Rule = Rule {
    code: "date/impossible",
    severity: Severity::Error,
    scope: Scope::Texts(check_impossible),
    summary: "A text has a date that doesn't exist.",
    why: "No one can come, pay or file on June 31, and a guess at the intended date may be a day late.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"intro = "Two people and a telephone, together since June 31, 2019.""#,
        right: r#"intro = "Two people and a telephone.""#,
    },
};

fn check_impossible(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        for place in impossible(&text.text) {
            if text.has_code(&place) {
                continue;
            }
            let written = &text.text[place.clone()];
            let message = format!("`{written}` doesn't exist");
            out.in_text(file, text, place, message)
                .expected("a day that exists in this month of this year")
                .help("Correct the day, the month or the year.");
        }
    }
}

pub(super) static WEEKDAY: Rule = Rule {
    code: "date/weekday",
    severity: Severity::Error,
    scope: Scope::Texts(check_weekdays),
    summary: "A date and the weekday next to it don't match.",
    why: "Half of the readers come on the weekday, and the other half on the date.",
    example: Example::InFile {
        file: "content/articles/workshop.mdx",
        wrong: "The next workshop is on Tuesday, September 17, 2026.",
        right: "The next workshop is on Thursday, September 17, 2026.",
    },
};

/// The number of bytes before and after a date that are searched for its weekday.
const REACH: usize = 40;

fn check_weekdays(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    for text in texts {
        for time in named(&text.text) {
            if !time.is_full_date || text.has_code(&time.place) {
                continue;
            }
            if let Some(place) = weekday_before(&text.text, &time.place) {
                check_weekday(file, text, place, time.first, out);
            }
            if let Some(place) = weekday_after(&text.text, &time.place) {
                check_weekday(file, text, place, time.last, out);
            }
        }
    }
}

/// Reports a weekday that isn't the weekday of a date.
fn check_weekday(
    file: &File,
    text: &Passage,
    place: Range<usize>,
    date: Date,
    out: &mut Diagnostics,
) {
    let Some(written) = weekday(&text.text[place.clone()]) else {
        return;
    };
    if written == date.weekday() {
        return;
    }

    let (before, after) = nearest(date, written);
    let (shown, is) = (date.strftime("%B %-d, %Y"), date.strftime("%A"));
    let typed = before.strftime("%A");
    let help = format!(
        "Write {is}, or correct the date: the {typed}s nearest to it are {} and {}.",
        before.strftime("%B %-d, %Y"),
        after.strftime("%B %-d, %Y"),
    );
    out.in_text(file, text, place, format!("{shown} is a {is}"))
        .expected(is.to_string())
        .help(help);
}

/// Returns the last occurrence of a weekday before a date, and the first after it.
fn nearest(date: Date, weekday: Weekday) -> (Date, Date) {
    let back = date.weekday().since(weekday);
    let before = date.saturating_sub(back.days());
    (before, before.saturating_add(7.days()))
}

/// Returns the span of the weekday before a date. "Monday to Friday, September 18, 2026" doesn't have one.
fn weekday_before(text: &str, date: &Range<usize>) -> Option<Range<usize>> {
    let from = text.floor_char_boundary(date.start.saturating_sub(REACH));
    let found = BEFORE.captures(&text[from..date.start])?;
    if found.name("of_a_row").is_some() {
        return None;
    }
    Some(moved(found.name("weekday")?, from))
}

/// Returns the span of the weekday after a date.
fn weekday_after(text: &str, date: &Range<usize>) -> Option<Range<usize>> {
    let to = text.floor_char_boundary(date.end.saturating_add(REACH));
    let found = AFTER.captures(&text[date.end..to])?;
    Some(moved(found.get(1).or(found.get(2))?, date.end))
}

fn moved(found: Match, by: usize) -> Range<usize> {
    by + found.start()..by + found.end()
}

/// A weekday right before a date.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?-u:\b)(?P<of_a_row>(?i:every|each|through|to|and|or|[-–&])\s?)?(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?),?\s(?:the\s)?$",
    )
});

/// A weekday right after a date: "April 15, 2027 (Thursday)", "April 15, 2027, a Thursday", "March 14, 2027 is a Sunday".
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    let weekday = "((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)";
    pattern(&format!(
        r"^(?:\s\((?:an?\s)?{weekday}\)|,?\s(?:(?:is|was|falls\son|fell\son)\s)?a\s{weekday}(?-u:\b))"
    ))
});

/// Returns the weekday of a name or its abbreviation.
fn weekday(name: &str) -> Option<Weekday> {
    let weekday = match name.get(..3)? {
        "Mon" => Weekday::Monday,
        "Tue" => Weekday::Tuesday,
        "Wed" => Weekday::Wednesday,
        "Thu" => Weekday::Thursday,
        "Fri" => Weekday::Friday,
        "Sat" => Weekday::Saturday,
        "Sun" => Weekday::Sunday,
        _ => return None,
    };
    Some(weekday)
}

/// A year, a month of a year, or a date in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub place: Range<usize>,
    /// The first and the last day: for "May 2026", May 1 and May 31.
    pub first: Date,
    pub last: Date,
    /// True for "May 5, 2026"; false for "May 2026" and "2026".
    pub is_full_date: bool,
}

/// Returns the times in a text, in order, except dates that don't exist.
pub(super) fn named(text: &str) -> Vec<Named> {
    let mut all = Vec::new();
    if !may_name_a_year(text) {
        return all;
    }
    for found in TIME.captures_iter(text) {
        if let Some((first, last)) = days(&found) {
            let place = found.get_match().range();
            all.push(Named {
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
pub(super) fn impossible(text: &str) -> Vec<Range<usize>> {
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
    use super::{impossible, named};
    use crate::rules::tests::{check, found_in_words};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn impossible_date() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Some **words on February 29, 2025**"), @r#"
        error[date/impossible]: `February 29, 2025` doesn't exist
          --> content/articles/first.mdx:15:17
           |
        15 | Some **words on February 29, 2025** of [the authority](https://www.irs.gov/).
           |                 ^^^^^^^^^^^^^^^^^
           |
           = expected: a day that exists in this month of this year
           = found: `February 29, 2025`
           = help: Correct the day, the month or the year.
        "#);
        let wrong = "On June 31, 2024, Sept. 31, 2025 and from March 3 to April 31, 2025.";
        let found = found_in_words("date/impossible", wrong);
        assert_eq!(found.join("|"), "June 31, 2024|Sept. 31, 2025|March 3 to April 31, 2025");
        let honest = "On June 30, 2024, and February 29, 2024. There is no June 31. In March 2025, 31 people came. \
            May 32 people come? On 31/12/2024, as others write. Form 1040, 2024. June 2024. December 31, 2025. \
            Chapters 30 and 31, 2024. From February 27 to March 1, 2025. Mar 31, 2025. Version 2024-02-30. \
            A score of 31, 2025. March 1 to 31, 2025. Psalm 31, 2025. February 28th, 2025. In '29. \
            The 31st, 2025. June 30–July 1, 2025. January 31 and February 28, 2025. Sept. 30, 2025. June 31.";
        assert_eq!(found_in_words("date/impossible", honest), [""; 0]);
    }

    #[test]
    #[rustfmt::skip]
    fn weekday() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "On Tuesday, September 17, 2026, some **words**"), @r#"
        error[date/weekday]: September 17, 2026 is a Thursday
          --> content/articles/first.mdx:15:4
           |
        15 | On Tuesday, September 17, 2026, some **words** of [the authority](https://www.irs.gov/).
           |    ^^^^^^^
           |
           = expected: Thursday
           = found: `Tuesday`
           = help: Write Thursday, or correct the date: the Tuesdays nearest to it are September 15, 2026 and September 22, 2026.
        "#);
        let wrong = "On Tuesday, September 17, 2026. On Wed., Sept. 17, 2026. Friday 9/17/2026. Monday the 17th? \
            April 15, 2027 (a Friday), April 15, 2027, a Sunday, and March 14, 2027 is a Monday. \
            Monday, September 15 to 17, 2026. Come on Sunday, April 5th, 2025.";
        let found = found_in_words("date/weekday", wrong);
        assert_eq!(found.join("|"), "Tuesday|Wed.|Friday|Friday|Sunday|Monday|Monday|Sunday");
        let honest = "On Thursday, September 17, 2026. On Thu., Sept. 17, 2026. Thursday 9/17/2026. \
            Black Monday, October 19, 1987, and Black Tuesday, October 29, 1929. April 15, 2027 (a Thursday). \
            April 15, 2027, a Thursday. March 14, 2027 is a Sunday. March 15, 2026 fell on a Sunday. \
            Tuesday, September 17. The Monday before April 15, 2027. Open Monday to Friday, December 31, 2026 included. \
            Closed every Friday, December 31, 2026 included. Tuesday and Wednesday, September 15 and 16, 2026. \
            Tuesday, September 15 to 17, 2026. Monday to Wednesday, September 14 to 16, 2026. \
            Good Friday is April 3, 2026. A Tuesday in May 2026. We sat, April 15, 2027. On Sunday, 2026 begins. \
            Due April 15, 2027 (Monday and Tuesday are for late papers). April 15, 2027: a Friday we are closed. \
            Each Wednesday, September 15, 2026 excepted. Wednesday. January 1, 2026. Wednesdays, January 1, 2026.";
        assert_eq!(found_in_words("date/weekday", honest), [""; 0]);
    }

    /// The times in a text: the written words, and the first and the last day.
    fn times(text: &str) -> Vec<String> {
        let mut times = Vec::new();
        for time in named(text) {
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
        let wrong: Vec<_> = impossible(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(
            wrong,
            ["June 31, 2026", "February 29, 2026", "April 0, 2026"]
        );
    }
}
