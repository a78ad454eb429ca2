//! Dates in texts that don't exist, don't match the weekday next to them, or have passed.

use super::times::{impossible_dates, times_in};
use crate::load::{File, FileKind, Passage, pattern};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use crate::sentences::sentence;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use regex::{Match, Regex};
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
        for place in impossible_dates(&text.text) {
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
        for time in times_in(&text.text) {
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
    Some(range_from(found.name("weekday")?, from))
}

/// Returns the span of the weekday after a date.
fn weekday_after(text: &str, date: &Range<usize>) -> Option<Range<usize>> {
    let to = text.floor_char_boundary(date.end.saturating_add(REACH));
    let found = AFTER.captures(&text[date.end..to])?;
    Some(range_from(found.get(1).or(found.get(2))?, date.end))
}

fn range_from(found: Match, by: usize) -> Range<usize> {
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

/// The number of years after which readers recognize a date as history.
const HISTORY: i16 = 3;

pub(super) static PASSED: Rule = Rule {
    code: "date/passed",
    severity: Severity::Warning,
    scope: Scope::Texts(check_passed),
    summary: "A page has a full date of the last three years that has passed, in a sentence that isn't about the past.",
    why: "A page has no date, so its words must hold today: an invitation to last month's workshop tells visitors that no one looks after the site.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"intro = "Two people and a telephone. Open house: January 17, 2026.""#,
        right: r#"intro = "Two people and a telephone.""#,
    },
};

fn check_passed(file: &File, texts: &[Passage], out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    if !matches!(
        file.kind,
        FileKind::Page(_) | FileKind::Site | FileKind::Fees
    ) {
        return;
    }
    let history = today.saturating_sub(HISTORY.years());
    for text in texts {
        for time in times_in(&text.text) {
            let is_recent = time.is_full_date && time.last < today && time.last >= history;
            if !is_recent || text.has_code(&time.place) {
                continue;
            }
            let sentence = sentence(&text.text, &time.place);
            let before = &text.text[sentence.start..time.place.start];
            let after = &text.text[time.place.end..sentence.end];
            if is_about_past(before, after) {
                continue;
            }

            let written = &text.text[time.place.clone()];
            let message = format!("`{written}` has passed");
            out.in_text(file, text, time.place, message)
                .expected(format!("{today} or a later date, or a sentence about the past"))
                .help("If the event is over, delete it or write its next date. If the sentence is about the past, use the past tense or “since”: we opened on …, since …, the rule took effect on ….");
        }
    }
}

/// Returns true if the text of a sentence before and after a date shows that the date has passed, or that it is the date of a
/// document, a value or a rule.
fn is_about_past(before: &str, after: &str) -> bool {
    if FROM.is_match(before) || PAST.is_match(before) {
        return true;
    }
    if PAST.is_match(after) {
        return true;
    }
    let Some(found) = DONE_BEFORE.captures(before) else {
        return false;
    };
    // "must be filed before ..." is about the future, "homes bought before ..." isn't.
    found.name("passive").is_none()
}

/// Words right before a date that make it the beginning of something that still holds, or the date of a document or a value.
static FROM: LazyLock<Regex> = LazyLock::new(|| {
    let from = "since|as of|after|of|from|effective|beginning|starting|dated|until after|between";
    let state = "(?:balance|value|price|rate|age|basis|amount|worth|income)s? (?:on|at)";
    pattern(&format!(r"(?i)(?:^|[^\w])(?:{from}|{state})[*_]*\s[*_]*$"))
});

/// Verbs in the past tense, and names of laws and documents.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "was|were|had|did|has been|have been|began|became|came|fell|rose|went|took|gave|met|won|lost|grew|sold|bought|built|wrote|said|told|died|born|founded|opened|joined|moved|merged|started|launched|enacted|passed|ended|changed|updated|revised|amended|reviewed|published|signed into law|turned|celebrated|arrived|completed|earned|received|graduated|ago";
    let documents = r"[Tt]he (?:\w+ )?Act|Public Law|Notice [0-9]|Revenue (?:Procedure|Ruling)";
    pattern(&format!(r"\b(?:(?i:{verbs})|{documents})\b"))
});

/// A participle and "before", right before a date. If the participle is part of the passive voice, its auxiliary verb is captured.
static DONE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let passive = r"(?P<passive>\b(?:be|is|are|been|being|get|gets)\s(?:\w+\s)?)?";
    let participle = r"\b(?:\w+ed|made|bought|sold|paid|held|taken out|set up|written|issued)";
    pattern(&format!(r"(?i){passive}{participle}\s(?:on or )?before\s$"))
});

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, check_at_marks, found_in_words, found_on_page};

    #[test]
    #[rustfmt::skip]
    fn impossible_date() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "Some **words on «February 29, 2025»**"), @r#"
        error[date/impossible]: `February 29, 2025` doesn't exist
        --> content/articles/first.mdx
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
        assert_snapshot!(check_at_marks("articles/first.mdx", "Some **words**", "On «Tuesday», September 17, 2026, some **words**"), @r#"
        error[date/weekday]: September 17, 2026 is a Thursday
        --> content/articles/first.mdx
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

    #[test]
    #[rustfmt::skip]
    fn passed() {
        // The day is January 31, 2026.
        let intro = "intro = \"Two people and a telephone.\"";
        assert_snapshot!(check_at_marks("pages/about.toml", intro, "intro = \"Open house: «January 17, 2026».\""), @r#"
        warning[date/passed]: `January 17, 2026` has passed
        --> content/pages/about.toml
         = expected: 2026-01-31 or a later date, or a sentence about the past
         = found: `January 17, 2026`
         = help: If the event is over, delete it or write its next date. If the sentence is about the past, use the past tense or “since”: we opened on …, since …, the rule took effect on ….
        "#);
        let wrong = "Workshop on Tuesday, September 16, 2025. Join us at the library on **October 3, 2025**. The office is closed on 12/24/2025. \
            Returns must be filed before October 15, 2025. Sign up before January 30, 2026. The offer is valid through Dec. 31st, 2025. \
            Open house, January 16 and 17, 2026. Enrollment runs until December 7, 2025.";
        let found = found_on_page("date/passed", wrong);
        assert_eq!(
            found.join("|"),
            "September 16, 2025|October 3, 2025|12/24/2025|October 15, 2025|January 30, 2026|Dec. 31st, 2025|January 16 and 17, 2026|December 7, 2025"
        );
        // The planned event has passed.
        assert_eq!(found_on_page("date/passed", "A third will join us on January 5, 2026."), ["January 5, 2026"]);
        assert!(found_in_words("date/passed", "The workshop is on July 16, 2025.").is_empty());
    }

    #[test]
    #[rustfmt::skip]
    fn honest_texts() {
        let honest = "
- We opened our office on June 3, 2025.
- Robin joined the firm on March 3, 2025.
- The firm was founded on October 1, 2009.
- Founded on October 1, 2025.
- Our hours changed on January 5, 2026.
- As of December 31, 2025, we look after both.
- Since January 1, 2026, catch-up contributions go to a Roth account.
- The law took effect on January 1, 2026.
- Public Law 119-21 (July 4, 2025)
- The Act of July 4, 2025 made it permanent.
- Our brochure is dated March 28, 2025.
- Last updated January 12, 2026.
- It holds for tax years that begin after December 31, 2025.
- Homes bought before December 16, 2025 keep the old limit.
- Agreements executed before January 1, 2024 are different.
- The fee is computed on the value on December 31, 2025.
- New fees are charged from January 1, 2026.
- Effective January 1, 2026, the minimum is higher.
- Fall began on September 22, 2025.
- The workshop on January 17, 2026 was full.
- The next workshop is on February 17, 2026.
- Today is January 31, 2026.
- The wall fell on November 9, 1989.
- Black Monday: October 19, 1987.
- Use Form 1040 for 2025, which is due in April 2026.
- You must have been born before January 2, 1961.
- Beginning January 1, 2026, we charge less.
- Enrollment ends on December 7, 2026.
- She turned 70 on October 3, 2025.
";
        assert_eq!(found_on_page("date/passed", honest), [""; 0]);
    }
}
