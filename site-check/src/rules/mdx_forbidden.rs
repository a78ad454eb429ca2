use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::markdown::{FaultKind, Kind};
use crate::load::{File, Tree};
use std::ops::Range;

pub static RULE: Rule = Rule {
    code: "mdx/forbidden",
    severity: Severity::Error,
    summary: "Prose holds what has no place in it: an import or an export, an expression that is not a fact, a comment, code by indentation, or a heading of the first level.",
    why: "Articles are data: nothing in them is run. MDX would take it for code, and visitors would read it as it is written.",
    bad: "content/articles/market-drop.mdx\nThe answer is {6 * 7}.",
    good: "content/articles/market-drop.mdx\nThe answer is {withdrawal-rule}.",
    checks: &[Check::File(check)],
};

fn check(file: &File, _: &Tree, report: &mut Report) {
    for prose in file.proses() {
        let mut push = |span: Range<usize>, (what, help): (&str, &str)| {
            let written = prose.text[span.clone()].lines().next().unwrap_or_default();
            report.push(
                Diagnostic::at(
                    file,
                    prose.map.source(span),
                    format!("{what} can't stand in prose"),
                )
                .expected("Markdown, facts such as {phone}, and the components")
                .found(written.chars().take(60).collect::<String>())
                .help(help),
            );
        };
        for fault in prose.faults() {
            if let Some(found) = forbidden(&fault.kind) {
                push(fault.span.clone(), found);
            }
        }
        for node in prose.nodes() {
            match node.kind {
                Kind::Heading(_) if file.body.is_none() => push(node.span.clone(), HEADING),
                Kind::Heading(1) => push(node.span.clone(), FIRST_HEADING),
                _ => {}
            }
        }
    }
}

fn forbidden(kind: &FaultKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        FaultKind::Comment => (
            "a comment",
            "Delete the comment: what visitors must not read has no place here. A note for editors belongs in the pull request.",
        ),
        FaultKind::Esm => (
            "an import or export",
            "Delete the line; the components are there without it. A sentence that begins with the word import or export must not begin its paragraph.",
        ),
        FaultKind::Expression => (
            "an expression",
            "Write the name of a fact, such as {phone}. A brace that is meant as a brace is written \\{.",
        ),
        FaultKind::IndentedCode => (
            "an indented block",
            "Delete the spaces before the line. What belongs to a list is indented as far as the words of its item; code stands between two lines of ```.",
        ),
        FaultKind::IndentedLine => (
            "a line that is indented this far and begins like a block",
            "Indent the line less. A list, a heading or a quote needs an empty line above it. If the first character is meant as one, write a backslash (\\) before it.",
        ),
        _ => return None,
    })
}

const HEADING: (&str, &str) = (
    "a heading",
    "On a page, give the text a block of its own: its `heading` is the heading.",
);

const FIRST_HEADING: (&str, &str) = (
    "a heading of the first level",
    "The title is the heading of the first level: write ## for a section.",
);
