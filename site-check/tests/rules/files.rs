//! Files, their encoding, size and TOML.

use super::{At, found};
use insta::assert_snapshot;

#[test]
fn files() {
    assert_snapshot!(found("articles/second.mdx", "What it shows.", "LATIN1 What it shöws."), @r#"
    error[file/unreadable]: this file is not UTF-8 text
    --> content/articles/second.mdx
     = expected: UTF-8, the usual encoding of text
     = found: an invalid byte in line 14, column 11
     = help: Save it again as UTF-8 (in Notepad: Save as, Encoding), and check the text at that place.
    "#);
    assert_snapshot!(found("pages/fees.toml", "agreed beforehand.\"\n", "agreed beforehand.\""), @r#"
    warning[file/end]: file does not end with a newline
      --> content/pages/fees.toml:71:63
       |
    71 | note = "What a return needs beyond this is agreed beforehand."
       |                                                               ^
       |
       = expected: a newline at the end of the file
       = found: the end of the file
       = help: Press Enter at the very end of the file.
       = note: `cargo site check --fix` fixes this
    "#);
    assert_snapshot!(found("redirects.toml", "", "DELETE"), @r#"
    error[file/missing]: this file is missing
    --> content/redirects.toml
     = expected: a published file content/redirects.toml
     = found: no such file
     = help: Restore it from an earlier commit. The files in schemas/ describe what it contains.
    "#);
    assert_snapshot!(found("articles/first.mdx", "Some **words**", "MANY 100000 words "), @r#"
    error[file/too-large]: this file is too large
    --> content/articles/first.mdx
     = expected: at most 256 KiB
     = found: 587 KiB
     = help: Look for a paste that went wrong, or split the text.
    "#);
    assert_snapshot!(found("articles/note.md", "", "A note."), @r#"
    error[file/unexpected]: this file does not belong here
    --> content/articles/note.md
     = expected: content/site.toml, fees.toml, facts.toml or redirects.toml, content/pages/**/NAME.toml, content/articles/NAME.mdx, or a picture in content/images
     = found: content/articles/note.md
     = help: Articles end in .mdx: rename the file.
    "#);
}

#[test]
fn front_matter_missing() {
    assert_snapshot!(found("articles/first.mdx", "+++\nid = 1", "id = 1"), @r#"
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
}

#[test]
fn toml_syntax() {
    assert_snapshot!(found("pages/fees.toml", "title = \"Fees\"\nshort", "title = \"Fees\nshort"), @r#"
    error[toml/syntax]: invalid TOML: invalid basic string, expected `"`
     --> content/pages/fees.toml:2:14
      |
    2 | title = "Fees
      |              ^
      |
      = help: Close the text with the quote that opened it ("). Write a quote inside text as \".
    "#);
    assert_snapshot!(found("fees.toml", "transfer_days = 90", "transfer_days = 90\ntransfer_days = 60"), @r#"
    error[toml/syntax]: invalid TOML: duplicate key
      --> content/fees.toml:69:1
       |
    69 | transfer_days = 60
       | ^^^^^^^^^^^^^
       |
       = help: A table can have each key once: delete or rename one of the two.
    "#);
    assert_snapshot!(found("articles/first.mdx", "id = 1\ntitle = \"First\"", "id: 1\ntitle: First"), @r#"
    error[toml/syntax]: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
     --> content/articles/first.mdx:2:3
      |
    2 | id: 1
      |   ^
      |
      = help: This is YAML. Write key = "value", dates and numbers without quotes, and similar lines likewise.

    error[toml/syntax]: invalid TOML: key with no value, expected `=`
     --> content/articles/first.mdx:2:5
      |
    2 | id: 1
      |     ^
      |
      = help: This is YAML. Write key = "value", dates and numbers without quotes, and similar lines likewise.
    "#);
}

/// Further cases of these messages.
#[rustfmt::skip]
pub const MORE: &[At] = &[
    ("file/too-large", "articles/first.mdx", "Some **words**", "MANY 14000 such words ", (15, 65436)),
    ("front-matter/missing", "articles/first.mdx", "", "---\ntitle: First\n---\nWords.", (1, 1)),
    ("front-matter/missing", "articles/second.mdx", "A square\" }\n+++", "A square\" }", (1, 1)),
    ("toml/syntax", "articles/first.mdx", "id = 1", "id = = 1", (2, 6)),
    ("toml/syntax", "pages/fees.toml", "title = \"Fees\"\nshort", "title = “Fees”\nshort", (2, 9)),
    ("toml/syntax", "pages/fees.toml", "title = \"Fees\"\nshort", "title =\u{a0}\"Fees\"\nshort", (2, 8)),
    ("file/unreadable", "articles/second.mdx", "What it shows.", "UTF16 What it shows.", (1, 1)),
    ("file/unexpected", "articles/third.mdx", "", "LINK /etc/hostname", (1, 1)),
    ("file/unexpected", "pages/prices.toml", "", "LINK fees.toml", (1, 1)),
    ("file/unexpected", "pages/more", "", "LINK /etc", (1, 1)),
    ("file/unexpected", "articles/third.mdx", "", "PIPE", (1, 1)),
    ("file/unexpected", "images/picture.svg", "", "PIPE", (1, 1)),
    ("toml/syntax", "pages/fees.toml", "title = \"Fees\"\nshort", "MANY 100000 [", (2, 3)),
    ("file/too-large", "articles/first.mdx", "Some **words**", "MANY 5000 > ", (15, 95)),
    ("file/too-large", "articles/first.mdx", "Some **words**", "MANY 40 1. ", (15, 70)),
    ("file/too-large", "images/picture.svg", "<svg", "MANY 3000000 <!-- -->", (1, 1)),
    ("file/missing", "pages/404.toml", "noindex = true", "noindex = true\ndraft = true", (1, 1)),
    ("file/unexpected", "articles/README.md", "", "About.", (1, 1)),
    ("file/unexpected", "articles/photo.jpg", "", "x", (1, 1)),
    ("file/unexpected", "images/photo.heic", "", "x", (1, 1)),
    ("file/unexpected", "pages/about.yml", "", "title: About", (1, 1)),
    ("front-matter/missing", "articles/first.mdx", "", "---\nid: 1\ntitle: First\npublished: 2025-07-15\nkeywords: [a, b]\nhero:\n  src: picture.svg\n---\nWords.", (1, 1)),
    ("front-matter/missing", "articles/first.mdx", "+++\nid = 1", "\n+++\nid = 1", (1, 1)),
];
