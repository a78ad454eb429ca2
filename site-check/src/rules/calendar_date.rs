use super::{Check, Report, Rule};
use crate::compile::filled;
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::tokens;
use crate::load::{File, Leaf, Tree};
use site_schema::model::{ResolvedTime, TimeFault, format, month_name};

pub static RULE: Rule = Rule {
    code: "calendar/date",
    severity: Severity::Error,
    summary: "The date of a calendar's entry is no time of the year.",
    why: "An entry without its place in the year can't be drawn, and a day that doesn't exist makes somebody miss a real one.",
    bad: "content/pages/working-with-us.toml\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"",
    good: "content/pages/working-with-us.toml\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{estimated-tax-second}\"",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for (leaf, time) in times(&file.leaves, tree) {
        let Err(fault) = time else {
            continue;
        };
        let (expected, help) = words(fault);
        let at = leaf.map.source(0..leaf.value.len());
        report.push(
            Diagnostic::at(file, at, "this is no time of the year")
                .expected(expected)
                .found(format!("`{}`", filled(&leaf.value, tree)))
                .help(help),
        );
    }
}

/// The times of the year among leaves. Those that name an unknown fact are another rule's.
pub(super) fn times<'a>(
    leaves: &'a [Leaf],
    tree: &'a Tree,
) -> impl Iterator<Item = (&'a Leaf, Result<ResolvedTime, TimeFault>)> {
    leaves
        .iter()
        .filter(|leaf| leaf.format == format::TIME_OF_YEAR)
        .filter(|leaf| {
            let named = tokens(&leaf.value);
            named.iter().all(|(name, _)| tree.tokens.contains_key(name))
        })
        .map(|leaf| (leaf, ResolvedTime::parse(&filled(&leaf.value, tree))))
}

fn words(fault: TimeFault) -> (String, String) {
    match fault {
        TimeFault::Form => (
            "a day, a month or a span, such as April 15, October or May to June".into(),
            "Write the month's name and then the day, or a fact whose value is written so.".into(),
        ),
        TimeFault::Day { month, days } => {
            let month = month_name(month);
            (
                format!("a day of {month} that every year has: 1 to {days}"),
                format!("Write {month} {days}, or correct the mistyped day."),
            )
        }
        TimeFault::Backwards => (
            "a span that ends after it begins, in the same year".into(),
            "Exchange the two ends. A span over New Year is written as two entries.".into(),
        ),
    }
}
