//! The ids of tax dates, among each other and compared with those before a change.

use super::identity::{TaxDate, tax_dates, trees_before};
use crate::fix::Fix;
use crate::load::Tree;
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::{BTreeMap, BTreeSet};

pub(super) static ID: Rule = Rule {
    code: "calendar/id",
    severity: Severity::Error,
    scope: Scope::WholeTree(check_ids),
    summary: "Two tax dates with the same id differ, or a tax date has another id than before.",
    why: "Calendar programs know a date by its year and its id. Of two different dates with the same one they show one; a date with another one is there twice.",
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
    let ids: BTreeSet<_> = dates.iter().map(TaxDate::key).collect();
    for before in trees_before(tree) {
        let dates_before = tax_dates(before.files.iter().map(|file| &**file), &before);
        let ids_before: BTreeSet<_> = dates_before.iter().map(TaxDate::key).collect();
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

/// Reports each date that has the id of another, and is not the same.
fn report_shared(dates: &[TaxDate], out: &mut Diagnostics) {
    let mut known: BTreeMap<_, &TaxDate> = BTreeMap::new();
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
            .help("If they are the same date, write what is right at both. If not, give one of them a different id.");
    }
}

/// Reports a date that had another id.
fn report_renamed(date: &TaxDate, id: &str, out: &mut Diagnostics) {
    let span = date.file.document.span(&date.at("id"));
    let message = format!("the id of this tax date was `{id}`");
    out.at_value(date.file, &date.at("id"), message)
        .expected(format!("id = \"{id}\", as calendar programs know the date"))
        .found(format!("`{}`", date.id))
        .help(format!("Write id = \"{id}\": an id stays when the day or the title changes. If this is a different date, give it a different title."))
        .fix(Fix::instead(date.file, span, date.id, id));
}

#[cfg(test)]
mod tests {
    use super::super::identity::tests::found;
    use insta::assert_snapshot;

    const ABOUT: &str = "pages/about.toml";
    const OTHER: &str = "pages/questions-to-ask.toml";
    const DAY: &str = "when = \"April 15\"";
    const ONCE: &str = "when = \"April 20\"\ncorrected = 2026-01-10";

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
           = help: If they are the same date, write what is right at both. If not, give one of them a different id.
        "#);
        let title = (OTHER, same.0, same.1);
        let same_day = other("id = \"returns\", when = \"April 15\"");
        assert_eq!(found(&[], &[title, same_day]), [""; 0]);
        let other_day = other("id = \"returns\", when = \"April 20\"");
        let differs = |it: &String| it.contains("two tax dates of 2026 have the id `returns`");
        assert!(found(&[], &[title, other_day]).iter().any(differs));
        // Corrected in one of the two.
        let both = [title, same_day];
        let half = [both[0], both[1], (ABOUT, DAY, ONCE)];
        assert_eq!(found(&both, &half).len(), 1);
    }

    #[test]
    #[rustfmt::skip]
    fn an_id_that_has_changed() {
        let renamed = (ABOUT, "id = \"returns\"", "id = \"april-returns\"");
        assert_snapshot!(found(&[], &[renamed]).join("\n"), @r#"
        error[calendar/id]: the id of this tax date was `returns`
          --> content/pages/about.toml:61:6
           |
        61 | id = "april-returns"
           |      ^^^^^^^^^^^^^^^
           |
           = expected: id = "returns", as calendar programs know the date
           = found: `april-returns`
           = help: Write id = "returns": an id stays when the day or the title changes. If this is a different date, give it a different title.
           = note: `cargo site check --fix` fixes this
        "#);
        let other_title = (ABOUT, "Returns are due", "Estimates are due");
        assert_eq!(found(&[], &[renamed, other_title]), [""; 0]);
    }
}
