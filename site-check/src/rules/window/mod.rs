//! The windows of content: when a part of it starts and ends.
//!
//! These rules check the files as written. All other rules check each edition.
//!
//! 1. this file: windows that contradict each other or start in the past, pages that can't have a window, and the number of windows
//! 2. `moments`: moments that can't be read, and times that clocks skip or show twice

mod moments;

use crate::load::{File, FileKind, Tree, Window, WindowKind, WrittenBound, windows_in};
use crate::moment_words::in_words;
use crate::plant::add_blocks;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use jiff::Timestamp;
use jiff::civil::Date;
use site_schema::LINKED_ROUTES;

pub(super) static RULES: &[&Rule] = &[&moments::CLOCK, &moments::FORM, &MANY, &ORDER, &PLACE];

/// Returns all starts and ends in a tree, each with its file and its window.
fn bounds(tree: &Tree) -> Vec<(&File, &Window, &WrittenBound)> {
    let mut all = Vec::new();
    for file in &tree.files {
        for window in &file.windows {
            for bound in window.bounds() {
                all.push((&**file, window, bound));
            }
        }
    }
    all
}

/// Returns true if a bound is an end.
fn is_end(bound: &WrittenBound) -> bool {
    key(&bound.pointer) == "ends"
}

static PLACE: Rule = Rule {
    code: "window/place",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_place),
    summary: "A page that all other pages link to has a scheduled start, end or withdrawal.",
    why: "The list of articles, each article and the page for unknown addresses have links to these pages, and no editor can change those links.",
    example: Example::InFile {
        file: "content/pages/schedule.toml",
        wrong: "[meta]\nends = 2027-12-31",
        right: "[meta]",
    },
};

fn check_place(tree: &Tree, out: &mut Diagnostics) {
    for (file, window, bound) in bounds(tree) {
        let FileKind::Page(route) = &file.kind else {
            continue;
        };
        let is_of_page = matches!(window.kind, WindowKind::File | WindowKind::Withdrawn);
        if is_of_page && LINKED_ROUTES.contains(&route.as_str()) {
            out.at_value(file, &bound.pointer, format!("`{route}` must always exist"))
                .expected("a page without a start, an end or a withdrawal")
                .quoting(&bound.text)
                .help("Delete the line. A block of the page may start and end.");
        }
    }
}

/// The maximum number of scheduled changes.
const MOST: usize = 40;

static MANY: Rule = Rule {
    code: "window/many",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_many),
    summary: "The content has more than 40 scheduled changes.",
    why: "The site is built once for each of them, and so many are a slip, such as a time that was meant to be a day.",
    example: Example::Planted {
        wrong: "41 blocks, each with a different start in the next year",
        right: "40 scheduled changes or fewer: windows that start at the same moment count once",
        plant: |tree| {
            let mut blocks = String::new();
            for number in 0..41 {
                let (month, day) = (number / 28 + 2, number % 28 + 1);
                blocks += &format!(
                    "[[blocks]]\nkind = \"section\"\nstarts = 2026-{month:02}-{day:02}\nheading = \"Section {number}\"\nbody = \"Words.\"\n\n"
                );
            }
            add_blocks(tree, &blocks);
        },
    },
};

fn check_many(tree: &Tree, out: &mut Diagnostics) {
    let moments = tree.moments_after(tree.now.or(tree.committed).unwrap_or(Timestamp::MAX));
    if moments.len() <= MOST {
        return;
    }
    let zone = tree.zone();
    let first_too_many = moments[MOST];
    let mut listed = Vec::new();
    for moment in &moments {
        listed.push(in_words(*moment, &zone, None));
    }
    let at = |moment: Option<Timestamp>| moment.is_some_and(|moment| moment >= first_too_many);
    for (file, _, bound) in bounds(tree) {
        let Some(moment) = bound.moment() else {
            continue;
        };
        if at(moment.start(&zone)) || at(moment.end(&zone)) {
            out.at_value(file, &bound.pointer, format!("the content has {} scheduled changes; the limit is {MOST}", moments.len()))
                .expected(format!("at most {MOST}"))
                .found(listed.join("; "))
                .help("Start and end parts that belong together at the same moments, and add later changes after the first ones have happened.");
            return;
        }
    }
}

static ORDER: Rule = Rule {
    code: "window/order",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_order),
    summary: "A part ends before it starts, a change adds a `next` that starts in the past, or the `starts` and `published` of an article are different days.",
    why: "With a mistyped moment, content appears too early, too late or never.",
    example: Example::InFile {
        file: "content/pages/about.toml",
        wrong: "short_title = \"About\"\nstarts = 2027-02-01\nends = 2027-01-01",
        right: "short_title = \"About\"",
    },
};

fn check_order(tree: &Tree, out: &mut Diagnostics) {
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

/// Reports a closing that visitors learn about only after it has begun, or whose last day is before its first.
fn check_shown(file: &File, closing: &str, out: &mut Diagnostics) {
    let day = |key: &str| -> Option<Date> {
        let value = file.document.value.pointer(&format!("{closing}/{key}"))?;
        value.as_str()?.parse().ok()
    };
    let (Some(shown), Some(starts), Some(ends)) = (day("shown"), day("starts"), day("ends")) else {
        return;
    };
    if ends < starts && shown <= ends {
        let place = format!("{closing}/ends");
        out.at_value(file, &place, "this ends before it starts")
            .expected(format!("a moment after {starts}"))
            .quoting(&ends.to_string())
            .help("Correct the start or the end.");
    } else if shown > starts && shown <= ends {
        out.at_value(file, &format!("{closing}/shown"), "visitors learn about this closing only after it has begun")
            .expected(format!("{starts} or an earlier day"))
            .quoting(&shown.to_string())
            .help("Write the first day when visitors should see this closing, or delete the line to show it starting two weeks before.");
    }
}

/// Reports a `next` that a change adds with a start in the past. A `next` from before the change may have started since then.
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
            let (Some(starts), Some(start)) = (&window.starts, window.start(&zone)) else {
                continue;
            };
            let is_ahead = start > committed;
            if window.kind != WindowKind::Next || is_ahead || windows_before.contains(window) {
                continue;
            }
            let today = in_words(committed, &zone, None);
            out.at_value(file, &starts.pointer, "`next` starts in the past")
                .expected(format!("a moment after {today}"))
                .quoting(&starts.text)
                .help("Write the day when it takes effect. If it already applies, replace the current values with it, without `next`.");
        }
    }
}

/// Reports an article whose `starts` and `published` are different days.
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
            out.at_value(file, &starts.pointer, "`starts` and `published` are different days")
                .expected(format!("a time on {published}, such as {published}T09:00:00"))
                .quoting(&starts.text)
                .help("Write the same day in both, or delete `starts`: without it, the article appears on the day in `published`.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check_at_marks, finds_in_files, found_since, near_misses, site_with,
    };

    #[test]
    #[rustfmt::skip]
    fn order() {
        assert_snapshot!(check_at_marks("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-02\nends = «2026-01-01»"), @r"
        error[window/order]: this ends before it starts
        --> content/pages/about.toml
         = expected: a moment after 2026-01-02
         = found: `2026-01-01`
         = help: Correct the start or the end.
        ");
        let closed = |days: &str| format!("[[contact.closed]]\nwords = \"Closed.\"\n{days}\n\n[[contact.hours]]");
        finds_in_files("window/order", &[
            ("site.toml", "[[contact.hours]]", &closed("starts = 2026-03-16\nends = 2026-03-20\nshown = «2026-03-17")),
            ("site.toml", "[[contact.hours]]", &closed("starts = 2026-03-20\nends = «2026-03-16\nshown = 2026-03-02")),
        ]);
        near_misses("window/order", &[
            ("pages/about.toml", "eyebrow = \"About\"", "eyebrow = \"About\"\nstarts = 2026-01-02\nends = 2027-01-02", "eyebrow = \"About\"\nstarts = 2026-01-02T09:00:00\nends = 2026-01-02T09:00:00"),
        ]);
    }

    #[test]
    fn past() {
        let fees = Site::new().text("fees.toml");
        let with_next = format!("{fees}\n[terms.next]\nstarts = 2026-01-01\ntransfer_days = 60\n");
        let site = site_with(&[("fees.toml", "", &with_next)]);
        for (before, expected) in [
            (Site::new(), true),
            (site_with(&[("fees.toml", "", &with_next)]), false),
        ] {
            let found = found_since(&before, &site);
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

    #[test]
    #[rustfmt::skip]
    fn place() {
        near_misses("window/place", &[
            ("pages/blog.toml", "[[blocks]]", "[[blocks]]\nends = 2027-12-31", "ends = 2027-12-31\n[[blocks]]"),
        ]);
    }

    #[test]
    fn many() {
        let site = Site::new();
        let about = site.text("pages/about.toml");
        for (count, expected) in [(40, false), (41, true)] {
            let mut text = about.clone();
            for number in 0..count {
                let (month, day) = (number / 28 + 2, number % 28 + 1);
                text += &format!(
                    "\n[[blocks]]\nkind = \"section\"\nstarts = 2026-{month:02}-{day:02}\nheading = \"Section {number}\"\nbody = \"Words.\"\n"
                );
            }
            site.write("pages/about.toml", text);
            let found = site.load_today().diagnostics;
            let is_found = found.iter().any(|it| it.code == "window/many");
            assert_eq!(is_found, expected, "{count}: {found:#?}");
        }
    }
}
