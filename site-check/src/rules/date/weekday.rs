//! Weekdays that are not those of their dates.

use super::named::named;
use crate::load::{File, Written, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use regex::{Match, Regex};
use std::ops::Range;
use std::sync::LazyLock;

pub(super) static WEEKDAY: Rule = Rule {
    code: "date/weekday",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A date and the weekday next to it don't match.",
    why: "Half of the readers come on the weekday, the other half on the date.",
    example: Example::InFile {
        file: "content/articles/workshop.mdx",
        wrong: "The next workshop is on Tuesday, September 17, 2026.",
        right: "The next workshop is on Thursday, September 17, 2026.",
    },
};

/// The bytes before and after a date in which its weekday is looked for.
const REACH: usize = 40;

fn check(file: &File, out: &mut Diagnostics) {
    for text in file.written() {
        for time in named(text.text) {
            if !time.is_full_date {
                continue;
            }
            if let Some(place) = weekday_before(text.text, &time.place) {
                check_weekday(file, &text, place, time.first, out);
            }
            if let Some(place) = weekday_after(text.text, &time.place) {
                check_weekday(file, &text, place, time.last, out);
            }
        }
    }
}

/// Reports a weekday that is not that of a date.
fn check_weekday(
    file: &File,
    text: &Written,
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

/// The last day of a weekday before a date, and the first after it.
fn nearest(date: Date, weekday: Weekday) -> (Date, Date) {
    let back = date.weekday().since(weekday);
    let before = date.saturating_sub(back.days());
    (before, before.saturating_add(7.days()))
}

/// The place of the weekday before a date. In "Monday to Friday, September 18, 2026" there is none.
fn weekday_before(text: &str, date: &Range<usize>) -> Option<Range<usize>> {
    let from = text.floor_char_boundary(date.start.saturating_sub(REACH));
    let found = BEFORE.captures(&text[from..date.start])?;
    if found.name("of_a_row").is_some() {
        return None;
    }
    Some(moved(found.name("weekday")?, from))
}

/// The place of the weekday after a date.
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

/// The weekday that a name means, in full or cut short.
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

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, found_in_words};
    use insta::assert_snapshot;

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
}
