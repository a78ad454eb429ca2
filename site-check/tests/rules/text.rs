//! The words themselves.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn text_blank() {
    assert_snapshot!(found("pages/fees.toml", "What it costs.", "   "), @r#"
    error[text/blank]: `description` consists of spaces
     --> content/pages/fees.toml:4:15
      |
    4 | description = "   "
      |               ^^^^^
      |
      = expected: words
      = found: spaces
      = help: Write the text, or delete the line of `description` if it is optional.
    "#);
}

#[test]
fn text_conflict() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "<<<<<<< HEAD\nSome **words**\n=======\nFew {words <Callout\n>>>>>>> other\n"), @r#"
    error[text/conflict]: unresolved merge conflict
      --> content/articles/first.mdx:15:1
       |
    15 | <<<<<<< HEAD
       | ^^^^^^^^^^^^
       |
       = expected: one of the two versions, without Git's markers
       = found: `<<<<<<< HEAD`
       = help: Keep the right lines. Delete the others and the lines that begin with <<<<<<<, |||||||, ======= and >>>>>>>.
    "#);
}

#[test]
fn text_doubled_word() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some of the the **words**"), @r#"
    warning[text/doubled-word]: `the` is doubled
      --> content/articles/first.mdx:15:13
       |
    15 | Some of the the **words** of [the authority](https://www.irs.gov/).
       |             ^^^
       |
       = expected: `the` once
       = found: `the the`
       = help: Delete one of the two, or rephrase the sentence if both are right.
    "#);
}

#[test]
fn text_mark() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some **words"), @r#"
    error[text/mark]: this ** would be shown as it is
      --> content/articles/first.mdx:15:6
       |
    15 | Some **words of [the authority](https://www.irs.gov/).
       |      ^^
       |
       = expected: the same mark before and after the words, without a space on the inner side
       = help: Write the missing **, or delete this one. Write a literal one as \*.
    "#);
}

#[test]
fn text_fence() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "```\nSome **words**"), @r#"
    error[text/fence]: this block of code is not closed
      --> content/articles/first.mdx:15:1
       |
    15 | ```
       | ^^^
       |
       = expected: a line of the same characters below the code
       = found: `````
       = help: Write ``` on its own line below the code, or delete this line if there is no code.
    "#);
}

#[test]
fn text_hidden() {
    assert_snapshot!(found("articles/first.mdx", "/blog/second", "/blog/\u{200b}second"), @r#"
    error[text/hidden]: invisible character U+200B (zero-width space)
      --> content/articles/first.mdx:11:57
       |
    11 | The rule says {withdrawal-rule}; see [the second](/blog/�second#a-heading).
       |                                                         ^
       |
       = expected: visible characters, spaces and line breaks
       = found: U+200B
       = help: Delete it: put the cursor after it, press Backspace once, and retype what is missing. Paste copied text without its formatting.
    "#);
}

#[test]
fn text_markdown() {
    assert_snapshot!(found("pages/fees.toml", "What it costs.", "What it **costs**."), @r#"
    error[text/markdown]: bold in a plain text
     --> content/pages/fees.toml:4:24
      |
    4 | description = "What it **costs**."
      |                        ^^
      |
      = expected: plain words, and facts such as {phone}
      = found: `**`
      = help: Delete the markup: this text can't be bold or contain a link or HTML.
    "#);
}

#[test]
fn text_placeholder() {
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "Some **XX percent** of words"), @r#"
    error[text/placeholder]: `XX` is a placeholder
      --> content/articles/first.mdx:15:8
       |
    15 | Some **XX percent** of words of [the authority](https://www.irs.gov/).
       |        ^^
       |
       = expected: the final words or figure
       = found: `XX`
       = help: Write the final text. If nobody knows it yet, say so, such as “to be announced”, or make the page or article a draft (draft = true).
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("text/doubled-word", "articles/first.mdx", "Some **words**", "The the words, **and**", (15, 5)),
    ("text/doubled-word", "articles/first.mdx", "Some **words**", "You’ll you’ll—**words**", (15, 8)),
    ("text/markdown", "pages/fees.toml", "What it costs.", "What `it` costs.", (4, 21)),
    ("text/markdown", "pages/fees.toml", "What it costs.", "What it</b> costs&#160;.", (4, 23)),
    ("text/hidden", "articles/first.mdx", "Some **words**", "Some \u{202e}**words**", (15, 6)),
    ("text/hidden", "articles/first.mdx", "Some **words**", "Some \u{1b}[31m**words**", (15, 6)),
    ("text/markdown", "articles/first.mdx", "The first article.", "The first, before [the second](/blog/second).", (4, 41)),
    ("text/markdown", "pages/fees.toml", "What it costs.", "What it&nbsp;costs.<br>", (4, 23)),
    ("text/blank", "facts.toml", "Bengen, 1994", "\\t\u{a0}", (3, 10)),
    ("text/conflict", "articles/first.mdx", "title = \"First\"", "<<<<<<< HEAD\ntitle = \"First\"\n||||||| base\ntitle = \"The first\"\n=======\ntitle = \"Number one\"\n>>>>>>> other", (3, 1)),
    ("text/conflict", "site.toml", "time_zone = \"America/Chicago\"", "<<<<<<< HEAD\ntime_zone = \"America/Chicago\"\n=======\ntime_zone = \"America/New_York\"\n>>>>>>> other", (4, 1)),
    ("text/conflict", "fees.toml", "from = 1_000_001", "<<<<<<< HEAD\nfrom = 1_000_001\n=======\nfrom = 900_000\n>>>>>>> other", (15, 1)),
    ("text/conflict", "pages/fees.toml", "heading = \"Tiers\"", "<<<<<<< HEAD\nheading = \"Tiers\"\n=======\nheading = \"Our tiers\"\n>>>>>>> other", (13, 1)),
    ("text/conflict", "redirects.toml", "[[redirects]]", "<<<<<<< HEAD\n[[redirects]]\n=======\n[[redirects]]\nfrom = \"/older\"\nto = \"/fees\"\n\n[[redirects]]\n>>>>>>> other", (1, 1)),
    ("text/conflict", "articles/first.mdx", "Some **words**", "Before\n<<<<<<< HEAD\n\n## What to do\n\nSome **words**\n=======\n\n## What to do\n\n```\nNo words\n>>>>>>> other\n", (16, 1)),
    ("text/conflict", "facts.toml", "[withdrawal-rule]", ">>>>>>> other\n[withdrawal-rule]", (1, 1)),
    ("text/doubled-word", "pages/fees.toml", "What it costs.", "What it it costs.", (4, 24)),
    ("text/mark", "articles/first.mdx", "Some **words**", "`Some **words**", (15, 1)),
    ("text/mark", "articles/first.mdx", "Some **words**", "~~Few~~ some **words**", (15, 1)),
    ("text/mark", "articles/first.mdx", "Some **words**", "Some ** words **", (15, 6)),
    ("text/mark", "pages/index.toml", "Saving.", "*Saving.", (24, 14)),
    ("text/fence", "articles/second.mdx", "<Disclaimer", "~~~ text\n<Disclaimer", (18, 1)),
    ("text/hidden", "pages/fees.toml", "short_title", "short\u{200b}_title", (3, 6)),
    ("text/hidden", "pages/fees.toml", "What it costs.", "What it\\u200b costs.", (4, 15)),
    ("text/placeholder", "articles/first.mdx", "title=\"Mind\"", "title=\"Mind (TBD)\"", (13, 23)),
    ("text/placeholder", "facts.toml", "Bengen, 1994", "Bengen, 19xx", (3, 10)),
    ("text/placeholder", "pages/index.toml", "Saving.", "Lorem ipsum dolor sit amet.", (24, 14)),
    ("text/placeholder", "pages/fees.toml", "heading = \"Tiers\"", "heading = \"Tiers TODO\"", (13, 18)),
];
