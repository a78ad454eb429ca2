use super::component::{ON_A_PAGE, example, unknown};
use super::file_refused::{SHORTEN, too_deep};
use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree};
use crate::fix::Fix;
use crate::load::limits::MAX_PROSE;
use crate::load::markdown::{Fault, FaultKind, Kind, Prose};
use site_schema::model::ComponentName;

pub static RULES: &[Rule] = &[
    Rule {
        code: "link/title",
        severity: Severity::Error,
        summary: "A link has a title after its address, which no page shows.",
        why: "The title is lost: people on phones and with screen readers never see it anyway.",
        bad: "content/articles/market-drop.mdx\nSee [our fees](/fees \"What it costs\").",
        good: "content/articles/market-drop.mdx\nSee [what it costs](/fees).",
        checks: &[],
    },
    Rule {
        code: "link/undefined",
        severity: Severity::Error,
        summary: "A link refers to a definition that does not exist.",
        why: "Visitors would read brackets in the middle of a sentence, and have nothing to click.",
        bad: "content/articles/market-drop.mdx\nSee [what we charge][fees].",
        good: "content/articles/market-drop.mdx\nSee [what we charge][fees].\n\n[fees]: /fees",
        checks: &[],
    },
    Rule {
        code: "list/start",
        severity: Severity::Error,
        summary: "A numbered list begins with another number than 1.",
        why: "Visitors would see 1 all the same: every list is numbered from 1.",
        bad: "content/articles/market-drop.mdx\n3. Rebalance.\n4. Wait.",
        good: "content/articles/market-drop.mdx\n1. Rebalance.\n2. Wait.",
        checks: &[],
    },
    Rule {
        code: "mdx/forbidden",
        severity: Severity::Error,
        summary: "Prose has something that is not allowed there: an import or export, an expression that is not a fact, a comment, indented code, or a top-level heading.",
        why: "Articles are data: nothing in them is run. It would be shown as it is written, or be taken for code.",
        bad: "content/articles/market-drop.mdx\nThe answer is {6 * 7}.",
        good: "content/articles/market-drop.mdx\nThe answer is {withdrawal-rule}.",
        checks: &[Check::File(check_headings)],
    },
    Rule {
        code: "mdx/quotes",
        severity: Severity::Error,
        summary: "A component's attribute is in curly quotes.",
        why: "Only straight quotes end a value; curly ones swallow everything after it. Word processors and phones insert them automatically.",
        bad: "content/articles/market-drop.mdx\n<Callout title=“Note”>",
        good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">",
        checks: &[],
    },
    Rule {
        code: "mdx/syntax",
        severity: Severity::Error,
        summary: "A brace, a < or a component's tag is not closed, or is in the wrong place.",
        why: "In prose, { begins a fact and < begins a component; without an end, it swallows the text after it.",
        bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age.",
        good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age}.",
        checks: &[],
    },
    Rule {
        code: "table/cells",
        severity: Severity::Error,
        summary: "A row of a table has more cells than the table has columns.",
        why: "The extra cells are not shown: a figure is lost, or is in the wrong column.",
        bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% | 2013 |",
        good: "content/articles/market-drop.mdx\n| Year | Fall | Recovered |\n| --- | --- | --- |\n| 2008 | 37% | 2013 |",
        checks: &[],
    },
    Rule {
        code: "table/form",
        severity: Severity::Error,
        summary: "A table's line of dashes does not match its header, or text right below a table becomes a row of it.",
        why: "Visitors would read bars and dashes in one long line, or a sentence in a cell.",
        bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- |\n| 2008 | 37% |",
        good: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% |",
        checks: &[],
    },
    Rule {
        code: "text/fence",
        severity: Severity::Error,
        summary: "A block of code begins with ``` and never ends.",
        why: "Everything below it would be shown as code, without headings, links and components.",
        bad: "content/articles/market-drop.mdx\n```\nyield = coupon / price\n\n## What it means",
        good: "content/articles/market-drop.mdx\n```\nyield = coupon / price\n```\n\n## What it means",
        checks: &[Check::File(check_fences)],
    },
    Rule {
        code: "text/footnote",
        severity: Severity::Error,
        summary: "Prose has a footnote such as [^1], which is not supported.",
        why: "Visitors would read the brackets, or follow a link to nowhere.",
        bad: "content/articles/market-drop.mdx\nThe market fell by a third.[^1]",
        good: "content/articles/market-drop.mdx\nThe market fell by a third, as [the exchange reports](https://www.example.com/).",
        checks: &[],
    },
];

const MARKDOWN: &str = "Markdown, facts such as {phone}, and components";

/// A fault of Markdown as an editor reads it, under the code of its rule. None
/// where another check reports it.
pub(super) fn explain(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    const FACT: &str = "the name of a fact between { and }";
    let place = || prose.map.source(fault.span.clone());
    let say = |code, message: &str, expected: &str, help: &str| Diagnostic {
        code,
        ..at_fault(file, prose, fault, message)
            .expected(expected)
            .help(help)
    };
    let forbidden = |message, help| say("mdx/forbidden", message, MARKDOWN, help);
    let syntax = |message, expected, help: &str| say("mdx/syntax", message, expected, help);
    let in_article = file.body.is_some();
    Some(match &fault.kind {
        FaultKind::Html(name) => Diagnostic {
            code: "mdx/unknown-component",
            ..unknown(file, place(), name)
        },
        FaultKind::LinkTitle => say(
            "link/title",
            "this link's title is not shown",
            "[words](address) and no more",
            "Delete the title in quotes. Say what it says in the words of the link.",
        ),
        FaultKind::UndefinedReference(label) => say(
            "link/undefined",
            &format!("`[{label}]` is not defined"),
            &defined(prose, label),
            &format!("Write the link as [words](/fees), or define it on a line of its own: [{label}]: /fees. Write literal brackets as \\[ and \\]."),
        ),
        FaultKind::ListStart(_) => say(
            "list/start",
            "this list would be numbered from 1",
            "1. before the first item",
            "Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, write 3\\.",
        ),
        FaultKind::Footnote => say(
            "text/footnote",
            "footnotes are not supported",
            "a link, or the note in the sentence",
            "Write the note into the sentence, or its source as a link: [words](https://…). An article lists its authorities in `references`.",
        ),
        FaultKind::ExtraCells { columns } => say(
            "table/cells",
            "this row has more cells than the table has columns",
            &format!("{columns} cells, as in the header"),
            "Delete the extra cells, or add as many to the header and to the line of dashes. Write a literal bar as \\|.",
        ),
        FaultKind::NoTable => say(
            "table/form",
            "this line of dashes does not match the header above it",
            "as many cells as in the header right above it",
            "Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.",
        ),
        FaultKind::RowWithoutBars => say(
            "table/form",
            "this line would become a row of the table above it",
            "an empty line below the table, or a row with its bars",
            "Leave an empty line above it. Write a row of the table between bars: | a | b |.",
        ),
        FaultKind::CurlyQuote => say(
            "mdx/quotes",
            "this value is in curly quotes",
            "straight quotes (\") before and after the value",
            "Type \" before and after the value. Inside it, curly quotes are fine.",
        ),
        FaultKind::Comment => forbidden(
            "comments are not allowed in prose",
            "Delete the comment. Write a note for editors in the pull request.",
        ),
        FaultKind::Esm => forbidden(
            "imports and exports are not allowed in prose",
            "Delete the line: components need no import. If it is a sentence, do not begin the paragraph with the word import or export.",
        ),
        FaultKind::Expression => forbidden(
            "this expression is not a fact",
            "Write the name of a fact, such as {phone}. Write a literal brace as \\{.",
        ),
        FaultKind::IndentedCode => forbidden(
            "indented text would be code",
            "Delete the spaces before the line. In a list, indent as far as the words of the item. Write code between two lines of ```.",
        ),
        FaultKind::IndentedLine => forbidden(
            "this line is indented too far to begin a block",
            "Indent the line less. A list, a heading or a quote needs an empty line above it. If the first character is literal, write a backslash (\\) before it.",
        ),
        FaultKind::AngledAddress => syntax(
            "an address between < and > is not a link",
            "a link: [words](https://…)",
            "Write it as a link: [words](https://…). For the firm's own email address, write [words](contact:email).",
        ),
        FaultKind::LessThan => syntax(
            "this < would begin a component",
            "a space after the <, or \\<",
            "Write a literal less-than character as \\<, or write \"less than\".",
        ),
        FaultKind::OpenTag(name) if ComponentName::parse(name).is_some() && in_article => syntax(
            "this component's tag is not valid",
            "a tag on one line from < to >, with each value in straight quotes",
            &format!("Write the tag as {}.", component(name)),
        ),
        FaultKind::OpenTag(name) => syntax(
            "this < begins a tag that has no end",
            MARKDOWN,
            &format!("Write a literal less-than character as \\<. HTML is not allowed: delete <{name}>, and write **strong**, *emphasis*, lists and [links](/fees) as Markdown."),
        ),
        FaultKind::TagInLine(_) | FaultKind::CrowdedTag { .. } if !in_article => syntax(
            "components are not allowed here",
            "Markdown without tags",
            ON_A_PAGE,
        ),
        FaultKind::TagInLine(name) => syntax(
            "a component's tag must be alone on its line",
            "each tag on its own line, with an empty line above and below",
            &format!("Put the tag on its own line, with an empty line above and below: {}.", component(name)),
        ),
        FaultKind::CrowdedTag { below: true } => syntax(
            "missing empty line below this tag",
            "an empty line above and below each tag",
            "Leave an empty line below it. Otherwise other programs do not read the text below as Markdown.",
        )
        .fix(Some(parted(file, prose, fault, true))),
        FaultKind::CrowdedTag { below: false } => syntax(
            "missing empty line above this tag",
            "an empty line above and below each tag",
            "Leave an empty line above it. Otherwise other programs take the tag for a part of the paragraph.",
        )
        .fix(Some(parted(file, prose, fault, false))),
        FaultKind::Unclosed(name) => syntax(
            "this component is not closed",
            "its closing tag on its own line, or /> for a component without content",
            &format!("Write it as {}. A component in a list or a quote must end there, too.", component(name)),
        ),
        FaultKind::Unopened(name) => syntax(
            "this closing tag has no opening tag",
            "an opening tag above it, in the same list, quote or component",
            &format!("Delete it, or write the opening tag: {}.", component(name)),
        ),
        FaultKind::DoubleBrace => syntax(
            "doubled braces around a fact",
            FACT,
            "Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.",
        ),
        FaultKind::OpenBrace => syntax(
            "this brace is not closed",
            FACT,
            "Close the brace of a fact: {name}. Write a literal brace as \\{.",
        ),
        FaultKind::LoneFact => syntax(
            "a fact alone on its line would be its own paragraph",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.",
        ),
        FaultKind::BraceInAddress => syntax(
            "facts are not filled in here",
            "an address or a description without braces",
            "Spell out the fact: a link's address and an image's description can't contain one. For the firm's own phone and email, write contact:phone and contact:email.",
        ),
        FaultKind::TooLong => say(
            "file/too-large",
            "this text is too long",
            &format!("at most {} KiB", MAX_PROSE / 1024),
            SHORTEN,
        )
        .found(format!("{} KiB", prose.text.len().div_ceil(1024))),
        FaultKind::TooDeep => Diagnostic {
            code: "file/too-deep",
            ..too_deep(file, place(), "lists, quotes, brackets, emphasis or components")
        },
        // It explains everything below it, too.
        FaultKind::OpenFence => return None,
    })
}

/// A fault at its place.
fn at_fault(file: &File, prose: &Prose, fault: &Fault, message: &str) -> Diagnostic {
    let written = prose.text.get(fault.span.clone()).unwrap_or_default();
    Diagnostic::at(file, prose.map.source(fault.span.clone()), message).quoting(written.trim())
}

/// What a link could refer to in place of a label that is not defined.
fn defined(prose: &Prose, label: &str) -> String {
    let labels = prose.parsed.definitions.iter();
    let known: Vec<_> = labels.map(|it| format!("[{}]", it.label)).collect();
    if known.is_empty() {
        format!("a line such as [{label}]: /fees")
    } else {
        format!("one of {}", known.join(", "))
    }
}

/// Inserts an empty line below or above the line of a tag.
fn parted(file: &File, prose: &Prose, tag: &Fault, below: bool) -> Fix {
    let text = &prose.text;
    let (at, side) = if below {
        let end = text[tag.span.end..].find('\n');
        (
            end.map_or(text.len(), |end| tag.span.end + end + 1),
            "below",
        )
    } else {
        let start = text[..tag.span.start].rfind('\n');
        (start.map_or(0, |start| start + 1), "above")
    };
    let edit = Fix::edit(file, prose.map.source(at..at), "\n");
    edit.described(format!("Insert an empty line {side} it."))
}

/// How a component is written; for an unknown name, how components are.
fn component(name: &str) -> String {
    match ComponentName::parse(name) {
        Some(name) => example(name.form()),
        None => "<Callout title=\"…\"> … </Callout>".to_owned(),
    }
}

fn check_headings(file: &File, _: &Tree, report: &mut Report) {
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
        report.push(
            Diagnostic::at(file, prose.source(node), message)
                .expected(MARKDOWN)
                .quoting(prose.written(node))
                .help(help),
        );
    }
}

fn check_fences(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        let mut faults = prose.parsed.faults.iter();
        if let Some(fault) = faults.find(|fault| fault.kind == FaultKind::OpenFence) {
            report.push(
                at_fault(file, prose, fault, "this block of code is not closed")
                    .expected("a line of the same characters below the code")
                    .found("the end of the text")
                    .help("Write ``` on its own line below the code, or delete this line if there is no code."),
            );
            report.explains(prose.map.source(fault.span.start..prose.text.len()));
        }
    }
}
