//! An article's day, and the time on it.

use crate::load::{FileKind, Tree, WindowKind};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static PUBLISHED: Rule = Rule {
    code: "window/published",
    severity: Severity::Error,
    scope: Scope::Written(check),
    summary: "An article says in `starts` another day than in `published`.",
    why: "`starts` only adds a time to the day in `published`. If the days differ, readers see a date when the article wasn't online.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2025-07-15\nstarts = 2025-07-16T09:00:00",
        right: "published = 2025-07-15",
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
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
    use crate::rules::tests::near_misses;

    #[test]
    #[rustfmt::skip]
    fn published() {
        near_misses("window/published", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 2025-07-15\nstarts = 2025-07-15T09:00:00", "published = 2025-07-15\nstarts = 2025-07-14"),
            ("articles/first.mdx", "published = 2025-07-15", "starts = 2025-07-15T09:00:00", "published = 2025-07-15\nstarts = 2025-07-16"),
        ]);
    }
}
