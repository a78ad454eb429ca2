use super::{Check, Diagnostic, File, FileKind, Report, Rule, Severity, Tree, key};
use crate::load::Leaf;
use jiff::ToSpan;
use jiff::civil::Date;
use site_schema::model::format;
use std::ops::Range;

pub static RULES: &[Rule] = &[
    Rule {
        code: "date/form",
        severity: Severity::Error,
        summary: "A date is mistyped, does not exist, or is not written like 2025-07-23.",
        why: "A date that can't be read can't be shown, and a guess may be wrong.",
        bad: "content/articles/market-drop.mdx\n+++\npublished = 205-09-29\n+++",
        good: "content/articles/market-drop.mdx\n+++\npublished = 2025-09-29\n+++",
        checks: &[Check::File(check_form)],
    },
    Rule {
        code: "date/future",
        severity: Severity::Error,
        summary: "A publication, change or review is dated in the future.",
        why: "Nothing can have been reviewed next month: it is a typo, and readers and search engines distrust such dates. Tomorrow is allowed, because the day begins earlier elsewhere. Only `cargo site check` reports this; a build does not depend on the day.",
        bad: "content/articles/market-drop.mdx\n+++\npublished = 2052-04-07\n+++",
        good: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\n+++",
        checks: &[Check::File(check_future)],
    },
    Rule {
        code: "date/order",
        severity: Severity::Error,
        summary: "Two dates contradict each other: modified before published, or expired before reviewed.",
        why: "One of the two is wrong, and both are shown to readers or relied on in reviews.",
        bad: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\nmodified = 2024-04-09\n+++",
        good: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\nmodified = 2025-04-09\n+++",
        checks: &[Check::File(check_order)],
    },
    Rule {
        code: "date/file-name",
        severity: Severity::Error,
        summary: "The date in an article's file name is not its publication date.",
        why: "The address says one day and the page another.",
        bad: "content/articles/2025-04-07-market-drop.mdx\n+++\npublished = 2025-04-09\n+++",
        good: "content/articles/2025-04-09-market-drop.mdx\n+++\npublished = 2025-04-09\n+++",
        checks: &[Check::File(check_name)],
    },
];

/// The keys whose days are in the past.
const PAST: [&str; 3] = ["published", "modified", "reviewed"];
/// All keys of days.
const KEYS: [&str; 4] = ["published", "modified", "reviewed", "expires"];

fn check_form(file: &File, _: &Tree, report: &mut Report) {
    let text = &*file.text;
    let mut last = None;
    for error in &file.document.errors {
        let line = line_around(text, error.span.start.min(text.len()));
        let Some(value) = date_on_line(text, line.clone()) else {
            continue;
        };
        if last.replace(line.clone()) == Some(line.clone()) {
            continue;
        }
        let written = &text[value.clone()];
        let (message, help) = explain(written);
        report.push(
            Diagnostic::at(file, value, message)
                .expected("year-month-day without quotes, such as 2025-07-23")
                .quoting(written)
                .help(help),
        );
        report.explains(line);
    }
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// The value on a line of TOML that is meant as a date.
fn date_on_line(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let (key, value) = text[line.clone()].split_once('=')?;
    let value = value.split('#').next().unwrap_or_default();
    let trimmed = value.trim();
    let is_date = |c: char| c.is_ascii_digit() || "-–—−‑/.".contains(c);
    let digits = trimmed.chars().filter(char::is_ascii_digit).count();
    let looks_like_one = digits >= 4
        && trimmed.chars().all(is_date)
        && trimmed.split(|c: char| !c.is_ascii_digit()).count() == 3;
    let is_key = KEYS.contains(&key.trim());
    let bare = trimmed.starts_with(|c: char| c.is_ascii_alphanumeric());
    if !(looks_like_one || is_key && bare && digits >= 2) {
        return None;
    }
    let start = line.start + key.len() + 1 + (value.len() - value.trim_start().len());
    Some(start..start + trimmed.len())
}

/// What is wrong with a date, and what to write.
fn explain(written: &str) -> (&'static str, String) {
    const FORM: &str = "this date is not in the form year-month-day";
    let numbers: Vec<&str> = written
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let parts = match numbers.as_slice() {
        [year, month, day] if year.len() == 4 => Some((year, month, day)),
        [year, _, _] if year.len() > 2 => {
            let help = format!("Write the year in full, such as 2025, not {year}.");
            return ("this date's year does not have four digits", help);
        }
        // 15/7/2025 can mean only one day, 7/8/2025 can mean two.
        [day, month, year] if year.len() == 4 && day.parse().is_ok_and(|day: u8| day > 12) => {
            Some((year, month, day))
        }
        _ => None,
    };
    let parts = parts.and_then(|(year, month, day)| {
        let small = |part: &str| Some(i8::try_from(part.parse::<i16>().ok()?).unwrap_or_default());
        Some((year.parse().ok()?, small(month)?, small(day)?))
    });
    let Some((year, month, day)) = parts else {
        return (
            FORM,
            "Write it like 2025-07-23, with two digits each for month and day.".into(),
        );
    };
    if let Ok(date) = Date::new(year, month, day) {
        return (FORM, format!("Write {date}."));
    }
    match Date::new(year, month, 1) {
        Ok(first) => (
            "this day does not exist",
            format!(
                "That month has {} days: look up the right one.",
                first.days_in_month()
            ),
        ),
        Err(_) => (
            "this date's month does not exist",
            "Write the year first, then the month (01 to 12), then the day.".into(),
        ),
    }
}

fn check_future(file: &File, tree: &Tree, report: &mut Report) {
    let Some(today) = tree.today else { return };
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if PAST.contains(&key) && date > latest {
            report.push(
                at(file, leaf, format!("`{key}` is in the future"))
                    .expected(format!("today ({today}) or an earlier day"))
                    .quoting(&leaf.value)
                    .help("Correct the date. To publish later, merge the change on that day."),
            );
        }
    }
}

fn check_order(file: &File, _: &Tree, report: &mut Report) {
    let dates: Vec<_> = dates(file).collect();
    for (later, earlier) in [("modified", "published"), ("expires", "reviewed")] {
        for (leaf, date) in dates.iter().filter(|(leaf, _)| key(&leaf.pointer) == later) {
            let table = &leaf.pointer[..leaf.pointer.len() - later.len()];
            let before = format!("{table}{earlier}");
            let first = dates.iter().find(|(leaf, _)| leaf.pointer == before);
            if let Some((_, first)) = first.filter(|(_, first)| date < first) {
                report.push(
                    at(file, leaf, format!("`{later}` is before `{earlier}`"))
                        .expected(format!("{first} or a later day"))
                        .quoting(&leaf.value)
                        .help(format!("Correct `{later}` or `{earlier}`.")),
                );
            }
        }
    }
}

fn check_name(file: &File, _: &Tree, report: &mut Report) {
    let FileKind::Article(slug) = &file.kind else {
        return;
    };
    let Some(named) = slug.get(..10).and_then(|day| day.parse::<Date>().ok()) else {
        return;
    };
    let published = dates(file).find(|(leaf, _)| leaf.pointer == "/published");
    if let Some((leaf, date)) = published.filter(|(_, date)| *date != named) {
        report.push(
            at(file, leaf, "`published` is not the date in the file's name")
                .expected(format!("{named}, as in {}", file.path))
                .quoting(&date.to_string())
                .help("Correct the wrong one. A file's name is the article's address and needs no date."),
        );
    }
}

fn at(file: &File, leaf: &Leaf, message: impl Into<String>) -> Diagnostic {
    Diagnostic::at(file, file.document.place(&leaf.pointer), message)
}

/// The dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    let leaves = file
        .leaves
        .iter()
        .filter(|leaf| leaf.format == format::DATE);
    leaves.filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}
