//! The titles and descriptions of pages and articles.

use crate::diagnostic::line_at;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use serde_json::Value;
use std::collections::HashMap;

pub(super) static RULES: &[&Rule] = &[&DUPLICATE];

static DUPLICATE: Rule = Rule {
    code: "title/duplicate",
    severity: Severity::Warning,
    scope: Scope::WholeTree(check),
    summary: "Two pages or articles have the same title, description or excerpt.",
    why: "Search results, tabs, bookmarks and screen readers can't tell the two apart, and search engines leave one out.",
    example: Example::InFile {
        file: "content/pages/fees.toml",
        wrong: r#"
[meta]
title = "Contact"
"#,
        right: r#"
[meta]
title = "Fees"
"#,
    },
};

fn check(tree: &Tree, out: &mut Diagnostics) {
    check_texts("title", "/meta/title", "/title", tree, out);
    check_texts("description", "/meta/description", "/excerpt", tree, out);
}

/// Reports the texts of one kind that two files have, by their pointers in pages
/// and in articles. Spaces and case do not count.
fn check_texts(noun: &str, in_page: &str, in_article: &str, tree: &Tree, out: &mut Diagnostics) {
    let mut seen: HashMap<String, (&File, &str)> = HashMap::new();
    for file in tree.files_changed_last() {
        let pointer = match file.kind {
            FileKind::Page(_) => in_page,
            FileKind::Article(_) => in_article,
            _ => continue,
        };
        let text = file.document.value.pointer(pointer).and_then(Value::as_str);
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        if file.is_draft() || words.is_empty() {
            continue;
        }
        let normalized = words.join(" ").to_lowercase();
        let Some((first, first_pointer)) = seen.get(&normalized) else {
            seen.insert(normalized, (file, pointer));
            continue;
        };
        let line = line_at(first, first.document.span(first_pointer).start);
        let key = key(pointer);
        out.at_value(file, pointer, format!("another file has the same {noun}"))
            .expected(format!("a different {noun} for each page and article"))
            .found(format!("the same {noun} in {}, line {line}", first.path))
            .help(format!(
                "Say in the `{key}` of one of the two how it differs."
            ));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn duplicate() {
        assert_snapshot!(check("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Home\"\nshort"), @r#"
        warning[title/duplicate]: another file has the same title
         --> content/pages/index.toml:2:9
          |
        2 | title = "Home"
          |         ^^^^^^
          |
          = expected: a different title for each page and article
          = found: the same title in content/pages/fees.toml, line 2
          = help: Say in the `title` of one of the two how it differs.
        "#);
        finds("title/duplicate", &[
            ("pages/fees.toml", "What it costs.", "The first  Article.", (4, 15)),
            ("articles/second.mdx", "title = \"Second\"", "title = \"First\"", (3, 9)),
        ]);
        finds("title/duplicate", &[("pages/index.toml", "title = \"Home\"", "title = \"Fees\"", (2, 9))]);
        passes("pages/index.toml", "title = \"Welcome to {firm}\"", "title = \"Fees\"");
    }
}
