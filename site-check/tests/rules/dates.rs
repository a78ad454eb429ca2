//! Dates and times of the year.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn calendars() {
    assert_snapshot!(found("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"{withdrawal-rule}\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"October\"\ntitle = \"Due\"\n"), @r#"
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
    assert_snapshot!(found("pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May to June\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"May 1, 2026\"\ntitle = \"Due\"\n"), @r#"
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

#[test]
fn dates() {
    assert_snapshot!(found("articles/first.mdx", "2025-07-15", "205-07-15"), @r#"
    error[date/form]: this is not a date, or not in the form year-month-day
     --> content/articles/first.mdx:7:13
      |
    7 | published = 205-07-15
      |             ^^^^^^^^^
      |
      = expected: year-month-day without quotes, such as 2025-07-23
      = found: `205-07-15`
      = help: Write the year with four digits, the month (01 to 12) and a day that this month has.
    "#);
    assert_snapshot!(found("articles/first.mdx", "2025-07-15", "2026-07-15"), @r#"
    error[date/future]: `published` is in the future
     --> content/articles/first.mdx:7:13
      |
    7 | published = 2026-07-15
      |             ^^^^^^^^^^
      |
      = expected: today (2026-01-31) or an earlier day
      = found: `2026-07-15`
      = help: Correct the date. To publish later, merge the change on that day.
    "#);
    assert_snapshot!(found("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2024-07-16"), @r#"
    error[date/order]: `modified` is before `published`
     --> content/articles/first.mdx:8:12
      |
    8 | modified = 2024-07-16
      |            ^^^^^^^^^^
      |
      = expected: 2025-07-15 or a later day
      = found: `2024-07-16`
      = help: Correct `modified` or `published`.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("calendar/date", "pages/index.toml", "href = \"/fees\" }]\n", "href = \"/fees\" }]\n\n[[blocks]]\nkind = \"calendar\"\nheading = \"The year\"\nlabels = { meeting = \"Meeting\", tax = \"Tax\", fee = \"Fee\" }\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"April 15\"\ntitle = \"Due\"\n\n[[blocks.entries]]\nkind = \"tax\"\nwhen = \"June 31\"\ntitle = \"Due\"\n", (26, 9)),
    ("date/form", "articles/first.mdx", "2025-07-15", "2025-02-30", (7, 13)),
    ("date/form", "articles/first.mdx", "2025-07-15", "2025-15-07", (7, 13)),
    ("date/form", "articles/first.mdx", "2025-07-15", "2025–07–15", (7, 13)),
    ("date/form", "facts.toml", "2025-07-21", "07/21/2025", (4, 12)),
    ("date/form", "facts.toml", "2025-07-21", "July 21, 2025", (4, 12)),
    ("date/future", "facts.toml", "2025-07-21", "2026-02-02", (4, 12)),
    ("date/order", "facts.toml", "2025-07-21", "2025-07-21\nexpires = 2025-07-20", (5, 11)),
];
