use super::component::{HTML, example, unknown};
use super::file::SHORTEN;
use super::{File, Sink};
use crate::load::markdown::{Kind, MarkdownError, MarkdownErrorKind, Prose};
use site_schema::model::ComponentName;
use std::borrow::Cow;

const MARKDOWN: &str = "Markdown, facts such as {phone}, and components";
const LENGTH: &str = "at most 64 KiB";
const DEPTH: &str = "lists, quotes, brackets and components at most 24 levels deep";
const ALONE: &str = "each tag on its own line, with an empty line above and below";
const TABLE: &str =
    "a header, a line of dashes and rows of as many cells, with an empty line above and below";

/// What is wrong with the Markdown, each fault under the code of its rule.
pub(super) fn check(file: &File, out: &mut Sink) {
    check_headings(file, out);
    for prose in file.proses() {
        for fault in &prose.parsed.errors {
            explain(file, prose, fault, out);
        }
    }
}

fn explain(file: &File, prose: &Prose, fault: &MarkdownError, out: &mut Sink) {
    let mut out = out.for_rule(match &fault.kind {
        MarkdownErrorKind::Html(_) => "mdx/unknown-component",
        MarkdownErrorKind::TooLong | MarkdownErrorKind::TooDeep => "file/too-large",
        MarkdownErrorKind::LinkTitle => "link/title",
        MarkdownErrorKind::OpenFence => "text/fence",
        MarkdownErrorKind::UndefinedReference(_) | MarkdownErrorKind::Definition => {
            "link/undefined"
        }
        MarkdownErrorKind::ListStart => "list/start",
        MarkdownErrorKind::ExtraCells
        | MarkdownErrorKind::NoTable
        | MarkdownErrorKind::RowWithoutBars => "table/form",
        _ => "mdx/syntax",
    });
    let place = prose.map.source(fault.span.clone());
    let in_article = file.body.is_some();
    let (message, expected, help): (_, _, Cow<str>) = match &fault.kind {
        MarkdownErrorKind::OpenFence => (
            "this block of code is not closed",
            "a line of the same characters below the code",
            "Write ``` on its own line below the code, or delete this line if there is no code.".into(),
        ),
        MarkdownErrorKind::Html(name) => {
            return unknown(&mut out, file, place, name);
        }
        MarkdownErrorKind::TooLong => ("this text is too long", LENGTH, SHORTEN.into()),
        MarkdownErrorKind::TooDeep => (
            "this text is nested too deeply",
            DEPTH,
            "Look for characters that were typed or pasted many times. Delete them, or close each.".into(),
        ),
        MarkdownErrorKind::LinkTitle => (
            "this link's title is not shown",
            "[words](address) and no more",
            "Delete the title in quotes. Say what it says in the words of the link.".into(),
        ),
        MarkdownErrorKind::UndefinedReference(label) if label.starts_with('^') => (
            "footnotes are not supported",
            "a link, or the note in the sentence",
            "Write the note into the sentence, or its source as a link: [words](https://…). An article lists its authorities in `references`.".into(),
        ),
        MarkdownErrorKind::UndefinedReference(_) | MarkdownErrorKind::Definition => (
            "a link's address belongs right after its words",
            "a link with its address: [words](/fees)",
            "Write the address right after the words: [words](/fees). Write literal brackets as \\[ and \\].".into(),
        ),
        MarkdownErrorKind::ListStart => (
            "this list would be numbered from 1",
            "1. before the first item",
            "Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, write 3\\.".into(),
        ),
        MarkdownErrorKind::ExtraCells => (
            "this row has more cells than the table has columns",
            TABLE,
            "Delete the extra cells, or add as many to the header and to the line of dashes. Write a literal bar as \\|.".into(),
        ),
        MarkdownErrorKind::NoTable => (
            "this line of dashes does not match the header above it",
            TABLE,
            "Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.".into(),
        ),
        MarkdownErrorKind::RowWithoutBars => (
            "this line would become a row of the table above it",
            TABLE,
            "Leave an empty line above it. Write a row of the table between bars: | a | b |.".into(),
        ),
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
            ALONE,
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
            "a fact alone on its line would be its own paragraph",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.".into(),
        ),
        MarkdownErrorKind::BraceInAddress => (
            "facts are not filled in here",
            "an address or a description without braces",
            "Spell out the fact: a link's address and an image's description can't contain one. For the firm's own phone and email, write contact:phone and contact:email.".into(),
        ),
    };
    let written = prose.text.get(fault.span.clone()).unwrap_or_default();
    let problem = out.at(file, place, message);
    problem
        .expected(expected)
        .quoting(written.trim())
        .help(help);
    if fault.kind == MarkdownErrorKind::OpenFence {
        problem.suppresses(prose.map.source(fault.span.start..prose.text.len()));
    }
}

/// How a component is written; for an unknown name, how components are.
fn component(name: &str) -> String {
    match ComponentName::parse(name) {
        Some(name) => example(name.form()),
        None => "<Callout title=\"…\"> … </Callout>".to_owned(),
    }
}

fn check_headings(file: &File, out: &mut Sink) {
    for (prose, node) in file.nodes() {
        let (message, help) = match node.kind {
            Kind::Heading(_) if file.body.is_none() => (
                "headings are not allowed in a page's texts",
                "Give the text a block of its own, with its `heading`.",
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
