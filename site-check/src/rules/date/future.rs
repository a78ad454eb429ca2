//! Changes and reviews that are yet to come.

use super::{PAST, dates};
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use jiff::ToSpan;

pub(super) static FUTURE: Rule = Rule {
    code: "date/future",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A change or review is dated in the future.",
    why: "Nothing can have been reviewed next month: it is a typo, and readers and search engines distrust such dates. Tomorrow is allowed, because the day begins earlier elsewhere. A build reports what is later than its commit. An article whose `published` lies ahead appears on that day.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2025-07-15\nmodified = 2052-07-15",
        right: "published = 2025-07-15",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    let Some(today) = out.today else { return };
    let latest = today.saturating_add(1.day());
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if PAST.contains(&key) && date > latest {
            out.at_value(file, &leaf.pointer, format!("`{key}` is in the future"))
                .expected(format!("today ({today}) or an earlier day"))
                .quoting(&leaf.value)
                .help("Correct the date. To have something appear later, write `starts`, or a day ahead in `published`.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn future() {
        assert_snapshot!(check("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2026-07-15"), @r#"
        error[date/future]: `modified` is in the future
         --> content/articles/first.mdx:8:12
          |
        8 | modified = 2026-07-15
          |            ^^^^^^^^^^
          |
          = expected: today (2026-01-31) or an earlier day
          = found: `2026-07-15`
          = help: Correct the date. To have something appear later, write `starts`, or a day ahead in `published`.
        "#);
        finds("date/future", &[
            ("facts.toml", "2025-07-21", "2026-02-02", (4, 12)),
        ]);
        near_misses("date/future", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2026-02-01", "published = 2025-07-15\nmodified = 2026-02-02"),
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2027-12-31", "2027-12-31\nexpires = 2027-12-31"),
        ]);
    }
}
