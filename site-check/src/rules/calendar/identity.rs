//! Tax dates in the calendars of subscribers: their identity, which is the year of the calendar and the `id`, and their corrections.

use super::tax_dates::{TaxDate, tax_dates, trees_before};
use crate::fix::Fix;
use crate::load::Tree;
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{HashMap, HashSet};

pub(super) static ID: Rule = Rule {
    code: "calendar/id",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_ids),
    summary: "Two different tax dates have the same id, or the id of a tax date has changed.",
    why: "Calendar programs identify a date by its year and its id: they show only one of two dates with the same id, and a date with a new id twice.",
    example: Example::Planted {
        wrong: r#"
content/pages/about.toml, where main has id = "returns":

kind = "tax"
id = "april-returns"
when = "April 15"
"#,
        right: r#"
content/pages/about.toml, as on main:

kind = "tax"
id = "returns"
when = "April 15"
"#,
        plant: |tree| {
            begin_change(tree);
            replace(
                tree,
                "content/pages/about.toml",
                "id = \"returns\"",
                "id = \"april-returns\"",
            );
        },
    },
};

fn check_ids(tree: &Tree, out: &mut Diagnostics) {
    let dates = tax_dates(tree.files_changed_last(), tree);
    report_shared(&dates, out);
    let ids: HashSet<_> = dates.iter().map(TaxDate::key).collect();
    for before in trees_before(tree) {
        let dates_before = tax_dates(before.files.iter().map(|file| &**file), &before);
        let ids_before: HashSet<_> = dates_before.iter().map(TaxDate::key).collect();
        for date in &dates {
            let same = |known: &&TaxDate| known.year == date.year && known.title == date.title;
            let lost = dates_before
                .iter()
                .find(|known| same(known) && !ids.contains(&known.key()));
            if let Some(lost) = lost
                && !ids_before.contains(&date.key())
            {
                report_renamed(date, lost.id, out);
            }
        }
    }
}

/// Reports each date that has the same id as a different date.
fn report_shared(dates: &[TaxDate], out: &mut Diagnostics) {
    let mut known: HashMap<_, &TaxDate> = HashMap::new();
    for date in dates {
        let Some(other) = known.insert(date.key(), date) else {
            continue;
        };
        let said = |date: &TaxDate| {
            let corrected = date.corrected.map(|day| format!(", corrected on {day}"));
            format!(
                "{}, {}{}",
                date.title,
                date.label,
                corrected.unwrap_or_default()
            )
        };
        if said(date) == said(other) {
            continue;
        }
        let message = format!("two tax dates of {} have the id `{}`", date.year, date.id);
        out.at_value(date.file, &date.at("id"), message)
            .expected("the same title, day and correction in each calendar")
            .found(format!("“{}” here, “{}” in {}", said(date), said(other), other.file.path))
            .help("If they are the same date, write the correct values in both entries. If not, give one of them a different id.");
    }
}

/// Reports a date that had a different id before.
fn report_renamed(date: &TaxDate, id: &str, out: &mut Diagnostics) {
    let span = date.file.document.span(&date.at("id"));
    let message = format!("the id of this tax date used to be `{id}`");
    out.at_value(date.file, &date.at("id"), message)
        .expected(format!("id = \"{id}\", the id that calendar programs have"))
        .found(format!("`{}`", date.id))
        .help(format!("Write id = \"{id}\": an id stays the same when the day or the title changes. If this is a different date, give it a different title."))
        .fix(Fix::instead(date.file, span, date.id, id));
}

pub(super) static CORRECTED: Rule = Rule {
    code: "calendar/corrected",
    severity: Severity::Error,
    // A scheduled correction counts, too.
    scope: Scope::AllEditions(check_corrected),
    summary: "The day of a tax date has changed, and `corrected` doesn't say so.",
    why: "Calendar programs move a date that they already have only if the file says that it was corrected; otherwise, the wrong deadline stays in the calendar of everyone who imported it.",
    example: Example::Planted {
        wrong: r#"
content/pages/about.toml, where main has when = "April 15":

kind = "tax"
id = "returns"
when = "April 20"
"#,
        right: r#"
content/pages/about.toml, where main has when = "April 15":

kind = "tax"
id = "returns"
when = "April 20"
corrected = 2026-01-31
"#,
        plant: |tree| {
            begin_change(tree);
            replace(
                tree,
                "content/pages/about.toml",
                "when = \"April 15\"",
                "when = \"April 20\"",
            );
        },
    },
};

fn check_corrected(tree: &Tree, out: &mut Diagnostics) {
    let dates = tax_dates(tree.files_changed_last(), tree);
    report_turns(&dates, out);
    for before in trees_before(tree) {
        let dates_before = tax_dates(before.files.iter().map(|file| &**file), &before);
        for date in &dates {
            let known = dates_before.iter().find(|known| known.key() == date.key());
            if let Some(known) = known
                && !date.is_over(tree)
            {
                report_change(date, known, out);
            }
        }
    }
}

/// Reports a date that has changed without a later correction, or whose correction was deleted.
fn report_change(date: &TaxDate, before: &TaxDate, out: &mut Diagnostics) {
    let is_moved = date.days != before.days;
    let is_corrected = if is_moved {
        date.corrected > before.corrected
    } else {
        date.corrected >= before.corrected
    };
    if is_corrected {
        return;
    }
    // A correction with the same date may already be published.
    let mut next = out.today;
    if let Some(last) = before.corrected {
        next = next.max(last.checked_add(1.day()).ok());
    }
    let (message, expected, day) = match before.corrected {
        Some(last) if is_moved => {
            let expected = format!("`corrected`, with a date after {last}");
            (move_message(date, before), expected, next)
        }
        Some(last) => {
            let message = "the correction of this tax date was deleted".to_owned();
            let expected = format!("`corrected`, with {last} or a later date");
            (message, expected, Some(last))
        }
        None => {
            let expected = "`corrected`, with the date of the correction".to_owned();
            (move_message(date, before), expected, next)
        }
    };
    let written = |day: Option<Date>, without: &str| match day {
        Some(day) => format!("corrected = {day}"),
        None => without.to_owned(),
    };
    let line = written(day, "corrected = …");
    let help = format!(
        "Write {line} in this entry and in the same entry of other calendars, so that calendar programs move the date that they have. If this is a different date, give it a different id."
    );
    out.at_value(date.file, &date.at("when"), message)
        .expected(expected)
        .found(written(date.corrected, "none"))
        .help(help);
}

fn move_message(date: &TaxDate, before: &TaxDate) -> String {
    format!(
        "the tax date `{}` of {} moves from {} to {}",
        date.id, date.year, before.label, date.label
    )
}

/// Reports a date that a scheduled change moves without a correction.
fn report_turns(dates: &[TaxDate], out: &mut Diagnostics) {
    let mut known: HashMap<_, &TaxDate> = HashMap::new();
    for date in dates {
        let Some(other) = known.insert(date.key(), date) else {
            continue;
        };
        let is_by_clock = date.has_window() || other.has_window();
        if is_by_clock && date.days != other.days && date.corrected == other.corrected {
            out.at_value(date.file, &date.at("when"), move_message(date, other))
                .expected("`corrected` in the later of the two entries, with the date of the correction")
                .found("no correction that differs")
                .help("Write `corrected`, with a later date, in the entry that replaces the other. If it is a different date, give it a different id.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{assert_snapshot, found_since, site_with};

    const ABOUT: &str = "pages/about.toml";
    const OTHER: &str = "pages/questions-to-ask.toml";
    const DAY: &str = "when = \"April 15\"";
    const MOVED: &str = "when = \"April 20\"";
    const ONCE: &str = "when = \"April 20\"\ncorrected = 2026-01-10";
    const TWICE: &str = "when = \"April 21\"\ncorrected = 2026-01-11";

    /// The problems of tax dates in the tests' own site after some changes, compared with a merge base after other changes.
    fn found(before: &[(&str, &str, &str)], after: &[(&str, &str, &str)]) -> Vec<String> {
        let mut found = found_since(&site_with(before), &site_with(after));
        found.retain(|it| ["calendar/corrected", "calendar/id"].contains(&it.code));
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    #[rustfmt::skip]
    fn calendars_that_differ() {
        let same = ("title = \"Last payment\"", "title = \"Returns are due\"");
        let other = |to| (OTHER, "id = \"last-payment\", when = \"January 15\"", to);
        assert_snapshot!(found(&[], &[other("id = \"returns\", when = \"April 15\"")]).join("\n"), @r#"
        error[calendar/id]: two tax dates of 2026 have the id `returns`
          --> content/pages/questions-to-ask.toml:41:26
           |
        41 |     { kind = "tax", id = "returns", when = "April 15", title = "Last payment", description =...
           |                          ^^^^^^^^^
           |
           = expected: the same title, day and correction in each calendar
           = found: “Last payment, April 15” here, “Returns are due, April 15” in content/pages/about.toml
           = help: If they are the same date, write the correct values in both entries. If not, give one of them a different id.
        "#);
        let title = (OTHER, same.0, same.1);
        let same_day = other("id = \"returns\", when = \"April 15\"");
        assert_eq!(found(&[], &[title, same_day]), [""; 0]);
        let other_day = other("id = \"returns\", when = \"April 20\"");
        let differs = |it: &String| it.contains("two tax dates of 2026 have the id `returns`");
        assert!(found(&[], &[title, other_day]).iter().any(differs));
        // Only one of the two is corrected.
        let both = [title, same_day];
        let half = [both[0], both[1], (ABOUT, DAY, ONCE)];
        assert_eq!(found(&both, &half).len(), 1);
    }

    #[test]
    #[rustfmt::skip]
    fn an_id_that_has_changed() {
        let renamed = (ABOUT, "id = \"returns\"", "id = \"april-returns\"");
        assert_snapshot!(found(&[], &[renamed]).join("\n"), @r#"
        error[calendar/id]: the id of this tax date used to be `returns`
          --> content/pages/about.toml:61:6
           |
        61 | id = "april-returns"
           |      ^^^^^^^^^^^^^^^
           |
           = expected: id = "returns", the id that calendar programs have
           = found: `april-returns`
           = help: Write id = "returns": an id stays the same when the day or the title changes. If this is a different date, give it a different title.
           = note: `cargo site check --fix` fixes this
        "#);
        let other_title = (ABOUT, "Returns are due", "Estimates are due");
        assert_eq!(found(&[], &[renamed, other_title]), [""; 0]);
    }

    #[test]
    #[rustfmt::skip]
    fn a_day_that_has_changed() {
        assert_snapshot!(found(&[], &[(ABOUT, DAY, MOVED)]).join("\n"), @r#"
        error[calendar/corrected]: the tax date `returns` of 2026 moves from April 15 to April 20
          --> content/pages/about.toml:62:8
           |
        62 | when = "April 20"
           |        ^^^^^^^^^^
           |
           = expected: `corrected`, with the date of the correction
           = found: none
           = help: Write corrected = 2026-01-31 in this entry and in the same entry of other calendars, so that calendar programs move the date that they have. If this is a different date, give it a different id.
        "#);
        for (before, after, problems) in [
            (DAY, ONCE, 0),
            (ONCE, TWICE, 0),
            // Twice on one day.
            (ONCE, "when = \"April 21\"\ncorrected = 2026-01-10", 1),
            (ONCE, "when = \"April 21\"", 1),
            // The correction in calendar programs is later.
            (ONCE, MOVED, 1),
            (TWICE, ONCE, 1),
            ("when = \"April 15\"", "when = \"April 15, 2026\"", 0),
        ] {
            let found = found(&[(ABOUT, DAY, before)], &[(ABOUT, DAY, after)]);
            assert_eq!(found.len(), problems, "{before} {after}: {found:#?}");
        }
    }

    #[test]
    fn a_day_that_a_fact_moves() {
        let change = ("facts.toml", "December 31", "December 30");
        assert_eq!(found(&[], &[change]).len(), 1);
        let corrected = (
            ABOUT,
            "\"{gift-deadline}\"",
            "\"{gift-deadline}\"\ncorrected = 2026-01-10",
        );
        assert_eq!(found(&[], &[change, corrected]), [""; 0]);
    }

    #[test]
    fn a_date_that_was_never_published() {
        let ahead = (
            ABOUT,
            "kind = \"calendar\"",
            "kind = \"calendar\"\nstarts = 2026-12-01",
        );
        assert_eq!(found(&[ahead], &[ahead, (ABOUT, DAY, MOVED)]), [""; 0]);
        let draft = (ABOUT, "[meta]", "[meta]\ndraft = true");
        assert_eq!(found(&[draft], &[(ABOUT, DAY, MOVED)]), [""; 0]);
        // The same date of another year.
        let next = (ABOUT, "year = 2026", "year = 2027");
        assert_eq!(found(&[], &[next, (ABOUT, DAY, MOVED)]), [""; 0]);
    }

    #[test]
    fn a_date_with_a_scheduled_change() {
        let calendar = |starts: &str, entry: &str| {
            format!(
                "[[blocks]]\nkind = \"calendar\"\n{starts}\nheading = \"Later\"\nyear = 2026\nlabels = {{ meeting = \"M\", tax = \"T\", fee = \"F\", next = \"N\" }}\n\n[[blocks.entries]]\nkind = \"tax\"\nid = \"returns\"\n{entry}\ntitle = \"Returns are due\"\n\n[[blocks.entries]]\nkind = \"meeting\"\nwhen = \"May\"\ntitle = \"Reviews\"\n\n"
            )
        };
        let ends = (
            ABOUT,
            "heading = \"Our Year\"",
            "heading = \"Our Year\"\nends = 2026-09-30",
        );
        for (entry, problems) in [(MOVED, 1), (ONCE, 0), (DAY, 0)] {
            let last = "[[blocks]]\nkind = \"team\"";
            let added = calendar("starts = 2026-10-01", entry) + last;
            let site = site_with(&[ends, (ABOUT, last, &added)]);
            let found = site.load_today().diagnostics;
            let found = found.iter().filter(|it| it.code == "calendar/corrected");
            assert_eq!(found.count(), problems, "{entry}");
        }
    }
}
