//! The entries of calendars.

use crate::compile::filled;
use crate::load::markdown::tokens;
use crate::load::{File, Leaf, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use site_schema::model::{DayOfYear, ResolvedTime, format};
use std::collections::HashMap;

pub(super) static RULES: &[&Rule] = &[&DATE, &ORDER];

static DATE: Rule = Rule {
    code: "calendar/date",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_dates),
    summary: "The date of a calendar entry is not a day, month or span of the year.",
    why: "An entry without a place in the year can't be drawn, and a day that doesn't exist makes somebody miss a real one.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
kind = "tax"
when = "April 31"
"#,
        right: r#"
kind = "tax"
when = "April 15"
"#,
    },
};

fn check_dates(file: &File, tree: &Tree, out: &mut Diagnostics) {
    for (leaf, time) in times(file, tree) {
        if time.is_none() {
            out.at(file, leaf.map.source(0..leaf.value.len()), "not a time of the year")
                .expected("a day that comes every year, a month, or a span within one year, such as April 15, October or May to June")
                .quoting(&filled(&leaf.value, tree))
                .help("Write the month's name and then the day, or a fact with such a value. Write a span over New Year as two entries.");
        }
    }
}

static ORDER: Rule = Rule {
    code: "calendar/order",
    severity: Severity::Error,
    scope: Scope::FileInTree(check_order),
    summary: "A calendar entry comes after one that is later in the year.",
    why: "Visitors read a calendar from top to bottom; they miss an entry that is out of order.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: r#"
when = "April 15"
title = "Returns are due"
description = "Or an extension, until October."

[[blocks.entries]]
kind = "meeting"
when = "March"
"#,
        right: r#"
when = "April 15"
title = "Returns are due"
description = "Or an extension, until October."

[[blocks.entries]]
kind = "meeting"
when = "May to June"
"#,
    },
};

fn check_order(file: &File, tree: &Tree, out: &mut Diagnostics) {
    // The latest entry of each list, by the list's pointer.
    let mut latest: HashMap<&str, DayOfYear> = HashMap::new();
    let day = |day: &DayOfYear| (day.month, day.day.unwrap_or(1));
    for (leaf, time) in times(file, tree) {
        let Some(time) = time else { continue };
        let list = leaf.pointer.rsplitn(3, '/').last().unwrap_or_default();
        let before = latest.entry(list).or_insert(time.from);
        if day(before) > day(&time.from) {
            let place = leaf.map.source(0..leaf.value.len());
            let message = "this entry is earlier in the year than the one before it";
            out.at(file, place, message)
                .expected(format!("{before} or later"))
                .quoting(&time.label)
                .help("Move the entry up to its place in the year.");
        } else {
            *before = time.from;
        }
    }
}

/// The times of the year in a file. Unknown facts are another rule's.
fn times<'a>(
    file: &'a File,
    tree: &'a Tree,
) -> impl Iterator<Item = (&'a Leaf, Option<ResolvedTime>)> {
    let is_known = |(name, _): &(String, _)| tree.tokens.contains_key(name);
    leaves(file, format::TIME_OF_YEAR)
        .filter(move |leaf| tokens(&leaf.value).iter().all(is_known))
        .map(|leaf| (leaf, ResolvedTime::parse(&filled(&leaf.value, tree))))
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn date() {
        assert_snapshot!(check("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{withdrawal-rule}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"October\"\ntitle = \"Due\"\n"), @r#"
        error[calendar/date]: not a time of the year
          --> content/pages/index.toml:21:9
           |
        21 | when = "{withdrawal-rule}"
           |         ^^^^^^^^^^^^^^^^^
           |
           = expected: a day that comes every year, a month, or a span within one year, such as April 15, October or May to June
           = found: `4%`
           = help: Write the month's name and then the day, or a fact with such a value. Write a span over New Year as two entries.
        "#);
        finds("calendar/date", &[
            ("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"\ntitle = \"Due\"\n", (26, 9)),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May to June\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May 1, 2026\"\ntitle = \"Due\"\n"), @r#"
        error[calendar/order]: this entry is earlier in the year than the one before it
          --> content/pages/index.toml:26:9
           |
        26 | when = "April 15"
           |         ^^^^^^^^
           |
           = expected: May or later
           = found: `April 15`
           = help: Move the entry up to its place in the year.
        "#);
    }
}
