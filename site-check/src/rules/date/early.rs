//! Dates before the firm began.

use super::{KEYS, dates};
use crate::compile::filled;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};

pub(super) static EARLY: Rule = Rule {
    code: "date/early",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check),
    summary: "A date is before the year in which the firm began, by `since` in content/site.toml.",
    why: "The firm can't have published or reviewed anything then: a digit of the year is mistyped, and readers would see the wrong date.",
    example: Example::InFile {
        file: "content/articles/first.mdx",
        wrong: "published = 2005-07-15",
        right: "published = 2025-07-15",
    },
};

fn check(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(since) = first_year(tree) else {
        return;
    };
    for (leaf, date) in dates(file) {
        let key = key(&leaf.pointer);
        if KEYS.contains(&key) && date.year() < since {
            let message = format!("`{key}` is before the firm began");
            out.at_value(file, &leaf.pointer, message)
                .expected(format!("a day in {since} or later"))
                .quoting(&leaf.value)
                .help("Correct the year. The year in which the firm began is `since` in content/site.toml.");
        }
    }
}

/// Returns the year in which the firm began; `None` if content/site.toml doesn't say.
fn first_year(tree: &Tree) -> Option<i16> {
    let since = tree.toml(&FileKind::Site)["since"].as_str()?;
    filled(since, tree).trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{finds, passes};

    #[test]
    #[rustfmt::skip]
    fn early() {
        finds("date/early", &[
            ("articles/first.mdx", "published = 2025-07-15", "published = 1925-07-15", (7, 13)),
            ("facts.toml", "reviewed = 2025-07-21", "reviewed = 2007-07-21", (4, 12)),
        ]);
        passes("articles/first.mdx", "published = 2025-07-15", "published = 2008-01-01");
        passes("site.toml", "since = \"2008\"\n", "");
    }
}
