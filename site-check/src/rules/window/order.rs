//! Windows that end before they start.

use crate::load::{File, Tree, WindowKind};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;

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
            if window.kind == WindowKind::Closed {
                check_shown(file, &window.pointer, out);
            }
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

/// Reports a closing that visitors first read of when it has begun, or whose last day is before its first.
fn check_shown(file: &File, closing: &str, out: &mut Diagnostics) {
    let day = |key: &str| -> Option<Date> {
        let value = file.document.value.pointer(&format!("{closing}/{key}"))?;
        value.as_str()?.parse().ok()
    };
    let (Some(shown), Some(starts), Some(ends)) = (day("shown"), day("starts"), day("ends")) else {
        return;
    };
    if ends < starts && shown <= ends {
        out.at_value(
            file,
            &format!("{closing}/ends"),
            "this ends before it starts",
        )
        .expected(format!("a moment after {starts}"))
        .quoting(&ends.to_string())
        .help("Correct the start or the end.");
    } else if shown > starts && shown <= ends {
        out.at_value(file, &format!("{closing}/shown"), "visitors read of this closing only when it has begun")
            .expected(format!("{starts} or an earlier day"))
            .quoting(&shown.to_string())
            .help("Write the first day when visitors should see this closing, or delete the line to show it starting two weeks before.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
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
        let closed = |days: &str| format!("[[contact.closed]]\nwords = \"Closed.\"\n{days}\n\n[[contact.hours]]");
        finds("window/order", &[
            ("site.toml", "[[contact.hours]]", &closed("starts = 2026-03-16\nends = 2026-03-20\nshown = 2026-03-17"), (46, 9)),
            ("site.toml", "[[contact.hours]]", &closed("starts = 2026-03-20\nends = 2026-03-16\nshown = 2026-03-02"), (45, 8)),
        ]);
        near_misses("window/order", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-02\nends = 2027-01-02", "eyebrow = \"About\"\nstarts = 2026-01-02T09:00:00\nends = 2026-01-02T09:00:00"),
        ]);
    }
}
