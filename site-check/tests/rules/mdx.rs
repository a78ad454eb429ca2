//! Markdown, components, tables and lists.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn list_start() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "3. Some\n4. More\n\nSome **words**"), @r#"
    error[list/start]: this list would be numbered from 1
      --> content/articles/first.mdx:15:1
       |
    15 | 3. Some
       | ^^^^^^^
       |
       = expected: 1. before the first item
       = found: `3. Some`
       = help: Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, write 3\.
    "#);
}

#[test]
fn mdx_attributes() {
    assert_snapshot!(found("articles/second.mdx", " assets=\"750000\"", ""), @r#"
    error[mdx/attributes]: `<WorkedExample>` is missing `assets`
      --> content/articles/second.mdx:12:1
       |
    12 | <WorkedExample schedule="small">
       | ^^^^^^^^^^^^^^
       |
       = expected: `schedule` and `assets` as plain text
       = help: Write it as <WorkedExample schedule="…" assets="…"> … </WorkedExample>.
    "#);
}

#[test]
fn mdx_forbidden() {
    assert_snapshot!(found("articles/first.mdx", "The rule", "import fs from \"fs\"\n\nThe rule"), @r#"
    error[mdx/syntax]: imports and exports are not allowed in prose
      --> content/articles/first.mdx:11:1
       |
    11 | import fs from "fs"
       | ^^^^^^^^^^^^^^^^^^^
       |
       = expected: Markdown, facts such as {phone}, and components
       = found: `import fs from "fs"`
       = help: Delete the line: components need no import. If it is a sentence, do not begin the paragraph with the word import or export.
    "#);
    assert_snapshot!(found("pages/index.toml", "challenge = \"Saving.\"", "challenge = \"## Saving\""), @r###"
    error[mdx/syntax]: headings are not allowed in a page's texts
      --> content/pages/index.toml:24:14
       |
    24 | challenge = "## Saving"
       |              ^^^^^^^^^
       |
       = expected: Markdown, facts such as {phone}, and components
       = found: `## Saving`
       = help: Give the text a block of its own, with its `heading`.
    "###);
}

#[test]
fn mdx_syntax() {
    assert_snapshot!(found("articles/first.mdx", "{withdrawal-rule}", "{withdrawal-rule"), @r#"
    error[mdx/syntax]: this brace begins no fact
      --> content/articles/first.mdx:11:15
       |
    11 | The rule says {withdrawal-rule; see [the second](/blog/second#a-heading).
       |               ^^^^^^^^^^^^^^^^
       |
       = expected: the name of a fact between { and }
       = found: `{withdrawal-rule`
       = help: Write the name of a fact, such as {phone}, with one brace on each side. Write a literal brace as \{ or \}.
    "#);
    assert_snapshot!(found("pages/index.toml", "Saving.", "Saving <5 % of pay."), @r#"
    error[mdx/syntax]: this < would begin a component
      --> content/pages/index.toml:24:21
       |
    24 | challenge = "Saving <5 % of pay."
       |                     ^^
       |
       = expected: a space after the <, or \<
       = found: `<5`
       = help: Write a literal less-than character as \<, or write "less than".
    "#);
    assert_snapshot!(found("articles/first.mdx", "</Callout>", ""), @r#"
    error[mdx/syntax]: this component is not closed
      --> content/articles/first.mdx:13:1
       |
    13 | <Callout title="Mind">
       | ^^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: its closing tag on its own line, or /> for a component without content
       = found: `<Callout title="Mind">`
       = help: Write it as <Callout title="…"> … </Callout>. A component in a list or a quote must end there, too.
    "#);
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "<https://www.irs.gov> Some **words**"), @r#"
    error[mdx/syntax]: an address between < and > is not a link
      --> content/articles/first.mdx:15:1
       |
    15 | <https://www.irs.gov> Some **words** of [the authority](https://www.irs.gov/).
       | ^^^^^^^^^^^^^^^^^^^^^
       |
       = expected: a link: [words](https://…)
       = found: `<https://www.irs.gov>`
       = help: Write it as a link: [words](https://…). For the firm's own email address, write [words](contact:email).
    "#);
}

#[test]
fn mdx_unknown_component() {
    assert_snapshot!(found("articles/first.mdx", "Callout", "Calout"), @r#"
    error[mdx/unknown-component]: `<Calout>` is not a component
      --> content/articles/first.mdx:13:1
       |
    13 | <Calout title="Mind">
       | ^^^^^^^
       |
       = expected: one of `Buckets`, `Callout`, `Checklist`, `Disclaimer`, `KeyFigure` and `WorkedExample`
       = found: <Calout>
       = help: Did you mean `Callout`?
    "#);
}

#[test]
fn table_form() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "| a | b |\n|---|\n| c | d |\n\nSome **words**"), @r#"
    error[table/form]: this line of dashes does not match the header above it
      --> content/articles/first.mdx:16:1
       |
    16 | |---|
       | ^^^^^
       |
       = expected: a header, a line of dashes and rows of as many cells, with an empty line above and below
       = found: `|---|`
       = help: Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("mdx/attributes", "articles/first.mdx", "<Callout title=\"Mind\">", "<Callout title=\"Mind\" color=\"red\">", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Words:\n\n    some code\n\nSome **words**", (17, 5)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Words:\n    - one\n\nSome **words**", (16, 5)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Words <KeyFigure value=\"4%\" label=\"a year\" /> and **words**", (15, 7)),
    ("mdx/syntax", "articles/first.mdx", "<Callout title=\"Mind\">\n\n", "<Callout title=\"Mind\">\n", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", ".\n\n</Callout>", ".\n</Callout>", (16, 1)),
    ("mdx/syntax", "articles/first.mdx", "<Callout title=\"Mind\">", "<Callout\n  title=\"Mind\"\n>", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Some **words**\n\n</Checklist>\n\nWords", (17, 1)),
    ("mdx/syntax", "articles/first.mdx", "The rule says {withdrawal-rule}; see", "The rule says\n{withdrawal-rule}\nand more; see", (12, 1)),
    ("mdx/syntax", "articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/{phone}", (15, 35)),
    ("table/form", "articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\nSome **words**", (18, 1)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "<!-- later --> Some **words**", (15, 1)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "{/* later */} Some **words**", (15, 1)),
    ("mdx/syntax", "articles/first.mdx", "title=\"Mind\"", "title=“Mind”", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "title=\"Mind\"", "title=“Mind this”", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind”", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "title=\"Mind\"", "title={1 + 1}", (13, 1)),
    ("mdx/syntax", "articles/first.mdx", "{withdrawal-rule}", "{6 * 7}", (11, 15)),
    ("mdx/syntax", "articles/first.mdx", "{withdrawal-rule}", "{{withdrawal-rule}}", (11, 15)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "<sam@example.com> Some **words**", (15, 1)),
    ("mdx/syntax", "articles/first.mdx", "Some **words**", "Some <$9 **words**", (15, 6)),
    ("table/form", "articles/first.mdx", "Some **words**", "| a | b |\n|---|---|\n| c | d |\n| e | f | g |\n\nSome **words**", (18, 10)),
    ("mdx/unknown-component", "articles/first.mdx", "Some **words**", "Some <b>words</b>", (15, 6)),
    ("mdx/unknown-component", "articles/first.mdx", "Some **words**", "Some<br>**words**", (15, 5)),
    ("mdx/unknown-component", "articles/first.mdx", "Some **words**", "<p>Some **words**", (15, 1)),
    ("mdx/unknown-component", "articles/first.mdx", "Some **words**", "<div>\n\nSome **words**\n\n</div>\n\nWords", (15, 1)),
    ("mdx/unknown-component", "pages/index.toml", "Saving.", "<Disclaimer kind='illustrative' />", (24, 14)),
];
