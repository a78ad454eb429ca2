//! Drafts with a day ahead.

use crate::load::Tree;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static DRAFT: Rule = Rule {
    code: "window/draft",
    severity: Severity::Warning,
    scope: Scope::Written(check),
    summary: "A draft has a start date, but a draft never starts.",
    why: "Someone expects it to appear on that day, and it doesn't.",
    example: Example::InFile {
        file: "content/articles/unfinished.mdx",
        wrong: "draft = true\npublished = 2027-01-04",
        right: "draft = true",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    let (zone, Some(today)) = (tree.zone(), tree.today) else {
        return;
    };
    for file in &tree.files {
        if !file.is_draft() {
            continue;
        }
        let Some(starts) = file.own_window().and_then(|window| window.starts.as_ref()) else {
            continue;
        };
        let start = starts.moment().and_then(|moment| moment.start(&zone));
        if start.is_some_and(|start| tree.date_at(start) > today) {
            out.at_value(file, &starts.pointer, "this is a draft, and does not start on this day")
                .expected("no day ahead in a draft")
                .quoting(&starts.text)
                .help("Delete the line `draft = true` to have it start on this day, or the day until it is known.");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::near_misses;

    #[test]
    #[rustfmt::skip]
    fn draft() {
        near_misses("window/draft", &[
            ("articles/unfinished.mdx", "draft = true", "draft = true\npublished = 2026-01-30", "draft = true\npublished = 2026-02-10"),
            ("articles/unfinished.mdx", "draft = true", "draft = true\nends = 2026-02-10", "draft = true\nstarts = 2026-02-10T09:00:00"),
        ]);
    }
}
