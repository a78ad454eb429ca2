use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::{File, FileKind, Leaf, Tree};
use jiff::ToSpan;
use jiff::civil::Date;
use site_schema::model::format;
use std::ops::Range;

pub static FORM: Rule = Rule {
    code: "date/form",
    severity: Severity::Error,
    summary: "A date has a digit too few, a day that does not exist, or another form than 2025-07-23.",
    why: "A date that can't be read can't be shown, and one guessed at may be wrong.",
    bad: "content/articles/market-drop.mdx\n+++\npublished = 205-09-29\n+++",
    good: "content/articles/market-drop.mdx\n+++\npublished = 2025-09-29\n+++",
    checks: &[Check::File(check_form)],
};

pub static FUTURE: Rule = Rule {
    code: "date/future",
    severity: Severity::Error,
    summary: "A day on which something was published, changed or reviewed is yet to come.",
    why: "Nothing can have been reviewed tomorrow: it is a slip, and search engines and readers distrust such dates. A day ahead is allowed, since the day begins earlier elsewhere on earth. A build knows no day and never stops on this: only `cargo site check` does.",
    bad: "content/articles/market-drop.mdx\n+++\npublished = 2052-04-07\n+++",
    good: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\n+++",
    checks: &[Check::File(check_future)],
};

pub static ORDER: Rule = Rule {
    code: "date/order",
    severity: Severity::Error,
    summary: "Two dates contradict one another: changed before it was published, or expired before it was reviewed.",
    why: "One of the two is a slip, and both are shown to readers or relied on in reviews.",
    bad: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\nmodified = 2024-04-09\n+++",
    good: "content/articles/market-drop.mdx\n+++\npublished = 2025-04-07\nmodified = 2025-04-09\n+++",
    checks: &[Check::File(check_order)],
};

pub static NAME: Rule = Rule {
    code: "date/file-name",
    severity: Severity::Error,
    summary: "An article's file name begins with another day than the one it was published on.",
    why: "The address says one day and the page another.",
    bad: "content/articles/2025-04-07-market-drop.mdx\n+++\npublished = 2025-04-09\n+++",
    good: "content/articles/2025-04-09-market-drop.mdx\n+++\npublished = 2025-04-09\n+++",
    checks: &[Check::File(check_name)],
};

/// The keys whose days are past ones.
const PAST: [&str; 3] = ["published", "modified", "reviewed"];
/// All keys of days.
const KEYS: [&str; 4] = ["published", "modified", "reviewed", "expires"];

fn check_form(file: &File, _: &Tree, report: &mut Report) {
    let text = file.readable();
    let mut last = None;
    for error in &file.document.errors {
        let line = line_at(text, error.span.start.min(text.len()));
        let Some(value) = written_date(text, line.clone()) else {
            continue;
        };
        if last.replace(line.clone()) == Some(line.clone()) {
            continue;
        }
        let written = &text[value.clone()];
        let (message, help) = explain(written);
        report.cause(
            Diagnostic::at(file, value, message)
                .expected("a day that exists, as year-month-day without quotes: 2025-07-23")
                .found(format!("`{written}`"))
                .help(help),
            line,
        );
    }
}

fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline);
    start..end
}

/// Where on a line of TOML a value stands that was meant as a date.
fn written_date(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let (key, value) = text[line.clone()].split_once('=')?;
    let value = value.split('#').next().unwrap_or_default();
    let trimmed = value.trim();
    let is_date =
        |c: char| c.is_ascii_digit() || matches!(c, '-' | '–' | '—' | '−' | '‑' | '/' | '.');
    let digits = trimmed.chars().filter(char::is_ascii_digit).count();
    let looks_so = digits >= 4
        && trimmed.chars().all(is_date)
        && trimmed.split(|c: char| !c.is_ascii_digit()).count() == 3;
    let is_key = KEYS.contains(&key.trim());
    let bare = trimmed.starts_with(|c: char| c.is_ascii_alphanumeric());
    if !(looks_so || is_key && bare && digits >= 2) {
        return None;
    }
    let start = line.start + key.len() + 1 + (value.len() - value.trim_start().len());
    Some(start..start + trimmed.len())
}

/// What is wrong with a date, and what to write.
fn explain(written: &str) -> (&'static str, String) {
    let numbers: Vec<&str> = written
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let value = |at: usize| numbers.get(at).and_then(|part| part.parse::<i16>().ok());
    let general =
        "Write the day as year-month-day with two digits for month and day, such as 2025-07-23."
            .to_owned();
    let first = numbers.first().map_or(0, |part| part.len());
    let (year, month, day) = match (first, numbers.len()) {
        (4, 3) => (value(0), value(1), value(2)),
        (3 | 5.., 3) => {
            return (
                "this date's year has not four digits",
                format!(
                    "Write the year in full, such as 2025; it says `{}` here.",
                    numbers[0]
                ),
            );
        }
        (1 | 2, 3) if numbers[2].len() == 4 && value(0) > Some(12) => {
            (value(2), value(1), value(0))
        }
        _ => return ("this date has another form", general),
    };
    let (Some(year), Some(month), Some(day)) = (year, month, day) else {
        return ("this date has another form", general);
    };
    let month = i8::try_from(month).unwrap_or_default();
    match Date::new(year, month, i8::try_from(day).unwrap_or_default()) {
        Ok(date) => ("this date has another form", format!("Write {date}.")),
        Err(_) if !(1..=12).contains(&month) => (
            "this date's month does not exist",
            "Months go from 01 to 12; the year stands first, then the month, then the day."
                .to_owned(),
        ),
        Err(_) => {
            let last = Date::new(year, month, 1)
                .map(Date::days_in_month)
                .unwrap_or(31);
            (
                "this day does not exist",
                format!(
                    "That month has {last} days: look the day up and write it as year-month-day."
                ),
            )
        }
    }
}

fn check_future(file: &File, tree: &Tree, report: &mut Report) {
    let Some(today) = tree.today else { return };
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(leaf);
        if !PAST.contains(&key) || date <= latest {
            continue;
        }
        report.push(
            Diagnostic::at(
                file,
                file.document.place(&leaf.pointer),
                format!("`{key}` is a day that is yet to come"),
            )
            .expected(format!("{today}, the day of this check, or one before it"))
            .found(format!("`{}`", leaf.value))
            .help("Correct the day. What is to appear later is merged on its day."),
        );
    }
}

fn check_order(file: &File, _: &Tree, report: &mut Report) {
    let dates: Vec<_> = dates(file).collect();
    for (later, earlier) in [("modified", "published"), ("expires", "reviewed")] {
        for (leaf, date) in dates.iter().filter(|(leaf, _)| key(leaf) == later) {
            let table = &leaf.pointer[..leaf.pointer.len() - later.len()];
            let before = format!("{table}{earlier}");
            let Some((_, first)) = dates.iter().find(|(leaf, _)| leaf.pointer == before) else {
                continue;
            };
            if date >= first {
                continue;
            }
            report.push(
                Diagnostic::at(
                    file,
                    file.document.place(&leaf.pointer),
                    format!("`{later}` is before `{earlier}`"),
                )
                .expected(format!("{first} or a later day"))
                .found(format!("`{}`", leaf.value))
                .help(format!(
                    "Correct the one that is wrong: `{later}` or `{earlier}`."
                )),
            );
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
    let Some((leaf, date)) = published.filter(|(_, date)| *date != named) else {
        return;
    };
    report.push(
            Diagnostic::at(file, file.document.place(&leaf.pointer), "this is not the day in the file's name")
                .expected(format!("{named}, as the name {} says", file.path))
                .found(format!("`{date}`"))
                .help("Correct the day that is wrong. A file's name needs no day: it is the article's address."),
        );
}

/// The dates of a file that can be read.
fn dates(file: &File) -> impl Iterator<Item = (&Leaf, Date)> {
    let leaves = file
        .leaves
        .iter()
        .filter(|leaf| leaf.format == format::DATE);
    leaves.filter_map(|leaf| Some((leaf, leaf.value.parse().ok()?)))
}

fn key(leaf: &Leaf) -> &str {
    leaf.pointer.rsplit('/').next().unwrap_or_default()
}
