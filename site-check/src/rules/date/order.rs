//! Two dates that contradict each other.

use super::{date_at, dates};
use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};

pub(super) static ORDER: Rule = Rule {
    code: "date/order",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "Two dates contradict each other: modified before published, or expired before reviewed.",
    why: "One of the two is wrong, and both are shown to readers or relied on in reviews.",
    example: Example::InFile {
        file: "content/articles/links-of-every-kind.mdx",
        wrong: r"
published = 2025-05-02
modified = 2024-06-30
",
        right: r"
published = 2025-05-02
modified = 2025-06-30
",
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    for (later, earlier) in [("modified", "published"), ("expires", "reviewed")] {
        for (leaf, date) in dates(file) {
            if key(&leaf.pointer) != later {
                continue;
            }
            let table = leaf.pointer.trim_end_matches(later);
            let first = date_at(file, &format!("{table}{earlier}"));
            if let Some(first) = first
                && date < first
            {
                let message = format!("`{later}` is before `{earlier}`");
                out.at_value(file, &leaf.pointer, message)
                    .expected(format!("{first} or a later day"))
                    .quoting(&leaf.value)
                    .help(format!("Correct `{later}` or `{earlier}`."));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2024-07-16"), @r#"
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
        finds("date/order", &[
            ("facts.toml", "2025-07-21", "2025-07-21\nexpires = 2025-07-20", (5, 11)),
        ]);
        near_misses("date/order", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-15", "published = 2025-07-15\nmodified = 2025-07-14"),
        ]);
    }
}
