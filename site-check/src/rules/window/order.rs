//! Windows with moments that contradict each other, or that have passed when a change adds them.

use crate::load::{File, FileKind, Tree, WindowKind, windows_in};
use crate::moment_words::in_words;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use jiff::civil::Date;

pub(super) static ORDER: Rule = Rule {
    code: "window/order",
    severity: Severity::Error,
    scope: Scope::AllEditions(check),
    summary: "Something ends before it starts, a change adds a `next` that starts in the past, or an article says in `starts` another day than in `published`.",
    why: "One of the moments is mistyped. A part that ends before it starts would never be there. A `next` in the past would take effect at once, and not on the day that everyone was told; one that was there before its day stays right once the day has come. `starts` only adds a time to the day in `published`: if the days differ, readers see a date when the article wasn't online.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nstarts = 2027-02-01\nends = 2027-01-01",
        right: "short_title = \"About\"",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    check_ends(tree, out);
    check_past(tree, out);
    check_published(tree, out);
}

/// Reports windows that end before they start.
fn check_ends(tree: &Tree, out: &mut Diagnostics) {
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

/// Reports a `next` that a change adds with a start in the past.
fn check_past(tree: &Tree, out: &mut Diagnostics) {
    let zone = tree.zone();
    let Some(committed) = tree.committed else {
        return;
    };
    for kind in [FileKind::Site, FileKind::Fees, FileKind::Facts] {
        let Some(file) = tree.file(&kind) else {
            continue;
        };
        let Some(before) = tree.document_before(&kind) else {
            continue;
        };
        let windows_before = windows_in(&before, &kind);
        for window in &file.windows {
            let Some(start) = window.start(&zone) else {
                continue;
            };
            let is_ahead = start > committed;
            if window.kind != WindowKind::Next || is_ahead || windows_before.contains(window) {
                continue;
            }
            let Some(starts) = &window.starts else {
                continue;
            };
            let today = in_words(committed, &zone, None);
            out.at_value(file, &starts.pointer, "`next` starts in the past")
                .expected(format!("a moment after {today}"))
                .quoting(&starts.text)
                .help("Write the day when it takes effect. If it already applies, write it over the present values, without `next`.");
        }
    }
}

/// Reports an article that says in `starts` another day than in `published`.
fn check_published(tree: &Tree, out: &mut Diagnostics) {
    for file in &tree.files {
        if !matches!(file.kind, FileKind::Article(_)) {
            continue;
        }
        let window = file.windows.iter().find(|it| it.kind == WindowKind::File);
        let starts = window.and_then(|window| window.starts.as_ref());
        let (Some(starts), Some(published)) = (starts, file.document.value["published"].as_str())
        else {
            continue;
        };
        let Some(moment) = starts.moment() else {
            continue;
        };
        if moment.day().to_string() != published {
            out.at_value(file, &starts.pointer, "`starts` is on another day than `published`")
                .expected(format!("a time on {published}, such as {published}T09:00:00"))
                .quoting(&starts.text)
                .help("Write the same day in both, or delete `starts`: an article appears on the day in `published` by itself.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::load::Base;
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;
    use std::collections::BTreeMap;

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

    #[test]
    fn past() {
        let site = Site::new();
        let fees = site.text("fees.toml");
        let next = "\n[terms.next]\nstarts = 2026-01-01\ntransfer_days = 60\n";
        let with_next = format!("{fees}{next}");
        site.write("fees.toml", &with_next);
        for (text_before, expected) in [(&fees, true), (&with_next, false)] {
            let mut loaded = site.load_today();
            loaded.tree.history.base = Some(Base {
                texts: BTreeMap::from([(
                    "content/fees.toml".to_owned(),
                    text_before.as_str().into(),
                )]),
                ..Base::default()
            });
            loaded.recheck();
            let found = &loaded.diagnostics;
            let is_found = found.iter().any(|it| it.code == "window/order");
            assert_eq!(is_found, expected, "{found:#?}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn published() {
        near_misses("window/order", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nstarts = 2025-07-15T09:00:00", "published = 2025-07-15\nstarts = 2025-07-14"),
            ("articles/first.mdx", "published = 2025-07-15", "starts = 2025-07-15T09:00:00", "published = 2025-07-15\nstarts = 2025-07-16"),
        ]);
    }
}
