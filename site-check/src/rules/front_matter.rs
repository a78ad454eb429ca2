//! The front matter of articles.

use crate::load::File;
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};

pub(super) static RULES: &[&Rule] = &[&MISSING];

static MISSING: Rule = Rule {
    code: "front-matter/missing",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "An article does not begin with front matter between two lines of +++.",
    why: "The front matter has the title, the category and the date; without them the article can't be listed.",
    example: Example::InFile {
        file: "content/articles/second.mdx",
        wrong: r"
---
id: 2
title: Second
",
        right: r#"
+++
id = 2
title = "Second"
"#,
    },
};

fn check(file: &File, out: &mut Diagnostics) {
    if file.has_front_matter {
        return;
    }
    let first_line = file.text.lines().next().unwrap_or_default();
    let begins_with = first_line.trim_start_matches('\u{feff}').trim_end();
    let (message, help) = match begins_with {
        "+++" => (
            "this article's front matter is not closed",
            "Add a line of +++ between the front matter and the prose.",
        ),
        "---" if is_toml(&file.text) => (
            "this article's front matter is between lines of ---",
            "Replace both lines of --- by +++.",
        ),
        "---" => (
            "this article's front matter is YAML, not TOML",
            "Replace both lines of --- by +++, and write each `key: value` as `key = \"value\"`, dates and numbers without quotes, and lists in square brackets: [\"a\", \"b\"].",
        ),
        _ => (
            "this article does not begin with front matter",
            "Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.",
        ),
    };
    let found = out
        .at(file, 0..first_line.len(), message)
        .expected("a line of +++ before and after the front matter")
        .quoting(first_line)
        .help(help);
    if begins_with == "+++" {
        // Without its end, nothing says where the prose begins.
        found.suppresses(first_line.len()..file.text.len());
    }
}

/// Returns whether the first line below the one that opens front matter is a key of TOML with its value.
fn is_toml(text: &str) -> bool {
    let second_line = text.lines().nth(1).unwrap_or_default();
    second_line.contains(" = ")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

    #[test]
    #[rustfmt::skip]
    fn missing() {
        assert_snapshot!(check("articles/first.mdx", "+++\nid = 1", "id = 1"), @r#"
        error[front-matter/missing]: this article does not begin with front matter
         --> content/articles/first.mdx:1:1
          |
        1 | id = 1
          | ^^^^^^
          |
          = expected: a line of +++ before and after the front matter
          = found: `id = 1`
          = help: Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.
        "#);
        finds("front-matter/missing", &[
            ("articles/first.mdx", "", "---\ntitle: First\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n", (1, 1)),
            ("articles/second.mdx", "[\"figures\"]\n+++", "[\"figures\"]", (1, 1)),
            ("articles/first.mdx", "", "---\nid: 1\ntitle: First\npublished: 2025-07-15\nkeywords: [a, b]\nhero:\n  src: picture.svg\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n", (1, 1)),
            ("articles/first.mdx", "+++\nid = 1", "\n+++\nid = 1", (1, 1)),
        ]);
        // Sections with empty lines between them are front matter, too.
        let with_sections = "---\nid = 1\ntitle = \"First\"\n\n[[references]]\ntitle = \"Rules\"\nurl = \"https://www.example.com/rules\"\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n";
        assert_snapshot!(check("articles/first.mdx", "", with_sections), @r"
        error[front-matter/missing]: this article's front matter is between lines of ---
         --> content/articles/first.mdx:1:1
          |
        1 | ---
          | ^^^
          |
          = expected: a line of +++ before and after the front matter
          = found: `---`
          = help: Replace both lines of --- by +++.
        ");
        near_misses("front-matter/missing", &[
            ("articles/first.mdx", "+++\nid = 1\ntitle = \"First\"", "+++\nid = 1\ntitle = \"C+++ --- and more\"", "++\nid = 1\ntitle = \"C+++ --- and more\""),
        ]);
    }
}
