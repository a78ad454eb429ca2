//! Articles: their front matter, their ids, and their text. `first_address` has their identity in the feed.

mod first_address;

use crate::load::markdown::{Kind, Prose};
use crate::load::{File, FileKind, Tree};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity};
use std::collections::HashMap;

pub(super) static RULES: &[&Rule] = &[
    &DUPLICATE_ID,
    &EMPTY,
    &first_address::FIRST_ADDRESS,
    &FRONT_MATTER,
];

static DUPLICATE_ID: Rule = Rule {
    code: "article/duplicate-id",
    severity: Severity::Error,
    // The id of a scheduled article is taken, too.
    scope: Scope::AllEditions(check_ids),
    summary: "Two articles have the same id.",
    why: "The id decides an article's place in the list, so with a copied id the order is arbitrary.",
    example: Example::InFile {
        file: "content/articles/second.mdx",
        wrong: "id = 1",
        right: "id = 2",
    },
};

fn check_ids(tree: &Tree, out: &mut Diagnostics) {
    let highest = tree.articles().filter_map(id).max().unwrap_or(0);
    let mut seen = HashMap::new();
    for file in tree.files_changed_last() {
        if !matches!(file.kind, FileKind::Article(_)) {
            continue;
        }
        let Some(id) = id(file) else { continue };
        if let Some(first) = seen.insert(id, &file.path) {
            let next = highest + 1;
            out.at_value(file, "/id", format!("the id {id} is taken"))
                .expected("a different id for each article")
                .found(format!("the same id in {first}"))
                .help(format!("Give the newer article the next id: {next}"));
        }
    }
}

fn id(file: &File) -> Option<u64> {
    file.document.value.get("id")?.as_u64()
}

static EMPTY: Rule = Rule {
    code: "article/empty",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_empty),
    summary: "An article has no text below its front matter.",
    why: "Its page would show a title, a picture and nothing to read.",
    example: Example::InFile {
        file: "content/articles/without-a-date.mdx",
        wrong: "+++",
        right: r"
+++

A drawer of letters, none of them dated. The [plain article](/blog/plain) has a day and a month.
",
    },
};

fn check_empty(file: &File, out: &mut Diagnostics) {
    let Some(body) = &file.body else { return };
    // The mistake may hide the text.
    if file.is_draft() || !body.parsed.errors.is_empty() || has_words(body) {
        return;
    }
    let start = body.map.source(0..0).start;
    out.at(file, start..start, "this article has no text")
        .expected("the text of the article below the second line of +++")
        .found("nothing")
        .help("Write the article, or make it a draft until then (draft = true).");
}

fn has_words(prose: &Prose) -> bool {
    prose.nodes().any(|node| match &node.kind {
        Kind::Fact(_) => true,
        Kind::Text(text) | Kind::InlineCode(text) | Kind::Code(text) => {
            text.contains(char::is_alphanumeric)
        }
        _ => false,
    })
}

pub(super) static FRONT_MATTER: Rule = Rule {
    code: "front-matter/missing",
    severity: Severity::Error,
    scope: Scope::FileAlone(check_front_matter),
    summary: "An article doesn't begin with front matter between two lines of +++.",
    why: "The front matter has the title, the category and the date, and without them the article can't be listed.",
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

fn check_front_matter(file: &File, out: &mut Diagnostics) {
    if file.has_front_matter {
        return;
    }
    let first_line = file.text.lines().next().unwrap_or_default();
    let begins_with = first_line.trim_start_matches('\u{feff}').trim_end();
    let (message, help) = match begins_with {
        "+++" => (
            "this article's front matter isn't closed",
            "Add a line of +++ between the front matter and the prose.",
        ),
        "---" if is_toml(&file.text) => (
            "this article's front matter is between lines of ---",
            "Replace both lines of --- with +++.",
        ),
        "---" => (
            "this article's front matter is YAML, not TOML",
            "Replace both lines of --- with +++, and write each `key: value` as `key = \"value\"`, dates and numbers without quotes, and lists in square brackets: [\"a\", \"b\"].",
        ),
        _ => (
            "this article doesn't begin with front matter",
            "Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.",
        ),
    };
    out.at(file, 0..first_line.len(), message)
        .expected("a line of +++ before and after the front matter")
        .quoting(first_line)
        .help(help);
}

/// Returns true if the second line of a file is a key of TOML with its value.
fn is_toml(text: &str) -> bool {
    let second_line = text.lines().nth(1).unwrap_or_default();
    second_line.contains(" = ")
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{
        assert_snapshot, check, check_at_marks, finds_in_files, found_in_branch, found_since,
        near_misses, site_with,
    };

    #[test]
    #[rustfmt::skip]
    fn duplicate_id() {
        assert_snapshot!(check_at_marks("articles/second.mdx", "id = 2", "id = «1»"), @r#"
        error[article/duplicate-id]: the id 1 is taken
        --> content/articles/second.mdx
         = expected: a different id for each article
         = found: the same id in content/articles/first.mdx
         = help: Give the newer article the next id: 22
        "#);
        let change = ("articles/second.mdx", "id = 2", "id = 1");
        // The article that the change edits is the one to correct.
        let edited = site_with(&[("articles/first.mdx", "id = 1", "id = 2")]);
        assert_eq!(found_since(&Site::new(), &edited)[0].file, "content/articles/first.mdx");

        // The id of a scheduled article counts, and the next id is after it.
        let site = Site::new();
        let ahead = site.text("articles/second.mdx").replace("id = 2", "id = 40\npublished = 2026-12-01").replace("title = \"Second\"", "title = \"Ahead\"");
        site.write("articles/ahead.mdx", ahead);
        site.change("articles/second.mdx", "id = 2", "id = 40");
        let found = site.load_today().diagnostics;
        let of_id: Vec<_> = found.iter().filter(|it| it.code == "article/duplicate-id").collect();
        assert!(of_id.len() == 1 && of_id[0].help.ends_with("41"), "{found:#?}");

        for added in ["content/articles/first.mdx", "content/articles/second.mdx"] {
            let found = found_in_branch(change, added, "");
            assert_eq!(found[0].code, "article/duplicate-id");
            assert_eq!(found[0].file, added);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn empty() {
        assert_snapshot!(check_at_marks("articles/third.mdx", "", "+++\nid = 3\ntitle = \"Third\"\nexcerpt = \"The third article.\"\ncategory = \"Economy\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n«»\n<Disclaimer kind=\"illustrative\" />\n"), @r#"
        error[article/empty]: this article has no text
        --> content/articles/third.mdx
         = expected: the text of the article below the second line of +++
         = found: nothing
         = help: Write the article, or make it a draft until then (draft = true).
        "#);
        let text = "+++\nid = 3\ntitle = \"Third\"\nexcerpt = \"The third article.\"\ncategory = \"Economy\"\nsubjects = [\"figures\"]\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\n<Callout>Words.\n";
        assert!(!check("articles/third.mdx", "", text).contains("article/empty"));
    }

    #[test]
    #[rustfmt::skip]
    fn front_matter_missing() {
        assert_snapshot!(check_at_marks("articles/first.mdx", "+++\nid = 1", "«id = 1»"), @r#"
        error[front-matter/missing]: this article doesn't begin with front matter
        --> content/articles/first.mdx
         = expected: a line of +++ before and after the front matter
         = found: `id = 1`
         = help: Begin the file with a line of +++, without an empty line above it, then title, category and the rest as TOML, then another line of +++.
        "#);
        finds_in_files("front-matter/missing", &[
            ("articles/first.mdx", "", "«---\ntitle: First\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n"),
            ("articles/second.mdx", "+++\nid = 2\ntitle = \"Second\"\nexcerpt = \"The second article.\"\ncategory = \"Personal\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\nsubjects = [\"figures\"]\n+++", "«+++\nid = 2\ntitle = \"Second\"\nexcerpt = \"The second article.\"\ncategory = \"Personal\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\nsubjects = [\"figures\"]"),
            ("articles/first.mdx", "", "«---\nid: 1\ntitle: First\npublished: 2025-07-15\nkeywords: [a, b]\nhero:\n  src: picture.svg\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n"),
            ("articles/first.mdx", "+++\nid = 1", "«\n+++\nid = 1"),
        ]);
        // Front matter may have sections with empty lines between them.
        let with_sections = "«---»\nid = 1\ntitle = \"First\"\n\n[[references]]\ntitle = \"Rules\"\nurl = \"https://www.example.com/rules\"\n---\nWords.\n\n<Disclaimer kind=\"illustrative\" />\n";
        assert_snapshot!(check_at_marks("articles/first.mdx", "", with_sections), @r"
        error[front-matter/missing]: this article's front matter is between lines of ---
        --> content/articles/first.mdx
         = expected: a line of +++ before and after the front matter
         = found: `---`
         = help: Replace both lines of --- with +++.
        ");
        near_misses("front-matter/missing", &[
            ("articles/first.mdx", "+++\nid = 1\ntitle = \"First\"", "+++\nid = 1\ntitle = \"C+++ --- and more\"", "++\nid = 1\ntitle = \"C+++ --- and more\""),
        ]);
    }
}
