use super::component::{HTML, example};
use super::unknown_component::{self, UNKNOWN_COMPONENT};
use crate::address::rules::link;
use crate::load::File;
use crate::load::markdown::{Kind, MarkdownErrorKind};
use crate::rule::{Diagnostics, Example, ProseError, Rule, Scope, Severity};
use crate::rules::{file as files, list, table, text};
use site_schema::model::ComponentName;
use std::borrow::Cow;

pub(super) static SYNTAX: Rule = Rule {
    code: "mdx/syntax",
    severity: Severity::Error,
    scope: Scope::FileAlone(check),
    summary: "A brace, a `<` or a component's tag is not closed or in the wrong place, or prose has what is not allowed there: an import or export, a comment, indented code, or a top-level heading.",
    why: "In prose, `{` begins a fact and `<` begins a component; without an end, it swallows the text after it. Articles are data: nothing in them is run.",
    example: Example::InFile {
        file: "content/articles/market-drop.mdx",
        wrong: "The first year is worth {withdrawal-rule.",
        right: "The first year is worth {withdrawal-rule}.",
    },
};

const MARKDOWN: &str = "Markdown, facts such as {phone}, and components";

fn check(file: &File, out: &mut Diagnostics) {
    check_headings(file, out);
    for prose in file.proses() {
        for error in &prose.parsed.errors {
            report(ProseError { file, prose, error }, out);
        }
    }
}

fn check_headings(file: &File, out: &mut Diagnostics) {
    for (prose, node) in file.nodes() {
        let (message, help) = match node.kind {
            Kind::Heading(_) if file.body.is_none() => (
                "headings are not allowed in a page's texts",
                "Give the text a block of its own, with its `heading`.",
            ),
            Kind::Heading(1) if begins_with_figure(prose.written(node)) => (
                "the # at the beginning of this line makes a heading of it",
                "Write a number without a space after the #: #1. Write ## for a section.",
            ),
            Kind::Heading(1) => (
                "an article can't have a second top-level heading",
                "The title is the top-level heading. Write ## for a section.",
            ),
            _ => continue,
        };
        out.at(file, prose.source(node), message)
            .expected(MARKDOWN)
            .quoting(prose.written(node))
            .help(help);
    }
}

/// Returns true if a definition is the text of a footnote.
fn is_footnote(error: &ProseError) -> bool {
    let written = error.prose.text.get(error.error.span.clone());
    written.is_some_and(|written| written.trim_start().starts_with("[^"))
}

/// Returns true if a heading of the first level is a number: # 1.
fn begins_with_figure(heading: &str) -> bool {
    let words = heading.trim_start_matches('#').trim_start();
    words.starts_with(|c: char| c.is_ascii_digit())
}

/// Reports an error under the rule of its kind, which is this one where no other is
/// made for it.
fn report(error: ProseError, out: &mut Diagnostics) {
    let in_article = error.file.body.is_some();
    let (message, expected, help): (_, _, Cow<str>) = match &error.error.kind {
        MarkdownErrorKind::Html(name) => {
            let mut out = out.for_rule(&UNKNOWN_COMPONENT);
            return unknown_component::report(error.file, error.span(), name, &mut out);
        }
        MarkdownErrorKind::TooLong => return files::report_long_text(error, out),
        MarkdownErrorKind::TooDeep => return files::report_deep_text(error, out),
        MarkdownErrorKind::OpenFence => return text::report_open_fence(error, out),
        MarkdownErrorKind::LinkTitle => return link::report_title(error, out),
        MarkdownErrorKind::UndefinedReference(label) if label.starts_with('^') => {
            return link::report_footnote(error, out);
        }
        MarkdownErrorKind::Definition if is_footnote(&error) => {
            return link::report_footnote(error, out);
        }
        MarkdownErrorKind::UndefinedReference(_) | MarkdownErrorKind::Definition => {
            return link::report_undefined(error, out);
        }
        MarkdownErrorKind::ListStart => return list::report_start(error, out),
        MarkdownErrorKind::ExtraCells => return table::report_extra_cells(error, out),
        MarkdownErrorKind::NoTable => return table::report_no_table(error, out),
        MarkdownErrorKind::RowWithoutBars => return table::report_row_without_bars(error, out),
        MarkdownErrorKind::Comment => (
            "comments are not allowed in prose",
            MARKDOWN,
            "Delete the comment. Write a note for editors in the pull request.".into(),
        ),
        MarkdownErrorKind::Esm => (
            "imports and exports are not allowed in prose",
            MARKDOWN,
            "Delete the line: components need no import. If it is a sentence, do not begin the paragraph with the word import or export.".into(),
        ),
        MarkdownErrorKind::IndentedCode | MarkdownErrorKind::IndentedLine
            if begins_with_tab(&error) =>
        (
            "this line begins with a tab",
            MARKDOWN,
            "Begun with a tab: delete it. Write the items of a list as - and a space, indented by two spaces for each inner list, with an empty line above the list.".into(),
        ),
        MarkdownErrorKind::IndentedCode => (
            "indented text would be code",
            MARKDOWN,
            "Delete the spaces before the line. In a list, indent as far as the words of the item. Write code between two lines of ```.".into(),
        ),
        MarkdownErrorKind::IndentedLine => (
            "this line is indented too far to begin a block",
            MARKDOWN,
            "Indent the line less. A list, a heading or a quote needs an empty line above it. If the first character is literal, write a backslash (\\) before it.".into(),
        ),
        MarkdownErrorKind::AngledAddress => (
            "an address between < and > is not a link",
            "a link: [words](https://…)",
            "Write it as a link: [words](https://…). For the firm's own email address, write [words](contact:email).".into(),
        ),
        MarkdownErrorKind::OpenTag(name) if ComponentName::parse(name).is_some() && in_article => (
            "this component's tag is not valid",
            "a tag on one line from < to >, with each value in straight quotes (\")",
            format!("Write the tag as {}.", component(name)).into(),
        ),
        MarkdownErrorKind::OpenTag(name) if name.is_empty() => (
            "this < would begin a component",
            "a space after the <, or \\<",
            "Write a literal less-than character as \\<, or write \"less than\".".into(),
        ),
        MarkdownErrorKind::OpenTag(_) => (
            "this < begins a tag that has no end",
            MARKDOWN,
            HTML.into(),
        ),
        MarkdownErrorKind::TagInLine(_) if !in_article => (
            "components are not allowed here",
            "Markdown without tags",
            HTML.into(),
        ),
        MarkdownErrorKind::TagInLine(name) => (
            "a component's tag needs its own line, with an empty line above and below",
            "each tag on its own line, with an empty line above and below",
            format!("Put the tag on its own line, with an empty line above and below: {}.", component(name)).into(),
        ),
        MarkdownErrorKind::Unclosed(name) => (
            "this component is not closed",
            "its closing tag on its own line, or /> for a component without content",
            format!("Write it as {}. A component in a list or a quote must end there, too.", component(name)).into(),
        ),
        MarkdownErrorKind::Unopened(name) => (
            "this closing tag has no opening tag",
            "an opening tag above it, in the same list, quote or component",
            format!("Delete it, or write the opening tag: {}.", component(name)).into(),
        ),
        MarkdownErrorKind::Brace => (
            "this brace begins no fact",
            "the name of a fact between { and }",
            "Write the name of a fact, such as {phone}, with one brace on each side. Write a literal brace as \\{ or \\}.".into(),
        ),
        MarkdownErrorKind::LoneFact => (
            "a fact on a line by itself would be its own paragraph",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.".into(),
        ),
        MarkdownErrorKind::BraceInAddress => (
            "facts are not filled in here",
            "an address or a description without braces",
            "Spell out the fact: a link's address and an image's description can't contain one. For the firm's own phone and email, write contact:phone and contact:email.".into(),
        ),
    };
    error.report(out, message, expected, &help);
}

/// Returns whether a tab is before the words of the line on which an error begins.
fn begins_with_tab(error: &ProseError) -> bool {
    let (before, after) = error.prose.text.split_at(error.error.span.start);
    let line_start = before.rsplit('\n').next().unwrap_or_default();
    let is_tab_before = line_start.trim_start_matches([' ', '>']).starts_with('\t');
    is_tab_before || after.starts_with('\t')
}

/// Returns how a component is written; for an unknown name, how components are.
fn component(name: &str) -> String {
    match ComponentName::parse(name) {
        Some(name) => example(name.form()),
        None => "<Callout title=\"…\"> … </Callout>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::{check, finds, near_misses};
    use insta::assert_snapshot;

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
           = help: Give the text a block of its own, with its `heading`.
        "###);
        assert_snapshot!(check("articles/first.mdx", "{withdrawal-rule}", "{withdrawal-rule"), @r#"
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
        finds("mdx/syntax", &[
            ("articles/first.mdx", "Some **words**", "Words:\n\n    some code\n\nSome **words**", (17, 5)),
            ("articles/first.mdx", "Some **words**", "Words:\n    - one\n\nSome **words**", (16, 5)),
            ("articles/first.mdx", "Some **words**", "Words <KeyFigure value=\"4%\" label=\"a year\" /> and **words**", (15, 7)),
            ("articles/first.mdx", "<Callout title=\"Mind\">\n\n", "<Callout title=\"Mind\">\n", (13, 1)),
            ("articles/first.mdx", ".\n\n</Callout>", ".\n</Callout>", (16, 1)),
            ("articles/first.mdx", "<Callout title=\"Mind\">", "<Callout\n  title=\"Mind\"\n>", (13, 1)),
            ("articles/first.mdx", "Some **words**", "Some **words**\n\n</Checklist>\n\nWords", (17, 1)),
            ("articles/first.mdx", "The rule says {withdrawal-rule}; see", "The rule says\n{withdrawal-rule}\nand more; see", (12, 1)),
            ("articles/first.mdx", "https://www.irs.gov/", "https://www.irs.gov/{phone}", (15, 35)),
            ("articles/first.mdx", "Some **words**", "<!-- later --> Some **words**", (15, 1)),
            ("articles/first.mdx", "Some **words**", "{/* later */} Some **words**", (15, 1)),
            ("articles/first.mdx", "title=\"Mind\"", "title=“Mind”", (13, 1)),
            ("articles/first.mdx", "title=\"Mind\"", "title=“Mind this”", (13, 1)),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind”", (13, 1)),
            ("articles/first.mdx", "title=\"Mind\"", "title={1 + 1}", (13, 1)),
            ("articles/first.mdx", "{withdrawal-rule}", "{6 * 7}", (11, 15)),
            ("articles/first.mdx", "{withdrawal-rule}", "{{withdrawal-rule}}", (11, 15)),
            ("articles/first.mdx", "Some **words**", "<sam@example.com> Some **words**", (15, 1)),
            ("articles/first.mdx", "Some **words**", "Some <$9 **words**", (15, 6)),
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
           = help: Begun with a tab: delete it. Write the items of a list as - and a space, indented by two spaces for each inner list, with an empty line above the list.
        "#);
        near_misses("mdx/syntax", &[
            ("articles/first.mdx", "Some **words**", "Write `{6 * 7}`, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**", "Write {6 * 7}, `<b>`, important exports and\nimport rules\n\n```\nimport x from \"y\"\n<b>{1}</b>\n```\n\nSome **words**"),
            ("articles/first.mdx", "title=\"Mind\"", "title=\"Mind “this”\"", "title=“Mind this”"),
            ("articles/first.mdx", "Some **words**", "He said “some **words**” and title=“Mind”", "He said “some **words**” and <Callout title=“Mind”>"),
            ("articles/first.mdx", "Some **words**", "Some \\<5 and 7 \\< 8 \\{braces}", "Some <5 and 7 \\< 8 \\{braces}"),
            ("articles/first.mdx", "Some **words**", "- Some\n\n  <KeyFigure value='a fifth' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n> </Checklist>\n\nWords", "- Some\n\n  <KeyFigure value='4%' label='a year' />\n\n  {phone}\n\n> <Checklist title=\"Look\">\n>\n> - **words**\n>\n\nWords"),
        ]);
    }
}
