//! Entries that are not in the order of the year.

use super::{Entry, entries};
use crate::load::{File, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::DayOfYear;

pub(super) static ORDER: Rule = Rule {
    code: "calendar/order",
    severity: Severity::Error,
    scope: Scope::FileInTree(check),
    summary: "A calendar entry comes after one that is later in the year.",
    why: "Visitors read a calendar from top to bottom; they miss an entry that is out of order.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
description = "Or an extension, until October."

[[blocks.entries]]
kind = "meeting"
when = "March"
"#,
        right: r#"
description = "Or an extension, until October."

[[blocks.entries]]
kind = "meeting"
when = "May to June"
"#,
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let entries = entries(file, tree);
    // The latest entry so far of the calendar that is being read.
    let mut latest: Option<(&Entry, DayOfYear)> = None;
    for (at, entry) in entries.iter().enumerate() {
        let Some(time) = &entry.time else { continue };
        let before = match latest {
            Some((last, before)) if last.calendar == entry.calendar => before,
            _ => time.from,
        };
        let next = entries.get(at + 1).and_then(|next| next.time.as_ref());
        if place(before) > place(time.from)
            && let Some((last, _)) = latest
            && let Some(next) = next
            && place(before) > place(next.from)
        {
            // The one before is later than all that follow: it is the one out of its place.
            out.at(
                file,
                last.span(),
                "this entry is later in the year than the one after it",
            )
            .expected(format!("{} or earlier", time.from))
            .quoting(&before.to_string())
            .help("Move the entry down to its place in the year, or correct its time.");
            latest = Some((entry, time.from));
        } else if place(before) > place(time.from) {
            let message = "this entry is earlier in the year than the one before it";
            out.at(file, entry.span(), message)
                .expected(format!("{before} or later"))
                .quoting(&time.label)
                .help("Move the entry up to its place in the year.");
        } else {
            latest = Some((entry, time.from));
        }
    }
}

/// The place of a day in the year; a month is at its first.
fn place(day: DayOfYear) -> (u8, u8) {
    (day.month, day.day.unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check("pages/about.toml", "May to June", "April 14, 2026"), @r#"
        error[calendar/order]: this entry is earlier in the year than the one before it
          --> content/pages/about.toml:68:9
           |
        68 | when = "April 14, 2026"
           |         ^^^^^^^^^^^^^^
           |
           = expected: April 15 or later
           = found: `April 14`
           = help: Move the entry up to its place in the year.
        "#);
        finds("calendar/order", &[
            ("pages/about.toml", "when = \"April 15\"", "when = \"November 16\"", (61, 9)),
        ]);
        near_misses("calendar/order", &[
            ("pages/about.toml", "May to June", "April 15", "April"),
        ]);
    }
}
