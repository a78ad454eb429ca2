//! The titles and descriptions of pages and articles.

use crate::compile::filled;
use crate::diagnostic::line_at;
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, key};
use serde_json::Value;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

pub(super) static RULES: &[&Rule] = &[&DUPLICATE, &LONG];

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
        let normalized: String = words.join(" ").to_lowercase().nfc().collect();
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

static LONG: Rule = Rule {
    code: "title/long",
    severity: Severity::Warning,
    scope: Scope::FileInTree(check_length),
    summary: "A title has more characters than search results show.",
    why: "Search engines cut off a title after about 60 characters, and its last words are lost.",
    example: Example::InFile {
        file: "content/pages/contact.toml",
        wrong: r#"
[meta]
title = "How to Reach Us by Phone, by Mail, by Email and in Person at the Office"
"#,
        right: r#"
[meta]
title = "Contact"
"#,
    },
};

/// The most characters of a title that search results show, on screens of all widths.
const MOST_CHARACTERS: usize = 65;

fn check_length(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let pointer = match file.kind {
        FileKind::Page(_) => "/meta/title",
        FileKind::Article(_) => "/title",
        _ => return,
    };
    let title = file.document.value.pointer(pointer).and_then(Value::as_str);
    let length = filled(title.unwrap_or_default(), tree).chars().count();
    if length > MOST_CHARACTERS {
        out.at_value(
            file,
            pointer,
            "this title is longer than search results show",
        )
        .expected(format!("at most {MOST_CHARACTERS} characters"))
        .found(format!("{length} characters"))
        .help("Shorten it, or begin with the words that matter most.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, passes};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn long() {
        let title = "title = \"Fees\"\nshort";
        finds("title/long", &[
            ("pages/fees.toml", title, "title = \"What Our Planning Costs, What Our Tax Returns Cost, and What Is Free\"\nshort", (2, 9)),
            ("articles/first.mdx", "title = \"First\"", "title = \"The First of a Number of Articles on Rules, Limits and All the Rest\"", (3, 9)),
        ]);
        passes("pages/fees.toml", title, "title = \"Planning, Investing and Taxes: All That Each of Them Costs\"\nshort");
    }

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
