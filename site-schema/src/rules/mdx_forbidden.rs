use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::File;
use crate::load::markdown::ast::Kind;
use crate::load::markdown::is_token;
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "mdx/forbidden",
    severity: Severity::Error,
    summary: "Prose holds code: an import, an export, or an expression that is not a fact.",
    why: "Articles are data. Code in them would run on our machines and in visitors' browsers.",
    bad: "content/articles/market-drop.mdx\nThe answer is {6 * 7}.",
    good: "content/articles/market-drop.mdx\nThe answer is {withdrawal-rule}.",
    checks: &[Check::Files(check)],
};

fn check(files: &[File], report: &mut Report) {
    for file in files {
        for prose in file.proses() {
            for node in prose.nodes() {
                let kind = node.kind();
                let Some((what, help)) =
                    comment(kind).or_else(|| forbidden(kind, file.body.is_some()))
                else {
                    continue;
                };
                let written = node.written().lines().next().unwrap_or_default();
                report.push(
                    Diagnostic::at(
                        file,
                        prose.source(node),
                        format!("{what} can't stand in prose"),
                    )
                    .expected("Markdown, facts such as {phone}, and the components")
                    .found(written.chars().take(60).collect::<String>())
                    .help(help),
                );
            }
        }
    }
}

/// A comment as React's grammar has it.
fn comment(kind: Kind) -> Option<(&'static str, &'static str)> {
    let (Kind::TextExpression(value) | Kind::FlowExpression(value)) = kind else {
        return None;
    };
    let value = value.trim();
    (value.starts_with("/*") || value.starts_with("//")).then_some((
        "a comment",
        "Delete the comment: what visitors shall not read has no place here. A note for editors belongs in the pull request.",
    ))
}

fn forbidden(kind: Kind, in_article: bool) -> Option<(&'static str, &'static str)> {
    match kind {
        Kind::Esm => Some((
            "an import or export",
            "Delete the line; the components are there without it. A sentence that begins with the word import or export must not begin its paragraph.",
        )),
        Kind::TextExpression(value) | Kind::FlowExpression(value) if !is_token(value) => {
            Some(EXPRESSION)
        }
        Kind::Heading { .. } if !in_article => Some((
            "a heading",
            "On a page, give the text a block of its own: its `heading` is the heading.",
        )),
        Kind::Heading { depth: 1 } => Some((
            "a heading of the first level",
            "The title is the heading of the first level: write ## for a section.",
        )),
        _ => None,
    }
}

const EXPRESSION: (&str, &str) = (
    "an expression",
    "Write the name of a fact, such as {phone}. A brace that is meant as a brace is written \\{.",
);
