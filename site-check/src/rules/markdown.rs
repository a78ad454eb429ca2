//! The errors that the Markdown parser finds in prose.
//!
//! One table has the rule and the words for each kind of error.

use super::list::{self, large_number, literal_number};
use super::{component, file as files, table};
use crate::address::rules::link;
use crate::diagnostic::Diagnostic;
use crate::load::File;
use crate::load::markdown::{Kind, MarkdownErrorKind as ErrorKind};
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};
use site_schema::model::ComponentName;
use std::borrow::Cow;

pub(super) static RULES: &[&Rule] = &[&SYNTAX];

pub(super) static SYNTAX: Rule = Rule {
    code: "mdx/syntax",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A brace, a `<` or a component's tag isn't closed or is in the wrong place, or prose contains something that isn't allowed: an import or export, a comment, indented code, an unclosed block of code, or a top-level heading.",
    why: "In prose, `{` begins a fact and `<` begins a component; without an end, they swallow the text after them, and so does a block of code. Articles are data: nothing in them runs.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The first year is worth {withdrawal-rule.",
        right: "The first year is worth {withdrawal-rule}.",
    },
};

pub(super) const MARKDOWN: &str = "Markdown, facts such as {phone}, and components";

fn check(file: &File, out: &mut Diagnostics) {
    for prose in file.proses() {
        for error in &prose.parsed.errors {
            report(ProseError { file, prose, error }, out);
        }
    }
}

/// Reports an error with its words.
fn report(error: ProseError, out: &mut Diagnostics) {
    if let ErrorKind::Html(name) = &error.error.kind {
        return component::report_unknown(error.file, error.span(), name, out);
    }
    let words = words(&error);
    let mut out = out.for_rule(words.rule);
    let diagnostic = error.report(&mut out, &words.message, words.expected, &words.help);
    match error.error.kind {
        ErrorKind::ListStart => {
            diagnostic.fix(literal_number(&error));
        }
        ErrorKind::UndefinedReference(_) | ErrorKind::Definition if is_footnote(&error) => {
            suppress_links_to_footnotes(&error, diagnostic);
        }
        _ => {}
    }
}

/// The words for an error, and the rule that reports it.
struct Message {
    rule: &'static Rule,
    message: Cow<'static, str>,
    expected: &'static str,
    help: Cow<'static, str>,
}

impl Message {
    fn of(
        rule: &'static Rule,
        message: impl Into<Cow<'static, str>>,
        expected: &'static str,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            rule,
            message: message.into(),
            expected,
            help: help.into(),
        }
    }
}

/// Returns the words for each kind of error.
fn words(error: &ProseError) -> Message {
    let in_article = error.file.body.is_some();
    match &error.error.kind {
        ErrorKind::TooLong => Message::of(
            &files::TOO_LARGE,
            "this text is too long",
            "at most 64 KiB",
            files::SHORTEN,
        ),
        ErrorKind::TooDeep => Message::of(
            &files::TOO_LARGE,
            "this text is nested too deeply",
            "lists, quotes, brackets and components at most 24 levels deep",
            "Look for characters that were typed or pasted many times. Delete them, or close each.",
        ),
        ErrorKind::ExtraCells => Message::of(
            &table::FORM,
            "this row has more cells than the table has columns",
            table::EXPECTED,
            "Delete the extra cells, or add as many to the header and to the line of dashes. Write a literal bar as \\|.",
        ),
        ErrorKind::NoTable => Message::of(
            &table::FORM,
            "this line of dashes doesn't match the header above it",
            table::EXPECTED,
            "Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.",
        ),
        ErrorKind::RowWithoutBars => Message::of(
            &table::FORM,
            "this line would become a row of the table above it",
            table::EXPECTED,
            "Leave an empty line above it. Write a row of the table between bars: | a | b |.",
        ),
        ErrorKind::ListStart => match large_number(error) {
            Some((number, mark)) => Message::of(
                &list::FORM,
                format!(
                    "`{number}{mark}` starts a list here, and visitors read 1 instead of {number}"
                ),
                "a line that begins with a word, or a backslash after the number",
                format!(
                    "Write {number}\\{mark}, or begin the sentence with another word. The first item of a list has the number 1."
                ),
            ),
            None => Message::of(
                &list::FORM,
                "this list would be numbered from 1",
                "1. before the first item",
                "Write 1. before it. To continue the list above, indent the text between them as far as its items' words. If this isn't a list, write a backslash before the period, as in 3\\.",
            ),
        },
        ErrorKind::LinkTitle => Message::of(
            &link::FORM,
            "this link's title is not shown",
            "[words](address), without a title",
            "Delete the title in quotes, and say what it says in the link's words.",
        ),
        ErrorKind::UndefinedReference(_) | ErrorKind::Definition if is_footnote(error) => {
            Message::of(
                &link::FORM,
                "footnotes are not supported",
                "a link, or the note in the sentence",
                "Write the note into the sentence, or its source as a link: [words](https://…). An article lists its authorities in `references`.",
            )
        }
        ErrorKind::UndefinedReference(_) | ErrorKind::Definition => Message::of(
            &link::FORM,
            "a link's address belongs directly after its words",
            "a link with its address: [words](/fees)",
            "Write the address directly after the words: [words](/fees). Write literal brackets as \\[ and \\].",
        ),
        ErrorKind::AngledAddress => Message::of(
            &SYNTAX,
            "an address between < and > is not a link",
            "a link: [words](https://…)",
            "Write it as a link: [words](https://…). For the firm's own email address, write [words](contact:email).",
        ),
        ErrorKind::OpenFence => Message::of(
            &SYNTAX,
            "this block of code is not closed",
            "a line of the same characters below the code",
            "Write ``` on its own line below the code, or delete this line if there is no code.",
        ),
        ErrorKind::Comment => Message::of(
            &SYNTAX,
            "comments are not allowed in prose",
            MARKDOWN,
            "Delete the comment. Write a note for editors in the pull request.",
        ),
        ErrorKind::Esm => Message::of(
            &SYNTAX,
            "imports and exports are not allowed in prose",
            MARKDOWN,
            "Delete the line: components need no import. If it is a sentence, do not begin the paragraph with the word import or export.",
        ),
        ErrorKind::IndentedCode | ErrorKind::IndentedLine if begins_with_tab(error) => Message::of(
            &SYNTAX,
            "this line begins with a tab",
            MARKDOWN,
            "Delete the tab. Write - and a space before each item of a list, indent each inner list by two spaces, and leave an empty line above the list.",
        ),
        ErrorKind::IndentedCode => Message::of(
            &SYNTAX,
            "this indented text would become code",
            MARKDOWN,
            "Delete the spaces before the line. In a list, indent it as far as the item's words. Write code between two lines of ```.",
        ),
        ErrorKind::IndentedLine => Message::of(
            &SYNTAX,
            "this line is indented too far to start a block",
            MARKDOWN,
            "Indent the line less. A list, a heading or a quote needs an empty line above it. If the first character is literal, write a backslash (\\) before it.",
        ),
        ErrorKind::OpenTag(name) if in_article && ComponentName::parse(name).is_some() => {
            Message::of(
                &SYNTAX,
                "this component's tag is not valid",
                "a tag on one line from < to >, with each value in straight quotes (\")",
                format!("Write the tag as {}.", tag(name)),
            )
        }
        ErrorKind::OpenTag(name) if name.is_empty() => Message::of(
            &SYNTAX,
            "this < would begin a component",
            "a space after the <, or \\<",
            "Write a literal less-than character as \\<, or write \"less than\".",
        ),
        ErrorKind::Html(_) | ErrorKind::OpenTag(_) => Message::of(
            &SYNTAX,
            "this < begins a tag that has no end",
            MARKDOWN,
            component::HTML,
        ),
        ErrorKind::TagInLine(_) if !in_article => Message::of(
            &SYNTAX,
            "components are not allowed here",
            "Markdown without tags",
            component::HTML,
        ),
        ErrorKind::TagInLine(name) => Message::of(
            &SYNTAX,
            "a component's tag needs its own line, with an empty line above and below",
            "each tag on its own line, with an empty line above and below",
            format!(
                "Put the tag on its own line, with an empty line above and below: {}.",
                tag(name)
            ),
        ),
        ErrorKind::Unclosed(name) => Message::of(
            &SYNTAX,
            "this component is not closed",
            "its closing tag on its own line, or /> for a component without content",
            format!(
                "Write it as {}. A component in a list or a quote must end there, too.",
                tag(name)
            ),
        ),
        ErrorKind::Unopened(name) => Message::of(
            &SYNTAX,
            "this closing tag has no opening tag",
            "an opening tag above it, in the same list, quote or component",
            format!("Delete it, or write the opening tag: {}.", tag(name)),
        ),
        ErrorKind::Brace => Message::of(
            &SYNTAX,
            "this brace doesn't start a fact",
            "the name of a fact between { and }",
            "Write the name of a fact, such as {phone}, with one brace on each side. Write a literal brace as \\{ or \\}.",
        ),
        ErrorKind::LoneFact => Message::of(
            &SYNTAX,
            "a fact on a line by itself would be its own paragraph",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.",
        ),
        ErrorKind::BraceInAddress => Message::of(
            &SYNTAX,
            "facts are not filled in here",
            "an address or a description without braces",
            "Spell out the fact: a link's address and an image's description can't contain one. For the firm's own phone and email, write contact:phone and contact:email.",
        ),
    }
}

/// Returns true if an error is a footnote, or the text of one.
fn is_footnote(error: &ProseError) -> bool {
    match &error.error.kind {
        ErrorKind::UndefinedReference(label) => label.starts_with('^'),
        ErrorKind::Definition => error.written().trim_start().starts_with("[^"),
        _ => false,
    }
}

/// Suppresses problems of the links to a footnote: if the note is one word, it is their address.
fn suppress_links_to_footnotes(error: &ProseError, footnote: &mut Diagnostic) {
    for node in error.prose.nodes() {
        let is_link = matches!(node.kind, Kind::Link(_));
        if is_link && error.prose.written(node).starts_with("[^") {
            footnote.suppresses(error.prose.source(node));
        }
    }
}

/// Returns true if the line of an error begins with a tab.
fn begins_with_tab(error: &ProseError) -> bool {
    let (before, after) = error.prose.text.split_at(error.error.span.start);
    let line_start = before.rsplit('\n').next().unwrap_or_default();
    let is_tab_before = line_start.trim_start_matches([' ', '>']).starts_with('\t');
    is_tab_before || after.starts_with('\t')
}

/// Returns an example of a component, or of any component if the name is unknown.
fn tag(name: &str) -> String {
    match ComponentName::parse(name) {
        Some(name) => component::example(name.form()),
        None => "<Callout title=\"…\"> … </Callout>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{
        assert_snapshot, check, finds_at_marks, finds_in_files, near_misses,
    };

    #[test]
    #[rustfmt::skip]
    fn syntax() {
        assert_snapshot!(check("articles/first.mdx", "The rule", "import fs from \"fs\"\n\nThe rule"), @r#"
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
        assert_snapshot!(check("pages/index.toml", "challenge = \"Saving.\"", "challenge = \"## Saving\""), @r###"
        error[mdx/syntax]: headings are not allowed in a page's texts
          --> content/pages/index.toml:24:14
           |
        24 | challenge = "## Saving"
           |              ^^^^^^^^^
           |
           = expected: Markdown, facts such as {phone}, and components
           = found: `## Saving`
           = help: Give the text its own block, with a `heading`.
        "###);
        assert_snapshot!(check("articles/first.mdx", "{withdrawal-rule}", "{withdrawal-rule"), @r#"
        error[mdx/syntax]: this brace doesn't start a fact
          --> content/articles/first.mdx:11:15
           |
        11 | The rule says {withdrawal-rule; see [the second](/blog/second#a-heading).
           |               ^^^^^^^^^^^^^^^^
           |
           = expected: the name of a fact between { and }
           = found: `{withdrawal-rule`
           = help: Write the name of a fact, such as {phone}, with one brace on each side. Write a literal brace as \{ or \}.
        "#);
        assert_snapshot!(check("pages/index.toml", "Saving.", "Saving <5 % of pay."), @r#"
        error[mdx/syntax]: this < would begin a component
          --> content/pages/index.toml:24:21
           |
        24 | challenge = "Saving <5 % of pay."
           |                     ^^
           |
           = expected: a space after the <, or \<
           = found: `<5`
           = help: Write a literal less-than character as \\<, or write "less than".
        "#);
        assert_snapshot!(check("articles/first.mdx", "</Callout>", ""), @r#"
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
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "<https://www.irs.gov> Some **words**"), @r#"
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
        finds_in_files("mdx/syntax", &[
            ("articles/first.mdx", "<Callout title=\"Mind\">\n\n", "«<Callout title=\"Mind\">\n"),
            ("articles/first.mdx", ".\n\n</Callout>", ".\n«</Callout>"),
            ("articles/first.mdx", "<Callout title=\"Mind\">", "«<Callout\n  title=\"Mind\"\n>"),
            ("articles/first.mdx", "The rule says {withdrawal-rule}; see", "The rule says\n«{withdrawal-rule}\nand more; see"),
            ("articles/first.mdx", "https://www.irs.gov/", "«https://www.irs.gov/{phone}"),
            ("articles/first.mdx", "<Callout title=\"Mind\"", "«<Callout title=“Mind”"),
            ("articles/first.mdx", "<Callout title=\"Mind\"", "«<Callout title=“Mind this”"),
            ("articles/first.mdx", "<Callout title=\"Mind\"", "«<Callout title=\"Mind”"),
            ("articles/first.mdx", "<Callout title=\"Mind\"", "«<Callout title={1 + 1}"),
            ("articles/first.mdx", "{withdrawal-rule}", "«{6 * 7}"),
            ("articles/first.mdx", "{withdrawal-rule}", "«{{withdrawal-rule}}"),
        ]);
        finds_at_marks("mdx/syntax", &[
            "Words:\n\n    «some code\n\nSome **words**",
            "Words:\n    «- one\n\nSome **words**",
            "Words «<KeyFigure value=\"4%\" label=\"a year\" /> and **words**",
            "Some **words**\n\n«</Checklist>\n\nWords",
            "«<!-- later --> Some **words**",
            "«{/* later */} Some **words**",
            "«<sam@example.com> Some **words**",
            "Some «<$9 **words**",
        ]);
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "Words:\n\n\t- one\n\t- two\n\nSome **words**"), @r#"
        error[mdx/syntax]: this line begins with a tab
          --> content/articles/first.mdx:17:2
           |
        17 |     - one
           |     ^^^^^
           |
           = expected: Markdown, facts such as {phone}, and components
           = found: `- one`
           = help: Delete the tab. Write - and a space before each item of a list, indent each inner list by two spaces, and leave an empty line above the list.
        "#);
        near_misses("mdx/syntax", &[
            ("articles/first.mdx", "Some **words**", "Write `{6 * 7}`, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**", "Write {6 * 7}, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**"),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind “this”\"", "title=“Mind this”"),
            ("articles/first.mdx", "Some **words**", "He said “some **words**” and title=“Mind”", "He said “some **words**” and <Callout title=“Mind”>"),
            ("articles/first.mdx", "Some **words**", "Some \\<5 and 7 \\< 8 \\{braces}", "Some <5 and 7 \\< 8 \\{braces}"),
            ("articles/first.mdx", "Some **words**", "- Some\n\n  <KeyFigure value='a fifth' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n> </Checklist>\n\nWords", "- Some\n\n  <KeyFigure value='4%' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n\nWords"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn fence() {
        assert_snapshot!(check("articles/first.mdx", "Some **words**", "```\nSome **words**"), @r#"
        error[mdx/syntax]: this block of code is not closed
          --> content/articles/first.mdx:15:1
           |
        15 | ```
           | ^^^
           |
           = expected: a line of the same characters below the code
           = found: `````
           = help: Write ``` on its own line below the code, or delete this line if there is no code.
        "#);
        finds_in_files("mdx/syntax", &[
            ("articles/second.mdx", "<Disclaimer", "«~~~ text\n<Disclaimer"),
        ]);
        near_misses("mdx/syntax", &[
            ("articles/first.mdx", "Some **words**", "````\n```\n````\n\n~~~\n```\n~~~\n\nSome **words**", "````\n```\n```\n\n~~~\n```\n~~~\n\nSome **words**"),
        ]);
    }
}
