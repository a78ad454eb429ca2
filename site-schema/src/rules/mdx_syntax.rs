use super::{Check, RULES, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::load::File;
use crate::load::markdown::{MarkdownFaultKind, open_fence};
use crate::model::ComponentName;
use linkme::distributed_slice;

#[distributed_slice(RULES)]
static RULE: Rule = Rule {
    code: "mdx/syntax",
    severity: Severity::Error,
    summary: "Prose can't be read: a brace, a < or a component's tag is left open, or a comment stands in it.",
    why: "In articles and texts { begins a fact and < begins a component; one that does not end swallows what follows.",
    bad: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age.",
    good: "content/articles/rule-55-fund-early-retirement-dreams.mdx\nThe penalty falls away at {rule-of-55-age}.",
    checks: &[Check::Files(check)],
};

fn check(files: &[File], report: &mut Report) {
    for file in files {
        for prose in file.proses() {
            let Err(fault) = &prose.parsed else { continue };
            // A tag is left open where a block of code that never ends swallows its end.
            if fault.kind != MarkdownFaultKind::Syntax || open_fence(&prose.text).is_some() {
                continue;
            }
            let sign = sign(&prose.text, fault.span.start);
            let (message, help) = explain(&fault.reason, sign);
            let place = prose.map.source(fault.span.clone());
            let at = Diagnostic::at(file, place, message);
            report.push(
                at.expected("Markdown, facts such as {phone}, and the components")
                    .found(fault.reason.replace('`', ""))
                    .help(help),
            );
        }
    }
}

/// What stands from the < or { on at which, or right before which, the trouble is.
fn sign(text: &str, at: usize) -> &str {
    let at = text.floor_char_boundary(at.min(text.len()));
    let rest = &text[at..];
    if rest.starts_with(['<', '{']) {
        return rest;
    }
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..at]
        .rfind(['<', '{'])
        .map_or(rest, |before| &text[line + before..])
}

fn explain(reason: &str, sign: &str) -> (&'static str, String) {
    let after = sign.get(1..).unwrap_or_default();
    let name: String = after
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let is_component = ComponentName::parse(&name).is_some();
    match () {
        () if sign.starts_with("<!--") => (
            "a comment can't stand in prose",
            "Delete the comment: what visitors shall not read has no place here. A note for editors belongs in the pull request.".to_owned(),
        ),
        () if sign.starts_with("<!") || sign.starts_with("<?") => (
            "this is a piece of HTML or XML, which can't stand in prose",
            "Delete it. A < that is meant as less than is written \\<.".to_owned(),
        ),
        () if reason.contains("expression") => (
            "this brace is not closed",
            "Close the brace of a fact: {name}. A brace that is meant as a brace is written \\{.".to_owned(),
        ),
        () if ["<http", "<www", "<mailto"].iter().any(|begin| sign.starts_with(begin))
            || after.split([' ', '>', '\n']).next().is_some_and(|word| word.contains('@') && !word.contains('=')) =>
        {
            (
                "an address can't stand between < and >",
                "Write it as a link: [words](https://…); the firm's own address is [words](contact:email).".to_owned(),
            )
        }
        () if after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '=' | '-' | ' ')) => (
            "this < is taken for the beginning of a component",
            "A < that is meant as less than is written \\<, or in words: less than.".to_owned(),
        ),
        () if matches!(name.as_str(), "br" | "hr" | "img" | "input" | "wbr") => (
            "HTML can't stand in prose",
            match name.as_str() {
                "br" => "For a new paragraph leave an empty line; for a new line end the line with a backslash (\\).".to_owned(),
                "hr" => "For a line across the page write --- between two empty lines.".to_owned(),
                "img" => "Write an image as ![what it shows](picture.jpg).".to_owned(),
                _ => "Delete it.".to_owned(),
            },
        ),
        () if !is_component && !name.is_empty() => (
            "this tag is not closed, and it is no component either",
            format!("HTML is not possible in prose: delete <{name}>, and write **strong**, *emphasis*, lists and [links](/fees) as Markdown. A < that is meant as less than is written \\<."),
        ),
        () if reason.contains("closing tag") || reason.contains("close") => (
            "this component is not closed",
            "Close each component: <Callout title=\"…\"> … </Callout>, or <KeyFigure … /> where nothing stands within. The tags stand on lines of their own, with empty lines between.".to_owned(),
        ),
        () => (
            "this prose can't be read",
            "A < that is meant as less than is written \\<, a web address as [words](https://…).".to_owned(),
        ),
    }
}
