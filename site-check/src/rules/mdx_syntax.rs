use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::load::markdown::{FaultKind, Prose};
use crate::load::{File, Tree};
use site_schema::model::ComponentName;
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "mdx/syntax",
    severity: Severity::Error,
    summary: "A brace, a < or a component's tag is left open, or does not stand as it must.",
    why: "In articles and texts { begins a fact and < begins a component; one that does not end swallows what follows.",
    bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age.",
    good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age}.",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        for fault in prose.faults() {
            let Some(message) = explain(&fault.kind, file.body.is_some()) else {
                continue;
            };
            let place = prose.map.source(fault.span.clone());
            let written = prose.text[fault.span.clone()]
                .lines()
                .next()
                .unwrap_or_default();
            let fix = match fault.kind {
                FaultKind::CrowdedTag { below } if file.body.is_some() => {
                    Some(parted(file, prose, &fault.span, below))
                }
                _ => None,
            };
            let at = Diagnostic::at(file, place, message.what);
            report.push(
                at.expected(message.expected)
                    .found(format!(
                        "`{}`",
                        written.chars().take(60).collect::<String>()
                    ))
                    .help(message.help)
                    .fix(fix),
            );
        }
    }
}

/// Puts an empty line below or above the line of a tag.
fn parted(file: &File, prose: &Prose, tag: &Range<usize>, below: bool) -> Fix {
    let text = &prose.text;
    let at = if below {
        text[tag.end..]
            .find('\n')
            .map_or(text.len(), |end| tag.end + end + 1)
    } else {
        text[..tag.start].rfind('\n').map_or(0, |end| end + 1)
    };
    let side = if below { "below" } else { "above" };
    Fix::edit(file, prose.map.source(at..at), "\n")
        .described(format!("Leave an empty line {side} it."))
}

struct Message {
    what: &'static str,
    expected: &'static str,
    help: String,
}

fn explain(kind: &FaultKind, in_article: bool) -> Option<Message> {
    let message = |what, expected, help: &str| {
        let help = help.to_owned();
        Some(Message {
            what,
            expected,
            help,
        })
    };
    match kind {
        FaultKind::AngledAddress => message(
            "an address can't stand between < and >",
            "a link: [words](https://…)",
            "Write it as a link: [words](https://…); the firm's own address is [words](contact:email).",
        ),
        FaultKind::LessThan => message(
            "this < is taken for the beginning of a component",
            "a space behind the <, or \\<",
            "A < that is meant as less than is written \\<, or in words: less than.",
        ),
        FaultKind::OpenTag(name) if is_component(name) && in_article => Some(Message {
            what: "this component's tag can't be read",
            expected: "a tag from its < to its > on one line, each value in straight quotes",
            help: format!("Write the tag as {}.", example(name)),
        }),
        FaultKind::OpenTag(name) => Some(Message {
            what: "this < is taken for a tag that has no end",
            expected: "Markdown, facts such as {phone}, and the components",
            help: format!(
                "A < that is meant as less than is written \\<. HTML is not possible: delete <{name}>, and write **strong**, *emphasis*, lists and [links](/fees) as Markdown."
            ),
        }),
        FaultKind::TagInLine(_) | FaultKind::CrowdedTag { .. } if !in_article => message(
            "a component can't stand here",
            "Markdown without tags",
            "Components can stand in articles only; on pages, a block of its own does what they do.",
        ),
        FaultKind::TagInLine(name) => Some(Message {
            what: "a component's tag does not stand alone on its line",
            expected: "each tag on a line of its own, with an empty line above and below",
            help: format!(
                "Give the tag a line of its own, with an empty line above and below: {}.",
                example(name)
            ),
        }),
        FaultKind::CrowdedTag { below: true } => message(
            "a component's tag has no empty line below it",
            "an empty line above and below each tag",
            "Leave an empty line below it: what stands right below a tag is no Markdown to other programs.",
        ),
        FaultKind::CrowdedTag { below: false } => message(
            "a component's tag has no empty line above it",
            "an empty line above and below each tag",
            "Leave an empty line above it: a tag right below words belongs to their paragraph for other programs.",
        ),
        FaultKind::Unclosed(name) => Some(Message {
            what: "this component is not closed",
            expected: "its closing tag on a line of its own, or /> where nothing stands within",
            help: format!(
                "Write it as {}. A component within a list or a quote ends there, too.",
                example(name)
            ),
        }),
        FaultKind::Unopened(name) => Some(Message {
            what: "this closing tag closes nothing",
            expected: "an opening tag above it, in the same list, quote or component",
            help: format!("Delete it, or write the opening tag: {}.", example(name)),
        }),
        FaultKind::DoubleBrace => message(
            "a fact stands between single braces",
            "the name of a fact between { and }",
            "Write {name}, with one brace on each side. A brace that is meant as a brace is written \\{ or \\}.",
        ),
        FaultKind::OpenBrace => message(
            "this brace is not closed",
            "the name of a fact between { and }",
            "Close the brace of a fact: {name}. A brace that is meant as a brace is written \\{.",
        ),
        FaultKind::LoneFact => message(
            "a fact alone on its line would be a paragraph of its own",
            "words on the same line, or an empty line above and below",
            "Put the fact on the line of the words before or after it.",
        ),
        FaultKind::BraceInAddress => message(
            "no fact is filled in here",
            "an address or a description without braces",
            "Facts can't stand in the address of a link or in an image's description: write it out. The firm's own are contact:phone and contact:email.",
        ),
        _ => None,
    }
}

fn is_component(name: &str) -> bool {
    ComponentName::parse(name).is_some()
}

/// How a component is written; of one that is none, how components are.
fn example(name: &str) -> String {
    let Some(form) = ComponentName::parse(name).map(ComponentName::form) else {
        return "<Callout title=\"…\"> … </Callout>".to_owned();
    };
    let attributes: String = form
        .required
        .iter()
        .map(|it| format!(" {it}=\"…\""))
        .collect();
    if form.has_children {
        format!("<{name}{attributes}> … </{name}>")
    } else {
        format!("<{name}{attributes} />")
    }
}
