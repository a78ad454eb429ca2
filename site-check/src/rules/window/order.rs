//! Windows that end before they start.

use crate::load::Tree;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static ORDER: Rule = Rule {
    code: "window/order",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "Something ends before it starts.",
    why: "It would never be there: one of the two moments is wrong.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nstarts = 2027-02-01\nends = 2027-01-01",
        right: "short_title = \"About\"",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    for file in &tree.files {
        for window in &file.windows {
            let (Some(starts), Some(ends)) = (&window.starts, &window.ends) else {
                continue;
            };
            let start = starts.moment().and_then(|moment| moment.start(&zone));
            let (Some(start), Some(end)) = (start, window.end(&zone)) else {
                continue;
            };
            if end <= start {
                out.at_value(file, &ends.pointer, "this ends before it starts")
                    .expected(format!("a moment after {}", starts.text))
                    .quoting(&ends.text)
                    .help("Correct the start or the end.");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-02\nends = 2026-01-01"), @r"
        error[window/order]: this ends before it starts
          --> content/pages/about.toml:10:8
           |
        10 | ends = 2026-01-01
           |        ^^^^^^^^^^
           |
           = expected: a moment after 2026-01-02
           = found: `2026-01-01`
           = help: Correct the start or the end.
        ");
        near_misses("window/order", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-02\nends = 2027-01-02", "eyebrow = \"About\"\nstarts = 2026-01-02T09:00:00\nends = 2026-01-02T09:00:00"),
        ]);
    }
}
