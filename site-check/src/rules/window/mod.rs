//! The windows of content: from when on, and until when, something is there.
//!
//! They are checked in the files as they are written. What follows from them is found by all other rules, in each edition.
//!
//! 1. `moments`: moments that can't be read, or that no clock shows
//! 2. `order`: moments that contradict each other, or that have passed when a change adds them
//! 3. this file: pages that take no window, and all windows together

mod moments;
mod order;

use crate::load::{File, FileKind, Tree, WindowKind, WrittenBound};
use crate::moment_words::in_words;
use crate::plant::add_blocks;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use jiff::Timestamp;
use site_schema::LINKED_ROUTES;

pub(super) static RULES: &[&Rule] = &[
    &moments::CLOCK,
    &moments::FORM,
    &MANY,
    &order::ORDER,
    &PLACE,
];

/// All bounds of a tree, each with its file.
fn bounds(tree: &Tree) -> Vec<(&File, &WrittenBound)> {
    let mut all = Vec::new();
    for file in &tree.files {
        for window in &file.windows {
            for bound in window.bounds() {
                all.push((&**file, bound));
            }
        }
    }
    all
}

/// Returns whether a bound is an end.
fn is_end(bound: &WrittenBound) -> bool {
    key(&bound.pointer) == "ends"
}

static PLACE: Rule = Rule {
    code: "window/place",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_place),
    summary: "A page that all others lead to starts, ends or is withdrawn by the clock.",
    why: "The list of articles, each article and the page for unknown addresses have links to these pages, which no editor can change.",
    example: Example::InFile {
        file: "content/pages/schedule.toml",
        wrong: "[meta]\nends = 2027-12-31",
        right: "[meta]",
    },
};

fn check_place(tree: &Tree, out: &mut Diagnostics) {
    for file in &tree.files {
        let FileKind::Page(route) = &file.kind else {
            continue;
        };
        if !LINKED_ROUTES.contains(&route.as_str()) {
            continue;
        }
        for window in &file.windows {
            if !matches!(window.kind, WindowKind::File | WindowKind::Withdrawn) {
                continue;
            }
            for bound in window.bounds() {
                out.at_value(
                    file,
                    &bound.pointer,
                    format!("`{route}` has to be there at all times"),
                )
                .expected("no start, no end and no withdrawal of this page")
                .quoting(&bound.text)
                .help("Delete the line. A block of the page may start and end.");
            }
        }
    }
}

/// The most moments ahead at which a site may change.
const MOST: usize = 40;

static MANY: Rule = Rule {
    code: "window/many",
    severity: Severity::Error,
    scope: Scope::AllEditions(check_many),
    summary: "The content changes at more than 40 moments ahead.",
    why: "The site is made once for each of them. So many are a slip, such as a time where a day was meant.",
    example: Example::Planted {
        wrong: "41 blocks, each with a start of its own in the next year",
        right: "40 moments or fewer: windows that start together count once",
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
    for (file, bound) in bounds(tree) {
        let Some(moment) = bound.moment() else {
            continue;
        };
        if at(moment.start(&zone)) || at(moment.end(&zone)) {
            out.at_value(file, &bound.pointer, format!("the content changes at {} moments ahead", moments.len()))
                .expected(format!("at most {MOST}"))
                .found(listed.join("; "))
                .help("Let what belongs together start and end at the same moments, and add later ones once the first are over.");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::near_misses;
    use crate::rules::tests::site::Site;

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
