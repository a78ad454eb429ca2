//! The days of tax dates that have changed, and whether they say so.

use super::identity::{TaxDate, tax_dates, trees_before};
use crate::load::Tree;
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::ToSpan;
use std::collections::BTreeMap;

pub(super) static CORRECTED: Rule = Rule {
    code: "calendar/corrected",
    severity: Severity::Error,
    // As written: a correction that waits for its day is one, too.
    scope: Scope::AllEditions(check_corrected),
    summary: "The day of a tax date has changed, and `corrected` doesn't say so.",
    why: "Calendar programs move the date that they have only if the file says that it was corrected. Without that, the wrong deadline stays in the calendars of everyone who has imported it.",
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

/// Reports a date that has changed without a later correction, or has lost its correction.
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
    // One of this day may have been published already.
    let mut next = out.today;
    if let Some(last) = before.corrected {
        next = next.max(last.checked_add(1.day()).ok());
    }
    let (message, line) = match (is_moved, next, before.corrected) {
        (false, _, Some(last)) => (
            "the correction of this tax date is gone".to_owned(),
            format!("corrected = {last}"),
        ),
        (_, Some(next), _) => (moved(date, before), format!("corrected = {next}")),
        (_, None, _) => (moved(date, before), "corrected = …".to_owned()),
    };
    let expected = match before.corrected {
        Some(last) if is_moved => format!("`corrected`, with a day after {last}"),
        Some(last) => format!("`corrected`, with {last} or a later day"),
        None => "`corrected`, with the day of the correction".to_owned(),
    };
    let found = match date.corrected {
        Some(day) => format!("corrected = {day}"),
        None => "none".to_owned(),
    };
    let help = format!(
        "Write {line} at this date, and at the same date of other calendars: calendar programs then move the date that they have. If this is a different date, give it a different id."
    );
    out.at_value(date.file, &date.at("when"), message)
        .expected(expected)
        .found(found)
        .help(help);
}

fn moved(date: &TaxDate, before: &TaxDate) -> String {
    format!(
        "the tax date `{}` of {} is {}, and was {}",
        date.id, date.year, date.label, before.label
    )
}

/// Reports a date that changes by the clock without being corrected.
fn report_turns(dates: &[TaxDate], out: &mut Diagnostics) {
    let mut known: BTreeMap<_, &TaxDate> = BTreeMap::new();
    for date in dates {
        let Some(other) = known.insert(date.key(), date) else {
            continue;
        };
        let is_by_clock = date.has_window() || other.has_window();
        if is_by_clock && date.days != other.days && date.corrected == other.corrected {
            out.at_value(date.file, &date.at("when"), moved(date, other))
                .expected("`corrected` at the later of the two, with the day of the correction")
                .found("none that differs")
                .help("Write `corrected`, with a later day, at the date that takes the place of the other. If it is a different date, give it a different id.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::identity::tests::found;
    use crate::rules::tests::site::Site;
    use insta::assert_snapshot;

    const ABOUT: &str = "pages/about.toml";
    const DAY: &str = "when = \"April 15\"";
    const MOVED: &str = "when = \"April 20\"";
    const ONCE: &str = "when = \"April 20\"\ncorrected = 2026-01-10";
    const TWICE: &str = "when = \"April 21\"\ncorrected = 2026-01-11";

    #[test]
    #[rustfmt::skip]
    fn a_day_that_has_changed() {
        assert_snapshot!(found(&[], &[(ABOUT, DAY, MOVED)]).join("\n"), @r#"
        error[calendar/corrected]: the tax date `returns` of 2026 is April 20, and was April 15
          --> content/pages/about.toml:62:8
           |
        62 | when = "April 20"
           |        ^^^^^^^^^^
           |
           = expected: `corrected`, with the day of the correction
           = found: none
           = help: Write corrected = 2026-01-31 at this date, and at the same date of other calendars: calendar programs then move the date that they have. If this is a different date, give it a different id.
        "#);
        for (before, after, problems) in [
            (DAY, ONCE, 0),
            (ONCE, TWICE, 0),
            // Twice on one day.
            (ONCE, "when = \"April 21\"\ncorrected = 2026-01-10", 1),
            (ONCE, "when = \"April 21\"", 1),
            // What calendar programs have is later.
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
    fn a_date_that_nobody_has_seen() {
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
    fn a_date_that_changes_by_the_clock() {
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
            let site = Site::new();
            let last = "[[blocks]]\nkind = \"team\"";
            let added = calendar("starts = 2026-10-01", entry) + last;
            site.change(ends.0, ends.1, ends.2);
            site.change(ABOUT, last, &added);
            let found = site.load_today().diagnostics;
            let found = found.iter().filter(|it| it.code == "calendar/corrected");
            assert_eq!(found.count(), problems, "{entry}");
        }
    }
}
