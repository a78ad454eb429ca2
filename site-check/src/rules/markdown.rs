use super::component::{ON_A_PAGE, example};
use super::{Check, Diagnostic, File, Report, Rule, Severity, Tree, at_fault};
use crate::fix::Fix;
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
        checks: &[Check::Fault(title)],
    },
    Rule {
        code: "link/undefined",
        severity: Severity::Error,
        summary: "A link refers to a definition that does not exist.",
        why: "Visitors would read brackets in the middle of a sentence, and have nothing to click.",
        bad: "content/articles/market-drop.mdx\nSee [what we charge][fees].",
        good: "content/articles/market-drop.mdx\nSee [what we charge][fees].\n\n[fees]: /fees",
        checks: &[Check::Fault(undefined)],
    },
    Rule {
        code: "list/start",
        severity: Severity::Error,
        summary: "A numbered list begins with another number than 1.",
        why: "Visitors would see 1 all the same: every list is numbered from 1.",
        bad: "content/articles/market-drop.mdx\n3. Rebalance.\n4. Wait.",
        good: "content/articles/market-drop.mdx\n1. Rebalance.\n2. Wait.",
        checks: &[Check::Fault(list_start)],
    },
    Rule {
        code: "mdx/forbidden",
        severity: Severity::Error,
        summary: "Prose has something that is not allowed there: an import or export, an expression that is not a fact, a comment, indented code, or a top-level heading.",
        why: "Articles are data: nothing in them is run. It would be shown as it is written, or be taken for code.",
        bad: "content/articles/market-drop.mdx\nThe answer is {6 * 7}.",
        good: "content/articles/market-drop.mdx\nThe answer is {withdrawal-rule}.",
        checks: &[Check::Fault(forbidden), Check::File(check_headings)],
    },
    Rule {
        code: "mdx/quotes",
        severity: Severity::Error,
        summary: "A component's attribute is in curly quotes.",
        why: "Only straight quotes end a value; curly ones swallow everything after it. Word processors and phones insert them automatically.",
        bad: "content/articles/market-drop.mdx\n<Callout title=“Note”>",
        good: "content/articles/market-drop.mdx\n<Callout title=\"Note\">",
        checks: &[Check::Fault(quotes)],
    },
    Rule {
        code: "mdx/syntax",
        severity: Severity::Error,
        summary: "A brace, a < or a component's tag is not closed, or is in the wrong place.",
        why: "In prose, { begins a fact and < begins a component; without an end, it swallows the text after it.",
        bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age.",
        good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age}.",
        checks: &[Check::Fault(syntax)],
    },
    Rule {
        code: "table/cells",
        severity: Severity::Error,
        summary: "A row of a table has more cells than the table has columns.",
        why: "The extra cells are not shown: a figure is lost, or is in the wrong column.",
        bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% | 2013 |",
        good: "content/articles/market-drop.mdx\n| Year | Fall | Recovered |\n| --- | --- | --- |\n| 2008 | 37% | 2013 |",
        checks: &[Check::Fault(cells)],
    },
    Rule {
        code: "table/form",
        severity: Severity::Error,
        summary: "A table's line of dashes does not match its header, or text right below a table becomes a row of it.",
        why: "Visitors would read bars and dashes in one long line, or a sentence in a cell.",
        bad: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- |\n| 2008 | 37% |",
        good: "content/articles/market-drop.mdx\n| Year | Fall |\n| --- | --- |\n| 2008 | 37% |",
        checks: &[Check::Fault(table)],
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
        checks: &[Check::Fault(footnote)],
    },
];

fn title(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    (fault.kind == FaultKind::LinkTitle).then(|| {
        at_fault(file, prose, fault, "this link's title is not shown")
            .expected("[words](address) and no more")
            .help("Delete the title in quotes. Say what it says in the words of the link.")
    })
}

fn undefined(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    let FaultKind::UndefinedReference(label) = &fault.kind else {
        return None;
    };
    let labels = prose.definitions().iter();
    let known: Vec<_> = labels.map(|it| format!("[{}]", it.label)).collect();
    let expected = if known.is_empty() {
        format!("a line such as [{label}]: /fees")
    } else {
        format!("one of {}", known.join(", "))
    };
    Some(
        at_fault(file, prose, fault, format!("`[{label}]` is not defined"))
            .expected(expected)
            .help(format!("Write the link as [words](/fees), or define it on a line of its own: [{label}]: /fees. Write literal brackets as \\[ and \\].")),
    )
}

fn list_start(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    matches!(fault.kind, FaultKind::ListStart(_)).then(|| {
        at_fault(file, prose, fault, "this list would be numbered from 1")
            .expected("1. before the first item")
            .help("Write 1. before it. To continue a list above, indent the text between as far as the words of the items. If it is not a list, write 3\\.")
    })
}

fn forbidden(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    let (what, help) = match fault.kind {
        FaultKind::Comment => (
            "comments are not allowed in prose",
            "Delete the comment. Write a note for editors in the pull request.",
        ),
        FaultKind::Esm => (
            "imports and exports are not allowed in prose",
            "Delete the line: components need no import. If it is a sentence, do not begin the paragraph with the word import or export.",
        ),
        FaultKind::Expression => (
            "this expression is not a fact",
            "Write the name of a fact, such as {phone}. Write a literal brace as \\{.",
        ),
        FaultKind::IndentedCode => (
            "indented text would be code",
            "Delete the spaces before the line. In a list, indent as far as the words of the item. Write code between two lines of ```.",
        ),
        FaultKind::IndentedLine => (
            "this line is indented too far to begin a block",
            "Indent the line less. A list, a heading or a quote needs an empty line above it. If the first character is literal, write a backslash (\\) before it.",
        ),
        _ => return None,
    };
    let at = at_fault(file, prose, fault, what);
    Some(
        at.expected("Markdown, facts such as {phone}, and components")
            .help(help),
    )
}

fn check_headings(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for node in prose.nodes() {
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
                    .expected("Markdown, facts such as {phone}, and components")
                    .quoting(prose.written(node))
                    .help(help),
            );
        }
    }
}

fn quotes(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    (fault.kind == FaultKind::CurlyQuote).then(|| {
        at_fault(file, prose, fault, "this value is in curly quotes")
            .expected("straight quotes (\") before and after the value")
            .help("Type \" before and after the value. Inside it, curly quotes are fine.")
    })
}

fn syntax(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    let in_article = file.body.is_some();
    let (what, expected, help) = match &fault.kind {
        FaultKind::AngledAddress => (
            "an address between < and > is not a link",
            "a link: [words](https://…)",
            "Write it as a link: [words](https://…). For the firm's own email address, write [words](contact:email).".to_owned(),
        ),
        FaultKind::LessThan => (
            "this < would begin a component",
            "a space after the <, or \\<",
            "Write a literal less-than character as \\<, or write \"less than\".".to_owned(),
        ),
        FaultKind::OpenTag(name) if ComponentName::parse(name).is_some() && in_article => (
            "this component's tag is not valid",
            "a tag on one line from < to >, with each value in straight quotes",
            format!("Write the tag as {}.", component(name)),
        ),
        FaultKind::OpenTag(name) => (
            "this < begins a tag that has no end",
            "Markdown, facts such as {phone}, and components",
            format!("Write a literal less-than character as \\<. HTML is not allowed: delete <{name}>, and write **strong**, *emphasis*, lists and [links](/fees) as Markdown."),
        ),
        FaultKind::TagInLine(_) | FaultKind::CrowdedTag { .. } if !in_article => (
            "components are not allowed here",
            "Markdown without tags",
            ON_A_PAGE.to_owned(),
        ),
        FaultKind::TagInLine(name) => (
            "a component's tag must be alone on its line",
            "each tag on its own line, with an empty line above and below",
            format!("Put the tag on its own line, with an empty line above and below: {}.", component(name)),
        ),
        FaultKind::CrowdedTag { below: true } => (
            "missing empty line below this tag",
            "an empty line above and below each tag",
            "Leave an empty line below it. Otherwise other programs do not read the text below as Markdown.".to_owned(),
        ),
        FaultKind::CrowdedTag { below: false } => (
            "missing empty line above this tag",
            "an empty line above and below each tag",
            "Leave an empty line above it. Otherwise other programs take the tag for a part of the paragraph.".to_owned(),
        ),
        FaultKind::Unclosed(name) => (
            "this component is not closed",
            "its closing tag on its own line, or /> for a component without content",
            format!("Write it as {}. A component in a list or a quote must end there, too.", component(name)),
        ),
        FaultKind::Unopened(name) => (
            "this closing tag has no opening tag",
            "an opening tag above it, in the same list, quote or component",
            format!("Delete it, or write the opening tag: {}.", component(name)),
        ),
        FaultKind::DoubleBrace => (
            "doubled braces around a fact",
            "the name of a fact between { and }",
            "Write {name}, with one brace on each side. Write a literal brace as \\{ or \\}.".to_owned(),
        ),
        FaultKind::OpenBrace => (
            "this brace is not closed",
            "the name of a fact between { and }",
            "Close the brace of a fact: {name}. Write a literal brace as \\{.".to_owned(),
        ),
        FaultKind::LoneFact => (
            "a fact alone on its line would be its own paragraph",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.".to_owned(),
        ),
        FaultKind::BraceInAddress => (
            "facts are not filled in here",
            "an address or a description without braces",
            "Spell out the fact: a link's address and an image's description can't contain one. For the firm's own phone and email, write contact:phone and contact:email.".to_owned(),
        ),
        _ => return None,
    };
    let fix = match fault.kind {
        FaultKind::CrowdedTag { below } if in_article => Some(parted(file, prose, fault, below)),
        _ => None,
    };
    let at = at_fault(file, prose, fault, what);
    Some(at.expected(expected).help(help).fix(fix))
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

fn cells(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    let FaultKind::ExtraCells { columns } = fault.kind else {
        return None;
    };
    Some(
        at_fault(file, prose, fault, "this row has more cells than the table has columns")
            .expected(format!("{columns} cells, as in the header"))
            .help("Delete the extra cells, or add as many to the header and to the line of dashes. Write a literal bar as \\|."),
    )
}

fn table(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    let (message, expected, help) = match fault.kind {
        FaultKind::NoTable => (
            "this line of dashes does not match the header above it",
            "as many cells as in the header right above it",
            "Write one cell of dashes for each cell of the header, and leave an empty line above the header: | --- | --- |.",
        ),
        FaultKind::RowWithoutBars => (
            "this line would become a row of the table above it",
            "an empty line below the table, or a row with its bars",
            "Leave an empty line above it. Write a row of the table between bars: | a | b |.",
        ),
        _ => return None,
    };
    let at = at_fault(file, prose, fault, message);
    Some(at.expected(expected).help(help))
}

fn check_fences(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        let mut faults = prose.faults().iter();
        if let Some(fault) = faults.find(|fault| fault.kind == FaultKind::OpenFence) {
            report.push(
                at_fault(file, prose, fault, "this block of code is not closed")
                    .expected("a line of the same characters below the code")
                    .found("the end of the text")
                    .help("Write ``` on its own line below the code, or delete this line if there is no code."),
            );
            report.explains(file, prose.map.source(fault.span.start..prose.text.len()));
        }
    }
}

fn footnote(file: &File, prose: &Prose, fault: &Fault) -> Option<Diagnostic> {
    (fault.kind == FaultKind::Footnote).then(|| {
        at_fault(file, prose, fault, "footnotes are not supported")
            .expected("a link, or the note in the sentence")
            .help("Write the note into the sentence, or its source as a link: [words](https://…). An article lists its authorities in `references`.")
    })
}
