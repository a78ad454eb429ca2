//! Times that the clocks skip or show twice.

use super::bounds;
use crate::load::Tree;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use site_schema::model::ClockChange;

pub(super) static CLOCK: Rule = Rule {
    code: "window/clock",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "A time in `starts` or `ends` is one that the clocks skip or show twice, when they change in spring or in fall.",
    why: "It would be unclear which moment is meant.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nends = 2027-03-14T02:30:00",
        right: "short_title = \"About\"",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    for (file, bound) in bounds(tree) {
        let change = bound.moment().and_then(|moment| moment.clock_change(&zone));
        let message = match change {
            Some(ClockChange::Skipped) => "the clocks skip this time, when they change in spring",
            Some(ClockChange::Twice) => "the clocks show this time twice, when they change in fall",
            None => continue,
        };
        out.at_value(file, &bound.pointer, message)
            .expected("a time that the firm's clocks show once")
            .quoting(&bound.text)
            .help("Write another time of this day, such as T06:00:00, or only the day.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn clock() {
        assert_snapshot!(check("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nends = 2027-11-07T01:30:00"), @r"
        error[window/clock]: the clocks show this time twice, when they change in fall
         --> content/pages/about.toml:9:8
          |
        9 | ends = 2027-11-07T01:30:00
          |        ^^^^^^^^^^^^^^^^^^^
          |
          = expected: a time that the firm's clocks show once
          = found: `2027-11-07T01:30:00`
          = help: Write another time of this day, such as T06:00:00, or only the day.
        ");
        near_misses("window/clock", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2025-03-09T01:59:00", "eyebrow = \"About\"\nstarts = 2025-03-09T02:00:00"),
        ]);
    }
}
