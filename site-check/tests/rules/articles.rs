//! Articles: ids, titles, headings.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn article_duplicate_id() {
    assert_snapshot!(found("articles/second.mdx", "id = 2", "id = 1"), @r#"
    error[article/duplicate-id]: the id 1 is taken
     --> content/articles/second.mdx:2:6
      |
    2 | id = 1
      |      ^
      |
      = expected: a different id for each article
      = found: the same id in content/articles/first.mdx
      = help: Give the newer article the next id: 22
    "#);
}

#[test]
fn article_empty() {
    assert_snapshot!(found("articles/third.mdx", "", "+++\nid = 3\ntitle = \"Third\"\nexcerpt = \"The third article.\"\ncategory = \"Economy\"\nauthor = \"firm\"\nhero = { src = \"picture.svg\", alt = \"A square\" }\n+++\n\n<Disclaimer kind=\"illustrative\" />\n"), @r#"
    error[article/empty]: this article has no words
     --> content/articles/third.mdx:9:1
      |
    9 |
      | ^
      |
      = expected: the text of the article below the second line of +++
      = found: nothing
      = help: Write the article, or make it a draft until then (draft = true).
    "#);
}

#[test]
fn headings() {
    assert_snapshot!(found("articles/second.mdx", "## A heading", "## A heading\n\n##\n\nWords."), @r#"
    error[heading/empty]: this heading has no words
      --> content/articles/second.mdx:12:1
       |
    12 | ##
       | ^^
       |
       = expected: words after the #
       = found: `##`
       = help: Write the heading, or delete the line. For a rule across the page, write ---.
    "#);
    assert_snapshot!(found("articles/second.mdx", "## A heading", "## A heading\n\n#### Deeper"), @r#"
    warning[heading/level]: this heading skips a level
      --> content/articles/second.mdx:12:1
       |
    12 | #### Deeper
       | ^^^^^^^^^^^
       |
       = expected: at most ###, one level below the heading before it
       = found: ####
       = help: Write ### before the words.
    "#);
    assert_snapshot!(found("articles/second.mdx", "## A heading", "## A heading\n\n##Another"), @r#"
    error[heading/space]: missing space after `##`, so this is not a heading
      --> content/articles/second.mdx:12:1
       |
    12 | ##Another
       | ^^^^^^^^^
       |
       = expected: a space before the words
       = found: `##Another`
       = help: Write ## and a space before the words.
    "#);
}

#[test]
fn id_duplicate() {
    assert_snapshot!(found("pages/index.toml", "id = \"examples\"", "id = \"top\""), @r#"
    error[id/duplicate]: duplicate anchor `#top`
      --> content/pages/index.toml:16:7
       |
    16 | id = "top"
       |       ^^^
       |
       = expected: a different id for each part of a page, and different headings
       = found: the same one in line 8
       = help: Give one of the two another id, or say in its heading how it differs, and change the links to it.
    "#);
}

#[test]
fn title_duplicate() {
    assert_snapshot!(found("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Home\"\nshort"), @r#"
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
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("heading/level", "articles/second.mdx", "## A heading", "### A heading", (10, 1)),
    ("id/duplicate", "articles/second.mdx", "## A heading", "## A heading\n\nWords.\n\n## A heading", (14, 1)),
    ("title/duplicate", "pages/fees.toml", "What it costs.", "The first  Article.", (4, 15)),
    ("title/duplicate", "articles/second.mdx", "title = \"Second\"", "title = \"First\"", (3, 9)),
];
